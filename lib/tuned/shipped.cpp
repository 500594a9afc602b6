// SPDX-License-Identifier: BSD-3-Clause
#include <dispatch/choice.hpp>

namespace omprim::detail {

const std::string_view shipped_tuning = R"(
)";

}  // namespace omprim::detail
