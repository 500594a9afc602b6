// SPDX-License-Identifier: BSD-3-Clause
#include <charconv>

#include <omprim/error.hpp>
#include <omprim/tuning.hpp>

namespace omprim {

std::string to_string(const tuning& t) {
  return std::to_string(t.work_group_size) + "x" + std::to_string(t.lanes) + "x" +
         std::to_string(t.items_per_work_item);
}

tuning parse_tuning(std::string_view text) {
  int parts[3] = {0, 0, 0};
  const char* at = text.data();
  const char* const end = at + text.size();
  int count = 0;
  bool valid = !text.empty();
  while (valid && at != end) {
    const auto [next, failure] = std::from_chars(at, end, parts[count]);
    valid = failure == std::errc{} && parts[count] >= 0;
    ++count;
    at = next;
    if (at == end) break;
    valid = valid && *at == 'x' && at + 1 != end && count < 3;
    ++at;
  }
  if (!valid) {
    throw error(status::invalid_argument,
                "'" + std::string(text) +
                    "' is no tuning; write WORK_GROUP_SIZE[xLANES[xITEMS]], for example 256x4x8");
  }
  return {parts[0], parts[1], parts[2]};
}

}  // namespace omprim
