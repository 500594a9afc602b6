// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstdint>

#include <omprim/detail/base/abi.hpp>
#include <omprim/detail/group/look_back_words.hpp>

/// The contract between strategies and backends: a backend launches kernels (group/work_group.hpp)
/// and lends memory until the end of the call. target_backend, host_backend and this_thread_backend
/// are the backends of the library; a strategy asks for one by the concepts below.
namespace omprim::inline OMPRIM_ABI::backends {

/// The most 8-byte words of a kernel: the arguments of a launch.
inline constexpr int kernel_words = 12;

namespace detail {
/// The least kernel, with which the concepts ask for launch().
struct alignas(8) no_work {
  static constexpr int work_group_size = 1;
  template <class Group>
  struct local_memory {};
  template <class Group>
  void operator()(Group& /*group*/, local_memory<Group>& /*local*/) const {}
};
}  // namespace detail

/// Runs kernels.
///   is_device                     whether kernels run on another processor than the caller
///   launch(groups, kernel)        runs the kernel in `groups` work-groups; the next launch begins
///                                 after all of them
///   resident_groups(size, threads_per_unit)
///                                 the number of groups of `size` items that run at once;
///                                 group/README.md explains `threads_per_unit`, which has a default
///   record(launches, groups, items, atomics)
///                                 adds to the profile that the caller asked for, if any
template <class Backend>
concept launcher =
    requires(Backend& backend, const detail::no_work& kernel, std::uint64_t count, int size) {
      { Backend::is_device } -> std::convertible_to<bool>;
      backend.launch(count, kernel);
      { backend.resident_groups(size) } -> std::same_as<std::uint64_t>;
      { backend.resident_groups(size, size) } -> std::same_as<std::uint64_t>;
      backend.record(count, count, count, count);
    };

/// Lends memory that all groups of a call share.
///   scratch<T>(count)             `count` uninitialised values, in place of the previous scratch
///   result<T>()                   a value that kernels write and the caller reads
///   tickets()                     a counter that is 0 between calls; a kernel that uses it resets
///                                 it
template <class Backend>
concept workspace = requires(Backend& backend, std::uint64_t count) {
  { backend.template scratch<std::uint64_t>(count) } -> std::same_as<std::uint64_t*>;
  { backend.template result<std::uint64_t>() } -> std::same_as<std::uint64_t*>;
  { backend.tickets() } -> std::same_as<unsigned*>;
};

/// The workspace of a call that may have several launches and an input of its own.
///   input_scratch<T>(count)       as scratch, for data made from the input before a strategy runs
///   look_back(words)              the header of a look-back, followed by its words
///   read(pointer)                 the value at an address of the backend
///   write(pointer, value)         stores a value at an address of the backend
template <class Backend>
concept call_workspace =
    workspace<Backend> && requires(Backend& backend, std::uint64_t count, std::uint64_t* pointer) {
      { backend.template input_scratch<std::uint64_t>(count) } -> std::same_as<std::uint64_t*>;
      { backend.look_back(count) } -> std::same_as<kernel::look_back_header*>;
      { backend.read(pointer) } -> std::same_as<std::uint64_t>;
      backend.write(pointer, count);
    };

/// The backend of strategies that need scratch and tickets only. this_thread_backend, with one
/// group in the calling thread, is a least_backend, too.
template <class Backend>
concept least_backend = launcher<Backend> && workspace<Backend>;

/// A backend with the whole workspace of a call: a target device, or host threads.
template <class Backend>
concept call_backend = launcher<Backend> && call_workspace<Backend>;

/// A backend that also lends counters.
///   counters<T>(count)            `count` (or one) values of T whose bytes are all 0 when a call
///                                 begins; kernels leave them so
template <class Backend>
concept counting_backend =
    call_backend<Backend> && requires(Backend& backend, std::uint64_t count) {
      { backend.template counters<std::uint64_t>() } -> std::same_as<std::uint64_t*>;
      { backend.template counters<std::uint64_t>(count) } -> std::same_as<std::uint64_t*>;
    };

/// A backend for the strategies of the papers, which combine into one cell.
///   shared_cell<Reducer>()        an atomic cell for all groups, set to the identity
///   read_cell(cell)               its value
///   for_each_on_host(values, count, f)
///                                 f(value) for each of `count` values, in order, by the caller
///   framework_reduce<Reducer>(source)
///                                 the framework's own reduction
template <class Backend, class Reducer, class Source>
concept reducing_backend =
    call_backend<Backend> &&
    requires(Backend& backend, const Source& source, const std::uint64_t* values,
             std::uint64_t count, void (*take)(std::uint64_t)) {
      backend.for_each_on_host(values, count, take);
      {
        backend.read_cell(backend.template shared_cell<Reducer>())
      } -> std::same_as<typename Reducer::accumulator>;
      {
        backend.template framework_reduce<Reducer>(source)
      } -> std::same_as<typename Reducer::accumulator>;
    };

}  // namespace omprim::inline OMPRIM_ABI::backends
