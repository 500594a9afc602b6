// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <omprim/any.hpp>
#include <omprim/detail/backend/executor.hpp>
#include <omprim/detail/backend/serial.hpp>
#include <omprim/execution.hpp>
#include <omprim/families.hpp>
#include <omprim/operators.hpp>

/// Histograms of weights on the host.
namespace omprim::detail {

/// The elements of a histogram, and its bins.
struct binned_elements {
  const histogram_family& family;
  operation op;
  const void* data;
  std::size_t n;
  const histogram_request& bins;
};

/// Adds the weights of each part of the elements in sums of its own, and then the sums of the
/// parts, in order. There are as many parts as threads, but not so many that their sums are more
/// than the elements.
template <class W>
class host_weights {
 public:
  /// Whether the sums of a part fit into a cache, or are no more than the elements. For more of
  /// them a sort takes less time.
  static bool are_few(std::uint64_t bins, std::size_t n) {
    return bins < cached_bytes / sizeof(W) || bins <= n;
  }

  host_weights(const binned_elements& in, const W* weights, const executor& threads)
      : in_(in),
        weights_(weights),
        threads_(threads),
        parts_(std::clamp<std::uint64_t>(in.n / in.bins.bins, 1,
                                         static_cast<std::uint64_t>(threads.threads))),
        stride_((in.bins.bins / gap + 2) * gap),
        sums_(parts_ * stride_) {}

  void add(W* sums) {
    const auto body = [](const void* context, std::uint64_t begin, std::uint64_t end) {
      auto& self = *static_cast<host_weights*>(const_cast<void*>(context));
      for (std::uint64_t part = begin; part < end; ++part) self.add_part(part);
    };
    threads_.for_each_range(parts_, body, this, threads_.threads);
    for (std::uint64_t bin = 0; bin < in_.bins.bins; ++bin) {
      W sum = sums_[bin];
      for (std::uint64_t part = 1; part < parts_; ++part) {
        sum = plus::combine(sum, sums_[part * stride_ + bin]);
      }
      sums[bin] = sum;
    }
  }

 private:
  static constexpr std::uint64_t cached_bytes = 4 << 20;
  static constexpr std::uint64_t gap = 128 / sizeof(W);  ///< threads write to other cache lines
  static constexpr std::size_t block = 2048;

  [[nodiscard]] std::size_t begin_of(std::uint64_t part) const {
    return in_.n / parts_ * part + std::min<std::uint64_t>(part, in_.n % parts_);
  }

  void add_part(std::uint64_t part) {
    const std::size_t element_bytes = size_of(in_.family.type);
    const std::size_t end = begin_of(part + 1);
    W* const sums = sums_.data() + part * stride_;
    std::array<std::int32_t, block> index;
    for (std::size_t first = begin_of(part); first < end; first += block) {
      const std::size_t count = std::min(block, end - first);
      const void* const from = static_cast<const std::byte*>(in_.data) + first * element_bytes;
      run_bin_index(serial(), in_.family, in_.op, from, count, in_.bins, index.data(),
                    sizeof(std::int32_t));
      for (std::size_t i = 0; i < count; ++i) {
        W& sum = sums[index[i]];
        sum = plus::combine(sum, weights_[first + i]);
      }
    }
  }

  binned_elements in_;
  const W* weights_;
  executor threads_;
  std::uint64_t parts_;
  std::uint64_t stride_;  ///< sums of a part: of each bin, one for elements in none, and a gap
  std::vector<W> sums_;
};

}  // namespace omprim::detail
