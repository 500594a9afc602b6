// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/mpi/sort.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

#include <mpi/objects.hpp>

#include <instantiate/key_kind.hpp>
#include <omprim/detail/reducer/key_order.hpp>

namespace omprim::mpi::detail {
namespace {

using numbers = std::vector<std::uint64_t>;

/// The sums of numbers of all ranks.
numbers sums_of_all(MPI_Comm comm, numbers mine) {
  check(MPI_Allreduce(MPI_IN_PLACE, mine.data(), static_cast<int>(mine.size()), MPI_UINT64_T,
                      MPI_SUM, comm),
        "MPI_Allreduce");
  return mine;
}
/// The sums of those of all lower ranks.
numbers sums_of_lower(MPI_Comm comm, const numbers& mine) {
  numbers before(mine.size());
  check(MPI_Exscan(mine.data(), before.data(), static_cast<int>(mine.size()), MPI_UINT64_T, MPI_SUM,
                   comm),
        "MPI_Exscan");
  if (rank_in(comm) == 0) before.assign(mine.size(), 0);
  return before;
}

/// Keys in order. A key's place is an integer: places ascend in the order of the keys.
template <class Word>
class sorted_keys {
 public:
  sorted_keys(element type, const void* keys, std::size_t n, const sort_options& options)
      : keys_(static_cast<const Word*>(keys)),
        n_(n),
        kind_(instantiate::key_kind_of(type)),
        descending_(options.descending),
        first_bit_(options.bits.first),
        mask_(~std::uint64_t{0} >> (64 - (last_bit(options.bits) - options.bits.first))) {}

  [[nodiscard]] bool empty() const { return n_ == 0; }
  /// The places of the first and the last key.
  [[nodiscard]] std::uint64_t first() const { return place_of(0); }
  [[nodiscard]] std::uint64_t last() const { return place_of(n_ - 1); }
  /// The number of keys whose place is below `place`.
  [[nodiscard]] std::uint64_t below(std::uint64_t place) const {
    std::uint64_t count = 0;
    kernel::with_order<Word>(kind_, descending_, [&](const auto& order) {
      const Word* const end = std::partition_point(
          keys_, keys_ + n_, [&](Word key) { return compared(order(key)) < place; });
      count = static_cast<std::uint64_t>(end - keys_);
    });
    return count;
  }
  /// Whose place is `place` or below.
  [[nodiscard]] std::uint64_t up_to(std::uint64_t place) const {
    return place == mask_ ? n_ : below(place + 1);
  }

 private:
  static int last_bit(const key_bits& bits) {
    return bits.last == 0 ? 8 * static_cast<int>(sizeof(Word)) : bits.last;
  }
  [[nodiscard]] std::uint64_t compared(std::uint64_t ordered) const {
    return (ordered >> first_bit_) & mask_;
  }
  [[nodiscard]] std::uint64_t place_of(std::size_t i) const {
    std::uint64_t place = 0;
    kernel::with_order<Word>(kind_, descending_,
                             [&](const auto& order) { place = compared(order(keys_[i])); });
    return place;
  }

  const Word* keys_;
  std::size_t n_;
  kernel::key_kind kind_;
  bool descending_;
  int first_bit_;
  std::uint64_t mask_;  ///< the greatest place
};

constexpr int digit_bits = 4;

/// Where the places of keys differ.
struct place_range {
  std::uint64_t common;  ///< the bits above, which are those of all places
  int bits;              ///< whole digits
};
template <class Word>
place_range range_of_all(MPI_Comm comm, const sorted_keys<Word>& keys) {
  // The bits that are 1 in some place, and those that are 0 in some. All places of a rank are
  // between the first and the last. (By MPI_MIN, MPICH 4.0.2 compares uint64 as signed integers.)
  std::uint64_t some[2] = {0, 0};
  if (!keys.empty()) {
    some[0] = keys.first() | keys.last();
    some[1] = ~(keys.first() & keys.last());
  }
  check(MPI_Allreduce(MPI_IN_PLACE, some, 2, MPI_UINT64_T, MPI_BOR, comm), "MPI_Allreduce");
  const auto differ = static_cast<int>(std::bit_width(some[0] & some[1]));
  const int bits = (differ + digit_bits - 1) / digit_bits * digit_bits;
  return {bits == 64 ? 0 : some[0] >> bits << bits, bits};
}

/// The places of the keys of all ranks at the borders, found digit by digit from the highest one
/// on.
template <class Word>
numbers places_at(MPI_Comm comm, const sorted_keys<Word>& keys, const numbers& borders) {
  constexpr std::uint64_t digits = 1U << digit_bits;
  if (borders.empty()) return {};
  const place_range range = range_of_all(comm, keys);
  numbers places(borders.size(), range.common);
  numbers below;  // for each border, the keys before each digit but the first
  for (int bit = range.bits - digit_bits; bit >= 0; bit -= digit_bits) {
    below.clear();
    for (const std::uint64_t place : places) {
      for (std::uint64_t d = 1; d < digits; ++d) below.push_back(keys.below(place + (d << bit)));
    }
    below = sums_of_all(comm, below);
    for (std::size_t i = 0; i < borders.size(); ++i) {
      const auto first = below.begin() + static_cast<std::ptrdiff_t>(i * (digits - 1));
      const auto last = first + static_cast<std::ptrdiff_t>(digits - 1);
      const auto digit = std::upper_bound(first, last, borders[i]) - first;
      places[i] += static_cast<std::uint64_t>(digit) << bit;
    }
  }
  return places;
}

/// The number of this rank's keys before each border: all keys of lower places, and of those at the
/// place of the border as many as it asks for, those of lower ranks first.
template <class Word>
numbers keys_before(MPI_Comm comm, const sorted_keys<Word>& keys, const numbers& borders) {
  const numbers places = places_at(comm, keys, borders);
  numbers below(borders.size());
  numbers equal(borders.size());
  for (std::size_t i = 0; i < borders.size(); ++i) {
    below[i] = keys.below(places[i]);
    equal[i] = keys.up_to(places[i]) - below[i];
  }
  const numbers below_of_all = sums_of_all(comm, below);
  const numbers equal_of_lower = sums_of_lower(comm, equal);
  numbers before(borders.size());
  for (std::size_t i = 0; i < borders.size(); ++i) {
    const std::uint64_t wanted = borders[i] - below_of_all[i];
    const std::uint64_t of_lower = std::min(wanted, equal_of_lower[i]);
    before[i] = below[i] + std::min(wanted - of_lower, equal[i]);
  }
  return before;
}

/// Some elements of each part of an array, which follow each other without gaps.
struct window {
  std::vector<int> counts;
  std::vector<int> places;
};
/// Up to `most` elements of each part, from its element `done` on.
window window_of(const numbers& parts, std::uint64_t done, std::uint64_t most) {
  window some;
  int place = 0;
  for (const std::uint64_t part : parts) {
    some.counts.push_back(static_cast<int>(std::min(part - std::min(part, done), most)));
    some.places.push_back(place);
    place += some.counts.back();
  }
  return some;
}
/// Calls copy(byte in the array, byte in the window, bytes) for each part.
template <class Copy>
void for_each_part(const numbers& parts, const window& some, std::uint64_t done,
                   std::size_t element_bytes, Copy&& copy) {
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto count = static_cast<std::size_t>(some.counts[i]);
    if (count != 0) {
      copy((begin + done) * element_bytes, static_cast<std::size_t>(some.places[i]) * element_bytes,
           count * element_bytes);
    }
    begin += parts[i];
  }
}

}  // namespace

std::vector<std::uint64_t> shares_of_sorted(MPI_Comm comm, element type, const void* keys,
                                            std::size_t n, const sort_options& options) {
  const auto ranks = static_cast<std::size_t>(size_of(comm));
  numbers sizes(ranks);
  const std::uint64_t mine = n;
  check(MPI_Allgather(&mine, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, comm),
        "MPI_Allgather");
  numbers borders;  // between the shares, but for those at the end of all, where no key is
  std::uint64_t total = 0;
  for (const std::uint64_t size : sizes) total += size;
  std::uint64_t end = 0;
  for (std::size_t i = 0; i + 1 < ranks && (end += sizes[i]) < total; ++i) borders.push_back(end);

  numbers before =
      omprim::size_of(type) == 8
          ? keys_before(comm, sorted_keys<std::uint64_t>(type, keys, n, options), borders)
          : keys_before(comm, sorted_keys<std::uint32_t>(type, keys, n, options), borders);
  before.resize(ranks, n);
  for (std::size_t i = ranks; i-- > 1;) before[i] -= before[i - 1];
  return before;
}

void send_parts(MPI_Comm comm, const void* data, const std::vector<std::uint64_t>& parts,
                std::size_t element_bytes, void* received, std::size_t n, std::uint64_t most) {
  numbers taken(parts.size());
  check(MPI_Alltoall(parts.data(), 1, MPI_UINT64_T, taken.data(), 1, MPI_UINT64_T, comm),
        "MPI_Alltoall");
  const std::uint64_t mine = n;
  std::uint64_t longest = 0;  // elements of a rank
  check(MPI_Allreduce(&mine, &longest, 1, MPI_UINT64_T, MPI_MAX, comm), "MPI_Allreduce");
  const MPI_Datatype type = bytes_type(element_bytes);
  const auto send = [&](const void* from, const window& out, void* to, const window& in) {
    check(MPI_Alltoallv(from, out.counts.data(), out.places.data(), type, to, in.counts.data(),
                        in.places.data(), type, comm),
          "MPI_Alltoallv");
  };
  if (longest <= most) {
    return send(data, window_of(parts, 0, most), received, window_of(taken, 0, most));
  }
  // MPI counts elements in ints. So all ranks send windows of their parts, one after another.
  const std::uint64_t step = std::max<std::uint64_t>(1, most / parts.size());
  const auto* const from = static_cast<const unsigned char*>(data);
  auto* const to = static_cast<unsigned char*>(received);
  std::vector<unsigned char> sent_window(std::min<std::uint64_t>(n, step * parts.size()) *
                                         element_bytes);
  std::vector<unsigned char> taken_window(sent_window.size());
  for (std::uint64_t done = 0; done < longest; done += step) {
    const window out = window_of(parts, done, step);
    const window in = window_of(taken, done, step);
    for_each_part(parts, out, done, element_bytes,
                  [&](std::size_t in_all, std::size_t in_window, std::size_t bytes) {
                    std::memcpy(sent_window.data() + in_window, from + in_all, bytes);
                  });
    send(sent_window.data(), out, taken_window.data(), in);
    for_each_part(taken, in, done, element_bytes,
                  [&](std::size_t in_all, std::size_t in_window, std::size_t bytes) {
                    std::memcpy(to + in_all, taken_window.data() + in_window, bytes);
                  });
  }
}

}  // namespace omprim::mpi::detail
