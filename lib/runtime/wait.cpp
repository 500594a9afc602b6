// SPDX-License-Identifier: BSD-3-Clause
#include <runtime/wait.hpp>

#include <atomic>
#include <cstdlib>
#include <string>

#include <omprim/error.hpp>
#include <omprim/execution.hpp>
#include <runtime/device.hpp>

namespace omprim {
namespace {

wait_policy policy_of_environment() {
  const char* text = std::getenv("OMPRIM_WAIT_POLICY");
  if (text == nullptr || *text == '\0') return wait_policy::runtime_default;
  if (std::string(text) == "spin") return wait_policy::spin;
  if (std::string(text) == "block") return wait_policy::block;
  throw error(status::unknown_name,
              std::string("OMPRIM_WAIT_POLICY names '") + text + "'; there are spin, block");
}

std::atomic<wait_policy>& chosen_policy() {
  static std::atomic<wait_policy> policy{policy_of_environment()};
  return policy;
}

}  // namespace

wait_policy current_wait_policy() noexcept {
  try {
    return chosen_policy();
  } catch (const error&) {
    return wait_policy::runtime_default;
  }
}

bool set_wait_policy(wait_policy policy) {
  chosen_policy() = policy;
  bool everywhere = true;
  for (int number = 0; number < detail::device_count(); ++number) {
    const int ordinal = detail::cuda_ordinal(number);
    if (ordinal >= 0) everywhere = detail::cuda::set_wait_policy(ordinal, policy) && everywhere;
  }
  return everywhere;
}

void detail::apply_wait_policy(int device_number) {
  const int ordinal = cuda_ordinal(device_number);
  if (ordinal >= 0) cuda::set_wait_policy(ordinal, chosen_policy());
}

}  // namespace omprim
