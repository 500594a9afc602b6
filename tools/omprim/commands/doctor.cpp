// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include <omprim/choice.hpp>
#include <omprim/error.hpp>
#include <omprim/memory.hpp>
#include <omprim/reduce.hpp>

#include "commands/command.hpp"
#include "commands/doctor_speed.hpp"
#include "commands/row_selection.hpp"
#include "inputs/dataset.hpp"
#include "measure/machine.hpp"
#include "text.hpp"

namespace omprim::command {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

class examination {
 public:
  int run(const doctor_options& options) {
    say("omprim", fmt::format("{}, built by {}", version(), compiler_name()));
    attempt(&examination::examine_processor);
    attempt(&examination::examine_runtime);
    attempt(&examination::examine_environment);
    attempt(&examination::examine_tuning);
    attempt(&examination::examine_images);
    // With a broken environment these checks would only repeat known errors.
    if (calls_can_run_) {
      attempt(&examination::examine_backends);
      attempt(&examination::examine_devices);
      attempt(&examination::examine_mpi);
      attempt(&examination::try_every_backend);
      if (options.speed) attempt(&examination::measure_choices);
    }
    return conclude();
  }

 private:
  static void say(std::string_view what, std::string_view text) {
    fmt::print("{}", wrapped(fmt::format("{:<16}{}\n", what, text)));
  }

  void attempt(void (examination::*step)()) {
    try {
      (this->*step)();
    } catch (const std::exception& e) {
      complain(e.what(), "the message says what is wrong");
    }
  }

  void complain(std::string problem, std::string hint) {
    problems_.push_back(fmt::format("{}\n                hint: {}", problem, hint));
  }

  void examine_processor() {
    say("processor",
        fmt::format("{}, {} hardware threads", cpu_name(), std::thread::hardware_concurrency()));
    std::vector<std::string> levels;
    for (const auto level : compiled_isas()) levels.emplace_back(level);
    say("ISA levels", joined(levels));
    try {
      say("active level", active_isa());
    } catch (const error& e) {
      say("active level", "NONE");
      calls_can_run_ = false;
      complain(e.what(), "unset OMPRIM_ISA, or name one of the ISA levels above");
    }
  }

  void examine_runtime() {
    for (const char* prefix : {"libomp.", "libomp5", "libgomp", "libiomp", "libomptarget", "libtbb",
                               "libcuda.", "libamdhip64", "libhsa-runtime64"}) {
      for (const auto& path : loaded_libraries(prefix)) say("runtime", path);
    }
  }

  void examine_backends() {
    for (const auto each : {backend::serial, backend::host, backend::tbb, backend::device}) {
      const bool there = available(each);
      std::string why;
      if (!there && each == backend::tbb) why = " (built without TBB)";
      if (!there && each == backend::device) {
        why = configured_images().empty() ? " (built without offloading)" : " (no usable device)";
      }
      say("backend", fmt::format("{:<8}{}{}", to_string(each), there ? "yes" : "no", why));
    }
  }

  void examine_mpi() {
#ifdef OMPRIM_MPIEXEC
    say("MPI", "omprim::mpi is built; its programs are started by " OMPRIM_MPIEXEC);
#else
    say("MPI", "built without omprim::mpi (-DOMPRIM_MPI=ON)");
#endif
  }

  void examine_devices() {
    const bool built = !configured_images().empty();
    for (const auto& d : devices()) {
      say("device",
          fmt::format("{} {} ({}), {} compute units, {}", d.number, d.name, to_string(d.kind),
                      d.compute_units, d.usable ? "usable" : "NOT USABLE: " + d.diagnosis));
      if (d.usable) say("", fmt::format("tuning target {}", tuning_target(device(d.number))));
      if (!d.usable) {
        complain(fmt::format("device {} ({}) is not usable: {}", d.number, d.name, d.diagnosis),
                 "build for its architecture (-DOMPRIM_GPU_ARCHITECTURES=...), or hide it "
                 "(CUDA_VISIBLE_DEVICES, ROCR_VISIBLE_DEVICES)");
      }
    }
    if (built && devices().empty()) {
      say("device", "none");
      complain("this build has device code, but the offload runtime shows no device",
               "see that OMP_TARGET_OFFLOAD is not DISABLED and that a driver is installed");
    }
    examine_hidden_gpu({device_kind::nvidia, "NVIDIA", "sm_", "gpu", "/dev/nvidia0", "libcuda.so.1",
                        "CUDA_VISIBLE_DEVICES"});
    examine_hidden_gpu({device_kind::amd, "AMD", "gfx", "gpu-amd", "/dev/kfd",
                        "libhsa-runtime64.so.1", "ROCR_VISIBLE_DEVICES"});
  }

  struct gpu_vendor {
    device_kind kind;
    std::string_view name;
    std::string_view architectures;  ///< the beginning of their names
    std::string_view preset;
    std::string_view driver_file;  ///< there if the kernel driver found a GPU
    std::string_view library;
    std::string_view hiding_variable;
  };

  // Looks for a GPU that the kernel driver shows but the offload runtime does not.
  void examine_hidden_gpu(const gpu_vendor& vendor) {
    if (!std::filesystem::exists(vendor.driver_file)) return;
    const bool shown = std::any_of(devices().begin(), devices().end(),
                                   [&](const device_info& d) { return d.kind == vendor.kind; });
    if (shown) return;
    const auto images = configured_images();
    const bool built = std::any_of(images.begin(), images.end(), [&](const std::string& name) {
      return name.rfind(vendor.architectures, 0) == 0;
    });
    if (!built) {
      say("note", fmt::format("an {} GPU is here; the preset `{}` builds for it", vendor.name,
                              vendor.preset));
      return;
    }
    complain(fmt::format("{} is there, but the offload runtime shows no {} device",
                         vendor.driver_file, vendor.name),
             fmt::format("see that {} can be loaded and {} does not hide it", vendor.library,
                         vendor.hiding_variable));
  }

  void examine_images() {
    const auto configured = configured_images();
    const auto found = offload_images();
    say("offload images", joined(found));
    for (const auto& name : configured) {
      if (std::find(found.begin(), found.end(), name) != found.end()) continue;
      complain(fmt::format("the build was configured for {}, but the image is not in this program",
                           name),
               "build again from scratch; the device code was lost at the link");
    }
  }

  // Whether the variable is unset or has one of the known values.
  bool check_value(const char* name, const std::vector<std::string_view>& known) {
    const auto value = environment(name);
    if (value.empty() || std::find(known.begin(), known.end(), value) != known.end()) return true;
    std::string list;
    for (const auto each : known) list += fmt::format("{}{}", list.empty() ? "" : ", ", each);
    complain(fmt::format("{}={} names nothing", name, value), "unset it, or choose of " + list);
    return false;
  }

  void examine_environment() {
    constexpr std::string_view known[] = {"OMPRIM_ISA", "OMPRIM_WAIT_POLICY", "OMPRIM_TUNING_FILE"};
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string_view text(*entry);
      const auto name = text.substr(0, text.find('='));
      const bool ours = name.substr(0, 7) == "OMPRIM_";
      if (ours || name.substr(0, 4) == "OMP_" || name.substr(0, 12) == "LIBOMPTARGET" ||
          name == "CUDA_VISIBLE_DEVICES" || name == "ROCR_VISIBLE_DEVICES") {
        say("environment", text);
      }
      if (ours && name.substr(0, 12) != "OMPRIM_TEST_" &&
          std::find(std::begin(known), std::end(known), name) == std::end(known)) {
        complain(fmt::format("omprim reads no variable {}", name),
                 "unset it; there are OMPRIM_ISA, OMPRIM_WAIT_POLICY and OMPRIM_TUNING_FILE");
      }
    }
    if (!check_value("OMPRIM_WAIT_POLICY", {"spin", "block"})) calls_can_run_ = false;
    check_value("OMP_TARGET_OFFLOAD",
                {"MANDATORY", "DISABLED", "DEFAULT", "mandatory", "disabled", "default"});
    const auto threads = environment("OMP_NUM_THREADS");
    if (threads.find_first_not_of("0123456789, ") != std::string_view::npos) {
      complain(fmt::format("OMP_NUM_THREADS={} is no number", threads), "unset it");
    }
    constexpr std::string_view policies[] = {"the offload runtime's own", "spin", "block"};
    say("wait policy", policies[static_cast<std::size_t>(current_wait_policy())]);
  }

  void examine_tuning() {
    const std::string path(environment("OMPRIM_TUNING_FILE"));
    try {
      say("tuning target", tuning_target(host()));
    } catch (const error&) {
      say("tuning target", "none, without an active level");
    }
    try {
      if (!path.empty()) load_tuning_file(path);
      say("tuning file", path.empty() ? "none; the shipped rules" : path);
    } catch (const error& e) {
      say("tuning file", "BROKEN");
      calls_can_run_ = false;
      complain(e.what(), "unset OMPRIM_TUNING_FILE, or write a new file with `omprim tune`");
    }
  }

  void try_every_backend() {
    std::vector<std::int64_t> numbers(100000);
    std::iota(numbers.begin(), numbers.end(), 1);
    const auto n = static_cast<std::int64_t>(numbers.size());
    const std::size_t bytes = numbers.size() * sizeof(std::int64_t);
    for (const auto& where : available_backends()) {
      try {
        const bool copied = where.where() == backend::device;
        const buffer memory(where, copied ? bytes : 0);
        if (copied) copy_in(where, memory.data(), numbers.data(), bytes);
        const auto* data =
            copied ? static_cast<const std::int64_t*>(memory.data()) : numbers.data();
        const auto total = sum(where, data, numbers.size());
        const bool right = total == n * (n + 1) / 2;
        say("test sum", fmt::format("{:<10}{}", name_of(where), right ? "right" : "WRONG"));
        if (!right)
          complain(fmt::format("{} computes wrong sums", name_of(where)), "omprim verify");
      } catch (const std::exception& e) {
        say("test sum", fmt::format("{:<10}FAILED", name_of(where)));
        complain(fmt::format("{}: {}", name_of(where), e.what()), "omprim verify says more");
      }
    }
  }

  // The host, and the fastest backend if that is another.
  void measure_choices() {
    measure_choices_on(host());
    const execution best = fastest_backend();
    if (best.where() != backend::host) measure_choices_on(best);
  }

  static void measure_choices_on(const execution& where) {
    for (const std::string& line : speed_report(where)) say("speed", line);
  }

  [[nodiscard]] int conclude() const {
    for (const auto& problem : problems_) say("PROBLEM", problem);
    if (problems_.empty()) {
      say("all is well", "");
      return 0;
    }
    std::fflush(stdout);
    fmt::print(stderr, "omprim: the doctor found {} problem{}; see the hints\n", problems_.size(),
               problems_.size() == 1 ? "" : "s");
    return 1;
  }

  std::vector<std::string> problems_;
  bool calls_can_run_ = true;  ///< false: every call would fail for a reason already reported
};

}  // namespace

int doctor(const doctor_options& options) { return examination().run(options); }

}  // namespace omprim::command
