#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of `omprim sweep` with exact sums from outside; see command_support.py."""

import csv
import json
import pathlib
import re

from command_support import CommandTest, main


class SweepOfExactSums(CommandTest):
    """Sweeps of exact sums, whose results are compared bit by bit."""

    strategies = {"sequential", "exponent-bins", "window-of-1", "window-of-2", "window-of-3",
                  "window-of-4", "integer-window", "window"}

    def sweep(self, *arguments):
        return self.sweep_right("exact", *arguments)

    def test_every_compiled_row_is_measured_and_right(self):
        _, data = self.sweep("--backend", "host:2", "--n", "100k")
        self.assertEqual((data["preset"], data["type"], data["op"]),
                         ("exact", "float64", "exact_sum"))
        listed = json.loads(self.succeed("list", "--json", "--backend", "host", "--type", "double",
                                         "--op", "exact_sum"))["rows"]
        names = ("strategy", "work_group_size", "lanes", "items_per_work_item")
        measured = [tuple(row[name] for name in names) for row in data["rows"]]
        self.assertEqual(sorted(measured),
                         sorted(tuple(row[name] for name in names) for row in listed))
        # The default is measured first.
        strategies = list(dict.fromkeys(row["strategy"] for row in data["rows"]))
        self.assertEqual(strategies[0], "window")
        self.assertEqual(set(strategies), self.strategies)
        for row in data["rows"]:
            self.assertTrue(row["ok"] and row["runs"] > 0, row)
            self.assertEqual((row["n"], row["bytes"]), (100000, 800000))
            self.assertGreater(row["g_elements_per_s"], 0)
            self.assertEqual(row["limit"], "read")
            self.assertNotIn("kept", row)

    def test_every_type_and_operation_can_be_swept(self):
        for op in ("exact_sum", "exact_sum_of_absolutes", "exact_sum_of_squares", "exact_dot"):
            for cpp_type, name in (("float", "float32"), ("double", "float64")):
                _, data = self.sweep("--backend", "serial", "--n", "3000", "--op", op, "--type",
                                     cpp_type)
                self.assertEqual({(row["op"], row["type"]) for row in data["rows"]}, {(op, name)})
                arrays = 2 if op == "exact_dot" else 1
                size = 4 if cpp_type == "float" else 8
                self.assertEqual({row["bytes"] for row in data["rows"]}, {3000 * size * arrays})

    def expected_sums(self, text):
        return [float(text) for text in re.findall(r"expected\s+(-?[0-9.e+-]+[0-9])", text)]

    def test_the_expected_sums_are_those_of_python(self):
        """The numbers are those of math.fsum for the same elements. The command fills and adds
        5,000,000 elements in two parts."""
        text, _ = self.sweep("--backend", "serial,host:2", "--n", "1000,5M", "--strategy",
                             "window", "--max-seconds", "0.1")
        self.assertEqual(self.expected_sums(text), 2 * [0.34217679087899594, -19.94104907089485])

    def test_each_range_is_an_input(self):
        """The sums are those of math.fsum for the same elements, on every backend. Each is so small
        that it depends on the least element."""
        sums = {0: -0.00015217810107048813, 1: 0.44515896833798263, 40: 0.34217679087899594,
                1900: -5.133572364524757e-280, 2000: 5.970780551504544e-296}
        path = self.path("exact.csv")
        text, data = self.sweep("--backend", "serial,host:2", "--n", "1000", "--range",
                                "0,1,40,1900,2000", "--csv", path)
        self.assertEqual(re.findall(r"(?m)^n = 1,000 .*, range 2\^(\d+),", text),
                         2 * [str(bits) for bits in sums])
        self.assertEqual(self.expected_sums(text), 2 * list(sums.values()))
        for backend in ("serial", "host:2"):
            for bits in sums:
                rows = [row for row in data["rows"]
                        if (row["backend"], row["range"]) == (backend, bits)]
                self.assertEqual({row["strategy"] for row in rows}, self.strategies)
                self.assertTrue(all(row["ok"] and row["gb_per_s"] > 0 for row in rows))
        with open(path, newline="", encoding="utf-8") as file:
            self.assertEqual([row["range"] for row in csv.DictReader(file)],
                             [str(row["range"]) for row in data["rows"]])
        best = text.split("best tuning of each input:")[1].split("rows, every result")[0]
        self.assertEqual(re.findall(r" 2\^(\d+) ", best),
                         [str(bits) for bits in sums for _ in range(2)])

    def test_the_greatest_ranges_are_measured_and_right(self):
        for op, cpp_type, greatest in (
                ("exact_sum", "float", "250"), ("exact_dot", "float", "250"),
                ("exact_dot", "double", "2000"), ("exact_sum_of_absolutes", "float", "208"),
                ("exact_sum_of_absolutes", "double", "2000"),
                ("exact_sum_of_squares", "float", "208"),
                ("exact_sum_of_squares", "double", "2000")):
            text, data = self.sweep("--backend", "host:2", "--n", "3000", "--op", op, "--type",
                                    cpp_type, "--range", greatest)
            self.assertEqual({row["range"] for row in data["rows"]}, {int(greatest)})
            (expected,) = self.expected_sums(text)  # not inf
            self.assertNotEqual(expected, 0)

    def test_the_range_is_2_to_the_40_unless_it_is_chosen(self):
        text, data = self.sweep("--backend", "serial", "--n", "1000")
        self.assertIn(", range 2^40, expected", text)
        self.assertEqual({row["range"] for row in data["rows"]}, {40})

    def test_wrong_ranges_are_refused(self):
        for text in ("-1", "1.5", "2^3", "40x", "1..4", "2001", "4294967297"):
            self.refuse(2, [f"'{text}'", "range", "250", "float32", "2000", "float64"], "sweep",
                        "exact", f"--range=40,{text}", "--n", "1000", "--backend", "serial")
        self.refuse(2, ["','", "range"], "sweep", "exact", "--range", ",")
        for op, greatest in (("exact_dot", 250), ("exact_sum_of_absolutes", 208)):
            self.refuse(2, [f"'{greatest + 1}'", op, f"{greatest} bits for float32"], "sweep",
                        "exact", "--range", str(greatest + 1), "--op", op, "--type", "float")

    def test_work_group_sizes_are_chosen(self):
        _, data = self.sweep("--backend", "host", "--n", "1000,2000", "--work-group-size", "8")
        self.assertEqual({row["work_group_size"] for row in data["rows"]}, {8})
        self.assertEqual({row["n"] for row in data["rows"]}, {1000, 2000})

    def test_exact_sums_of_segments_are_swept_and_verified(self):
        path = self.path("segments.json")
        for choice, name in ([], "float64"), (["--type", "float"], "float32"):
            text = self.succeed("sweep", "segments", "--op", "exact_segmented_sum", *choice, "--n",
                                "70000", "--length", "0,1,7,3000", "--backend", "host:2",
                                "--repeat", "1", "--json", path)
            self.assertIn("0 failed", text)
            rows = json.loads(pathlib.Path(path).read_text())["rows"]
            self.assertEqual({(row["type"], row["length"], row["strategy"]) for row in rows},
                             {(name, length, strategy) for length in (0, 1, 7, 3000)
                              for strategy in ("sequential", "merge-path")})
        self.refuse(2, ["no compiled row"], "sweep", "segments", "--op", "exact_segmented_sum",
                    "--type", "int32", "--backend", "host", "--n", "1000")

    def test_exact_sums_of_segments_go_over_lengths_and_ranges(self):
        path = self.path("segments.json")
        text = self.succeed("sweep", "segments", "--op", "exact_segmented_sum", "--backend", "host:2",
                            "--n", "3000", "--length", "10,0", "--range", "0,1900", "--repeat", "2",
                            "--json", path)
        self.assertIn("0 failed", text)
        inputs = [(10, 0), (10, 1900), (0, 0), (0, 1900)]
        self.assertEqual(re.findall(r"(?m)^n = 3,000 .*, range 2\^(\d+),", text),
                         [str(bits) for _, bits in inputs])
        rows = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["rows"]
        self.assertTrue(all(row["ok"] for row in rows))
        self.assertEqual(list(dict.fromkeys((row["length"], row["range"]) for row in rows)), inputs)

    def test_a_range_is_refused_where_no_sum_is_exact(self):
        for preset in ("segments", "scan", "all"):
            self.refuse(2, ["--range", "exact"], "sweep", preset, "--range", "40", "--n", "1000",
                        "--backend", "serial")
        self.refuse(2, ["'251'", "250 bits for float32"], "sweep", "segments", "--op",
                    "exact_segmented_sum", "--type", "float", "--range", "251", "--n", "1000",
                    "--backend", "serial")

    def test_nonsense_is_refused(self):
        self.refuse(2, ["sum", "exact"], "sweep", "exact", "--op", "sum")
        self.refuse(2, ["exact_sum", "sweep all"], "sweep", "all", "--op", "exact_sum")
        self.refuse(2, ["no compiled row"], "sweep", "exact", "--type", "int32", "--backend",
                    "host", "--n", "1000")
        self.refuse(2, ["no compiled row"], "sweep", "exact", "--strategy", "single-pass",
                    "--backend", "host", "--n", "1000")


if __name__ == "__main__":
    main()
