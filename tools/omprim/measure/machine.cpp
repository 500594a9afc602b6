// SPDX-License-Identifier: BSD-3-Clause
#include "measure/machine.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <sstream>

#include <fmt/format.h>

#include <omprim_build.hpp>

namespace omprim::command {
namespace {

constexpr Elf64_Half machine_cuda = 190;
constexpr Elf64_Half machine_amdgpu = 224;
// From this ABI version on (CUDA 13) a cubin stores its architecture in the second byte.
constexpr unsigned char cuda_abi_with_shifted_architecture = 8;

// The numbers of LLVM for the architectures that have an OpenMP device runtime.
struct amdgpu_number {
  unsigned number;
  std::string_view name;
};
constexpr amdgpu_number amdgpu_numbers[] = {
    {0x2c, "gfx900"},  {0x2f, "gfx906"},  {0x30, "gfx908"},  {0x3f, "gfx90a"},  {0x32, "gfx90c"},
    {0x40, "gfx940"},  {0x4b, "gfx941"},  {0x4c, "gfx942"},  {0x33, "gfx1010"}, {0x36, "gfx1030"},
    {0x37, "gfx1031"}, {0x38, "gfx1032"}, {0x39, "gfx1033"}, {0x3e, "gfx1034"}, {0x3d, "gfx1035"},
    {0x45, "gfx1036"}, {0x41, "gfx1100"}, {0x46, "gfx1101"}, {0x47, "gfx1102"}, {0x44, "gfx1103"},
    {0x43, "gfx1150"}, {0x4a, "gfx1151"}, {0x55, "gfx1152"}};

std::string amdgpu_name(unsigned flags) {
  for (const auto& [number, name] : amdgpu_numbers) {
    if (number == (flags & 0xffu)) return std::string(name);
  }
  return fmt::format("amdgpu 0x{:02x}", flags & 0xffu);
}

// The name of a device image; empty for other headers. A host image is a shared object in this
// file.
std::string image_name(const Elf64_Ehdr& header) {
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ehsize != sizeof(Elf64_Ehdr)) return {};
  switch (header.e_machine) {
    case machine_cuda: {
      const bool shifted = header.e_ident[EI_ABIVERSION] >= cuda_abi_with_shifted_architecture;
      return fmt::format("sm_{}", shifted ? header.e_flags >> 8 & 0xffu : header.e_flags & 0xffu);
    }
    case machine_amdgpu:
      return amdgpu_name(header.e_flags);
    case EM_X86_64:
      return header.e_type == ET_DYN ? "x86_64" : "";
    case EM_AARCH64:
      return header.e_type == ET_DYN ? "aarch64" : "";
    default:
      return {};
  }
}

}  // namespace

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto start = line.find_first_not_of(" \t", line.find(':') + 1);
    if (start != std::string::npos) return line.substr(start);
  }
  return "unknown CPU";
}

std::string_view compiler_name() { return OMPRIM_COMPILER; }

std::string_view version() { return OMPRIM_VERSION; }

std::vector<std::string> configured_images() {
  std::vector<std::string> names;
  std::istringstream list(OMPRIM_DEVICE_TARGETS);
  for (std::string name; std::getline(list, name, ';');) names.push_back(name);
  return names;
}

std::vector<std::string> loaded_libraries(std::string_view prefix) {
  struct search {
    std::string_view prefix;
    std::vector<std::string> found;
  } state{prefix, {}};
  const auto visit = [](dl_phdr_info* info, std::size_t, void* data) {
    auto& s = *static_cast<search*>(data);
    const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    const auto slash = path.rfind('/');
    const auto name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    if (name.substr(0, s.prefix.size()) == s.prefix) s.found.emplace_back(path);
    return 0;
  };
  dl_iterate_phdr(visit, &state);
  return state.found;
}

std::vector<std::string> offload_images() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string program{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<std::string> names;
  // The file's own header is at 0, so the search starts at 1.
  for (auto at = program.find(ELFMAG, 1); at != std::string::npos;
       at = program.find(ELFMAG, at + 1)) {
    Elf64_Ehdr header{};
    if (at + sizeof(header) > program.size()) break;
    std::memcpy(&header, program.data() + at, sizeof(header));
    const auto name = image_name(header);
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace omprim::command
