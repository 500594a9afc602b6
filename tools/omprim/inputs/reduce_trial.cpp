// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "inputs/compare_results.hpp"
#include "inputs/dataset.hpp"
#include "inputs/trial.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

class reduce_trial final : public trial {
 public:
  explicit reduce_trial(const trial_case& what)
      : what_(what),
        data_(what.where, {what.type, what.op, pattern_kind::exact, what.seed, what.n, what.range},
              what.n) {}

  [[nodiscard]] reduce_result run(const reduce_options& options) const override {
    return data_.reduce(what_.where, options);
  }
  [[nodiscard]] reduce_result read() const override { return data_.read(what_.where); }
  [[nodiscard]] bool is_right(const reduce_result& result) const override {
    return data_.is_expected(result);
  }
  void spoil_output() const override {}
  [[nodiscard]] std::string problem(const reduce_result& result, bool /*in_order*/) const override {
    if (is_right(result)) return {};
    return fmt::format("got {}, expected {}", to_text(what_.type, what_.op, result), expected());
  }
  [[nodiscard]] std::uint64_t size() const override { return data_.size(); }
  [[nodiscard]] std::uint64_t written() const override { return 0; }
  [[nodiscard]] std::uint64_t bytes() const override { return data_.bytes(); }
  [[nodiscard]] std::string describe() const override {
    return fmt::format("n = {} ({}){}, expected {}", grouped(size()), bytes_text(bytes()),
                       what_.range_text(), expected());
  }

 private:
  [[nodiscard]] std::string expected() const {
    return to_text(what_.type, what_.op, data_.expected());
  }

  trial_case what_;
  dataset data_;
};

}  // namespace

std::unique_ptr<trial> make_reduce_trial(const trial_case& what) {
  return std::make_unique<reduce_trial>(what);
}

}  // namespace omprim::command
