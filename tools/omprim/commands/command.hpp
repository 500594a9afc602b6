// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

/// The subcommands of `omprim`. Each takes the options that the user typed and returns the exit
/// status: 0 for success, 1 for a failure. They throw usage_error (exit status 2) and omprim::error
/// (exit status 1); main.cpp prints both.
namespace omprim::command {

/// An invalid command line.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Texts of --strategy, --tuning, --type and --op; an empty one selects everything. Types and
/// operations are comma lists; sweeps take one of each.
struct row_filter {
  std::string strategy;
  std::string tuning;
  std::string type;
  std::string op;
};

struct doctor_options {
  bool speed = false;  ///< also compares the library's choices with the best rows
};

struct list_options {
  row_filter filter;
  std::string backend;
  bool json = false;
};

struct verify_options {
  row_filter filter;
  std::string backend;  ///< empty: every available one
  std::string wait = "spin";
  std::uint32_t seed = 1;
};

struct sweep_options {
  row_filter filter;
  std::string preset = "all";
  std::string backend;                ///< empty: the GPU if there is a usable one, else host
  std::string n;                      ///< empty: the preset's
  std::string work_group_size;        ///< of sweep select; empty: all
  std::string selectivity = "0.625";  ///< of sweep select: shares of the elements that are kept
  std::string length;                 ///< of sweeps segments and runs; empty: 1, 10, ..., n, mixed
  std::string range;                  ///< of exact sums: dynamic ranges of the terms, in bits
  std::string bins;                   ///< of sweep histogram: numbers of bins; empty: 256
  std::string pattern;                ///< of the input, by sweep; empty: the first one
  std::string order;                  ///< of sweep hierarchy; empty: by backend
  std::string bodies;                 ///< of sweep hierarchy; empty: by backend
  double peak = 0;                    ///< of sweep hierarchy, GFLOP/s; 0: measured
  int repeat = 0;                     ///< 0: the preset's
  int warmup = 1;
  double max_seconds = 2;
  std::string csv;
  std::string json;
  std::string wait = "spin";
};

struct tune_options {
  std::string strategies =
      "single-pass, merge-path, work-queue, exponent-bins, window, local-bins, global-bins, radix, "
      "bisection, direct, sequential";
  std::string types;  ///< empty: all
  std::string ops;    ///< empty: all
  std::string sizes;  ///< empty: by algorithm, see tune.cpp
  std::string backend;
  std::string out = "omprim.tuning";
  double noise = 0.03;
  double max_seconds = 0.05;
  std::string wait = "spin";
};

int doctor(const doctor_options& options);
int list(const list_options& options);
int verify(const verify_options& options);
int sweep(const sweep_options& options);
int sweep_hierarchy(const sweep_options& options);
/// Collective: each rank that mpiexec started calls it. A usage_error in a build without MPI.
int sweep_ranks(const sweep_options& options);
int tune(const tune_options& options);

}  // namespace omprim::command
