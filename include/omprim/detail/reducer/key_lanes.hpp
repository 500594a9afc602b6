// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/reducer/key_order.hpp>
#include <omprim/detail/simd/pack.hpp>

/// The order of keys (key_order.hpp), a pack at a time.
namespace omprim::inline OMPRIM_ABI::kernel {

template <int N, class Word>
OMPRIM_INLINE pack<Word, N> order_lanes(const integer_order<Word>& order,
                                        const pack<Word, N>& bits) {
  return bits ^ broadcast<Word, N>(order.toggled);
}

template <int N, class Word>
OMPRIM_INLINE pack<Word, N> order_lanes(const floating_order<Word>& order,
                                        const pack<Word, N>& bits) {
  using signed_word = std::make_signed_t<Word>;
  const auto top = broadcast<Word, N>(top_bit<Word>);
  const auto all_if_negative =
      bits_as<Word, N>(bits_as<signed_word, N>(bits) >> floating_order<Word>::sign_bit);
  const auto all_if_nan =
      bits_as<Word, N>((bits & ~top) > broadcast<Word, N>(floating_order<Word>::infinity));
  return ((bits ^ (all_if_negative | top)) | all_if_nan) ^ broadcast<Word, N>(order.toggled);
}

}  // namespace omprim::inline OMPRIM_ABI::kernel
