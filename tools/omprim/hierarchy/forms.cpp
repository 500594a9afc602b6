// SPDX-License-Identifier: BSD-3-Clause
#include "forms.hpp"

#include <string>

#include <omprim/error.hpp>
#include <omprim_build.hpp>

namespace omprim::hierarchy {

#define X(isa)                           \
  namespace isa {                        \
  extern const all_forms forms_of_level; \
  }
OMPRIM_ISA_LIST
#undef X
#if OMPRIM_WITH_DEVICE
namespace device_abi {
extern const all_forms forms_of_level;
}
#endif

namespace {
struct level {
  std::string_view name;
  const all_forms& forms;
};
std::string identifier(std::string_view level) {
  std::string name(level);
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}
}  // namespace

const all_forms& forms_for(const execution& where) {
  if (where.where() == backend::device) {
#if OMPRIM_WITH_DEVICE
    return device_abi::forms_of_level;
#endif
  }
#define X(isa) level{#isa, isa::forms_of_level},
  static const level levels[] = {OMPRIM_ISA_LIST};
#undef X
  const std::string active = identifier(active_isa());
  for (const level& each : levels) {
    if (each.name == active) return each.forms;
  }
  throw error(status::unavailable_backend, "no kernels were compiled for " + active);
}

}  // namespace omprim::hierarchy
