// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <dlfcn.h>

#include <runtime/architecture.hpp>
#include <runtime/device.hpp>

/// The driver calls that OpenMP has no equivalent for. The driver is opened at run time: the
/// library is built without CUDA and linked without an NVIDIA driver.
namespace omprim::detail::cuda {
namespace {

using result = int;
constexpr result success = 0;
constexpr int multiprocessor_count = 16;  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
constexpr int l2_cache_size = 38;         // CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE
constexpr int memory_type = 2;            // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
constexpr int device_ordinal = 9;         // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
constexpr unsigned schedule_spin = 1;     // CU_CTX_SCHED_SPIN
constexpr unsigned schedule_block = 4;    // CU_CTX_SCHED_BLOCKING_SYNC

struct driver {
  result (*init)(unsigned) = nullptr;
  result (*device_get_count)(int*) = nullptr;
  result (*device_get)(int*, int) = nullptr;
  result (*device_get_name)(char*, int, int) = nullptr;
  result (*device_get_attribute)(int*, int, int) = nullptr;
  result (*primary_set_flags)(int, unsigned) = nullptr;
  result (*primary_retain)(void**, int) = nullptr;
  result (*context_push)(void*) = nullptr;
  result (*context_pop)(void**) = nullptr;
  result (*context_set_flags)(unsigned) = nullptr;  // CUDA 12.1 and later
  result (*pointer_get_attribute)(void*, int, std::uintptr_t) = nullptr;
  bool usable = false;
};

template <class Function>
bool look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

driver open_driver() {
  driver d;
  void* library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return d;
  look_up(library, "cuCtxSetFlags", d.context_set_flags);
  d.usable = look_up(library, "cuInit", d.init) &&
             look_up(library, "cuDeviceGetCount", d.device_get_count) &&
             look_up(library, "cuDeviceGet", d.device_get) &&
             look_up(library, "cuDeviceGetName", d.device_get_name) &&
             look_up(library, "cuDeviceGetAttribute", d.device_get_attribute) &&
             look_up(library, "cuDevicePrimaryCtxSetFlags_v2", d.primary_set_flags) &&
             look_up(library, "cuDevicePrimaryCtxRetain", d.primary_retain) &&
             look_up(library, "cuCtxPushCurrent_v2", d.context_push) &&
             look_up(library, "cuCtxPopCurrent_v2", d.context_pop) &&
             look_up(library, "cuPointerGetAttribute", d.pointer_get_attribute) &&
             d.init(0) == success;
  return d;
}

const driver& the_driver() {
  static const driver opened = open_driver();
  return opened;
}

bool find_device(int ordinal, int& device) {
  return the_driver().usable && the_driver().device_get(&device, ordinal) == success;
}

/// An attribute of a device. 0: the driver does not tell.
int attribute(int ordinal, int which) {
  int device = 0;
  int value = 0;
  if (find_device(ordinal, device)) the_driver().device_get_attribute(&value, which, device);
  return value;
}

}  // namespace

int count() {
  int devices = 0;
  if (the_driver().usable) the_driver().device_get_count(&devices);
  return devices;
}

bool set_wait_policy(int ordinal, wait_policy policy) {
  int device = 0;
  if (policy == wait_policy::runtime_default || !find_device(ordinal, device)) return false;
  const driver& d = the_driver();
  const unsigned flags = policy == wait_policy::spin ? schedule_spin : schedule_block;
  // This is enough if the context does not exist yet; primary_retain keeps it with these flags.
  const bool before = d.primary_set_flags(device, flags) == success;
  void* context = nullptr;
  if (d.primary_retain(&context, device) != success) return false;
  if (before) return true;
  if (d.context_set_flags == nullptr || d.context_push(context) != success) return false;
  const bool after = d.context_set_flags(flags) == success;
  d.context_pop(&context);
  return after;
}

int compute_units(int ordinal) { return attribute(ordinal, multiprocessor_count); }

int cache_bytes(int ordinal) { return attribute(ordinal, l2_cache_size); }

std::string architecture(int ordinal) {
  constexpr int capability_major = 75;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
  constexpr int capability_minor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR
  const int major = attribute(ordinal, capability_major);
  if (major == 0) return {};
  return "sm_" + std::to_string(major) + std::to_string(attribute(ordinal, capability_minor));
}

std::string name(int ordinal) {
  int device = 0;
  char text[256] = "";
  if (find_device(ordinal, device)) {
    the_driver().device_get_name(text, sizeof(text) - 1, device);
  }
  return text;
}

int ordinal_of(const void* memory) {
  int ordinal = -1;
  const driver& d = the_driver();
  const bool found =
      d.usable && d.pointer_get_attribute(&ordinal, device_ordinal,
                                          reinterpret_cast<std::uintptr_t>(memory)) == success;
  return found ? ordinal : -1;
}

bool knows(const void* pointer) {
  unsigned type = 0;
  const driver& d = the_driver();
  return d.usable && d.pointer_get_attribute(&type, memory_type,
                                             reinterpret_cast<std::uintptr_t>(pointer)) == success;
}

}  // namespace omprim::detail::cuda
