// SPDX-License-Identifier: BSD-3-Clause
#include "device_program.hpp"

#include <cstdio>

namespace omprim_benchmark {

namespace {

// The chosen device, or else the first usable GPU.
std::optional<omprim::device_info> pick_device(const options& chosen) {
  for (const omprim::device_info& d : omprim::devices()) {
    const bool wanted =
        chosen.device.empty() ? is_gpu(d) : chosen.device == std::to_string(d.number);
    if (!wanted) continue;
    if (d.usable) return d;
    std::fprintf(stderr, "device %d (%s) is not usable: %s\n", d.number, d.name.c_str(),
                 d.diagnosis.c_str());
  }
  return std::nullopt;
}

// CUDA numbers only NVIDIA devices; OpenMP numbers all.
int cuda_ordinal(const omprim::device_info& device) {
  int ordinal = 0;
  for (const omprim::device_info& d : omprim::devices()) {
    if (d.number == device.number) break;
    if (d.kind == omprim::device_kind::nvidia) ++ordinal;
  }
  return ordinal;
}

}  // namespace

std::optional<started_device> start_device(const options& chosen) {
  // Lets omprim poll: CUB does so without a request, but only on some machines.
  const bool spins = omprim::set_wait_policy(omprim::wait_policy::spin);
  const auto info = pick_device(chosen);
  if (!info) {
    std::printf("skipped: no usable GPU%s\n", chosen.device.empty() ? "" : " of that number");
    return std::nullopt;
  }
  started_device started{*info, spins, ""};
  if (started.is_nvidia()) started.peers = start_device_peers(cuda_ordinal(*info));
  return started;
}

int run_device_program(int argc, char** argv, const device_program& program) {
  return run_main(argc, argv, [&](int count, char** words) {
    const options chosen = take_options(count, words);
    const auto device = start_device(chosen);
    if (!device) return skipped;
    std::vector<contest> contests = program.make_contests(*device, chosen);
    if (!chosen.table) return run_google_benchmark(count, words, std::move(contests));
    const contest_results all = run_all(std::move(contests));
    print_heading(program.title,
                  device->info.name + (device->peers.empty() ? "" : "; peers: " + device->peers),
                  chosen);
    std::printf("%sQuantile %s of interleaved rounds%s.\n\n", program.note.c_str(),
                fixed(chosen.quantile, 2).c_str(), program.checks.c_str());
    program.print_results(all);
    return 0;
  });
}

}  // namespace omprim_benchmark
