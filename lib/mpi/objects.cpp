// SPDX-License-Identifier: BSD-3-Clause
#include <mpi/objects.hpp>

#include <climits>
#include <map>
#include <mutex>

#include <omprim/error.hpp>
#include <omprim/mpi/message.hpp>

namespace omprim::mpi::detail {

extern "C" {
// The elements are messages: one is a whole number of the datatype's elements.
static void omprim_combine_messages(void* lower, void* upper, int* count, MPI_Datatype* /*type*/) {
  auto* from = static_cast<const char*>(lower);
  auto* to = static_cast<char*>(upper);
  for (int i = 0; i < *count; ++i) {
    const auto* const other = reinterpret_cast<const message_header*>(from);
    const auto bytes = other->bytes;
    combine(*other, *reinterpret_cast<message_header*>(to));
    from += bytes;
    to += bytes;
  }
}
}

namespace {

struct mpi_objects {
  std::mutex lock;
  MPI_Op combining = MPI_OP_NULL;
  std::map<std::size_t, MPI_Datatype> types;
};

mpi_objects& all_objects() {
  static mpi_objects all;
  return all;
}

extern "C" {
// MPI_Finalize deletes the attributes of MPI_COMM_SELF first.
static int omprim_free_objects(MPI_Comm /*self*/, int key, void* /*value*/, void* /*state*/) {
  mpi_objects& all = all_objects();
  const std::lock_guard<std::mutex> guard(all.lock);
  for (auto& type : all.types) MPI_Type_free(&type.second);
  all.types.clear();
  if (all.combining != MPI_OP_NULL) MPI_Op_free(&all.combining);
  return MPI_Comm_free_keyval(&key);
}
}

/// The lock of `all` is held.
void free_at_finalize() {
  static bool is_registered = false;
  if (is_registered) return;
  int key = MPI_KEYVAL_INVALID;
  check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, omprim_free_objects, &key, nullptr),
        "MPI_Comm_create_keyval");
  check(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
  is_registered = true;
}

}  // namespace

MPI_Op combining() {
  mpi_objects& all = all_objects();
  const std::lock_guard<std::mutex> guard(all.lock);
  if (all.combining == MPI_OP_NULL) {
    free_at_finalize();
    constexpr int is_commutative = 0;
    check(MPI_Op_create(omprim_combine_messages, is_commutative, &all.combining), "MPI_Op_create");
  }
  return all.combining;
}

MPI_Datatype bytes_type(std::size_t bytes) {
  mpi_objects& all = all_objects();
  const std::lock_guard<std::mutex> guard(all.lock);
  const auto known = all.types.find(bytes);
  if (known != all.types.end()) return known->second;
  if (bytes > INT_MAX) {
    throw error(status::out_of_memory, "a message of " + std::to_string(bytes) +
                                           " bytes is longer than MPI sends at once");
  }
  free_at_finalize();
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check(MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type), "MPI_Type_contiguous");
  check(MPI_Type_commit(&type), "MPI_Type_commit");
  all.types.emplace(bytes, type);
  return type;
}

}  // namespace omprim::mpi::detail
