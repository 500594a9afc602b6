// SPDX-License-Identifier: BSD-3-Clause
// Highway's contributed CopyIf, compiled for this machine only (static dispatch).
#include <string>

#include <hwy/contrib/algo/copy-inl.h>
#include <hwy/highway.h>

#include "host_array_peers.hpp"

namespace omprim_benchmark {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

std::size_t copy_if(const std::int32_t* data, std::size_t n, std::int32_t* out,
                    std::int32_t bound) {
  const hn::ScalableTag<std::int32_t> d;
  const auto* const end = hn::CopyIf(d, data, n, out,
                                     [bound](const auto tag, const auto v)
                                         HWY_ATTR { return hn::Lt(v, hn::Set(tag, bound)); });
  return static_cast<std::size_t>(end - out);
}

}  // namespace

void add_highway_array_peers(std::vector<array_peer>& peers) {
  peers.push_back(
      {std::string("Highway CopyIf, ") + hwy::TargetName(HWY_TARGET), false, copy_if, nullptr});
}

}  // namespace omprim_benchmark
