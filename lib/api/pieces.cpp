// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include <api/call.hpp>
#include <api/helper_threads.hpp>
#include <omprim/error.hpp>
#include <omprim/memory.hpp>
#include <omprim/pieces/piece.hpp>
#include <omprim/reduce.hpp>

namespace omprim {
namespace {

std::string name_of(const execution& where) {
  std::string name(to_string(where.where()));
  if (where.where() == backend::device) name += ":" + std::to_string(where.device_number());
  return name;
}

/// Throws the error again, with the piece in front of its message.
[[noreturn]] void rethrow_of_piece(const std::exception_ptr& failure, std::size_t number,
                                   const std::vector<execution>& places) {
  try {
    std::rethrow_exception(failure);
  } catch (const error& e) {
    throw error(e.code(), "piece " + std::to_string(number) + " of " +
                              std::to_string(places.size()) + ", on " + name_of(places[number]) +
                              ": " + e.what());
  }
}

}  // namespace

void detail::for_each_piece(const std::vector<execution>& places,
                            const std::function<void(std::size_t i)>& call) {
  if (places.empty()) return;
  std::vector<std::exception_ptr> failures(places.size());
  const std::function<void(std::size_t)> run = [&](std::size_t i) {
    try {
      call(i);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  };
  helper_threads& threads = helper_threads::of_process();
  std::vector<helper_thread*> helpers(places.size());
  for (std::size_t i = 1; i < places.size(); ++i) {
    helpers[i] = threads.take();
    if (helpers[i] != nullptr) helpers[i]->start(run, i);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (helpers[i] == nullptr) run(i);
  }
  for (helper_thread* const helper : helpers) {
    if (helper == nullptr) continue;
    helper->finish();
    threads.give_back(helper);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (failures[i]) rethrow_of_piece(failures[i], i, places);
  }
}

std::vector<std::size_t> split(std::size_t n, const std::vector<double>& weights) {
  double total = 0;
  for (const double weight : weights) {
    if (!(weight >= 0) || !std::isfinite(weight)) {
      detail::refuse("a weight of split is " + std::to_string(weight) +
                     "; weights are finite and >= 0");
    }
    total += weight;
  }
  if (!(total > 0) || !std::isfinite(total)) {
    detail::refuse("the weights of split add up to " + std::to_string(total) +
                   "; at least one is above 0, and their sum is finite");
  }
  std::vector<std::size_t> sizes;
  std::size_t begin = 0;
  double sum = 0;
  for (const double weight : weights) {
    sum += weight;
    // The last weight ends at n, whatever the rounding.
    const double share = std::min(1.0, sum / total);
    const auto wanted = static_cast<std::size_t>(std::floor(share * static_cast<double>(n)));
    const std::size_t end = share >= 1 ? n : std::clamp(wanted, begin, n);
    sizes.push_back(end - begin);
    begin = end;
  }
  return sizes;
}

}  // namespace omprim
