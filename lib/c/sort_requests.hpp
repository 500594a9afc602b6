// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

/// The requests of sorts, for the C functions whose element type is an argument.
namespace omprim::detail {

inline sort_request to_arrays(const omprim_sort_request& request) {
  sort_request arrays;
  arrays.keys_out = request.keys_out;
  arrays.values = request.values;
  arrays.values_out = request.values_out;
  arrays.value_bytes = request.value_bytes;
  return arrays;
}
inline sort_options to_options(const omprim_sort_request& request, const omprim_options* options) {
  sort_options converted = to_order(request.order);
  static_cast<reduce_options&>(converted) = to_cpp(options);
  converted.bits = {request.bits.first, request.bits.last};
  return converted;
}

}  // namespace omprim::detail
