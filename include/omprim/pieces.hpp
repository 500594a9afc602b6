// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <omprim/pieces/exact.hpp>
#include <omprim/pieces/histogram.hpp>
#include <omprim/pieces/piece.hpp>
#include <omprim/pieces/reduce.hpp>
#include <omprim/pieces/scan.hpp>
#include <omprim/pieces/segmented_reduce.hpp>
#include <omprim/pieces/select.hpp>

/// Calls on one array whose pieces are on several devices and on the host:
///
///   const std::vector<omprim::piece<const double>> x = {
///       {omprim::device(0), on_device_0, n0}, {omprim::device(1), on_device_1, n1},
///       {omprim::host(), on_host, n2}};
///   const double total = omprim::exact_sum(x);
///
/// The functions have their names from reduce.hpp, exact.hpp, scan.hpp, select.hpp,
/// segmented_reduce.hpp and histogram.hpp. They take a range of pieces, a container, in place of
/// `where`, pointer and size, and another range in place of an output.
///
/// Contract:
///   * The elements of the first piece come first, then those of the second, and so on. Integer
///     results, exact sums, extremes and indices do not depend on the cut.
///   * All pieces are worked on at the same time, each by a thread of its own. A call returns when
///     all are done, also if one fails. The threads then wait for the next call, until the process
///     ends; where wait_policy is spin, they poll for 0.1 ms first.
///   * Outputs are written where the piece is. Nothing moves from piece to piece.
///   * No pieces are an empty input.
///
/// Errors: those of the functions on one array, with the number and the place of the first piece
/// that failed, and status::invalid_argument for two ranges whose pieces are not alike. Options
/// apply to each piece; a profile is not filled.
