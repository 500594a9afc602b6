// SPDX-License-Identifier: BSD-3-Clause
#include <api/runs.hpp>

#include <algorithm>
#include <string>

#include <api/call.hpp>
#include <api/lent_heads.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/any.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/detail/reducer/selection.hpp>
#include <omprim/error.hpp>
#include <omprim/families.hpp>

namespace omprim::detail {
namespace {

bool reads_data(operation op) { return op != operation::run_lengths; }

void require_request(operation op, const void* data, std::size_t n, const runs_request& request) {
  if (reads_data(op)) require_data(data, n, "the data pointer");
  require_data(request.heads, n, "the pointer to the heads");
  if (op != operation::run_heads) require_data(request.out, n, "the output pointer");
  if (n != 0 && reads_data(op) && request.out == data) {
    refuse(std::string(to_string(op)) + " cannot write over its input; pass another output");
  }
}

/// The problem with pointers as the device sees them. Outputs are as long as there are runs, which
/// nobody knows yet: their first byte must do.
runs_problem on_device(const execution& where, operation op, const runs_problem& problem,
                       std::size_t bytes) {
  runs_problem there = problem;
  const std::size_t n = problem.n;
  const auto output = [&](void* out) {
    return output_pointer(where, out, n == 0 || out == nullptr ? 0 : 1);
  };
  if (reads_data(op)) there.data = device_pointer(where, problem.data, bytes);
  there.request.out = output(problem.request.out);
  if (problem.request.heads != nullptr) {
    there.request.heads = static_cast<std::uint64_t*>(output_pointer(
        where, problem.request.heads, kernel::words_of_marks(n) * sizeof(std::uint64_t)));
  }
  if (problem.keys.unique != nullptr) {
    there.keys.keys = device_pointer(where, problem.keys.keys, n * size_of(problem.keys.type));
    there.keys.unique = output(problem.keys.unique);
  }
  return there;
}

std::uint64_t run_row(const execution& where, const runs_family& family, operation op,
                      const runs_problem& problem, const runs_options& options) {
  return run_prepared(where, prepare_runs(where, family, op, problem, options), options);
}

std::uint64_t find_or_combine(const execution& where, const runs_family& family, operation op,
                              const void* data, std::size_t n, const runs_request& request,
                              const runs_options& options) {
  require_algorithm(op, algorithm::runs);
  require_size(n, size_of(family.type));
  require_request(op, data, n, request);
  return run_row(where, family, op, {data, n, request}, options);
}

/// Values are read while results are written, and keys while unique ones are.
void require_apart(const std::string& call, const void* keys, const void* values,
                   const void* unique_keys, const void* out) {
  const auto require = [&](bool apart, const char* output, const char* other) {
    if (!apart)
      refuse(call + " cannot write " + output + " over " + other + "; pass another output");
  };
  require(unique_keys != keys, "the unique keys", "the keys");
  require(values == nullptr || unique_keys != values, "the unique keys", "the values");
  require(out != keys, "the results", "the keys");
  require(values == nullptr || out != values, "the results", "the values");
  require(out != unique_keys, "the results", "the unique keys");
}

/// What a call does with the runs: combine the values of a run, or something else with it.
operation second_operation(operation op) {
  return op == operation::run_lengths || op == operation::run_first ? op : run_operation(op);
}

const char* name_of_call(operation op) {
  if (op == operation::run_lengths) return "run_length_encode";
  return op == operation::run_first ? "unique_by_key" : "reduce_by_key";
}

/// What a call by key was asked for.
struct by_key_call {
  const key_families& of_keys;
  const void* keys;
  const runs_family& family;
  operation second;  ///< what is done with the runs
  const void* values;
  std::size_t n;
  void* unique_keys;
  void* out;
};

void require_call(const by_key_call& call) {
  const bool has_values = reads_data(call.second);
  require_size(call.n, std::max(size_of(call.of_keys.runs.type), size_of(call.family.type)));
  require_data(call.keys, call.n, has_values ? "the pointer to the keys" : "the data pointer");
  if (has_values) require_data(call.values, call.n, "the pointer to the values");
  require_data(call.unique_keys, call.n, "the output pointer for the keys");
  require_data(call.out, call.n, "the output pointer");
  if (call.n != 0) {
    require_apart(name_of_call(call.second), call.keys, call.values, call.unique_keys, call.out);
  }
}

/// Two passes: the one that finds the runs writes the unique keys.
std::uint64_t run_by_two(const execution& where, const by_key_call& call,
                         const runs_options& options) {
  const lent_heads heads(where, call.n);
  (void)find_or_combine(where, call.of_keys.runs, operation::run_heads, call.keys, call.n,
                        {heads.data(), call.unique_keys}, {});
  return find_or_combine(where, call.family, call.second, call.values, call.n,
                         {heads.data(), call.out}, options);
}

/// One pass over keys and values: a second launch on a GPU costs some 10 us.
std::uint64_t run_at_once(const execution& where, const by_key_call& call,
                          const runs_options& options) {
  return run_row(where, call.family, call.second,
                 {call.values,
                  call.n,
                  {nullptr, call.out},
                  {call.keys, call.unique_keys, call.of_keys.runs.type}},
                 options);
}

}  // namespace

operation run_operation(operation op) {
  switch (op) {
    case operation::segmented_sum:
      return operation::run_sum;
    case operation::segmented_min:
      return operation::run_min;
    case operation::segmented_max:
      return operation::run_max;
    default:
      require_algorithm(op, algorithm::segment);
      throw error(status::unknown_variant, "reduce_by_key_any does not run " +
                                               std::string(to_string(op)) +
                                               "; it runs segmented_sum, _min and _max");
  }
}

prepared_runs prepare_runs(const execution& where, const runs_family& family, operation op,
                           const runs_problem& problem, const runs_options& options) {
  const auto& row = pick(where, family, op, problem.n, options);
  const std::size_t bytes = problem.n * size_of(family.type);
  return {row, where.where() == backend::device ? on_device(where, op, problem, bytes) : problem,
          bytes};
}

std::uint64_t run_prepared(const execution& where, const prepared_runs& runs,
                           const runs_options& options) {
  begin_profile(options, runs.row.row);
  return runs.row.run(place_of(where, runs.bytes, options.profile), runs.problem);
}

std::uint64_t run(const execution& where, const runs_family& family, operation op, const void* data,
                  std::size_t n, const runs_request& request, const runs_options& options) try {
  return find_or_combine(where, family, op, data, n, request, options);
} catch (...) {
  rethrow_as_error();
}

std::uint64_t run_by_key(const execution& where, const key_families& of_keys, const void* keys,
                         const runs_family& family, operation op, const void* values, std::size_t n,
                         void* unique_keys, void* out, const runs_options& options) try {
  require_known(op, operation_count, "operation");
  const by_key_call call{of_keys, keys, family, second_operation(op), values, n, unique_keys, out};
  require_call(call);
  return where.where() == backend::device ? run_at_once(where, call, options)
                                          : run_by_two(where, call, options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
