// SPDX-License-Identifier: BSD-3-Clause
#include "host_jobs.hpp"

#include <chrono>
#include <new>
#include <sys/mman.h>
#include <thread>

namespace omprim_benchmark {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t huge_page = std::size_t{2} << 20U;

std::size_t mapped_bytes(std::size_t bytes) { return bytes + 2 * huge_page; }

const void* aligned(void* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  return reinterpret_cast<const void*>((address + huge_page - 1) / huge_page * huge_page);
}

// The execution of the measured omprim call. It is a global, since all contestants are called
// through one plain type of function pointer.
const omprim::execution* running_on = nullptr;

template <class T>
const T* elements(const void* data) {
  return static_cast<const T*>(data);
}

template <class T>
void omprim_sum(const void* a, const void*, std::size_t n, host_answer& answer) {
  answer.value = static_cast<double>(omprim::sum(*running_on, elements<T>(a), n));
}
void omprim_min(const void* a, const void*, std::size_t n, host_answer& answer) {
  answer.value = omprim::min(*running_on, elements<double>(a), n);
}
void omprim_argmin(const void* a, const void*, std::size_t n, host_answer& answer) {
  const auto found = omprim::argmin(*running_on, elements<double>(a), n);
  answer = {found.value, found.index};
}
void omprim_dot(const void* a, const void* b, std::size_t n, host_answer& answer) {
  answer.value = omprim::dot(*running_on, elements<double>(a), elements<double>(b), n);
}

host_call omprim_call(host_job job) {
  switch (job) {
    case host_job::int32_sum:
      return omprim_sum<std::int32_t>;
    case host_job::float_sum:
      return omprim_sum<float>;
    case host_job::double_sum:
      return omprim_sum<double>;
    case host_job::double_min:
      return omprim_min;
    case host_job::double_argmin:
      return omprim_argmin;
    case host_job::double_dot:
      return omprim_dot;
  }
  return nullptr;
}

bool right(host_job job, const host_answer& got, const expectation& e) {
  switch (job) {
    case host_job::int32_sum:
      return same_int32_sum(got.value, e.sum);
    case host_job::float_sum:
      return close_to<float>(got.value, e.sum);
    case host_job::double_sum:
      return close_to<double>(got.value, e.sum);
    case host_job::double_min:
      return got.value == e.min;
    case host_job::double_argmin:
      return got.value == e.min && got.index == e.argmin;
    case host_job::double_dot:
      return close_to<double>(got.value, e.dot);
  }
  return false;
}

// Puts the threads of the previous contestant to sleep: they would take a core from the next
// contestant.
void let_rest(thread_owner next, int threads) {
  static thread_owner previous = thread_owner::none;
  if (threads > 1 && previous != next) {
    if (previous == thread_owner::openmp) rest_openmp_threads();
    // OpenBLAS's threads poll for 2^26 clock ticks and cannot be stopped.
    if (previous == thread_owner::openblas) {
      std::this_thread::sleep_for(std::chrono::milliseconds(40));
    }
  }
  previous = next;
}

// Shared by all contestants of a case.
struct host_round {
  host_case what;
  const void* a = nullptr;
  const void* b = nullptr;
  expectation expected;
};

struct runner {
  host_call call = nullptr;
  thread_owner threads = thread_owner::none;
  omprim::execution where = omprim::serial();
  bool checked = true;
  int calls = 0;  // per sample; 0: not determined yet
};

double seconds_of(const host_round& round, const runner& r, std::size_t n, int calls,
                  host_answer& answer) {
  const auto start = clock::now();
  for (int i = 0; i < calls; ++i) r.call(round.a, round.b, n, answer);
  return std::chrono::duration<double>(clock::now() - start).count();
}

// Wakes the threads and loads the data into the caches if they fit.
void warm_up(const host_round& round, const runner& r) {
  constexpr std::size_t any_cache = 64'000'000;
  constexpr double least_seconds = 2e-4;
  const std::size_t fitting = any_cache / 16 / bytes_per_item(round.what.job);
  const bool cached = round.what.n * bytes_per_item(round.what.job) <= any_cache;
  const std::size_t n = cached ? round.what.n : fitting;
  host_answer ignored{};
  double spent = 0;
  for (int calls = 1; spent < least_seconds; calls *= 2) {
    spent += seconds_of(round, r, n, calls, ignored);
  }
}

sample measure(const host_round& round, runner& r) {
  constexpr double sample_seconds = 4e-4;
  let_rest(r.threads, round.what.threads);
  running_on = &r.where;
  warm_up(round, r);
  host_answer answer{0, -1};
  if (r.calls == 0) {
    r.calls = 1;
    for (double s = 0;
         (s = seconds_of(round, r, round.what.n, r.calls, answer)) < sample_seconds;) {
      r.calls *= 2;
    }
  }
  sample s;
  s.wall = seconds_of(round, r, round.what.n, r.calls, answer) / r.calls;
  s.right = !r.checked || right(round.what.job, answer, round.expected);
  return s;
}

void add_runner(contest& c, const std::shared_ptr<host_round>& round, const std::string& name,
                role plays, const runner& what) {
  const auto mine = std::make_shared<runner>(what);
  c.contestants.push_back({name, plays, [round, mine] { return measure(*round, *mine); }});
}

void add_ours(contest& c, const std::shared_ptr<host_round>& round) {
  const int threads = round->what.threads;
  const host_call call = omprim_call(round->what.job);
  const std::string count = std::to_string(threads);
  if (threads == 1) {
    add_runner(c, round, "omprim serial", role::ours, {call});
  }
  add_runner(c, round, "omprim host:" + count, role::ours,
             {call, thread_owner::openmp, omprim::host(threads)});
  if (omprim::available(omprim::backend::tbb)) {
    add_runner(c, round, "omprim tbb:" + count, role::ours,
               {call, thread_owner::tbb, omprim::tbb(threads)});
  }
}

}  // namespace

std::string_view to_string(host_job job) {
  constexpr std::string_view names[] = {"int32_sum",  "float_sum",     "double_sum",
                                        "double_min", "double_argmin", "double_dot"};
  return names[static_cast<int>(job)];
}

std::size_t bytes_per_item(host_job job) {
  if (job == host_job::int32_sum || job == host_job::float_sum) return 4;
  return job == host_job::double_dot ? 16 : 8;
}

host_data::~host_data() {
  for (void* const m : memory_) {
    if (m != nullptr) munmap(m, mapped_bytes(bytes_));
  }
}

const void* host_data::filled(array which) {
  void*& memory = memory_[which];
  if (memory == nullptr) {
    memory = mmap(nullptr, mapped_bytes(bytes_), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      memory = nullptr;
      throw std::bad_alloc();
    }
    madvise(memory, mapped_bytes(bytes_), MADV_HUGEPAGE);
    void* const start = const_cast<void*>(aligned(memory));
    if (which == int32s) {
      fill_random(static_cast<std::int32_t*>(start), bytes_ / 4, 1);
    } else if (which == floats) {
      fill_random(static_cast<float*>(start), bytes_ / 4, 1);
    } else {
      fill_random(static_cast<double*>(start), bytes_ / 8, which == doubles ? 1 : 2);
    }
  }
  return aligned(memory);
}

const void* host_data::first(host_job job) {
  return filled(job == host_job::int32_sum   ? int32s
                : job == host_job::float_sum ? floats
                                             : doubles);
}

const void* host_data::second(host_job job) {
  return job == host_job::double_dot ? filled(other_doubles) : nullptr;
}

expectation host_data::expected(host_job job, std::size_t n) {
  const void* const a = first(job);
  if (job == host_job::int32_sum)
    return expect<std::int32_t>(elements<std::int32_t>(a), nullptr, n);
  if (job == host_job::float_sum) return expect<float>(elements<float>(a), nullptr, n);
  return expect<double>(elements<double>(a), elements<double>(second(job)), n);
}

contest make_contest(const host_case& one, const host_peers& peers) {
  const auto round = std::make_shared<host_round>();
  round->what = one;
  contest c;
  c.bytes = static_cast<double>(one.n * bytes_per_item(one.job));
  c.rounds = c.bytes > 1e8 ? 15 : 41;
  c.prepare = [round] {
    const host_case& what = round->what;
    round->a = what.data->first(what.job);
    round->b = what.data->second(what.job);
    round->expected = what.data->expected(what.job, what.n);
    set_threads(what.threads);
  };
  add_ours(c, round);
  for (const host_peer& p : peers) {
    if (p.job != one.job) continue;
    // The limits add 32-bit words for every type, which is the sum itself for int32 only.
    const bool checked = !p.limit || one.job == host_job::int32_sum;
    add_runner(c, round, p.name, p.limit ? role::limit : role::peer,
               {p.call, p.threads, omprim::serial(), checked});
  }
  return c;
}

}  // namespace omprim_benchmark
