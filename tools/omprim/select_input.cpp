// SPDX-License-Identifier: BSD-3-Clause
#include "select_input.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include <omprim/memory.hpp>

#include "pattern.hpp"

namespace omprim::command {
namespace {

// Values are whole numbers below this, exact in every type; the condition is `below a bound`.
constexpr std::uint64_t values_below = std::uint64_t{1} << 20;
constexpr std::byte spoiled{0xa5};
constexpr std::size_t part_bytes = std::size_t{64} << 20;

std::uint64_t mixed(std::uint64_t x) {  // the finaliser of splitmix64
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t bound_for(double share) {
  return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(values_below)));
}

template <class T>
const T* as(const std::vector<std::byte>& bytes) {
  return reinterpret_cast<const T*>(bytes.data());
}

template <class T>
void append(std::vector<std::byte>& to, const T& value, std::size_t& at) {
  std::memcpy(to.data() + at, &value, sizeof(T));
  at += sizeof(T);
}

void sort_bytes(std::vector<std::byte>& bytes, std::size_t element_size) {
  if (element_size == 4) {
    auto* first = reinterpret_cast<std::uint32_t*>(bytes.data());
    std::sort(first, first + bytes.size() / 4);
  } else {
    auto* first = reinterpret_cast<std::uint64_t*>(bytes.data());
    std::sort(first, first + bytes.size() / 8);
  }
}

}  // namespace

select_input::select_input(const execution& where, element type, operation op, std::uint64_t n,
                           double share, std::uint32_t seed)
    : where_(where),
      type_(type),
      op_(op),
      most_(n),
      values_(n * size_of(type)),
      flags_(n),
      data_(where, n * size_of(type)),
      selected_(where, op == operation::count_if ? 0 : n * output_size()),
      rejected_(where, op == operation::partition ? n * size_of(type) : 0) {
  const std::uint64_t bound = bound_for(share);
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    auto* out = reinterpret_cast<T*>(values_.data());
#pragma omp parallel for
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t random = mixed(i + (std::uint64_t{seed} << 40)) >> 44;
      // For `unique`, an element equals the one before it unless it is to be kept; a run of
      // equal ones has the value of its first.
      out[i] = static_cast<T>(random);
      flags_[i] = random < bound ? std::byte(1 + random % 255) : std::byte{0};
    }
    if (op != operation::unique) return;
    for (std::uint64_t i = 1; i < n; ++i) {
      if (flags_[i] == std::byte{0}) out[i] = out[i - 1];
    }
  });
  copy_in(where, data_.data(), values_.data(), values_.size());
  if (op == operation::select_flagged) {
    device_flags_ = buffer(where, n);
    copy_in(where, device_flags_.data(), flags_.data(), n);
  }
  bound_ = static_cast<std::int64_t>(bound);
  choose(0, n);
}

std::size_t select_input::output_size() const {
  return op_ == operation::select_index ? sizeof(std::int64_t) : size_of(type_);
}

void select_input::choose(std::uint64_t start, std::uint64_t n) {
  start_ = start;
  n_ = n;
  kept_ = 0;
  wanted_.assign(op_ == operation::count_if ? 0 : n * output_size(), std::byte{0});
  wanted_rejected_.assign(op_ == operation::partition ? n * size_of(type_) : 0, std::byte{0});
  std::size_t at = 0;
  std::size_t rejected_at = 0;
  with_type(type_, [&](auto zero) {
    using T = decltype(zero);
    const T* in = as<T>(values_) + start;
    const T bound = static_cast<T>(bound_);
    for (std::uint64_t i = 0; i < n; ++i) {
      const bool keep = op_ == operation::select_flagged ? flags_[start + i] != std::byte{0}
                        : op_ == operation::unique       ? i == 0 || in[i] != in[i - 1]
                                                         : in[i] < bound;
      kept_ += keep ? 1 : 0;
      if (op_ == operation::count_if) continue;
      if (keep && op_ == operation::select_index) {
        append(wanted_, static_cast<std::int64_t>(i), at);
      } else if (keep) {
        append(wanted_, in[i], at);
      } else if (op_ == operation::partition) {
        append(wanted_rejected_, in[i], rejected_at);
      }
    }
  });
  wanted_.resize(at);
  wanted_rejected_.resize(rejected_at);
}

std::uint64_t select_input::run(const select_options& options) const {
  selection_request request;
  request.how = comparison::less;
  if (is_float(type_)) {
    request.bound.f = static_cast<double>(bound_);
  } else {
    request.bound.i = bound_;
  }
  const auto* flags = static_cast<const unsigned char*>(device_flags_.data());
  request.flags = flags == nullptr ? nullptr : flags + start_;
  request.selected = selected_.data();
  request.rejected = rejected_.data();
  const auto* data = static_cast<const std::byte*>(data_.data()) + start_ * size_of(type_);
  return select_any(where_, type_, op_, data, n_, request, options);
}

void select_input::spoil_output() const {
  const std::vector<std::byte> noise(std::min(most_ * sizeof(std::int64_t), part_bytes), spoiled);
  const auto spoil = [&](const buffer& output, std::size_t bytes) {
    auto* to = static_cast<std::byte*>(output.data());
    for (std::size_t at = 0; at < bytes; at += noise.size()) {
      copy_in(where_, to + at, noise.data(), std::min(noise.size(), bytes - at));
    }
  };
  if (selected_.data() != nullptr) spoil(selected_, n_ * output_size());
  if (rejected_.data() != nullptr) spoil(rejected_, n_ * size_of(type_));
}

std::string select_input::compare(const buffer& output, const std::vector<std::byte>& wanted,
                                  std::size_t element_size, bool in_order) const {
  const auto* from = static_cast<const std::byte*>(output.data());
  // One element more than was kept, if there is one: it must still be spoiled.
  const bool more = wanted.size() < n_ * element_size;
  std::vector<std::byte> got(wanted.size() + (more ? element_size : 0));
  copy_out(where_, got.data(), from, got.size());
  const auto behind = got.begin() + static_cast<std::ptrdiff_t>(wanted.size());
  if (std::any_of(behind, got.end(), [](std::byte b) { return b != spoiled; })) {
    return "wrote behind the end of its output";
  }
  got.resize(wanted.size());
  if (!in_order) {
    auto sorted = wanted;
    sort_bytes(sorted, element_size);
    sort_bytes(got, element_size);
    return got == sorted ? "" : "kept other elements";
  }
  const auto differs = std::mismatch(wanted.begin(), wanted.end(), got.begin()).first;
  if (differs == wanted.end()) return {};
  return fmt::format("output element {} is wrong",
                     static_cast<std::size_t>(differs - wanted.begin()) / element_size);
}

std::string select_input::problem(std::uint64_t count, bool in_order) const {
  if (count != kept_) return fmt::format("kept {}, expected {}", count, kept_);
  if (selected_.data() != nullptr) {
    auto text = compare(selected_, wanted_, output_size(), in_order);
    if (!text.empty()) return text;
  }
  if (rejected_.data() != nullptr) {
    const auto text = compare(rejected_, wanted_rejected_, size_of(type_), in_order);
    if (!text.empty()) return "rejected half: " + text;
  }
  return {};
}

std::uint64_t select_input::bytes() const {
  const std::uint64_t read =
      n_ * (size_of(type_) + (op_ == operation::select_flagged ? sizeof(char) : 0));
  return read + wanted_.size() + wanted_rejected_.size();
}

}  // namespace omprim::command
