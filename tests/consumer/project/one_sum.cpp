// SPDX-License-Identifier: BSD-3-Clause
// One call: program_size.py measures the size of the program.
#include <omprim/reduce.hpp>

int main() {
  const double values[] = {1, 2, 3};
  return omprim::sum(omprim::serial(), values, 3) == 6 ? 0 : 1;
}
