// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include <omprim/containers/array.hpp>
#include <omprim/select.hpp>

/// select.hpp for containers. The size of an output is used as select_options::room: an output
/// needs room for the kept elements only.
namespace omprim {

namespace detail {
inline select_options with_room(select_options options, std::size_t room) {
  if (room < options.room) options.room = room;
  return options;
}
}  // namespace detail

template <class V, class Out, class Condition, class = detail::if_containers<V, Out>>
std::size_t select_if(const execution& where, const V& x, Out&& out, const Condition& keep,
                      const select_options& options = default_select_options) {
  return select_if(where, detail::data_of(x), detail::length_of(x), detail::data_of(out), keep,
                   detail::with_room(options, detail::length_of(out)));
}
/// In place.
template <class V, class Condition, class = detail::if_containers<V>>
std::size_t select_if(const execution& where, V&& x, const Condition& keep,
                      const select_options& options = default_select_options) {
  return select_if(where, detail::data_of(x), detail::length_of(x), keep, options);
}
template <class V, class Out, class Condition, class = detail::if_containers<V, Out>>
std::size_t select_index(const execution& where, const V& x, Out&& out, const Condition& keep,
                         const select_options& options = default_select_options) {
  return select_index(where, detail::data_of(x), detail::length_of(x), detail::data_of(out), keep,
                      detail::with_room(options, detail::length_of(out)));
}
template <class V, class Out, class = detail::if_containers<V, Out>>
std::size_t unique(const execution& where, const V& x, Out&& out,
                   const select_options& options = default_select_options) {
  return unique(where, detail::data_of(x), detail::length_of(x), detail::data_of(out),
                detail::with_room(options, detail::length_of(out)));
}
template <class V, class Out, class = detail::if_containers<V, Out>>
std::size_t unique_index(const execution& where, const V& x, Out&& out,
                         const select_options& options = default_select_options) {
  return unique_index(where, detail::data_of(x), detail::length_of(x), detail::data_of(out),
                      detail::with_room(options, detail::length_of(out)));
}

/// There are as many flags as elements.
template <class V, class Flags, class Out, class = detail::if_containers<V, Flags, Out>>
std::size_t select_flagged(const execution& where, const V& x, const Flags& flags, Out&& out,
                           const select_options& options = default_select_options) {
  detail::require_equal(detail::length_of(flags), "the array of flags", detail::length_of(x),
                        "that of elements");
  return select_flagged(where, detail::data_of(x), detail::flags_of(flags), detail::length_of(x),
                        detail::data_of(out), detail::with_room(options, detail::length_of(out)));
}

/// The room of both outputs is the size of the shorter one.
template <class V, class Out, class Rest, class Condition,
          class = detail::if_containers<V, Out, Rest>>
std::size_t partition(const execution& where, const V& x, Out&& selected, Rest&& rejected,
                      const Condition& keep,
                      const select_options& options = default_select_options) {
  const std::size_t room = std::min(detail::length_of(selected), detail::length_of(rejected));
  return partition(where, detail::data_of(x), detail::length_of(x), detail::data_of(selected),
                   detail::data_of(rejected), keep, detail::with_room(options, room));
}

template <class V, class Condition, class = detail::if_containers<V>>
std::size_t count_if(const execution& where, const V& x, const Condition& keep,
                     const select_options& options = default_select_options) {
  return count_if(where, detail::data_of(x), detail::length_of(x), keep, options);
}
template <class V, class = detail::if_containers<V>>
std::size_t count_flagged(const execution& where, const V& x,
                          const select_options& options = default_select_options) {
  return count_flagged(where, detail::flags_of(x), detail::length_of(x), options);
}
template <class V, class = detail::if_containers<V>>
std::size_t count_unique(const execution& where, const V& x,
                         const select_options& options = default_select_options) {
  return count_unique(where, detail::data_of(x), detail::length_of(x), options);
}

}  // namespace omprim
