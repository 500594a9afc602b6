// SPDX-License-Identifier: BSD-3-Clause
// A C++ program that forks after calls: the child's calls start threads of their own.
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <omprim/omprim.hpp>

namespace {

constexpr unsigned seconds = 60;  // a child without threads would wait for ever

bool sums(const omprim::execution& where) {
  const std::vector<int> x(10000000, 1);
  return omprim::sum(where, x) == 10000000;
}

// Whether the sum is right before, in the child of, and after a fork.
bool survives_a_fork(const omprim::execution& where) {
  if (!sums(where)) return false;
  const pid_t child = fork();
  if (child == 0) {
    alarm(seconds);
    _exit(sums(where) ? 0 : 1);
  }
  int state = 0;
  return waitpid(child, &state, 0) == child && state == 0 && sums(where);
}

}  // namespace

int main() {
  bool right = survives_a_fork(omprim::serial()) && survives_a_fork(omprim::host(2));
  if (omprim::available(omprim::backend::tbb)) right = survives_a_fork(omprim::tbb(2)) && right;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
