// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "cub_peer.h"
#include "device_jobs.hpp"
#include "device_tables.hpp"
#include "support/device_program.hpp"

namespace omprim_benchmark {

namespace {

bool started = false;

using plan = std::unique_ptr<cub_peer_plan, void (*)(cub_peer_plan*)>;

cub_peer_element element_of(omprim::element type) {
  switch (type) {
    case omprim::element::int32:
      return cub_peer_int32;
    case omprim::element::float32:
      return cub_peer_float32;
    default:
      return cub_peer_float64;
  }
}

cub_peer_operation operation_of(omprim::operation op) {
  switch (op) {
    case omprim::operation::min:
      return cub_peer_min;
    case omprim::operation::max:
      return cub_peer_max;
    case omprim::operation::argmin:
      return cub_peer_argmin;
    case omprim::operation::minmax:
      return cub_peer_minmax;
    case omprim::operation::sum_min_max:
      return cub_peer_sum_min_max;
    case omprim::operation::dot:
      return cub_peer_dot;
    default:
      return cub_peer_sum;
  }
}

plan prepare(cub_peer_way way, const device_job& job, const void* a, const void* b) {
  return {cub_peer_prepare(way, element_of(job.type), operation_of(job.op), a, b, job.n),
          cub_peer_release};
}

sample measure(const device_round& round, cub_peer_plan* p) {
  if (p == nullptr) return {not_measured, not_measured, true};  // not installed
  sample s = timed(round, [p](device_answer& answer) {
    cub_peer_answer got{};
    if (cub_peer_run(p, &got) != 0) {
      std::fprintf(stderr, "CUDA: %s\n", cub_peer_last_error());
      return false;
    }
    answer = {got.value, got.second, got.third, got.index};
    return true;
  });
  const double kernel = cub_peer_kernel_seconds(p);
  s.kernel = kernel < 0 ? not_measured : kernel;
  return s;
}

struct named_way {
  cub_peer_way way;
  const char* name;
};
constexpr named_way ways[] = {{cub_peer_copied, "CUB, result copied"},
                              {cub_peer_mapped, "CUB, result mapped"},
                              {cub_peer_older, "CUB, older interface"},
                              {cub_peer_thrust, "Thrust"},
                              {cub_peer_cublas, "cuBLAS"},
                              {cub_peer_reproducible, reproducible_cub}};

// Whether the method exists for a job. Known without a plan, which would need the data.
bool offered(cub_peer_way way, omprim::operation op) {
  using omprim::operation;
  switch (way) {
    case cub_peer_older:
      return op == operation::argmin;
    case cub_peer_thrust:
      return op == operation::sum || op == operation::min || op == operation::dot;
    case cub_peer_cublas:
      return op == operation::dot;
    case cub_peer_reproducible:
      return op == operation::exact_sum;
    default:
      return true;
  }
}

}  // namespace

std::string start_device_peers(int ordinal) {
  started = cub_peer_start(ordinal) == 0;
  if (!started) std::fprintf(stderr, "no CUDA peers: %s\n", cub_peer_last_error());
  return started ? cub_peer_description() : "";
}

void add_device_peers(contest& c, const std::shared_ptr<device_round>& round) {
  if (!started) return;
  for (const named_way& w : ways) {
    if (!offered(w.way, round->job.op)) continue;
    const auto kept = std::make_shared<plan>(nullptr, cub_peer_release);
    c.contestants.push_back(
        {w.name, role::peer, [round, kept] { return measure(*round, kept->get()); }});
    const auto prepared_before = c.prepare;
    c.prepare = [=] {
      if (prepared_before) prepared_before();
      *kept = prepare(w.way, round->job, round->data->a(), round->data->b());
    };
    const auto finished_before = c.finish;
    c.finish = [=] {
      kept->reset();
      if (finished_before) finished_before();
    };
  }
}

bool add_device_limits(contest& c, const std::shared_ptr<device_data>& data, double bytes) {
  if (!started) return false;
  const auto size = static_cast<std::uint64_t>(bytes);
  const auto finished_before = c.finish;
  c.finish = [=] {
    data->forget();  // the copy has overwritten one of the arrays
    if (finished_before) finished_before();
  };
  const auto add = [&c](const std::string& name, auto seconds) {
    c.contestants.push_back({name, role::limit, [seconds] {
                               const double s = seconds();
                               return sample{s, s, s > 0};
                             }});
  };
  add("copy", [data, size] { return cub_peer_copy_seconds(data->b(), data->a(), size); });
  for (int shape = 0; shape < cub_peer_read_shapes(); ++shape) {
    add("read, shape " + std::to_string(shape),
        [data, size, shape] { return cub_peer_read_seconds(shape, data->a(), size); });
  }
  return true;
}

double peer_empty_launch_seconds() {
  if (!started) return not_measured;
  std::vector<double> seconds;
  for (int i = 0; i < 200; ++i) seconds.push_back(cub_peer_empty_launch_seconds());
  return quantile(seconds, 0.5);
}

}  // namespace omprim_benchmark
