// SPDX-License-Identifier: BSD-3-Clause
#include <api/values_by_position.hpp>

#include <cstdint>
#include <numeric>

#include <omprim/memory.hpp>

namespace omprim::detail {

void gather_part(const execution& where, const gather_families& gathers, const moved_array& array,
                 const void* positions, std::size_t position_bytes, const extent& part) {
  const std::size_t size = part.last - part.first;
  const std::size_t bytes = size * array.bytes;
  const auto gather_to = [&](void* out) {
    gather_request request;
    request.source = array.from;
    request.positions = static_cast<const std::byte*>(positions) + part.first * position_bytes;
    request.position_bytes = position_bytes;
    request.out = out;
    request.size = part.last;
    request.element_bytes = array.bytes;
    run_gather(where, gathers, operation::gather, size, request, default_options);
  };
  void* const out = static_cast<std::byte*>(array.to) + part.first * array.bytes;
  if (array.from != array.to) return gather_to(out);
  const auto copy = buffer_at<std::byte>(where, bytes);
  gather_to(copy.get());
  const bool on_device = where.where() == backend::device;
  copy_within(where, on_device ? output_pointer(where, out, bytes) : out, copy.get(), bytes);
}

sort_request values_by_position::numbered(const sort_request& asked, std::size_t n) const {
  void* const first = positions_.get();
  if (bytes_ == sizeof(std::uint32_t)) {
    std::iota(static_cast<std::uint32_t*>(first), static_cast<std::uint32_t*>(first) + n, 0U);
  } else {
    std::iota(static_cast<std::uint64_t*>(first), static_cast<std::uint64_t*>(first) + n,
              std::uint64_t{0});
  }
  return {asked.keys_out, first, first, bytes_};
}

namespace {
bool are_aligned(const sort_request& request) {
  return is_aligned(request.values, request.value_bytes) &&
         is_aligned(request.values_out, request.value_bytes);
}
}  // namespace

bool move_with_keys(const sort_request& request) {
  return (request.value_bytes == 4 || request.value_bytes == 8) && are_aligned(request);
}
bool become_words(const sort_request& request) {
  return (request.value_bytes == 1 || request.value_bytes == 2) && are_aligned(request);
}

}  // namespace omprim::detail
