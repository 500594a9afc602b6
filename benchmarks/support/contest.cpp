// SPDX-License-Identifier: BSD-3-Clause
#include "contest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

namespace omprim_benchmark {

namespace {

standing summarize(const contestant& who, const std::vector<sample>& samples, double figure) {
  std::vector<double> walls;
  std::vector<double> kernels;
  standing result{who.name, who.plays};
  for (const sample& s : samples) {
    walls.push_back(s.wall);
    kernels.push_back(s.kernel);
    result.wrong += s.right ? 0 : 1;
  }
  result.wall = quantile(walls, figure);
  result.wall_low = quantile(walls, 0.1);
  result.wall_high = quantile(walls, 0.9);
  result.kernel = quantile(kernels, figure);
  return result;
}

}  // namespace

std::vector<standing> run(const contest& c) {
  if (c.prepare) c.prepare();
  std::vector<std::vector<sample>> samples(c.contestants.size());
  std::vector<std::size_t> order(c.contestants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // With a fixed order each contestant would always have the same neighbour and its caches.
  std::minstd_rand random(1);
  for (int round = 0; round < c.rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) samples[i].push_back(c.contestants[i].measure());
  }
  std::vector<standing> result;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    result.push_back(summarize(c.contestants[i], samples[i], c.figure));
  }
  if (c.finish) c.finish();
  return result;
}

const standing* fastest(const std::vector<standing>& all, role wanted) {
  const standing* best = nullptr;
  for (const standing& s : all) {
    if (s.plays != wanted || s.wrong > 0 || std::isnan(s.wall)) continue;
    if (best == nullptr || s.wall < best->wall) best = &s;
  }
  return best;
}

const standing* find(const std::vector<standing>& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const standing& s) { return s.name == name; });
  return found == all.end() ? nullptr : &*found;
}

standing find_or_empty(const std::vector<standing>& all, const std::string& name) {
  const standing* const found = find(all, name);
  return found == nullptr ? standing{} : *found;
}

const standing* find_ours(const std::vector<standing>& all, const std::string& backend) {
  const std::string start = "omprim " + backend;
  for (const standing& s : all) {
    if (s.plays == role::ours && s.name.compare(0, start.size(), start) == 0) return &s;
  }
  return nullptr;
}

}  // namespace omprim_benchmark
