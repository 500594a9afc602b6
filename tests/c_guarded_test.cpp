// SPDX-License-Identifier: BSD-3-Clause
// From exceptions to the statuses and messages of C.
#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <c/support.hpp>
#include <omprim/error.hpp>
#include <omprim/omprim.h>

#include "support/c_api_fixture.hpp"

namespace {

template <class Exception>
void expect_status(omprim_status expected, const std::string& message, const Exception& exception) {
  omprim_test::expect_refused(omprim::detail::guarded([&] { throw exception; }), expected,
                              {message});
}

TEST(CGuarded, ErrorsOfTheLibraryKeepTheirStatus) {
  expect_status(omprim_status_bad_tuning_file, "line 7",
                omprim::error(omprim::status::bad_tuning_file, "line 7"));
}

TEST(CGuarded, MissingMemoryIsNoFailureOfADevice) {
  expect_status(omprim_status_out_of_memory, "memory", std::bad_alloc());
  expect_status(omprim_status_out_of_memory, "memory", std::length_error("vector::reserve"));
}

TEST(CGuarded, OtherExceptionsAreUnexpectedAndSayWhat) {
  expect_status(omprim_status_unexpected_failure, "no more threads",
                std::runtime_error("no more threads"));
  expect_status(omprim_status_unexpected_failure, "unknown exception", 5);
  const std::string meaning = omprim_status_message(omprim_status_unexpected_failure);
  EXPECT_EQ(meaning.find("device"), std::string::npos) << meaning;
}

TEST(CGuarded, SuccessIsSuccess) {
  EXPECT_EQ(omprim::detail::guarded([] {}), omprim_status_success);
}

}  // namespace
