// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "text.hpp"

namespace omprim::command {
namespace {

std::uint64_t read_number(const char* path, std::uint64_t fallback) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : fallback;
}

[[noreturn]] void refuse(std::uint64_t count, std::uint64_t size) {
  const auto bytes = static_cast<long double>(count) * static_cast<long double>(size);
  throw error(status::out_of_memory,
              fmt::format("the data needs {} of host memory and {} are free", bytes_text(bytes),
                          bytes_text(available_memory())));
}

void* allocate_or_explain(const execution& where, std::size_t bytes) {
  if (bytes == 0) return nullptr;
  if (host_readable(where)) require_host_memory(bytes, 1);
  try {
    void* data = allocate(where, bytes);
    if (data != nullptr) return data;
  } catch (const error& e) {
    if (e.code() != status::out_of_memory) throw;
  }
  throw error(
      status::out_of_memory,
      fmt::format("{} has no room for {} of data",
                  where.where() == backend::device ? fmt::format("device {}", where.device_number())
                                                   : "the host",
                  bytes_text(bytes)));
}

}  // namespace

std::uint64_t available_memory() {
  constexpr auto unknown = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t available = unknown;
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("MemAvailable:", 0) != 0) continue;
    std::istringstream(line.substr(13)) >> available;
    available *= 1024;
  }
  const auto limit = read_number("/sys/fs/cgroup/memory.max", unknown);
  const auto used = read_number("/sys/fs/cgroup/memory.current", 0);
  return limit == unknown ? available : std::min(available, limit > used ? limit - used : 0);
}

std::size_t bytes_of(std::uint64_t count, std::uint64_t size) {
  constexpr std::uint64_t greatest = std::numeric_limits<std::ptrdiff_t>::max();
  if (size > 0 && count > greatest / size) refuse(count, size);
  return count * size;
}

void require_host_memory(std::uint64_t count, std::uint64_t size) {
  if (bytes_of(count, size) > available_memory()) refuse(count, size);
}

bool host_readable(const execution& where) {
  if (where.where() != backend::device) return true;
  const auto& all = devices();
  return std::any_of(all.begin(), all.end(), [&](const device_info& d) {
    return d.number == where.device_number() && d.kind == device_kind::host;
  });
}

buffer::buffer(const execution& where, std::size_t bytes)
    : where_(where), data_(allocate_or_explain(where, bytes)) {}

buffer::~buffer() {
  if (data_ != nullptr) deallocate(where_, data_);
}

buffer::buffer(buffer&& other) noexcept
    : where_(other.where_), data_(std::exchange(other.data_, nullptr)) {}

buffer& buffer::operator=(buffer&& other) noexcept {
  std::swap(where_, other.where_);
  std::swap(data_, other.data_);
  return *this;
}

}  // namespace omprim::command
