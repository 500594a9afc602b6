// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/containers/array.hpp>
#include <omprim/merge.hpp>

/// merge.hpp for containers. An output is at least as long as both inputs together.
namespace omprim {

template <class A, class B, class Out, class = detail::if_containers<A, B, Out>>
void merge(const execution& where, const A& a, const B& b, Out&& out,
           const merge_options& options = default_search_options) {
  detail::require_room(detail::length_of(out), detail::length_of(a) + detail::length_of(b));
  merge(where, detail::data_of(a), detail::length_of(a), detail::data_of(b), detail::length_of(b),
        detail::data_of(out), options);
}

template <class A, class AValues, class B, class BValues, class Out, class ValuesOut,
          class = detail::if_containers<A, AValues, B, BValues, Out, ValuesOut>>
void merge_by_key(const execution& where, const A& a, const AValues& a_values, const B& b,
                  const BValues& b_values, Out&& keys_out, ValuesOut&& values_out,
                  const merge_options& options = default_search_options) {
  detail::require_equal(detail::length_of(a_values), "the first values", detail::length_of(a),
                        "the first keys");
  detail::require_equal(detail::length_of(b_values), "the second values", detail::length_of(b),
                        "the second keys");
  const std::size_t all = detail::length_of(a) + detail::length_of(b);
  detail::require_room(detail::length_of(keys_out), all);
  detail::require_room(detail::length_of(values_out), all);
  merge_by_key(where, detail::data_of(a), detail::data_of(a_values), detail::length_of(a),
               detail::data_of(b), detail::data_of(b_values), detail::length_of(b),
               detail::data_of(keys_out), detail::data_of(values_out), options);
}

}  // namespace omprim
