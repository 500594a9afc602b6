// SPDX-License-Identifier: BSD-3-Clause
// Compares calls on pieces, each on a device of its own, with the same call on one device; see
// README.md.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <omprim/omprim.hpp>
#include <omprim/pieces.hpp>

#include "support/device_program.hpp"
#include "support/device_samples.hpp"
#include "support/placed_array.hpp"
#include "support/program.hpp"

namespace {

using namespace omprim_benchmark;
using omprim::piece;

constexpr std::size_t sizes[] = {std::size_t{1} << 10, std::size_t{1} << 20, std::size_t{1} << 27};
constexpr std::size_t segment = 128;  ///< elements of a segment; every size is a multiple

/// The usable GPUs; without one, all usable devices.
std::vector<omprim::device_info> measured_devices() {
  std::vector<omprim::device_info> gpus;
  std::vector<omprim::device_info> all;
  for (const omprim::device_info& d : omprim::devices()) {
    if (!d.usable) continue;
    all.push_back(d);
    if (is_gpu(d)) gpus.push_back(d);
  }
  return gpus.empty() ? all : gpus;
}

constexpr std::uint64_t different = 1001;  ///< elements
constexpr double half = 500;
constexpr std::size_t bins = 256;

/// Element i of all: whole numbers, whose sums are exact in any order.
double element(std::uint64_t i) { return static_cast<double>(i * 7919 % different); }

/// An array cut into pieces of n elements, one on each device, and outputs beside them.
struct cut_array {
  std::vector<std::unique_ptr<placed_array<double>>> data;
  std::vector<std::unique_ptr<placed_array<double>>> out;
  std::vector<piece<const double>> inputs;
  std::vector<piece<double>> outputs;
  double sum = 0;
  double sum_of_segment = 0;  ///< the first one of the last piece
  std::uint64_t above_half = 0;

  cut_array(const std::vector<omprim::device_info>& devices, std::size_t pieces, std::size_t n) {
    std::vector<double> values(n);
    for (std::size_t p = 0; p < pieces; ++p) {
      for (std::size_t i = 0; i < n; ++i) {
        values[i] = element(p * n + i);
        sum += values[i];
        above_half += values[i] > half ? 1 : 0;
      }
      sum_of_segment = std::accumulate(values.begin(), values.begin() + segment, 0.0);
      const omprim::execution where = omprim::device(devices[p].number);
      data.push_back(std::make_unique<placed_array<double>>(where));
      out.push_back(std::make_unique<placed_array<double>>(where));
      data.back()->put(values);
      out.back()->put(std::vector<double>(n));
      inputs.push_back({where, data.back()->data(), n});
      outputs.push_back({where, out.back()->data(), n});
    }
  }
  [[nodiscard]] std::size_t total() const { return inputs.size() * inputs.front().size; }
  [[nodiscard]] double first_output_of_last_piece() const { return out.back()->get(1).front(); }
  [[nodiscard]] double last_output() const { return out.back()->get(outputs.back().size).back(); }
};

struct call {
  std::string name;
  double bytes;  ///< read and written for each element
  std::function<bool(const cut_array&)> run;
  std::function<bool(const cut_array&)> is_right{};  ///< what run() does not know
};

/// The calls; run() tells whether the result on the host is right.
std::vector<call> all_calls() {
  const auto last_is_sum = [](const cut_array& on) { return on.last_output() == on.sum; };
  const auto segment_is_right = [](const cut_array& on) {
    return on.first_output_of_last_piece() == on.sum_of_segment;
  };
  const auto segments_of = [](const cut_array& on) {
    return omprim::by_length(segment, on.total() / segment);
  };
  return {
      {"sum", 8, [](const cut_array& on) { return omprim::sum(on.inputs) == on.sum; }},
      {"argmin", 8, [](const cut_array& on) { return omprim::argmin(on.inputs).index == 0; }},
      {"exact_sum", 8, [](const cut_array& on) { return omprim::exact_sum(on.inputs) == on.sum; }},
      {"inclusive_scan", 16,
       [](const cut_array& on) {
         omprim::inclusive_scan(on.inputs, on.outputs);
         return true;
       },
       last_is_sum},
      {"select_if", 12,
       [](const cut_array& on) {
         const auto counts = omprim::select_if(on.inputs, on.outputs, omprim::greater_than(half));
         return counts.front().total == on.above_half;
       }},
      {"histogram", 8,
       [](const cut_array& on) {
         const omprim::even_bins to(0.0, static_cast<double>(different), bins);
         const auto counts = omprim::histogram(on.inputs, to);
         return std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) ==
                static_cast<std::int64_t>(on.total());
       }},
      {"segmented_reduce", 8,
       [=](const cut_array& on) {
         const auto counts = omprim::segmented_reduce(on.inputs, segments_of(on), on.outputs);
         return counts.front().total == on.total() / segment;
       },
       segment_is_right},
      {"exact_segmented_sum", 8,
       [=](const cut_array& on) {
         const auto counts = omprim::exact_segmented_sum(on.inputs, segments_of(on), on.outputs);
         return counts.front().total == on.total() / segment;
       },
       segment_is_right},
  };
}

using cut_arrays = std::vector<std::unique_ptr<cut_array>>;

/// Numbers of pieces: 1, 2, 4, ..., as many as there are devices.
std::vector<std::size_t> piece_counts(std::size_t devices) {
  std::vector<std::size_t> counts;
  for (std::size_t pieces = 1; pieces <= devices; pieces *= 2) counts.push_back(pieces);
  return counts;
}

contest make_contest(const call& c, std::size_t n, const std::shared_ptr<cut_arrays>& arrays,
                     const std::vector<omprim::device_info>& devices) {
  contest result;
  result.name = c.name + "/n:" + std::to_string(n);
  result.bytes = c.bytes * static_cast<double>(n);
  result.rounds = 15;
  const std::vector<std::size_t> counts = piece_counts(devices.size());
  result.prepare = [=] {
    if (!arrays->empty() && arrays->front()->total() == n) return;
    arrays->clear();
    for (const std::size_t pieces : counts) {
      arrays->push_back(std::make_unique<cut_array>(devices, pieces, n));
    }
  };
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto checked = std::make_shared<bool>(false);
    result.contestants.push_back(
        {std::to_string(counts[k]), role::ours, [=] {
           const cut_array& on = *(*arrays)[k];
           return checked_sample(*checked, n <= (std::size_t{1} << 20) ? 20 : 2,
                                 [&] { return c.run(on); },
                                 {[] {}, [&] { return !c.is_right || c.is_right(on); }, nullptr});
         }});
  }
  return result;
}

/// Times, GB/s of all pieces, and the speed as a share of what as many devices would reach alone.
void print_scaling(const contest_results& all) {
  std::vector<cells> rows = {
      {"call", "pieces", "wall ms", "GB/s", "of as many calls on one", "wrong"}};
  for (const auto& [c, standings] : all) {
    const double alone = standings.front().wall;
    for (const standing& s : standings) {
      const double pieces = std::stod(s.name);
      rows.push_back({c.name, s.name, milliseconds(s.wall),
                      fixed(c.bytes * pieces / s.wall * 1e-9, 0), fixed(alone / s.wall, 2),
                      std::to_string(s.wrong)});
    }
  }
  print_table(rows);
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  omprim::set_wait_policy(omprim::wait_policy::spin);
  const auto devices = measured_devices();
  if (devices.empty()) {
    std::printf("skipped: no usable device\n");
    return skipped;
  }
  const auto arrays = std::make_shared<cut_arrays>();
  std::vector<contest> contests;
  for (const std::size_t n : sizes) {
    if (chosen.max_n != 0 && n > chosen.max_n) continue;
    for (const call& c : all_calls()) {
      contest one = make_contest(c, n, arrays, devices);
      if (selected(chosen, one.name)) contests.push_back(with_options(std::move(one), chosen));
    }
  }
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));
  const auto all = run_all(std::move(contests));
  print_heading("Calls on pieces of several devices",
                std::to_string(devices.size()) + " of " + devices.front().name, chosen);
  std::printf("n doubles on each device. Quantile %s of interleaved rounds, results checked.\n\n",
              fixed(chosen.quantile, 2).c_str());
  print_scaling(all);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
