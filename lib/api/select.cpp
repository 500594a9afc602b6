// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <api/call.hpp>
#include <dispatch/pair.hpp>
#include <omprim/detail/backend/library.hpp>
#include <omprim/error.hpp>
#include <omprim/table.hpp>
#include <runtime/device.hpp>

namespace omprim {
namespace {

constexpr std::size_t comparison_count = static_cast<std::size_t>(comparison::greater) + 1;

bool takes_flags(operation op) {
  return op == operation::select_flagged || op == operation::count_flagged;
}

/// Flags keep elements whatever they hold, so one type of each size is compiled.
element compiled_type(element type, operation op) {
  if (op == operation::count_flagged) return element::uint32;
  if (op != operation::select_flagged) return type;
  return size_of(type) == 4 ? element::uint32 : element::uint64;
}

void require_request(operation op, const selection_request& request, const void* data,
                     std::size_t n) {
  using detail::require_data;
  detail::require_known(request.how, comparison_count, "comparison");
  if (takes_flags(op)) require_data(request.flags, n, "the pointer to the flags");
  if (op != operation::count_flagged) require_data(data, n, "the data pointer");
  if (!only_counts(op)) require_data(request.selected, n, "the output pointer");
  if (op == operation::partition) {
    require_data(request.rejected, n, "the output pointer for the rejected elements");
    if (n != 0 && request.selected == request.rejected) {
      throw error(status::invalid_argument,
                  "partition has one output for the selected and the rejected elements; it needs "
                  "two");
    }
  }
}

bool is_in_place(const selection_request& request, const void* data) {
  return request.selected == data || request.rejected == data;
}

void require_place(operation op, const selection_request& request, const void* data, std::size_t n,
                   const detail::variant& chosen) {
  if (!is_in_place(request, data) || n == 0 || chosen.row.traits.in_place) return;
  throw error(status::invalid_argument,
              "strategy '" + std::string(chosen.row.strategy) + "' of " +
                  std::string(to_string(op)) +
                  " cannot write over its input; single-pass and sequential can, or pass "
                  "another output");
}

operation counterpart(operation op) {
  if (op == operation::select_flagged) return operation::count_flagged;
  return op == operation::unique ? operation::count_unique : operation::count_if;
}

/// Counts what will be kept if there may not be room for it.
void require_room(const execution& where, element type, operation op, const void* data,
                  std::size_t n, const selection_request& request, std::uint64_t room) {
  if (room >= n || only_counts(op)) return;
  const std::uint64_t kept = select_any(where, type, counterpart(op), data, n, request);
  const auto require = [&](std::uint64_t needed, const char* output) {
    if (needed <= room) return;
    throw error(status::invalid_argument,
                std::string(output) + " of " + std::string(to_string(op)) + " has room for " +
                    std::to_string(room) + " elements, and " + std::to_string(needed) +
                    " are to be written; room for n, " + std::to_string(n) + ", is always enough");
  };
  require(kept, "the output");
  if (op == operation::partition) require(n - kept, "the output for the rejected elements");
}

std::uint64_t select(const execution& where, element type, operation op, const void* data,
                     std::size_t n, const selection_request& request,
                     const select_options& options) {
  detail::require_algorithm(op, algorithm::select);
  detail::require_known(type, detail::element_count, "element type");
  detail::require_size(n, op == operation::count_flagged ? 1 : size_of(type));
  require_request(op, request, data, n);
  const detail::variant& chosen =
      detail::pick(where, compiled_type(type, op), op, n, options,
                   {.in_place = !only_counts(op) && is_in_place(request, data)});
  require_place(op, request, data, n, chosen);
  require_room(where, type, op, data, n, request, options.room);
  detail::begin_profile(options, chosen);
  if (op == operation::count_flagged) data = request.flags;
  const std::size_t bytes = n * (op == operation::count_flagged ? 1 : size_of(type));
  detail::call call{nullptr, -1, data, nullptr, n, options.profile, &request, options.count};
  if (where.where() != backend::device) {
    // To write, several threads look at every element twice: twice as many must be worth them.
    const std::size_t worth = only_counts(op) ? bytes : bytes / 2;
    return detail::run_on_host(where, worth, chosen, call).value.u;
  }
  selection_request there = request;
  call.device = where.device_number();
  call.data = detail::device_pointer(where, data, bytes);
  // Outputs are as long as what is kept, which nobody knows yet: their first byte must do.
  if (!only_counts(op))
    there.selected = detail::output_pointer(where, request.selected, n == 0 ? 0 : 1);
  if (op == operation::partition)
    there.rejected = detail::output_pointer(where, request.rejected, n == 0 ? 0 : 1);
  if (op == operation::select_flagged) {
    there.flags =
        static_cast<const unsigned char*>(detail::device_pointer(where, request.flags, n));
  }
  if (options.count != nullptr) {
    call.count = static_cast<std::uint64_t*>(
        detail::output_pointer(where, options.count, sizeof(std::uint64_t)));
  }
  call.selection = &there;
  return chosen.run(call).value.u;
}

}  // namespace

std::uint64_t select_any(const execution& where, element type, operation op, const void* data,
                         std::size_t n, const selection_request& request,
                         const select_options& options) {
  return detail::as_public_call([&] { return select(where, type, op, data, n, request, options); });
}

}  // namespace omprim
