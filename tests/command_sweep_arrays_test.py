#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of `omprim sweep` with patterns from outside: histograms, sorts, order statistics, searches,
gathers, merges; see command_support.py."""

import csv
import json
import re

from command_support import CommandTest, main


class SweepOfPatterns(CommandTest):
    """Helpers of sweeps whose inputs have a pattern; the subclass says which."""

    preset = ""
    strategies = set()

    def sweep(self, *arguments):
        text, data = self.sweep_right(self.preset, *arguments)
        self.assertTrue(all(row["ok"] and row["runs"] > 0 for row in data["rows"]))
        return text, data["rows"]

    def assert_all_are_listed(self, rows, element, op):
        """The rows are those that `omprim list` shows for the type and operation."""
        listed = json.loads(self.succeed("list", "--json", "--backend", "host", "--type", element,
                                         "--op", op))["rows"]
        names = ("strategy", "work_group_size", "lanes", "items_per_work_item", "op")
        self.assertEqual(sorted(tuple(row[name] for name in names) for row in rows),
                         sorted(tuple(row[name] for name in names) for row in listed))
        self.assertEqual({row["strategy"] for row in rows}, self.strategies)

    def assert_inputs(self, names, inputs, rows, path):
        """Each backend has these inputs in this order, and the CSV file has the same."""
        for backend in {row["backend"] for row in rows}:
            self.assertEqual(list(dict.fromkeys(tuple(row[name] for name in names) for row in rows
                                                if row["backend"] == backend)), inputs)
        with open(path, newline="", encoding="utf-8") as file:
            self.assertEqual([[row[name] for name in names] for row in csv.DictReader(file)],
                             [[str(row[name]) for name in names] for row in rows])


class SweepOfHistograms(SweepOfPatterns):
    """Sweeps of histograms, whose counts are compared with those of a plain loop."""

    preset = "histogram"
    strategies = {"sequential", "local-bins", "global-bins"}

    def test_every_compiled_row_is_measured_and_right(self):
        text, rows = self.sweep("--backend", "host:2", "--n", "100k")
        self.assert_all_are_listed(rows, "int32", "histogram_even")
        self.assertEqual({row["type"] for row in rows}, {"int32"})
        self.assertIn("n = 100,000 (400 kB), 256 bins, uniform elements", text)
        for row in rows:
            self.assertEqual((row["bins"], row["pattern"]), (256, "uniform"))
            self.assertEqual((row["n"], row["bytes"]), (100000, 400000))
            self.assertGreater(row["g_elements_per_s"], 0)
            self.assertEqual(row["limit"], "read")

    def test_every_type_and_operation_can_be_swept(self):
        for op in ("histogram_even", "histogram_edges"):
            for name in ("int32", "uint32", "int64", "uint64", "float32", "float64"):
                _, rows = self.sweep("--backend", "serial", "--n", "70000", "--op", op, "--type",
                                     name, "--bins", "1,1000", "--pattern",
                                     "uniform,skewed,one-bin,sorted", "--max-seconds", "0.1")
                self.assertEqual({(row["op"], row["type"]) for row in rows}, {(op, name)})
                self.assertEqual({row["strategy"] for row in rows}, self.strategies)

    def test_numbers_of_bins_and_patterns_are_inputs(self):
        path = self.path("histogram.csv")
        text, rows = self.sweep("--backend", "serial,host:2", "--n", "3000,0", "--bins",
                                "16,4096,100003,1..2", "--pattern", "sorted,one-bin", "--op",
                                "histogram_edges", "--csv", path)
        inputs = [(n, bins, pattern) for n in (3000, 0) for bins in (16, 4096, 100003, 1, 2)
                  for pattern in ("sorted", "one-bin")]
        self.assertEqual(re.findall(r"(?m)^n = ([0-9,]+) .*?, ([0-9,]+) bins, ([a-z-]+) elements",
                                    text),
                         2 * [(f"{n:,}", f"{bins:,}", pattern) for n, bins, pattern in inputs])
        self.assert_inputs(("n", "bins", "pattern"), inputs, rows, path)
        best = text.split("best tuning of each input:")[1].split("rows, every result")[0]
        self.assertEqual(len(re.findall(r" (?:sorted|one-bin) ", best)), 2 * len(inputs))

    def test_rows_are_chosen(self):
        _, rows = self.sweep("--backend", "host", "--n", "1000", "--strategy", "local-bins",
                             "--work-group-size", "16")
        self.assertEqual({(row["strategy"], row["work_group_size"]) for row in rows},
                         {("local-bins", 16)})

    def test_bins_are_refused_where_nothing_is_counted(self):
        for preset in ("all", "select", "scan", "segments", "exact", "hierarchy"):
            for option, text in (("--bins", "256"), ("--pattern", "uniform")):
                self.refuse(2, [option, "histograms"], "sweep", preset, option, text, "--n", "1000",
                            "--backend", "serial")
        self.refuse(2, ["--bins", "histograms"], "sweep", "sort", "--bins", "256", "--n", "1000",
                    "--backend", "serial")
        for preset in ("histogram", "hierarchy"):
            self.refuse(2, ["--range", "exact"], "sweep", preset, "--range", "40", "--n", "1000",
                        "--backend", "serial")

    def test_nonsense_is_refused(self):
        for text in ("0", "2^30+1", ","):
            self.refuse(2, ["number of bins", "2^30"], "sweep", "histogram", "--bins", text)
        for text in ("many", "-1", "1.5", "16;256"):
            self.refuse(2, [f"'{text}'", "number of bins"], "sweep", "histogram",
                        f"--bins=16,{text}")
        for text in ("flat", "one_bin", "random", "few-distinct"):
            self.refuse(2, [f"'{text}'", "histogram", "skewed"], "sweep", "histogram", "--pattern",
                        f"uniform,{text}")
        self.refuse(2, ["','", "skewed"], "sweep", "histogram", "--pattern", ",")
        self.refuse(2, ["sum", "histogram"], "sweep", "histogram", "--op", "sum")
        self.refuse(2, ["histogram_even", "sweep all"], "sweep", "all", "--op", "histogram_even")
        self.refuse(2, ["--op", "histogram_even", "histogram_edges"], "sweep", "histogram", "--op",
                    "histogram_even,histogram_edges")
        self.refuse(2, ["--type", "int32", "float64"], "sweep", "histogram", "--type",
                    "int32,double")


class SweepOfSorts(SweepOfPatterns):
    """Sweeps of sorts, whose arrays are compared with those of a stable sort of the host."""

    preset = "sort"
    strategies = {"sequential", "radix"}
    patterns = ["random", "sorted", "reversed", "equal", "few-distinct"]

    def test_every_compiled_row_is_measured_and_right(self):
        for op, size in (("sort", 8), ("sort_by_key", 16), ("argsort", 8)):
            text, rows = self.sweep("--backend", "host:2", "--n", "100k", "--op", op)
            self.assert_all_are_listed(rows, "uint32", op)
            self.assertIn(f"n = 100,000 ({'1.60 MB' if size == 16 else '800 kB'}), random keys",
                          text)
            for row in rows:
                self.assertEqual((row["type"], row["op"]), ("int32", op))
                self.assertEqual(row["pattern"], "random")
                self.assertNotIn("bins", row)
                self.assertEqual((row["n"], row["bytes"]), (100000, 100000 * size))
                self.assertGreater(row["g_elements_per_s"], 0)
                self.assertEqual(row["limit"], "copy")

    def test_every_type_and_operation_can_be_swept(self):
        """The rows of unsigned integers sort the types of their size."""
        for op in ("sort", "sort_by_key", "argsort"):
            for name in ("int32", "uint32", "int64", "uint64", "float32", "float64"):
                _, rows = self.sweep("--backend", "serial", "--n", "70000", "--op", op, "--type",
                                     name, "--pattern", ",".join(self.patterns), "--max-seconds",
                                     "0.1")
                self.assertEqual({(row["op"], row["type"]) for row in rows}, {(op, name)})
                self.assert_all_are_listed([row for row in rows if row["pattern"] == "equal"],
                                           name, op)

    def test_sizes_and_patterns_are_inputs(self):
        path = self.path("sort.csv")
        text, rows = self.sweep("--backend", "serial,host:2", "--n", "3000,0,1..2", "--pattern",
                                ",".join(self.patterns), "--csv", path)
        inputs = [(n, pattern) for n in (3000, 0, 1, 2) for pattern in self.patterns]
        self.assertEqual(re.findall(r"(?m)^n = ([0-9,]+) .*?, ([a-z-]+) keys", text),
                         2 * [(f"{n:,}", pattern) for n, pattern in inputs])
        self.assert_inputs(("n", "pattern"), inputs, rows, path)
        best = text.split("best tuning of each input:")[1].split("rows, every result")[0]
        self.assertEqual(len(re.findall(f" (?:{'|'.join(self.patterns)}) ", best)),
                         2 * len(inputs))

    def test_rows_are_chosen(self):
        _, rows = self.sweep("--backend", "host", "--n", "1000", "--strategy", "radix",
                             "--work-group-size", "16", "--type", "double")
        self.assertEqual({(row["strategy"], row["work_group_size"], row["type"]) for row in rows},
                         {("radix", 16, "float64")})

    def test_nonsense_is_refused(self):
        for text in ("uniform", "skewed", "one-bin", "few_distinct"):
            self.refuse(2, [f"'{text}'", "sort", *self.patterns], "sweep", "sort", "--pattern",
                        f"random,{text}")
        self.refuse(2, ["','", *self.patterns], "sweep", "sort", "--pattern", ",")
        for preset in ("all", "select", "scan", "segments", "exact", "hierarchy"):
            self.refuse(2, ["--pattern", "sorts"], "sweep", preset, "--pattern", "sorted", "--n",
                        "1000", "--backend", "serial")
        self.refuse(2, ["--range", "exact"], "sweep", "sort", "--range", "40", "--n", "1000",
                    "--backend", "serial")
        self.refuse(2, ["scan_sum", "sort"], "sweep", "sort", "--op", "scan_sum")
        self.refuse(2, ["argsort", "sweep scan"], "sweep", "scan", "--op", "argsort")
        self.refuse(2, ["--op", "sort_by_key", "argsort"], "sweep", "sort", "--op",
                    "sort_by_key,argsort")
        self.refuse(2, ["--type", "int32", "float64"], "sweep", "sort", "--type", "int32,double")
        self.refuse(2, ["no compiled row"], "sweep", "sort", "--strategy", "single-pass",
                    "--backend", "host", "--n", "1000")


class SweepOfOrderStatistics(SweepOfPatterns):
    """Sweeps of order statistics, which are compared with a stable sort of the host."""

    preset = "top-k"
    strategies = {"sequential", "sample"}
    patterns = SweepOfSorts.patterns

    def test_every_compiled_row_is_measured_and_right(self):
        for op, written in (("top_k", 100), ("kth_smallest", 4)):
            text, rows = self.sweep("--backend", "host:2", "--n", "100k", "--op", op)
            self.assert_all_are_listed(rows, "uint32", op)
            self.assertIn(f"n = 100,000 (400 kB), {written} written, random elements", text)
            for row in rows:
                self.assertEqual((row["type"], row["op"], row["pattern"]), ("int32", op, "random"))
                self.assertEqual((row["n"], row["bytes"]), (100000, 400000))
                self.assertGreater(row["g_elements_per_s"], 0)

    def test_every_type_and_operation_can_be_swept(self):
        for op in ("top_k", "kth_smallest"):
            for name in ("int32", "uint32", "int64", "uint64", "float32", "float64"):
                _, rows = self.sweep("--backend", "serial", "--n", "0,7,70000", "--op", op,
                                     "--type", name, "--pattern", ",".join(self.patterns),
                                     "--max-seconds", "0.1")
                self.assertEqual({(row["op"], row["type"]) for row in rows}, {(op, name)})
class SweepOfSearches(SweepOfPatterns):
    """Sweeps of searches, gathers and merges, whose arrays are compared with those of plain loops
    and of the standard library."""

    def assert_sweep(self, op, name, patterns):
        _, rows = self.sweep("--backend", "serial,host:2", "--n", "0,1,3000,70000", "--op", op,
                             "--type", name, "--pattern", ",".join(patterns), "--max-seconds",
                             "0.1")
        self.assertEqual({(row["op"], row["type"]) for row in rows}, {(op, name)})
        self.assertEqual({row["pattern"] for row in rows}, set(patterns))
        self.assert_all_are_listed([row for row in rows if row["pattern"] == "random" and
                                    row["n"] == 3000 and row["backend"] == "serial"], name, op)

    def test_every_type_and_operation_can_be_swept(self):
        keys = ("random", "sorted", "reversed", "equal", "few-distinct")
        for self.preset, default, ops, patterns in (
                ("search", "bisection", ("lower_bound", "upper_bound"), keys),
                ("gather", "direct", ("gather", "scatter"), ("random", "sorted", "reversed")),
                ("merge", "merge-path", ("merge", "merge_by_key"),
                 ("random", "equal", "few-distinct"))):
            self.strategies = {"sequential", default}
            for op in ops:
                for name in ("int32", "uint32", "int64", "uint64", "float32", "float64"):
                    self.assert_sweep(op, name, patterns)

    def test_the_first_operation_is_the_default(self):
        for self.preset, op, size, what in (("search", "lower_bound", 12, "values"),
                                            ("gather", "gather", 12, "positions"),
                                            ("merge", "merge", 8, "keys")):
            text, rows = self.sweep("--backend", "host", "--n", "100k")
            self.assertEqual({row["op"] for row in rows}, {op})
            self.assertEqual({row["bytes"] for row in rows}, {100000 * size})
            self.assertIn(f", random {what}", text)

    def test_nonsense_is_refused(self):
        for preset, text in (("search", "uniform"), ("gather", "equal"), ("merge", "sorted")):
            self.refuse(2, [f"'{text}'", preset, "random"], "sweep", preset, "--pattern", text)


if __name__ == "__main__":
    main()
