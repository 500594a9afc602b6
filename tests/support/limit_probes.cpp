// SPDX-License-Identifier: BSD-3-Clause
#include "support/limit_probes.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>

#include <omprim/choice.hpp>
#include <omprim/omprim.hpp>

#include "support/sample_calls.hpp"

namespace omprim_test {
namespace {

struct pages {
  std::size_t all = 0;
  std::size_t resident = 0;
};

pages own_pages() {
  pages own;
  std::ifstream statm("/proc/self/statm");
  if (!(statm >> own.all >> own.resident)) throw std::runtime_error("cannot read statm");
  return own;
}

std::size_t bytes_of_page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

/// Returns by how many kB the process grows in function().
template <class Function>
long kilobytes_grown_by(Function&& function) {
  const auto before = static_cast<long>(own_pages().resident);
  function();
  const auto after = static_cast<long>(own_pages().resident);
  return (after - before) * static_cast<long>(bytes_of_page() / 1024);
}

/// Takes all memory that the process can have, until the end of scope.
class memory_shortage {
 public:
  memory_shortage() {
    touch_stack();
    getrlimit(RLIMIT_AS, &before_);
    rlimit now = before_;
    now.rlim_cur = own_pages().all * bytes_of_page();
    if (setrlimit(RLIMIT_AS, &now) != 0) throw std::runtime_error("cannot limit the memory");
    for (std::size_t bytes = std::size_t{1} << 20; bytes > 4096; bytes /= 2) take(bytes);
    for (std::size_t bytes = 4096; bytes >= sizeof(block); bytes -= 8) take(bytes);
  }
  ~memory_shortage() {
    setrlimit(RLIMIT_AS, &before_);
    while (first_ != nullptr) {
      void* const freed = first_;
      first_ = first_->next;
      std::free(freed);
    }
  }
  memory_shortage(const memory_shortage&) = delete;
  memory_shortage& operator=(const memory_shortage&) = delete;

 private:
  struct block {
    block* next;
  };

  /// The limit counts pages of the stack, too: calls shall find theirs.
  static void touch_stack() {
    volatile char room[256 << 10];
    for (std::size_t i = 0; i < sizeof room; i += 1024) room[i] = 0;
  }
  void take(std::size_t bytes) {
    while (void* const memory = std::malloc(bytes)) first_ = ::new (memory) block{first_};
  }

  rlimit before_{};
  block* first_ = nullptr;
};

/// The status of function() without memory: 0 for success, -1 for an exception that is none of the
/// library's.
template <class Function>
int status_without_memory(Function&& function) {
  const memory_shortage none_left;
  try {
    function();
  } catch (const omprim::error& e) {
    return static_cast<int>(e.code());
  } catch (...) {
    return -1;
  }
  return 0;
}

template <class T>
std::size_t compare_with_serial(const omprim::execution& where) {
  constexpr std::size_t n = 3000000;
  const sample_calls<T> alone(omprim::serial(), n);
  const sample_calls<T> there(where, n);
  for (std::size_t i = 0; i < there.all().size(); ++i) {
    const auto& call = there.all()[i];
    if (call.run() != alone.all()[i].run()) throw std::runtime_error(call.name + " differs");
  }
  return there.all().size();
}

}  // namespace

void probe_tuning_loads(const std::vector<std::string>& arguments) {
  const std::string& first = arguments.at(1);
  const std::string& second = arguments.at(2);
  const auto load = [&](int times, const std::string& one, const std::string& other) {
    for (int i = 0; i < times; ++i) omprim::load_tuning_file(i % 2 == 0 ? one : other);
  };
  load(4, first, second);
  std::cout << "again_kB " << kilobytes_grown_by([&] { load(1000, first, first); }) << "\n";
  std::cout << "in_turns_kB " << kilobytes_grown_by([&] { load(1000, first, second); }) << "\n";
}

void probe_without_memory() {
  const std::size_t n = 100000;
  const std::vector<int> ones(n, 1);
  std::vector<int> out(n);
  const auto where = omprim::serial();
  const auto scan = [&] {
    omprim::segmented_inclusive_scan(where, ones.data(), n, omprim::by_length(10, n / 10),
                                     out.data());
  };
  int sum = 0;
  const auto add = [&] { sum = omprim::sum(where, ones.data(), 1000); };
  const int first_sum = status_without_memory(add);
  const int first_scan = status_without_memory(scan);
  const int table = status_without_memory([] { (void)omprim::table(); });
  const int rules = status_without_memory([] { (void)omprim::shipped_rules(); });
  add();
  const int later_scan = status_without_memory(scan);
  std::cout << "first_sum " << first_sum << "\nfirst_scan " << first_scan << "\ntable " << table
            << "\nrules " << rules << "\nlater_scan " << later_scan << "\nlater_sum " << sum
            << "\n";
}

void probe_small_stacks(const std::vector<std::string>& arguments) {
  const omprim::execution where = omprim::parse_execution(arguments.at(1));
  const std::size_t calls =
      compare_with_serial<std::int32_t>(where) + compare_with_serial<double>(where);
  std::cout << "calls " << calls << "\n";
}

}  // namespace omprim_test
