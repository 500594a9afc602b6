// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <omprim/error.hpp>

/// The definition of a container, and the checks of sizes.
namespace omprim::detail {

template <class V>
struct stores_bits : std::false_type {};
template <class A>
struct stores_bits<std::vector<bool, A>> : std::true_type {};

template <class V, class = std::enable_if_t<!stores_bits<std::remove_cv_t<V>>::value>>
auto data_of(V& container) -> decltype(container.data()) {
  return container.data();
}
/// Does not run. std::vector<bool> has no data(); bool is no type of the compiled set, which the
/// called function reports.
template <class A>
bool* data_of(const std::vector<bool, A>& /*bits*/) {
  return nullptr;
}

/// The flags of a selection, or the heads of segments.
template <class V>
auto flags_of(const V& flags) {
  static_assert(!stores_bits<V>::value,
                "std::vector<bool> stores bits and has no data(); use std::vector<unsigned char> "
                "or an array of bool for flags");
  return data_of(flags);
}

template <class V>
using pointer_of = decltype(data_of(std::declval<V&>()));
template <class V>
using value_of = std::remove_cv_t<std::remove_pointer_t<pointer_of<const V>>>;

template <class V, class = void>
struct is_container : std::false_type {};
template <class V>
struct is_container<V, std::void_t<pointer_of<V>, decltype(std::declval<V&>().size())>>
    : std::bool_constant<std::is_pointer_v<pointer_of<V>> &&
                         !std::is_void_v<std::remove_pointer_t<pointer_of<V>>>> {};

template <class... Vs>
using if_containers = std::enable_if_t<(is_container<std::remove_reference_t<Vs>>::value && ...)>;

template <class V>
std::size_t length_of(const V& container) {
  return static_cast<std::size_t>(container.size());
}

[[noreturn]] inline void throw_sizes(const std::string& name, std::size_t size,
                                     const std::string& other, std::size_t wanted) {
  throw error(status::invalid_argument, name + " has " + std::to_string(size) + " elements, and " +
                                            other + " " + std::to_string(wanted));
}

/// Throws status::invalid_argument unless the two sizes are equal.
inline void require_equal(std::size_t size, const char* name, std::size_t wanted,
                          const char* other) {
  if (size != wanted) throw_sizes(name, size, std::string(other) + " has", wanted);
}

/// The number of keys. Throws status::invalid_argument unless there are as many values.
template <class Keys, class V>
std::size_t length_by_key(const Keys& keys, const V& values) {
  require_equal(length_of(values), "the array of values", length_of(keys), "that of keys");
  return length_of(keys);
}

/// Throws status::invalid_argument if an output is shorter than its results.
inline void require_room(std::size_t room, std::size_t results) {
  if (room < results) throw_sizes("an output", room, "the results are", results);
}

}  // namespace omprim::detail
