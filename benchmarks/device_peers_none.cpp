// SPDX-License-Identifier: BSD-3-Clause
// Replaces device_peers_cuda.cpp in builds without a CUDA compiler.
#include "device_jobs.hpp"
#include "support/device_program.hpp"

namespace omprim_benchmark {

std::string start_device_peers(int) { return {}; }

void add_device_peers(contest&, const std::shared_ptr<device_round>&) {}

bool add_device_limits(contest&, const std::shared_ptr<device_data>&, double) { return false; }

double peer_empty_launch_seconds() { return not_measured; }

}  // namespace omprim_benchmark
