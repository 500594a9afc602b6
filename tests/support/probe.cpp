// SPDX-License-Identifier: BSD-3-Clause
#include "support/probe.hpp"

#include <cstdio>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <omprim/choice.hpp>
#include <omprim/omprim.hpp>

#include "support/limit_probes.hpp"
#include "support/memory.hpp"

namespace omprim_test {
namespace {

std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string own_path() {
  std::string path(4096, '\0');
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) throw std::runtime_error("cannot read /proc/self/exe");
  path.resize(static_cast<std::size_t>(length));
  return path;
}

// The sum 1 + ... + 1000 on `where`, by the default variant.
int sum_on(const omprim::execution& where) {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 1);
  const placed_array<int> data(where, values);
  return omprim::sum(where, data.data(), data.size());
}

// Arguments: the length of SVE vectors in bytes, optional.
void isa([[maybe_unused]] const std::vector<std::string>& arguments) {
#if defined(__aarch64__)
  if (arguments.size() > 1) prctl(PR_SVE_SET_VL, std::stoul(arguments[1]));
#endif
  // Evaluates each value before printing: a line is written whole or, if the value throws, not at
  // all.
  const std::string_view active = omprim::active_isa();
  const int sum = sum_on(omprim::host());
  std::cout << "active " << active << "\nsum " << sum << "\n";
}

// Arguments: backend, type, operation, n.
void choice(const std::vector<std::string>& arguments) {
  const omprim::execution where = omprim::parse_execution(arguments.at(1));
  const omprim::tuning_rule rule =
      omprim::chosen(where, omprim::parse_element(arguments.at(2)),
                     omprim::parse_operation(arguments.at(3)), std::stoull(arguments.at(4)));
  std::cout << "strategy " << rule.strategy << "\n";
  std::cout << "tuning " << omprim::to_string(rule.tuning) << "\n";
  const int sum = sum_on(where);
  std::cout << "sum " << sum << "\n";
}

void device(const std::vector<std::string>& arguments) {
  std::cout << "devices " << omprim::devices().size() << "\n";
  std::cout << "available " << omprim::available(omprim::backend::device) << "\n";
  const int sum = sum_on(omprim::device(std::stoi(arguments.at(1))));
  std::cout << "sum " << sum << "\n";
}

void wait_policy() {
  const auto policy = omprim::current_wait_policy();
  std::cout << "policy "
            << (policy == omprim::wait_policy::spin    ? "spin"
                : policy == omprim::wait_policy::block ? "block"
                                                       : "runtime_default")
            << "\n";
}

}  // namespace

std::string probe_outcome::value(const std::string& key) const {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(key + " ", 0) == 0) return line.substr(key.size() + 1);
  }
  return {};
}

probe_outcome run_probe(const std::vector<std::string>& name_and_arguments,
                        const environment_changes& changes) {
  std::string command = "env";
  for (const auto& [name, value] : changes) {
    if (value.empty()) command += " -u " + quoted(name);
  }
  for (const auto& [name, value] : changes) {
    if (!value.empty()) command += " " + quoted(name + "=" + value);
  }
  command += " " OMPRIM_EMULATOR " " + quoted(own_path()) + " --probe";
  for (const std::string& argument : name_and_arguments) command += " " + quoted(argument);
  command += " 2>&1";

  probe_outcome outcome;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start " + command);
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    outcome.output += static_cast<char>(c);
  }
  const int status = pclose(pipe);
  outcome.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

int probe_main(const std::vector<std::string>& name_and_arguments) {
  try {
    const std::string& name = name_and_arguments.at(0);
    if (name == "isa") {
      isa(name_and_arguments);
    } else if (name == "choice") {
      choice(name_and_arguments);
    } else if (name == "device") {
      device(name_and_arguments);
    } else if (name == "wait-policy") {
      wait_policy();
    } else if (name == "tuning-loads") {
      probe_tuning_loads(name_and_arguments);
    } else if (name == "without-memory") {
      probe_without_memory();
    } else if (name == "small-stacks") {
      probe_small_stacks(name_and_arguments);
    } else {
      std::cerr << "no probe is called " << name << "\n";
      return 2;
    }
  } catch (const omprim::error& error) {
    std::cout << "code " << static_cast<int>(error.code()) << "\nmessage " << error.what() << "\n";
    return 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
  return 0;
}

}  // namespace omprim_test
