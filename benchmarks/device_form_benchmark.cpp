// SPDX-License-Identifier: BSD-3-Clause
// Compares kernels in several forms on a GPU: DGEMM with cuBLAS, nbody with the plain `target teams
// distribute parallel for` (its form "simple"); see README.md.
#include <algorithm>

#include <omprim/omprim.hpp>

#include "cub_peer.h"
#include "form_jobs.hpp"
#include "support/device_program.hpp"

namespace {

using namespace omprim_benchmark;

constexpr std::uint64_t orders[] = {512, 1024, 2048, 4096, 8192};
constexpr std::uint64_t body_counts[] = {16384, 131072};

void nothing() {}

contest product_contest(const omprim::execution& where, std::uint64_t order,
                        [[maybe_unused]] bool nvidia) {
  contest result;
  result.name = "dgemm/order:" + std::to_string(order);
  result.rounds = order < 4096 ? 21 : 5;
  const auto on = std::make_shared<matrices>(where, order);
  result.bytes = on->flops();
  std::vector<std::string> names{"tuned", "nd_range", "hierarchical", "scoped"};
  if (order <= 2048) names.emplace_back("simple");
  add_forms(result, on, where, omprim::hierarchy::forms_for(where).dgemm, names, nothing);
#if defined(OMPRIM_PEER_CUBLAS)
  const int n = static_cast<int>(order);
  const auto call = [=] { return cub_peer_product(n, on->what().a, on->what().b, on->what().c); };
  if (nvidia && call() == 0) {
    result.contestants.push_back(
        make_contestant("cuBLAS", role::peer, on, nothing, [=] { (void)call(); }));
  }
#endif
  return result;
}

contest nbody_contest(const omprim::execution& where, std::uint64_t n) {
  contest result;
  result.name = "nbody/n:" + std::to_string(n);
  result.rounds = 11;
  const auto on = std::make_shared<bodies>(where, n);
  result.bytes = on->pairs();
  const auto& forms = omprim::hierarchy::forms_for(where).nbody;
  add_forms(result, on, where, forms, {"simple"}, nothing);
  for (auto& plain : result.contestants) {
    plain.name = "plain OpenMP";
    plain.plays = role::peer;
  }
  add_forms(result, on, where, forms, {"nd_range", "hierarchical", "scoped", "tuned"}, nothing);
  return result;
}

std::vector<contest> make_contests(const started_device& device, const options& chosen) {
  const omprim::execution where = device.where();
  std::vector<contest> contests;
  const auto wanted = [&](const std::string& name, std::uint64_t n) {
    return selected(chosen, name) && (chosen.max_n == 0 || n <= chosen.max_n);
  };
  for (const auto order : orders) {
    if (!wanted("dgemm/order:" + std::to_string(order), order)) continue;
    contests.push_back(with_options(product_contest(where, order, device.is_nvidia()), chosen));
  }
  for (const auto n : body_counts) {
    if (!wanted("nbody/n:" + std::to_string(n), n)) continue;
    contests.push_back(with_options(nbody_contest(where, n), chosen));
  }
  return contests;
}

// Products and nbody have tables of their own, in different units.
void print_results(const contest_results& all) {
  const auto nbody = std::find_if(all.begin(), all.end(), [](const auto& one) {
    return one.first.name.rfind("nbody/", 0) == 0;
  });
  print_form_tables({all.begin(), nbody}, "GFLOP/s");
  print_form_tables({nbody, all.end()}, "G pairs/s");
}

}  // namespace

int main(int argc, char** argv) {
  return omprim_benchmark::run_device_program(
      argc, argv,
      {"Kernels in several forms on a device", "FP64, wall time. ", ", every result checked",
       make_contests, print_results});
}
