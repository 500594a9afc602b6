// SPDX-License-Identifier: BSD-3-Clause
#include <omprim/version.hpp>

#include <omprim_build.hpp>

namespace omprim {

std::string_view version() noexcept { return OMPRIM_VERSION; }

}  // namespace omprim
