// SPDX-License-Identifier: BSD-3-Clause
// Compares reductions on a GPU with CUB, Thrust and cuBLAS in the same process; see README.md.
#include <cmath>
#include <cstdio>

#include <omprim/measure.hpp>

#include "device_jobs.hpp"
#include "device_tables.hpp"
#include "support/device_program.hpp"

namespace {

using namespace omprim_benchmark;
using omprim::element;
using omprim::operation;

constexpr std::size_t paper_n = 1'048'576'000;  // the size of the SYCL paper
constexpr std::size_t array_bytes = std::size_t{4} << 30U;

bool is_exact(operation op) { return omprim::algorithm_of(op) == omprim::algorithm::exact; }

device_answer as_doubles(const omprim::reduce_result& r, const device_job& job) {
  const auto number = [&](const omprim::scalar& s) {
    return job.type == element::int32 ? static_cast<double>(s.i) : s.f;
  };
  return {number(r.value), number(r.second), number(r.third), r.index, is_exact(job.op)};
}

sample measure_ours(const device_round& round, const omprim::reduce_options& how) {
  const device_job& job = round.job;
  const void* const other = job.op == operation::dot ? round.data->b() : nullptr;
  const auto reduce = is_exact(job.op) ? omprim::exact_any : omprim::reduce_any;
  return timed(round, [&](device_answer& answer) {
    answer = as_doubles(
        reduce(round.data->where(), job.type, job.op, round.data->a(), other, job.n, how), job);
    return true;
  });
}

// The best of the compiled team sizes for this job.
omprim::tuning tune_plain_openmp(const device_round& round) {
  omprim::tuning best{};
  double best_seconds = HUGE_VAL;
  for (const omprim::table_row& row : omprim::table()) {
    if (!row.on_device || row.strategy != "reducer" || row.type != round.job.type ||
        row.op != round.job.op) {
      continue;
    }
    std::vector<double> seconds;
    for (int i = 0; i < 3; ++i) {
      seconds.push_back(measure_ours(round, {"reducer", row.tuning, nullptr}).wall);
    }
    if (const double s = quantile(seconds, 0.5); s < best_seconds) {
      best_seconds = s;
      best = row.tuning;
    }
  }
  return best;
}

// Adds omprim's contestants. A kernel's time is the wall time less that of an empty launch,
// measured in the same contest.
void add_ours(contest& c, const std::shared_ptr<device_round>& round) {
  const auto empty = std::make_shared<double>(0);
  const auto tuning = std::make_shared<omprim::tuning>();
  const bool with_plain = round->job.type == element::int32 && round->job.op == operation::sum;
  c.prepare = [=] {
    round->expected = round->data->provide(round->job);
    for (int i = 0; i < 20; ++i) (void)measure_ours(*round, {});  // raises the device's clocks
    *empty = omprim::empty_launch_seconds(round->data->where());
    if (with_plain) *tuning = tune_plain_openmp(*round);
  };
  const auto less_launch = [empty](sample s) {
    s.kernel = s.wall - *empty;
    return s;
  };
  c.contestants.push_back(
      {"omprim", role::ours, [=] { return less_launch(measure_ours(*round, {})); }});
  if (!with_plain) return;
  c.contestants.push_back(
      {plain_openmp, role::peer,
       [=] { return less_launch(measure_ours(*round, {"reducer", *tuning, nullptr})); }});
}

std::vector<device_job> all_jobs() {
  std::vector<device_job> jobs;
  for (unsigned power = 10; power <= 30; ++power) {
    jobs.push_back({element::int32, operation::sum, std::size_t{1} << power});
  }
  jobs.push_back({element::int32, operation::sum, paper_n});
  const operation others[] = {operation::min, operation::argmin, operation::minmax,
                              operation::sum_min_max};
  for (const operation op : others) jobs.push_back({element::int32, op, paper_n});
  for (const element type : {element::float32, element::float64}) {
    const std::size_t n = type == element::float32 ? paper_n : paper_n / 2;
    jobs.push_back({type, operation::sum, n});
    for (const operation op : others) jobs.push_back({type, op, n});
    jobs.push_back({type, operation::dot, n});
    jobs.push_back({type, operation::exact_sum, n});
  }
  return jobs;
}

contest make_contest(const device_job& job, const std::shared_ptr<device_data>& data,
                     const options& chosen) {
  constexpr std::size_t small = std::size_t{1} << 22U;
  constexpr std::size_t middling = std::size_t{1} << 26U;
  const auto round = std::make_shared<device_round>();
  round->job = job;
  round->data = data;
  round->calls_per_sample = job.n <= small ? 8 : 1;
  contest c;
  c.name = job.name();
  c.bytes = job.bytes();
  c.rounds = job.n <= small ? 200 : job.n <= middling ? 100 : 40;
  add_ours(c, round);
  add_device_peers(c, round);
  return with_options(std::move(c), chosen);
}

// The chosen jobs. Jobs above --max-n are shortened to it, or dropped if they are one of many
// sizes.
std::vector<contest> make_contests(const std::shared_ptr<device_data>& data, const options& o) {
  std::vector<contest> contests;
  for (device_job job : all_jobs()) {
    if (o.max_n > 0 && job.n > o.max_n) {
      const bool one_of_many = job.type == element::int32 && job.op == operation::sum;
      if (one_of_many) continue;
      job.n = o.max_n;
    }
    if (selected(o, job.name())) contests.push_back(make_contest(job, data, o));
  }
  contest limits;
  limits.name = "device_limits";
  limits.bytes = static_cast<double>(data->bytes());
  limits.rounds = 20;
  // Random data, as for all contestants: a copy of zeros can be faster than one of real data.
  limits.prepare = [data] { (void)data->provide({element::int32, operation::sum, 0}); };
  if (selected(o, limits.name) && add_device_limits(limits, data, limits.bytes)) {
    contests.push_back(with_options(std::move(limits), o));
  }
  return contests;
}

int run_program(int argc, char** argv) {
  options chosen = take_options(argc, argv);
  const auto device = start_device(chosen);
  if (!device) return skipped;
  if (chosen.peak <= 0 && device->info.name.find("H200") != std::string::npos) chosen.peak = 4800;
  std::size_t bytes = array_bytes;
  if (chosen.max_n > 0) bytes = std::min(bytes, chosen.max_n * sizeof(double));
  const auto data = std::make_shared<device_data>(device->where(), bytes);
  std::vector<contest> contests = make_contests(data, chosen);
  if (!chosen.table) return run_google_benchmark(argc, argv, std::move(contests));

  const double theirs = peer_empty_launch_seconds();
  const double ours = omprim::empty_launch_seconds(data->where());
  const contest_results all = run_all(std::move(contests));
  print_heading("Reductions on a device",
                device->info.name + (device->peers.empty() ? "" : "; " + device->peers), chosen);
  std::printf("Waiting host threads %s. An empty launch, host to host: omprim %s us, CUDA %s us.\n",
              device->spins ? "spin" : "do what the runtime does", fixed(ours * 1e6, 1).c_str(),
              fixed(theirs * 1e6, 1).c_str());
  std::printf(
      "Quantile %s of interleaved rounds, every result checked; see benchmarks/README.md.\n\n",
      fixed(chosen.quantile, 2).c_str());
  print_device_tables(all, chosen.peak);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
