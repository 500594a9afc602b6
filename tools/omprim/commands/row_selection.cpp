// SPDX-License-Identifier: BSD-3-Clause
#include "commands/row_selection.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include <omprim/error.hpp>
#include <omprim/tuning.hpp>

#include "commands/parse.hpp"

namespace omprim::command {
namespace {

// Turns an unknown name into a usage error: the mistake is in the command line.
template <class Parse>
auto parsed(const Parse& parse) {
  try {
    return parse();
  } catch (const error& e) {
    if (e.code() == status::unknown_name || e.code() == status::invalid_argument) {
      throw usage_error(e.what());
    }
    throw;
  }
}

bool fits(int wanted, int has) { return wanted == 0 || wanted == has; }

// An empty list has everything.
template <class Value>
bool is_among(const std::vector<Value>& values, Value value) {
  return values.empty() || std::find(values.begin(), values.end(), value) != values.end();
}

template <class Value>
Value only_one(std::string_view option, const std::vector<Value>& values, Value fallback) {
  if (values.size() > 1) {
    throw usage_error(fmt::format("{}: a sweep takes one, not both {} and {}", option,
                                  to_string(values[0]), to_string(values[1])));
  }
  return values.empty() ? fallback : values.front();
}

#define OMPRIM_NAMED(name, type) element::name,
constexpr element all_types[] = {OMPRIM_ELEMENTS(OMPRIM_NAMED)};
#undef OMPRIM_NAMED

// The type of the rows that run the operation on elements of `type`. Some operations have rows of
// unsigned integers, which run all types of their size.
element type_of_row(element type, operation op) {
  const algorithm work = algorithm_of(op);
  const bool of_any_type = work == algorithm::sort || work == algorithm::top_k ||
                           work == algorithm::search || work == algorithm::gather ||
                           work == algorithm::merge || op == operation::run_first ||
                           op == operation::select_flagged || op == operation::count_flagged;
  if (!of_any_type) return type;
  return size_of(type) == size_of(element::uint32) ? element::uint32 : element::uint64;
}

void require_names(std::string_view option, const std::string& text, std::size_t count) {
  if (text.empty() || count > 0) return;
  throw usage_error(fmt::format("{}: '{}' names nothing", option, text));
}

}  // namespace

void require_strategy(const std::string& name) {
  // A strategy of several algorithms is listed once for each.
  std::vector<std::string_view> known;
  for (const auto& info : strategies()) {
    if (info.name == name) return;
    if (std::find(known.begin(), known.end(), info.name) == known.end()) known.push_back(info.name);
  }
  throw usage_error(
      fmt::format("there is no strategy '{}'; there are {}", name, fmt::join(known, ", ")));
}

row_selection::row_selection(const row_filter& filter) : strategy_(filter.strategy) {
  if (!strategy_.empty()) require_strategy(strategy_);
  if (!filter.tuning.empty()) tuning_ = parsed([&] { return parse_tuning(filter.tuning); });
  types_ = parse_elements(filter.type);
  ops_ = parse_operations(filter.op);
  require_names("--type", filter.type, types_.size());
  require_names("--op", filter.op, ops_.size());
}

element row_selection::type_or(element fallback) const {
  return only_one("--type", types_, fallback);
}

operation row_selection::op_or(operation fallback) const {
  return only_one("--op", ops_, fallback);
}

std::vector<table_row> row_selection::chosen(const table_row& row) const {
  const bool wanted = (strategy_.empty() || row.strategy == strategy_) && is_among(ops_, row.op) &&
                      fits(tuning_.work_group_size, row.tuning.work_group_size) &&
                      fits(tuning_.lanes, row.tuning.lanes) &&
                      fits(tuning_.items_per_work_item, row.tuning.items_per_work_item);
  if (!wanted) return {};
  std::vector<table_row> rows;
  for (const element type : all_types) {
    if (!is_among(types_, type) || type_of_row(type, row.op) != row.type) continue;
    rows.push_back(row);
    rows.back().type = type;
  }
  return rows;
}

std::vector<element> parse_elements(const std::string& text) {
  std::vector<element> result;
  for (const auto& part : split_list(text)) {
    result.push_back(parsed([&] { return parse_element(part); }));
  }
  return result;
}

std::vector<operation> parse_operations(const std::string& text) {
  std::vector<operation> result;
  for (const auto& part : split_list(text)) {
    result.push_back(parsed([&] { return parse_operation(part); }));
  }
  return result;
}

std::vector<execution> parse_backends(const std::string& text) {
  std::vector<execution> result;
  for (const auto& part : split_list(text)) {
    result.push_back(parsed([&] { return parse_execution(part); }));
  }
  if (result.empty()) {
    throw usage_error(
        fmt::format("'{}' names no backend; write serial, host, tbb or device:0", text));
  }
  return result;
}

}  // namespace omprim::command
