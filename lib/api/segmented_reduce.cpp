// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string>

#include <api/call.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/any.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/error.hpp>
#include <omprim/memory.hpp>
#include <tuning/policy.hpp>

namespace omprim::detail {
namespace {

bool locates(operation op) {
  return op == operation::segmented_argmin || op == operation::segmented_argmax;
}

void require_request(element type, operation op, const segment_request& request) {
  require_reducible(request.segments);
  const std::size_t count = request.segments.count;
  require_size(count, sizeof(std::int64_t));
  require_total_size(request.segments, size_of(type));
  if (locates(op)) require_data(request.positions, count, "the pointer to the positions");
  if (!locates(op)) require_data(request.out, count, "the output pointer");
}

/// Whether segments are known to be large in the mean.
bool are_large(element type, const segmentation& segments) {
  if (segments.count == 0) return false;
  const bool by_length = form_of(segments) == segment_form::length;
  const std::size_t mean = by_length ? segments.length : segments.values / segments.count;
  return mean >= choice_policy::large_segment_bytes / size_of(type);
}

/// The same request with pointers as the device sees them.
segment_request on_device(const execution& where, element type, const segment_request& request) {
  segment_request there = request;
  const std::size_t count = request.segments.count;
  there.segments = device_segments(where, request.segments, 0);
  if (request.out != nullptr) {
    there.out = output_pointer(where, request.out, count * size_of(type));
  }
  if (request.positions != nullptr) {
    there.positions = static_cast<std::int64_t*>(
        output_pointer(where, request.positions, count * sizeof(std::int64_t)));
  }
  return there;
}

void reduce_segments(const execution& where, const segmented_reduce_family& family, operation op,
                     const void* data, const segment_request& request,
                     const segment_options& options) {
  const std::size_t count = request.segments.count;
  const auto& chosen = pick(where, family, op, count, options,
                            {.has_large_segments = are_large(family.type, request.segments)});
  begin_profile(options, chosen.row);
  if (count == 0) return;
  const std::size_t n = require_values(where, data, request.segments);
  segmented_reduce_problem problem{data, request};
  if (where.where() == backend::device) {
    problem.request = on_device(where, family.type, request);
    if (data != nullptr) problem.data = device_pointer(where, data, 1);
  }
  const std::size_t bytes = n * size_of(family.type) + count * sizeof(std::uint64_t);
  chosen.run(place_of(where, bytes, options.profile), problem);
}

}  // namespace

void run(const execution& where, const segmented_reduce_family& family, operation op,
         const void* values, const segment_request& request, const segment_options& options) try {
  require_algorithm(op, algorithm::segment);
  require_request(family.type, op, request);
  reduce_segments(where, family, op, values, request, options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
