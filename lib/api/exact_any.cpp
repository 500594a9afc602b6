// SPDX-License-Identifier: BSD-3-Clause
#include <api/by_type.hpp>
#include <api/call.hpp>
#include <omprim/error.hpp>
#include <omprim/families.hpp>

namespace omprim {

reduce_result exact_any(const execution& where, element type, operation op, const void* data,
                        const void* other, std::size_t n, const reduce_options& options) try {
  using namespace detail;
  require_algorithm(op, algorithm::exact);
  require_known(type, element_count, "element type");
  reduce_result result;
  switch (type) {
#define OMPRIM_CASE(name, cpp_type)                                                          \
  case element::name:                                                                        \
    result.value =                                                                           \
        to_scalar(rounded<cpp_type>(run(where, exact_##name, op, data, other, n, options))); \
    return result;
    OMPRIM_FLOATS(OMPRIM_CASE)
#undef OMPRIM_CASE
    default:
      throw error(status::unknown_variant, "no variant is compiled for " +
                                               std::string(to_string(op)) + " of " +
                                               std::string(to_string(type)));
  }
} catch (...) {
  detail::rethrow_as_error();
}

}  // namespace omprim
