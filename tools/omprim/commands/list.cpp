// SPDX-License-Identifier: BSD-3-Clause
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/command.hpp"
#include "commands/row_selection.hpp"
#include "report/table.hpp"

namespace omprim::command {
namespace {

// Whether the row was compiled for the backend, which need not be present on this machine.
bool compiled_for(const table_row& row, const std::string& where) {
  if (where.empty()) return true;
  const std::string name = where.substr(0, where.find(':'));
  for (const auto each : {backend::serial, backend::host, backend::tbb, backend::device}) {
    if (name == to_string(each)) return row.on_device == (each == backend::device);
  }
  throw usage_error(
      fmt::format("there is no backend '{}'; there are serial, host, tbb and device", where));
}

nlohmann::ordered_json to_json(const table_row& row) {
  return {{"strategy", row.strategy},
          {"tuning", to_string(row.tuning)},
          {"work_group_size", row.tuning.work_group_size},
          {"lanes", row.tuning.lanes},
          {"items_per_work_item", row.tuning.items_per_work_item},
          {"type", to_string(row.type)},
          {"op", to_string(row.op)},
          {"runs_on", row.on_device ? "device" : "host"}};
}

void print_json(const std::vector<table_row>& rows) {
  nlohmann::ordered_json json{{"strategies", nlohmann::ordered_json::array()},
                              {"rows", nlohmann::ordered_json::array()}};
  for (const auto& s : strategies()) {
    json["strategies"].push_back({{"name", s.name}, {"source", s.source}, {"summary", s.summary}});
  }
  for (const auto& row : rows) json["rows"].push_back(to_json(row));
  fmt::print("{}\n", json.dump(1));
}

void print_table(const std::vector<table_row>& rows) {
  using row = table_row;
  const text_table<row> lines({
      {"strategy", 22, [](const row& r) { return std::string(r.strategy); }, true},
      {"tuning", 11, [](const row& r) { return r.tuning == tuning{} ? "-" : to_string(r.tuning); },
       true},
      {"type", 8, [](const row& r) { return std::string(to_string(r.type)); }, true},
      {"op", 22, [](const row& r) { return std::string(to_string(r.op)); }, true},
      {"runs on", 17,
       [](const row& r) { return std::string(r.on_device ? "device" : "serial, host, tbb"); },
       true},
  });
  lines.head();
  for (const auto& each : rows) lines.print(each);
  fmt::print("{} rows\n", rows.size());
}

}  // namespace

int list(const list_options& options) {
  const row_selection selection(options.filter);
  std::vector<table_row> rows;
  for (const auto& row : table()) {
    if (compiled_for(row, options.backend) && selection.contains(row)) rows.push_back(row);
  }
  if (options.json) {
    print_json(rows);
  } else {
    print_table(rows);
  }
  return 0;
}

}  // namespace omprim::command
