// SPDX-License-Identifier: BSD-3-Clause
// Kernels in several forms on a GPU: DGEMM beside cuBLAS, nbody beside the plain `target teams
// distribute parallel for` (its form "simple"); see README.md.
#include <cstdio>

#include <omprim/omprim.hpp>

#include "cub_peer.h"
#include "device_jobs.hpp"
#include "form_jobs.hpp"

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

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  const auto device = start_device(chosen);
  if (!device) return skipped;
  const omprim::execution where = omprim::device(device->info.number);
  std::vector<contest> products;
  std::vector<contest> steps;
  const auto add = [&](std::vector<contest>& to, contest c) {
    c.figure = chosen.quantile;
    if (chosen.rounds > 0) c.rounds = chosen.rounds;
    to.push_back(std::move(c));
  };
  const auto wanted = [&](const std::string& name, std::uint64_t n) {
    return selected(chosen, name) && (chosen.max_n == 0 || n <= chosen.max_n);
  };
  for (const auto order : orders) {
    if (wanted("dgemm/order:" + std::to_string(order), order)) {
      add(products, product_contest(where, order, device->is_nvidia()));
    }
  }
  for (const auto n : body_counts) {
    if (wanted("nbody/n:" + std::to_string(n), n)) add(steps, nbody_contest(where, n));
  }
  if (!chosen.table) {
    for (auto& c : steps) products.push_back(std::move(c));
    return run_google_benchmark(argc, argv, std::move(products));
  }
  const auto all_products = run_all(std::move(products));
  const auto all_steps = run_all(std::move(steps));
  print_heading("Kernels in several forms on a device",
                device->info.name + (device->peers.empty() ? "" : "; peers: " + device->peers),
                chosen);
  std::printf("FP64, wall time. Quantile %s of interleaved rounds, every result checked.\n\n",
              fixed(chosen.quantile, 2).c_str());
  print_form_tables(all_products, "GFLOP/s");
  print_form_tables(all_steps, "G pairs/s");
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
