// SPDX-License-Identifier: BSD-3-Clause
// Compares kernels in several forms on the processor: DGEMM with OpenBLAS, nbody with a plain loop
// of g++; see README.md.
#include <chrono>
#include <cstdio>
#include <omp.h>
#include <thread>

#include <omprim/omprim.hpp>

#include "form_jobs.hpp"
#include "host_form_peers.hpp"

namespace {

using namespace omprim_benchmark;

constexpr std::uint64_t orders[] = {256, 512, 1024, 2048};
constexpr std::uint64_t body_counts[] = {4096, 16384};

/// Releases OpenMP's threads and waits until OpenBLAS's fall asleep: they would take a core from
/// the next contestant.
void rest_threads() {
  omp_pause_resource_all(omp_pause_soft);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
}

std::string product_name(int threads, std::uint64_t order) {
  return "dgemm/threads:" + std::to_string(threads) + "/order:" + std::to_string(order);
}
std::string nbody_name(int threads, std::uint64_t n) {
  return "nbody/threads:" + std::to_string(threads) + "/n:" + std::to_string(n);
}

contest product_contest(const omprim::execution& where, std::uint64_t order) {
  contest result;
  result.name = product_name(where.threads(), order);
  result.rounds = order < 1024 ? 31 : 15;
  const auto on = std::make_shared<matrices>(omprim::serial(), order);
  result.bytes = on->flops();
  std::vector<std::string> names{"tuned"};
  if (order <= 512) names.insert(names.end(), {"simple", "hierarchical", "scoped"});
  add_forms(result, on, where, omprim::hierarchy::forms_for(where).dgemm, names, rest_threads);
#if defined(OMPRIM_PEER_OPENBLAS)
  const int threads = where.threads();
  result.contestants.push_back(make_contestant(
      "OpenBLAS", role::peer, on,
      [=] {
        rest_threads();
        set_openblas_product_threads(threads);
      },
      [=] { openblas_product(on->what()); }));
#endif
  return result;
}

contest nbody_contest(const omprim::execution& where, std::uint64_t n) {
  contest result;
  result.name = nbody_name(where.threads(), n);
  result.rounds = 11;
  const auto on = std::make_shared<bodies>(omprim::serial(), n);
  result.bytes = on->pairs();
  add_forms(result, on, where, omprim::hierarchy::forms_for(where).nbody,
            {"simple", "hierarchical", "scoped", "tuned"}, rest_threads);
#if defined(OMPRIM_PEER_PLAIN_LOOP)
  const int threads = where.threads();
  result.contestants.push_back(make_contestant("g++ parallel for", role::peer, on, rest_threads,
                                               [=] { plain_nbody(on->what(), threads); }));
#endif
  return result;
}

int run_program(int argc, char** argv) {
  const options chosen = take_options(argc, argv);
  std::vector<contest> products;
  std::vector<contest> steps;
  const auto wanted = [&](const std::string& name, std::uint64_t n) {
    return selected(chosen, name) && (chosen.max_n == 0 || n <= chosen.max_n);
  };
  const auto add = [&](std::vector<contest>& to, contest c) {
    to.push_back(with_options(std::move(c), chosen));
  };
  for (const int threads : {1, 2}) {
    if (threads > static_cast<int>(std::thread::hardware_concurrency())) continue;
    const auto where = omprim::host(threads);
    for (const auto order : orders) {
      if (wanted(product_name(threads, order), order)) add(products, product_contest(where, order));
    }
    for (const auto n : body_counts) {
      if (wanted(nbody_name(threads, n), n)) add(steps, nbody_contest(where, n));
    }
  }
  if (!chosen.table) {
    for (auto& c : steps) products.push_back(std::move(c));
    return run_google_benchmark(argc, argv, std::move(products));
  }
  const auto all_products = run_all(std::move(products));
  const auto all_steps = run_all(std::move(steps));
  print_host_heading("Kernels in several forms on a processor", chosen, "FP64.",
                     "every result checked");
  print_form_tables(all_products, "GFLOP/s");
  print_form_tables(all_steps, "G pairs/s");
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return omprim_benchmark::run_main(argc, argv, run_program); }
