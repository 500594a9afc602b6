// SPDX-License-Identifier: BSD-3-Clause
#include "report/ranks_report.hpp"

#include <fmt/format.h>

#include "report/report.hpp"
#include "text.hpp"

namespace omprim::command {

std::string ranks_row::csv() const {
  return fmt::format("{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{}", quoted(call), n, ranks,
                     runs, wall.average * 1e6, wall.median * 1e6, wall.minimum * 1e6, more * 1e6,
                     gigabytes_per_second(), quoted(problem));
}

nlohmann::ordered_json ranks_row::json() const {
  nlohmann::ordered_json json{
      {"call", call}, {"n", n}, {"ranks", ranks}, {"runs", runs}, {"ok", ok()}};
  if (!ok()) json["problem"] = problem;
  if (runs == 0) return json;
  json["wall_ms"] = statistics_json(wall);
  json["more_us"] = more * 1e6;
  json["gb_s"] = gigabytes_per_second();
  return json;
}

text_table<ranks_row> ranks_table() {
  using row = ranks_row;
  const auto microseconds = [](double seconds) { return fmt::format("{:.2f}", seconds * 1e6); };
  return text_table<row>({
      {"call", 31, [](const row& r) { return r.call; }, true},
      {"runs", 5, [](const row& r) { return fmt::format("{}", r.runs); }, false, 2},
      {"median us", 11, [=](const row& r) { return microseconds(r.wall.median); }},
      {"min us", 11, [=](const row& r) { return microseconds(r.wall.minimum); }, false, 1},
      {"more us", 11, [=](const row& r) { return microseconds(r.more); }},
      {"GB/s", 7, [](const row& r) { return fmt::format("{:.4g}", r.gigabytes_per_second()); }},
  });
}

}  // namespace omprim::command
