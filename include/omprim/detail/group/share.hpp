// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <omprim/detail/base/abi.hpp>

/// Equal shares of work.
namespace omprim::inline OMPRIM_ABI::kernel {

/// The numbers [begin, end).
struct share {
  std::uint64_t begin;
  std::uint64_t end;
};

/// Share `part` of `parts` contiguous shares of [0, count); their lengths differ by one at most.
OMPRIM_INLINE constexpr share share_of(std::uint64_t count, std::uint64_t part,
                                       std::uint64_t parts) {
  if (parts == 1) return {0, count};  // small inputs avoid the division
  const std::uint64_t least = count / parts;
  const std::uint64_t longer = count % parts;
  const std::uint64_t begin = part * least + (part < longer ? part : longer);
  return {begin, begin + least + (part < longer ? 1 : 0)};
}

/// The contiguous share of a group.
template <class Group>
OMPRIM_INLINE share share_of(std::uint64_t count, const Group& group) {
  return share_of(count, group.id(), group.count());
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
