// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <string>

#include <omprim/any.hpp>
#include <omprim/error.hpp>
#include <omprim/execution.hpp>

/// The text form of every enumeration, in the order of its enumerators.
namespace omprim {
namespace {

#define OMPRIM_NAME(name, of) #name,
constexpr std::array<std::string_view, element_count> element_names = {
    OMPRIM_ELEMENTS(OMPRIM_NAME)};
constexpr std::array<std::string_view, operation_count> operation_names = {
    OMPRIM_OPERATIONS(OMPRIM_NAME)};
#undef OMPRIM_NAME
constexpr std::array<std::string_view, 6> comparison_names = {
    "less", "less_equal", "equal", "not_equal", "greater_equal", "greater"};
constexpr std::array<std::string_view, 4> backend_names = {"serial", "host", "tbb", "device"};
constexpr std::array<std::string_view, 4> device_kind_names = {"nvidia", "amd", "host", "other"};

template <class Enum, std::size_t count>
std::string_view name_of(Enum value, const std::array<std::string_view, count>& names) {
  const auto i = static_cast<std::size_t>(value);
  return i < count ? names[i] : "?";
}

template <class Enum, std::size_t count>
Enum parse(std::string_view text, std::string_view what,
           const std::array<std::string_view, count>& names) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    if (names[i] == text) return static_cast<Enum>(i);
    all += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  throw error(status::unknown_name, "no " + std::string(what) + " is called '" + std::string(text) +
                                        "'; there are " + all);
}

}  // namespace

std::string_view to_string(element type) noexcept { return name_of(type, element_names); }
std::string_view to_string(operation op) noexcept { return name_of(op, operation_names); }
std::string_view to_string(comparison how) noexcept { return name_of(how, comparison_names); }
std::string_view to_string(backend where) noexcept { return name_of(where, backend_names); }
std::string_view to_string(device_kind kind) noexcept { return name_of(kind, device_kind_names); }

element parse_element(std::string_view text) {
  if (text == "float") return element::float32;
  if (text == "double") return element::float64;
  return parse<element>(text, "element type", element_names);
}
operation parse_operation(std::string_view text) {
  return parse<operation>(text, "operation", operation_names);
}
comparison parse_comparison(std::string_view text) {
  return parse<comparison>(text, "comparison", comparison_names);
}

}  // namespace omprim
