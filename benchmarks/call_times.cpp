// SPDX-License-Identifier: BSD-3-Clause
// Times a fixed list of calls and prints one line for each: name, median seconds, first quartile.
// compare_builds.py runs the programs of two builds in turn, to find calls that became slower. It
// uses only promised headers, so that older states of the library can be compared, too.
//   call_times device|host[:THREADS]|tbb[:THREADS]|serial [SECONDS]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <omprim/measure.hpp>
#include <omprim/omprim.hpp>

namespace {

using omprim::execution;

double seconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// An array where the calls run.
template <class T>
class placed {
 public:
  placed(const execution& where, const std::vector<T>& values)
      : where_(where), bytes_(values.size() * sizeof(T)) {
    data_ = static_cast<T*>(omprim::allocate(where, bytes_));
    omprim::copy_in(where, data_, values.data(), bytes_);
  }
  placed(const placed&) = delete;
  placed& operator=(const placed&) = delete;
  ~placed() { omprim::deallocate(where_, data_); }
  [[nodiscard]] T* data() const { return data_; }

 private:
  execution where_;
  std::size_t bytes_;
  T* data_;
};

template <class T>
std::vector<T> random_values(std::size_t n) {
  std::mt19937_64 engine(n);
  std::vector<T> values(n);
  for (T& x : values) x = static_cast<T>(static_cast<std::int64_t>(engine() >> 33));
  return values;
}

volatile double kept;  // so that no call is left out

/// Measures calls for `limit` seconds each, in samples of at least 20 us.
class stopwatch {
 public:
  stopwatch(double limit, double empty) : limit_(limit), empty_(empty) {}

  void time(const std::string& name, const std::function<double()>& call) const {
    for (int i = 0; i < 3; ++i) kept = call();
    const double single = sample(call, 1);
    const auto calls = static_cast<int>(std::max(1.0, 20e-6 / std::max(single, 1e-9)));
    std::vector<double> seconds;
    const double end = seconds_now() + limit_;
    while (seconds.size() < 9 || (seconds_now() < end && seconds.size() < 2001)) {
      seconds.push_back(sample(call, calls));
    }
    std::sort(seconds.begin(), seconds.end());
    std::printf("%s,%.10g,%.10g\n", name.c_str(), seconds[seconds.size() / 2] - empty_,
                seconds[seconds.size() / 4] - empty_);
    std::fflush(stdout);
  }

 private:
  static double sample(const std::function<double()>& call, int calls) {
    const double begin = seconds_now();
    for (int i = 0; i < calls; ++i) kept = call();
    return (seconds_now() - begin) / calls;
  }

  double limit_;
  double empty_;  ///< the time of an empty launch on a device, which is subtracted
};

/// The calls on `bytes` bytes, or on `n` elements if bytes is 0.
void time_calls(const execution& where, const stopwatch& watch, std::size_t n, std::size_t bytes) {
  const std::size_t n4 = bytes == 0 ? n : bytes / 4;
  const std::size_t n8 = bytes == 0 ? n : bytes / 8;
  const std::string at = bytes == 0 ? " n=" + std::to_string(n) : " bytes=" + std::to_string(bytes);
  {
    const placed<std::int32_t> x(where, random_values<std::int32_t>(n4));
    const placed<std::int32_t> out(where, std::vector<std::int32_t>(n4));
    watch.time("sum int32" + at, [&] { return omprim::sum(where, x.data(), n4); });
    watch.time("select_if int32 50 %" + at, [&] {
      return static_cast<double>(omprim::select_if(where, x.data(), n4, out.data(),
                                                   omprim::greater_than(std::int32_t{1} << 30)));
    });
    watch.time("exclusive_scan int32" + at, [&] {
      omprim::exclusive_scan(where, x.data(), n4, out.data());
      return 0.0;
    });
  }
  const placed<double> x(where, random_values<double>(n8));
  watch.time("sum double" + at, [&] { return omprim::sum(where, x.data(), n8); });
  watch.time("argmin double" + at,
             [&] { return static_cast<double>(omprim::argmin(where, x.data(), n8).index); });
  for (const std::size_t length : {std::size_t{10}, std::size_t{1000}, std::size_t{100000}}) {
    const std::size_t count = n8 / length;
    if (count == 0) continue;
    std::vector<std::int32_t> ends(count + 1);
    for (std::size_t s = 0; s <= count; ++s) ends[s] = static_cast<std::int32_t>(s * length);
    const placed<std::int32_t> offsets(where, ends);
    const placed<double> sums(where, std::vector<double>(count));
    watch.time("segmented sum double of " + std::to_string(length) + at, [&] {
      omprim::segmented_reduce(
          where, x.data(), omprim::by_offsets(offsets.data(), count, count * length), sums.data());
      return 0.0;
    });
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("call_times device|host[:THREADS]|tbb[:THREADS]|serial [SECONDS]\n", stderr);
    return 2;
  }
  try {
    const execution where = omprim::parse_execution(arguments[1]);
    const double limit = count > 2 ? std::strtod(arguments[2], nullptr) : 0.2;
    if (where.where() == omprim::backend::device) {
      omprim::set_wait_policy(omprim::wait_policy::spin);
      const stopwatch watch(limit, omprim::empty_launch_seconds(where));
      for (const int exponent : {20, 24, 28}) {
        time_calls(where, watch, std::size_t{1} << exponent, 0);
      }
      return 0;
    }
    const stopwatch watch(limit, 0);
    time_calls(where, watch, 8, 0);
    for (const std::size_t kilobytes :
         {std::size_t{8}, std::size_t{800}, std::size_t{32000}, std::size_t{1000000}}) {
      time_calls(where, watch, 0, 1000 * kilobytes);
    }
  } catch (const omprim::error& failure) {
    std::fprintf(stderr, "call_times: %s\n", failure.what());
    return 1;
  }
}
