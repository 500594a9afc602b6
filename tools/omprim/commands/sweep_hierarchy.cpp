// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <omprim/error.hpp>

#include "commands/command.hpp"
#include "commands/parse.hpp"
#include "commands/preset.hpp"
#include "commands/row_selection.hpp"
#include "commands/sweep_plan.hpp"
#include "inputs/hierarchy_problem.hpp"
#include "measure/timing.hpp"
#include "report/hierarchy_report.hpp"
#include "report/report.hpp"
#include "text.hpp"

/// The sweep `hierarchy`: every form of the four kernels (Deakin and others, tables II and III,
/// figures 1 and 2).
namespace omprim::command {
namespace {

struct hierarchy_plan {
  const preset& what;
  std::vector<execution> backends;
  std::uint64_t n;
  std::optional<std::uint64_t> bodies;  ///< else by backend
  std::vector<std::uint64_t> orders;    ///< empty: by backend
  double peak;                          ///< GFLOP/s; 0: measured
  measure_limits limits;
};

bool is_gpu(const execution& where) {
  return where.where() == backend::device && !host_readable(where);
}

hierarchy_plan make_hierarchy_plan(const sweep_options& options) {
  const preset& what = find_preset(options.preset);
  refuse_unused(options, "sweep hierarchy", false, what.work);
  hierarchy_plan plan{
      what,
      backends_of(options),
      options.n.empty() ? what.n : parse_count(options.n),
      {},
      parse_counts(options.order),
      options.peak,
      {options.repeat > 0 ? options.repeat : what.repeat, options.warmup, options.max_seconds}};
  if (!options.bodies.empty()) plan.bodies = parse_count(options.bodies);
  const bool nothing = plan.n == 0 || plan.bodies == 0 ||
                       std::find(plan.orders.begin(), plan.orders.end(), 0) != plan.orders.end();
  if (nothing) throw usage_error("the forms need at least one element, body, row and column");
  return plan;
}

/// GFLOP/s of fused multiply-adds in registers: the best of several runs of a twentieth of a
/// second.
double measured_peak(const execution& where) {
  constexpr double long_enough = 0.05;
  constexpr int runs = 5;
  const auto& forms = hierarchy::forms_for(where);
  const buffer sink(where, sizeof(double));
  double best = 0;
  std::uint64_t rounds = 256;
  for (int run = 0; run < runs;) {
    const auto start = std::chrono::steady_clock::now();
    const double operations = forms.multiply_add(where, rounds, static_cast<double*>(sink.data()));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() < long_enough && rounds < (std::uint64_t{1} << 32)) {
      rounds *= 2;
      continue;
    }
    best = std::max(best, operations / passed.count() * 1e-9);
    ++run;
  }
  return best;
}

class hierarchy_sweeper {
 public:
  hierarchy_sweeper(const hierarchy_plan& plan, const sweep_options& options,
                    const std::string& wait)
      : plan_(plan),
        csv_(options.csv, hierarchy_csv_head),
        json_(options.json, sweep_header(plan.what, plan.backends, wait)) {}

  int run() {
    for (const auto& where : plan_.backends) run_backend(where);
    const auto failed = static_cast<std::size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const auto& r) { return !r.ok(); }));
    fmt::print("\n{} rows, every result verified, {} failed\n", rows_.size(), failed);
    return failed == 0 ? 0 : 1;
  }

 private:
  void run_backend(const execution& where) {
    const double peak = plan_.peak > 0 ? plan_.peak : measured_peak(where);
    fmt::print("\n{}: {}\npeak {:.4g} GFLOP/s, {}\n", name_of(where), describe(where), peak,
               plan_.peak > 0 ? "as given" : "measured with multiply-adds in registers");
    table_.head();
    const auto first = rows_.size();
    const auto& forms = hierarchy::forms_for(where);
    const bool gpu = is_gpu(where);
    const std::uint64_t bodies = plan_.bodies.value_or(gpu ? 1 << 17 : 1 << 13);
    run_kernel<nbody_input>(where, "nbody", "--bodies", forms.nbody, bodies,
                            double(bodies) * double(bodies) * 1e-9, "G pairs/s", 0);
    const double gigabytes = double(plan_.n) * sizeof(double) * 1e-9;
    run_kernel<summation_input>(where, "reduction", "--n", forms.reduction, plan_.n, gigabytes,
                                "GB/s", 0);
    run_kernel<summation_input>(where, "segmented reduction", "--n", forms.segmented_reduction,
                                plan_.n, gigabytes, "GB/s", 0);
    const auto orders = !plan_.orders.empty() ? plan_.orders
                        : gpu                 ? parse_counts("512..8192")
                                              : parse_counts("128..1024");
    for (const auto order : orders) {
      run_kernel<product_input>(where, "dgemm", "--order", forms.dgemm, order,
                                2e-9 * double(order) * double(order) * double(order), "GFLOP/s",
                                peak);
    }
    print_runtime_table({rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end()});
    print_dgemm_figures({rows_.begin() + static_cast<std::ptrdiff_t>(first), rows_.end()});
  }

  /// `work` is the work of one call, in the unit of the rate times seconds.
  template <class Input, class Forms>
  void run_kernel(const execution& where, const char* kernel, const char* option,
                  const Forms& forms, std::uint64_t n, double work, const char* unit, double peak) {
    const auto input =
        with_hint(fmt::format("take a smaller {}", option), [&] { return Input(where, n); });
    for (const auto& form : forms) {
      hierarchy_row row;
      row.backend = name_of(where);
      row.kernel = kernel;
      row.form = form.name;
      row.shape = form.shape;
      row.n = n;
      row.unit = unit;
      row.work = work;
      row.peak = peak;
      try {
        double last = 0;
        input.spoil_output();
        const auto times = measure(
            [&] {
              last = form.run(where, input.what());
              return reduce_result{};
            },
            [](const reduce_result&) { return true; }, plan_.limits);
        row.runs = static_cast<int>(times.seconds.size());
        row.wall = summarize(times.seconds);
        row.problem = input.problem(last);
      } catch (const error& e) {
        if (e.code() == status::device_failure) throw;
        row.problem = e.what();
      }
      add(row);
    }
  }

  void add(const hierarchy_row& row) {
    csv_.add_line(row.csv());
    json_.add(row.json());
    table_.print(row, row.problem);
    rows_.push_back(row);
  }

  const hierarchy_plan& plan_;
  text_table<hierarchy_row> table_ = hierarchy_table();
  csv_file csv_;
  json_file json_;
  std::vector<hierarchy_row> rows_;
};

}  // namespace

int sweep_hierarchy(const sweep_options& options) {
  const bool in_force = apply_wait_policy(options.wait);
  const hierarchy_plan plan = make_hierarchy_plan(options);
  const auto wait = describe_wait_policy(options.wait, in_force, plan.backends);
  announce_sweep(plan.what, "FP64", plan.limits, wait);
  return hierarchy_sweeper(plan, options, wait).run();
}

}  // namespace omprim::command
