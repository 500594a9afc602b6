// SPDX-License-Identifier: BSD-3-Clause
// C functions of selections whose element type is an argument: a call links all types.
#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::selection_request;
using omprim::detail::guarded;
using omprim::detail::require_request;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

}  // namespace

omprim_status omprim_select(omprim_execution where, int type, int operation, const void* data,
                            size_t n, const omprim_selection* selection, size_t room,
                            const omprim_options* options, size_t* kept) {
  return guarded([&] {
    require_results(kept);
    require_request(selection);
    selection_request request;
    request.how = static_cast<omprim::comparison>(selection->comparison);
    request.bound.u = selection->bound.u;
    request.flags = selection->flags;
    request.selected = selection->selected;
    request.rejected = selection->rejected;
    omprim::select_options chosen{to_cpp(options)};
    if (room != OMPRIM_UNKNOWN_ROOM) chosen.room = room;
    *kept = omprim::select_any(to_cpp(where), static_cast<omprim::element>(type),
                               static_cast<omprim::operation>(operation), data, n, request, chosen);
  });
}
