// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <optional>
#include <string>

#include <api/call.hpp>
#include <dispatch/pair.hpp>
#include <omprim/backend/open.hpp>
#include <omprim/backend/workspace.hpp>
#include <omprim/error.hpp>
#include <omprim/memory.hpp>
#include <omprim/table.hpp>

namespace omprim {
namespace {

void require_request(operation op, const segment_request& request) {
  using detail::require_data;
  if (request.offset_bytes != 0 && request.offset_bytes != 4 && request.offset_bytes != 8) {
    throw error(status::invalid_argument,
                "offsets have 4 or 8 bytes, not " + std::to_string(request.offset_bytes));
  }
  const bool locates = op == operation::segmented_argmin || op == operation::segmented_argmax;
  const std::size_t n = request.segments;
  if (request.offset_bytes != 0) require_data(request.offsets, n, "the pointer to the offsets");
  if (locates) require_data(request.positions, n, "the pointer to the positions");
  if (!locates) require_data(request.out, n, "the output pointer");
}

std::uint64_t offset_at(const execution& where, const segment_request& request, std::size_t i) {
  const auto bytes = static_cast<std::size_t>(request.offset_bytes);
  const auto* place = static_cast<const std::byte*>(request.offsets) + i * bytes;
  std::uint64_t wide = 0;
  std::uint32_t narrow = 0;
  copy_out(where, bytes == 8 ? static_cast<void*>(&wide) : &narrow, place, bytes);
  return bytes == 8 ? wide : narrow;
}

std::uint64_t count_values(const execution& where, const segment_request& request) {
  if (request.segments == 0) return 0;
  if (request.offset_bytes == 0) return request.segments * request.length;
  return offset_at(where, request, request.segments) - offset_at(where, request, 0);
}

/// The same request with pointers as the device sees them.
segment_request on_device(const execution& where, element type, const segment_request& request) {
  segment_request there = request;
  const std::size_t n = request.segments;
  if (request.offset_bytes != 0) {
    there.offsets = detail::device_pointer(
        where, request.offsets, (n + 1) * static_cast<std::size_t>(request.offset_bytes));
  }
  if (request.out != nullptr) {
    there.out = detail::output_pointer(where, request.out, n * size_of(type));
  }
  if (request.positions != nullptr) {
    there.positions = static_cast<std::int64_t*>(
        detail::output_pointer(where, request.positions, n * sizeof(std::int64_t)));
  }
  return there;
}

void run(const execution& where, element type, operation op, const void* data,
         const segment_request& request, const segment_options& options) {
  const detail::variant& chosen = detail::pick(where, type, op, request.segments, options);
  detail::begin_profile(options, chosen);
  if (request.segments == 0) return;
  segment_request there = request;
  if (request.offset_bytes == 0) there.offsets = nullptr;
  detail::call call{nullptr, -1, data, nullptr, 0, options.profile};
  call.segment = &there;
  if (where.where() != backend::device) {
    const std::uint64_t n = count_values(where, request);
    detail::require_data(data, n, "the pointer to the values");
    const detail::executor executor =
        detail::executor_for(where, n * size_of(type) + request.segments * sizeof(std::uint64_t));
    call.run = &executor;
    (void)chosen.run(call);
    return;
  }
  call.device = where.device_number();
  there = on_device(where, type, there);
  // How many values there are is on the device: it is only asked for where there may be none.
  if (data == nullptr) {
    detail::require_data(data, count_values(where, there), "the pointer to the values");
  } else {
    call.data = detail::device_pointer(where, data, 1);
  }
  (void)chosen.run(call);
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
  std::optional<detail::device_workspace> workspace_;
#endif
  std::unique_ptr<std::int64_t[]> memory_;
  std::int64_t* data_;
};

}  // namespace

void segmented_reduce_any(const execution& where, element type, operation op, const void* data,
                          const segment_request& request, const segment_options& options) {
  detail::require_algorithm(op, algorithm::segment);
  detail::require_known(type, detail::element_count, "element type");
  require_request(op, request);
  run(where, type, op, data, request, options);
}

std::uint64_t reduce_by_key_any(const execution& where, element key_type, const void* keys,
                                element type, operation op, const void* values, std::size_t n,
                                void* unique_keys, void* out, const segment_options& options) {
  detail::require_algorithm(op, algorithm::segment);
  detail::require_data(keys, n, "the pointer to the keys");
  detail::require_data(values, n, "the pointer to the values");
  detail::require_data(unique_keys, n, "the output pointer for the keys");
  detail::require_data(out, n, "the output pointer");
  selection_request heads;
  heads.selected = unique_keys;
  const std::uint64_t runs = select_any(where, key_type, operation::unique, keys, n, heads);
  const run_offsets offsets(where, runs + 1);
  heads.selected = offsets.data();
  (void)select_any(where, key_type, operation::unique_index, keys, n, heads);
  const auto end = static_cast<std::int64_t>(n);
  copy_in(where, offsets.data() + runs, &end, sizeof(end));
  segment_request request;
  request.segments = runs;
  request.offsets = offsets.data();
  request.out = out;
  segmented_reduce_any(where, type, op, values, request, options);
  return runs;
}

}  // namespace omprim
