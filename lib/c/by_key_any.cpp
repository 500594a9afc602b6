// SPDX-License-Identifier: BSD-3-Clause
// C functions of values in runs of equal keys, whose types are arguments: a call links all types.
#include <vector>

#include <c/support.hpp>
#include <omprim/any.hpp>
#include <omprim/columns.hpp>
#include <omprim/omprim.h>

namespace {

using omprim::detail::guarded;
using omprim::detail::require_columns;
using omprim::detail::require_request;
using omprim::detail::require_results;
using omprim::detail::to_cpp;

}  // namespace

omprim_status omprim_reduce_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                   int operation, const void* values, size_t n, void* unique_keys,
                                   void* out, const omprim_options* options, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::reduce_by_key_any(to_cpp(where), static_cast<omprim::element>(key_type), keys,
                                      static_cast<omprim::element>(type),
                                      static_cast<omprim::operation>(operation), values, n,
                                      unique_keys, out, to_cpp(options));
  });
}

omprim_status omprim_reduce_columns_by_key(omprim_execution where, int key_type, const void* keys,
                                           size_t n, void* unique_keys,
                                           const omprim_column* columns, size_t count,
                                           const omprim_options* options, size_t* runs) {
  return guarded([&] {
    require_results(runs);
    require_columns(count, columns);
    std::vector<omprim::value_column> all;
    all.reserve(count);
    for (size_t c = 0; c < count; ++c) {
      all.push_back(omprim::column_any(static_cast<omprim::element>(columns[c].type),
                                       static_cast<omprim::operation>(columns[c].operation),
                                       columns[c].values, columns[c].out));
    }
    *runs = omprim::reduce_by_key_any(to_cpp(where), static_cast<omprim::element>(key_type), keys,
                                      n, unique_keys, all.data(), all.size(), to_cpp(options));
  });
}

omprim_status omprim_unique_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                   const void* values, size_t n, void* unique_keys,
                                   void* first_values, const omprim_options* options,
                                   size_t* runs) {
  return guarded([&] {
    require_results(runs);
    *runs = omprim::unique_by_key_any(to_cpp(where), static_cast<omprim::element>(key_type), keys,
                                      static_cast<omprim::element>(type), values, n, unique_keys,
                                      first_values, to_cpp(options));
  });
}

omprim_status omprim_scan_by_key(omprim_execution where, int key_type, const void* keys, int type,
                                 int operation, const void* values, size_t n,
                                 const omprim_scan_request* request,
                                 const omprim_options* options) {
  return guarded([&] {
    require_request(request);
    omprim::scan_by_key_any(to_cpp(where), static_cast<omprim::element>(key_type), keys,
                            static_cast<omprim::element>(type),
                            static_cast<omprim::operation>(operation), values, n, to_cpp(*request),
                            to_cpp(options));
  });
}
