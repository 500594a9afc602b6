// SPDX-License-Identifier: BSD-3-Clause
#include "commands/command.hpp"

namespace omprim::command {

int sweep_ranks(const sweep_options& /*options*/) {
  throw usage_error(
      "this omprim was built without MPI, so there is no sweep mpi; configure with "
      "-DOMPRIM_MPI=ON");
}

}  // namespace omprim::command
