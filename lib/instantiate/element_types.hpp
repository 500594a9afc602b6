// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <omprim/detail/base/abi.hpp>
#include <omprim/table.hpp>

/// The C++ type of each element.
namespace omprim::inline OMPRIM_ABI::instantiate {

template <element type>
struct element_type;
template <>
struct element_type<element::int32> : std::type_identity<std::int32_t> {};
template <>
struct element_type<element::uint32> : std::type_identity<std::uint32_t> {};
template <>
struct element_type<element::int64> : std::type_identity<std::int64_t> {};
template <>
struct element_type<element::uint64> : std::type_identity<std::uint64_t> {};
template <>
struct element_type<element::float32> : std::type_identity<float> {};
template <>
struct element_type<element::float64> : std::type_identity<double> {};

}  // namespace omprim::inline OMPRIM_ABI::instantiate
