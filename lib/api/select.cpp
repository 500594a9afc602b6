// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <api/call.hpp>
#include <dispatch/type_operation.hpp>
#include <omprim/any.hpp>
#include <omprim/detail/backend/library.hpp>
#include <runtime/device.hpp>

namespace omprim::detail {
namespace {

constexpr std::size_t comparison_count = static_cast<std::size_t>(comparison::greater) + 1;

bool takes_flags(operation op) {
  return op == operation::select_flagged || op == operation::count_flagged;
}

void require_request(operation op, const selection_request& request, const void* data,
                     std::size_t n) {
  require_known(request.how, comparison_count, "comparison");
  if (takes_flags(op)) require_data(request.flags, n, "the pointer to the flags");
  if (op != operation::count_flagged) require_data(data, n, "the data pointer");
  if (!only_counts(op)) require_data(request.selected, n, "the output pointer");
  if (op == operation::partition) {
    require_data(request.rejected, n, "the output pointer for the rejected elements");
    require_two_outputs(request.selected, request.rejected, n);
  }
}

bool is_in_place(const selection_request& request, const void* data) {
  return request.selected == data || request.rejected == data;
}

void require_place(operation op, const selection_request& request, const void* data, std::size_t n,
                   const table_row& chosen) {
  if (!is_in_place(request, data) || n == 0 || chosen.traits.in_place) return;
  refuse("strategy '" + std::string(chosen.strategy) + "' of " + std::string(to_string(op)) +
         " cannot write over its input; single-pass and sequential can, or pass "
         "another output");
}

operation counterpart(operation op) {
  if (op == operation::select_flagged) return operation::count_flagged;
  return op == operation::unique || op == operation::unique_index ? operation::count_unique
                                                                  : operation::count_if;
}

/// Counts what will be kept if there may not be room for it.
void require_room(const execution& where, const select_family& family, operation op,
                  const void* data, std::size_t n, const selection_request& request,
                  std::uint64_t room) {
  if (room >= n || only_counts(op)) return;
  const std::uint64_t kept =
      run(where, family, counterpart(op), data, n, request, default_select_options);
  const auto require = [&](std::uint64_t needed, const char* output) {
    if (needed <= room) return;
    refuse(std::string(output) + " of " + std::string(to_string(op)) + " has room for " +
           std::to_string(room) + " elements, and " + std::to_string(needed) +
           " are to be written; room for n, " + std::to_string(n) + ", is always enough");
  };
  require(kept, "the output");
  if (op == operation::partition) require(n - kept, "the output for the rejected elements");
}

/// The problem with pointers as the device sees them.
select_problem on_device(const execution& where, operation op, const select_problem& problem,
                         std::size_t bytes) {
  select_problem there = problem;
  const auto n = static_cast<std::size_t>(problem.n);
  there.data = device_pointer(where, problem.data, bytes);
  // Outputs are as long as what is kept, which nobody knows yet: their first byte must do.
  const std::size_t written = n == 0 ? 0 : 1;
  if (!only_counts(op)) {
    there.request.selected = output_pointer(where, problem.request.selected, written);
  }
  if (op == operation::partition) {
    there.request.rejected = output_pointer(where, problem.request.rejected, written);
  }
  if (op == operation::select_flagged) {
    there.request.flags =
        static_cast<const unsigned char*>(device_pointer(where, problem.request.flags, n));
  }
  if (problem.count != nullptr) {
    there.count =
        static_cast<std::uint64_t*>(output_pointer(where, problem.count, sizeof(std::uint64_t)));
  }
  return there;
}

std::uint64_t select(const execution& where, const select_family& family, operation op,
                     const void* data, std::size_t n, const selection_request& request,
                     const select_options& options) {
  require_algorithm(op, algorithm::select);
  const std::size_t element_bytes = op == operation::count_flagged ? 1 : size_of(family.type);
  require_size(n, element_bytes);
  require_request(op, request, data, n);
  const auto& chosen = pick(where, family, op, n, options,
                            {.in_place = !only_counts(op) && is_in_place(request, data)});
  require_place(op, request, data, n, chosen.row);
  require_room(where, family, op, data, n, request, options.room);
  begin_profile(options, chosen.row);
  const std::size_t bytes = n * element_bytes;
  const select_problem problem{op == operation::count_flagged ? request.flags : data, n, request,
                               options.count};
  if (where.where() == backend::device) {
    return chosen.run(place_of(where, bytes, options.profile),
                      on_device(where, op, problem, bytes));
  }
  // To write, several threads look at every element twice: twice as many must be worth them.
  const std::size_t worth = only_counts(op) ? bytes : bytes / 2;
  return chosen.run(place_of(where, worth, options.profile), problem);
}

}  // namespace

std::uint64_t run(const execution& where, const select_family& family, operation op,
                  const void* data, std::size_t n, const selection_request& request,
                  const select_options& options) try {
  return select(where, family, op, data, n, request, options);
} catch (...) {
  rethrow_as_error();
}

}  // namespace omprim::detail
