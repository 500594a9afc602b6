// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <api/call.hpp>
#include <omprim/buffer_at.hpp>
#include <omprim/families.hpp>

/// Values that sorts move in other ways than with their keys.
namespace omprim::detail {

/// The elements [first, last).
struct extent {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// An array whose elements a sort moves.
struct moved_array {
  const void* from;
  void* to;           ///< may be `from`
  std::size_t bytes;  ///< of an element
};

/// Moves the elements of `array` to the places `part` of its output. positions[i] is from where the
/// element of place i comes; each position is below part.last.
void gather_part(const execution& where, const gather_families& gathers, const moved_array& array,
                 const void* positions, std::size_t position_bytes, const extent& part);

/// Whether a sort moves the values with their keys: words of 4 or 8 bytes, which lie as such.
bool move_with_keys(const sort_request& request);
/// Whether a sort that is not of segments does, after it made words of values of 1 or 2 bytes.
bool become_words(const sort_request& request);

/// The positions of n values, which a sort moves in place of the values.
class values_by_position {
 public:
  values_by_position(const execution& where, const gather_families& gathers, std::size_t n)
      : where_(where),
        gathers_(gathers),
        bytes_(n <= std::size_t{1} << 31 ? 4 : 8),
        positions_(buffer_at<unsigned char>(where, n * bytes_)) {}

  /// The request of a sort that writes positions.
  [[nodiscard]] sort_request positions(const sort_request& asked) const {
    return {asked.keys_out, nullptr, positions_.get(), bytes_};
  }
  /// The request of a sort that moves positions, which are written on the host: 0, 1, ...
  [[nodiscard]] sort_request numbered(const sort_request& asked, std::size_t n) const;
  /// Moves the values to the places `part`, after the sort.
  void move(const sort_request& asked, const extent& part) const {
    gather_part(where_, gathers_, {asked.values, asked.values_out, asked.value_bytes},
                positions_.get(), bytes_, part);
  }

 private:
  execution where_;
  gather_families gathers_;
  std::size_t bytes_;  ///< of a position
  decltype(buffer_at<unsigned char>(where_, 0)) positions_;
};

}  // namespace omprim::detail
