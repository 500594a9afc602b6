// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include <api/call.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/backend/workspace.hpp>
#include <omprim/error.hpp>
#include <omprim/memory.hpp>
#include <omprim/table.hpp>
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

/// Where runs of equal keys begin: memory of the side that runs the call.
class run_offsets {
 public:
  run_offsets([[maybe_unused]] const execution& where, std::size_t count) {
#if OMPRIM_WITH_DEVICE
    if (where.where() == backend::device) {
      workspace_.emplace(where.device_number());
      data_ = static_cast<std::int64_t*>(workspace_->scratch(count * sizeof(std::int64_t)));
      return;
    }
#endif
    memory_.reset(new std::int64_t[count]);
    data_ = memory_.get();
  }
  [[nodiscard]] std::int64_t* data() const { return data_; }

 private:
#if OMPRIM_WITH_DEVICE
  std::optional<device_workspace> workspace_;
#endif
  std::unique_ptr<std::int64_t[]> memory_;
  std::int64_t* data_;
};

/// Keys are read again after the unique ones are written, and values while results are.
void require_apart(const void* keys, const void* values, const void* unique_keys, const void* out) {
  const auto require = [](bool apart, const char* output, const char* other) {
    if (apart) return;
    throw error(status::invalid_argument, std::string("reduce_by_key cannot write ") + output +
                                              " over " + other + "; pass another output");
  };
  require(unique_keys != keys, "the unique keys", "the keys");
  require(unique_keys != values, "the unique keys", "the values");
  require(out != keys, "the results", "the keys");
  require(out != values, "the results", "the values");
  require(out != unique_keys, "the results", "the unique keys");
}

std::uint64_t reduce_by_key(const execution& where, const select_family& key_family,
                            const void* keys, const segmented_reduce_family& family, operation op,
                            const void* values, std::size_t n, void* unique_keys, void* out,
                            const segment_options& options) {
  require_algorithm(op, algorithm::segment);
  if (locates(op) || op == operation::exact_segmented_sum) {
    throw error(status::unknown_variant, "reduce_by_key_any does not run " +
                                             std::string(to_string(op)) +
                                             "; it runs segmented_sum, _min and _max");
  }
  require_size(n, std::max(size_of(key_family.type), size_of(family.type)));
  require_data(keys, n, "the pointer to the keys");
  require_data(values, n, "the pointer to the values");
  require_data(unique_keys, n, "the output pointer for the keys");
  require_data(out, n, "the output pointer");
  if (n != 0) require_apart(keys, values, unique_keys, out);
  selection_request heads;
  heads.selected = unique_keys;
  const std::uint64_t runs =
      run(where, key_family, operation::unique, keys, n, heads, default_select_options);
  const run_offsets offsets(where, runs + 1);
  heads.selected = offsets.data();
  (void)run(where, key_family, operation::unique_index, keys, n, heads, default_select_options);
  const auto end = static_cast<std::int64_t>(n);
  copy_in(where, offsets.data() + runs, &end, sizeof(end));
  segment_request request;
  request.segments = by_offsets(offsets.data(), runs, n);
  request.out = out;
  run(where, family, op, values, request, options);
  return runs;
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

std::uint64_t run_by_key(const execution& where, const select_family& key_family, const void* keys,
                         const segmented_reduce_family& family, operation op, const void* values,
                         std::size_t n, void* unique_keys, void* out,
                         const segment_options& options) try {
  return reduce_by_key(where, key_family, keys, family, op, values, n, unique_keys, out, options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
