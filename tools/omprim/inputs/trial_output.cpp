// SPDX-License-Identifier: BSD-3-Clause
#include "inputs/trial_output.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <omprim/memory.hpp>

namespace omprim::command {
namespace {

constexpr std::byte spoiled{0xa5};
constexpr std::size_t part_bytes = std::size_t{64} << 20;

template <class Word>
void sort_words(std::vector<std::byte>& bytes) {
  auto* first = reinterpret_cast<Word*>(bytes.data());
  std::sort(first, first + bytes.size() / sizeof(Word));
}

std::vector<std::byte> sorted(std::vector<std::byte> bytes, std::size_t element_size) {
  if (element_size == 4) {
    sort_words<std::uint32_t>(bytes);
  } else {
    sort_words<std::uint64_t>(bytes);
  }
  return bytes;
}

}  // namespace

trial_output::trial_output(const execution& where, std::uint64_t n, std::size_t element_size)
    : where_(where),
      bytes_(bytes_of(n, element_size)),
      element_size_(element_size),
      memory_(where, bytes_) {}

void trial_output::spoil() const {
  const std::vector<std::byte> noise(std::min(bytes_, part_bytes), spoiled);
  for (std::size_t at = 0; at < bytes_; at += noise.size()) {
    copy_in(where_, static_cast<std::byte*>(memory_.data()) + at, noise.data(),
            std::min(noise.size(), bytes_ - at));
  }
}

std::string trial_output::problem(bool in_order) const {
  if (memory_.data() == nullptr) return {};
  // Also reads the element after the expected ones, if there is one: it must be unchanged.
  std::vector<std::byte> got(std::min(wanted_.size() + element_size_, bytes_));
  copy_out(where_, got.data(), memory_.data(), got.size());
  const auto behind = got.begin() + static_cast<std::ptrdiff_t>(wanted_.size());
  if (std::any_of(behind, got.end(), [](std::byte b) { return b != spoiled; })) {
    return "wrote behind the end of its output";
  }
  got.resize(wanted_.size());
  if (!in_order) {
    return sorted(std::move(got), element_size_) == sorted(wanted_, element_size_)
               ? ""
               : "wrote other elements";
  }
  const auto differs = std::mismatch(wanted_.begin(), wanted_.end(), got.begin()).first;
  if (differs == wanted_.end()) return {};
  return fmt::format("output element {} is wrong",
                     static_cast<std::size_t>(differs - wanted_.begin()) / element_size_);
}

}  // namespace omprim::command
