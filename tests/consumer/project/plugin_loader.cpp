// SPDX-License-Identifier: BSD-3-Clause
// A program that loads plugin.cpp, calls it and unloads it, several times. It links no OpenMP.
#include <cstdio>
#include <dlfcn.h>
#include <vector>

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::vector<long long> x(1000000, 2);
  for (int i = 0; i < 3; ++i) {
    void* plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (plugin == nullptr) {
      std::puts(dlerror());
      return 1;
    }
    using function = long long (*)(const long long*, long long);
    const auto sum = reinterpret_cast<function>(dlsym(plugin, "plugin_sum"));
    if (sum == nullptr || sum(x.data(), static_cast<long long>(x.size())) != 2000000) return 1;
    if (dlclose(plugin) != 0) return 1;
  }
  std::puts("right");
  return 0;
}
