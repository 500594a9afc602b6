#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the command `omprim` from outside, except sweeps and tuning; see command_support.py."""

import json
import os
import pathlib
import pty
import subprocess

from command_support import CommandTest, call, main, omprim, programs


class Doctor(CommandTest):
    def test_a_sound_machine_is_well(self):
        text = self.succeed("doctor", "--speed")
        self.assertRegex(text, r"speed +host: \d+ of \d+ choices are within 10 %")
        for word in ("serial", "host", "active level", "wait policy", "MPI", "test sum",
                     "all is well"):
            self.assertIn(word, text)
        self.assert_lines_fit(text)

    def test_an_isa_level_that_is_none_is_a_problem_with_a_hint(self):
        text = self.refuse(1, ["problem"], "doctor", OMPRIM_ISA="x86-64-v9")
        self.assertIn("x86-64-v9", text)
        self.assertIn("hint: ", text)
        self.assert_lines_fit(text)

    def test_a_tuning_file_that_is_not_there_is_a_problem(self):
        path = self.path("none")
        text = self.refuse(1, ["problem"], "doctor", OMPRIM_TUNING_FILE=path)
        self.assertIn(path, text)
        self.assert_lines_fit(text)

    def test_a_misspelt_variable_is_a_problem(self):
        self.assertIn("OMPRIM_WAITPOLICY",
                      self.refuse(1, ["problem"], "doctor", OMPRIM_WAITPOLICY="spin"))

    def test_a_wait_policy_that_is_none_is_a_problem(self):
        self.assertIn("nap", self.refuse(1, ["problem"], "doctor", OMPRIM_WAIT_POLICY="nap"))


class List(CommandTest):
    def test_json_names_strategies_and_rows(self):
        table = json.loads(self.succeed("list", "--json"))
        names = {strategy["name"] for strategy in table["strategies"]}
        self.assertIn("single-pass", names)
        self.assertLessEqual({row["strategy"] for row in table["rows"]}, names)

    def test_filters_keep_only_what_fits(self):
        rows = json.loads(self.succeed("list", "--json", "--strategy", "single-pass", "--type",
                                       "double", "--op", "dot", "--backend", "host"))["rows"]
        self.assertTrue(rows)
        for row in rows:
            self.assertEqual((row["strategy"], row["type"], row["op"], row["runs_on"]),
                             ("single-pass", "float64", "dot", "host"))

    def test_exact_sums_are_of_floats_and_have_few_strategies(self):
        of_arrays = ("sequential", "exponent-bins", "window")
        for op, strategies in (("exact_sum", of_arrays), ("exact_sum_of_absolutes", of_arrays),
                               ("exact_sum_of_squares", of_arrays), ("exact_dot", of_arrays),
                               ("exact_segmented_sum", ("sequential", "merge-path"))):
            rows = json.loads(self.succeed("list", "--json", "--op", op, "--backend",
                                           "host"))["rows"]
            expected = {(name, strategy) for name in ("float32", "float64")
                        for strategy in strategies}
            if op == "exact_sum":  # fixed windows are swept for doubles
                expected |= {("float64", f"window-of-{bins}") for bins in range(1, 5)}
                expected |= {("float64", "integer-window")}
            self.assertEqual({(row["type"], row["strategy"]) for row in rows}, expected)
            self.assertEqual({(row["op"], row["runs_on"]) for row in rows}, {(op, "host")})

    def test_histograms_are_of_every_type(self):
        ops = ("histogram_even", "histogram_edges")
        rows = json.loads(self.succeed("list", "--json", "--op", ",".join(ops), "--backend",
                                       "host"))["rows"]
        types = ("int32", "uint32", "int64", "uint64", "float32", "float64")
        self.assertEqual({(row["op"], row["type"], row["strategy"]) for row in rows},
                         {(op, name, strategy) for op in ops for name in types
                          for strategy in ("sequential", "local-bins", "global-bins")})

    def test_rows_of_unsigned_integers_stand_for_all_types(self):
        for ops, default in ((("sort", "sort_by_key", "argsort"), "radix"),
                             (("lower_bound", "upper_bound"), "bisection"),
                             (("gather", "scatter"), "direct"),
                             (("merge", "merge_by_key"), "merge-path")):
            for types, listed in (("", ("uint32", "uint64")), ("float,int32", ("uint32",)),
                                  ("int64", ("uint64",)), ("double,uint32", ("uint32", "uint64"))):
                choice = ["--type", types] if types else []
                rows = json.loads(self.succeed("list", "--json", "--op", ",".join(ops), "--backend",
                                               "host", *choice))["rows"]
                found = [(row["op"], row["type"], row["strategy"]) for row in rows]
                self.assertEqual(len(found), len(set(found)))
                self.assertEqual(set(found), {(op, name, strategy) for op in ops for name in listed
                                              for strategy in ("sequential", default)})

    def test_types_and_operations_are_comma_lists(self):
        choice = ["--strategy", "single-pass", "--backend", "host", "--json"]
        rows = json.loads(self.succeed("list", *choice, "--type", "int32, double", "--op",
                                       "min,max"))["rows"]
        self.assertEqual({(row["type"], row["op"]) for row in rows},
                         {(name, op) for name in ("int32", "float64") for op in ("min", "max")})
        self.refuse(2, ["--type", "','"], "list", "--type", ",")
        self.refuse(2, ["--op", "','"], "list", "--op", ",")
        self.refuse(2, ["int33", "int32"], "list", "--type", "int32,int33")

    def test_columns_stay_below_each_other(self):
        lines = self.succeed("list", "--type", "double", "--backend", "host").splitlines()
        column = lines[0].index("runs on")
        for line in lines[1:-1]:
            self.assertEqual(line[column - 1:], " serial, host, tbb", line)

    def test_the_table_ends_with_the_number_of_rows(self):
        rows = json.loads(self.succeed("list", "--json"))["rows"]
        self.assertEqual(self.succeed("list").splitlines()[-1], f"{len(rows)} rows")

    def test_unknown_names_are_refused(self):
        self.refuse(2, ["int33", "int32"], "list", "--type", "int33")
        self.refuse(2, ["mean", "sum"], "list", "--op", "mean")
        self.refuse(2, ["magic", "single-pass"], "list", "--strategy", "magic")
        self.refuse(2, ["gpu", "device"], "list", "--backend", "gpu")


class Verify(CommandTest):
    def test_the_last_line_counts_checks_and_rows(self):
        text = self.succeed("verify", "--backend", "serial,host", "--strategy", "single-pass",
                            "--op", "sum")
        self.assertRegex(text.splitlines()[-1], r"^\d+ checks of \d+ rows passed, 0 failed$")
        self.assert_lines_fit(text)

    def test_every_operation_of_a_type_passes(self):
        self.succeed("verify", "--backend", "host", "--strategy", "single-pass", "--type",
                     "float")

    def test_every_row_of_an_exact_sum_is_checked_on_every_backend(self):
        for op, cpp_type in (("exact_sum", "float"), ("exact_dot", "double"),
                             ("exact_segmented_sum", "double")):
            filters = ["--op", op, "--type", cpp_type]
            listed = json.loads(self.succeed("list", "--json", "--backend", "host",
                                             *filters))["rows"]
            text = self.succeed("verify", "--backend", "serial,host:2", *filters)
            for backend in ("serial", "host:2"):
                self.assertRegex(text, rf"(?m)^{backend} +\d+ checks of {len(listed)} rows, "
                                       r"0 failed$")
            self.assertRegex(text.splitlines()[-1],
                             rf"^\d+ checks of {2 * len(listed)} rows passed, 0 failed$")

    def test_every_row_of_a_histogram_is_checked_on_every_backend(self):
        filters = ["--op", "histogram_even,histogram_edges", "--type", "uint32,double"]
        listed = json.loads(self.succeed("list", "--json", "--backend", "host", *filters))["rows"]
        text = self.succeed("verify", "--backend", "serial,host:2", *filters)
        for backend in ("serial", "host:2"):
            self.assertRegex(text, rf"(?m)^{backend} +\d+ checks of {len(listed)} rows, 0 failed$")

    def test_every_row_of_an_order_is_checked_with_every_type_of_its_size(self):
        for ops in ("sort,sort_by_key,argsort", "lower_bound,upper_bound", "gather,scatter",
                    "merge,merge_by_key"):
            self.assert_every_type_is_checked("--backend", "serial,host:2", "--op", ops)

    def assert_every_type_is_checked(self, *filters):
        for types, times in (("uint64,double", 2), ("float", 1)):
            listed = json.loads(self.succeed("list", "--json", "--backend", "host", "--type", types,
                                             *filters[2:]))["rows"]
            rows = times * len(listed)
            text = self.succeed("verify", *filters, "--type", types)
            for backend in ("serial", "host:2"):
                self.assertRegex(text, rf"(?m)^{backend} +\d+ checks of {rows} rows, 0 failed$")

    def test_every_row_of_an_order_statistic_is_checked(self):
        filters = ["--op", "top_k,kth_smallest", "--type", "uint64,double,float"]
        text = self.succeed("verify", "--backend", "serial,host:2", *filters)
        for backend in ("serial", "host:2"):
            # Two strategies and two operations of three types.
            self.assertRegex(text, rf"(?m)^{backend} +\d+ checks of 12 rows, 0 failed$")

    def test_no_fitting_row_is_refused(self):
        for op in ("dot", "exact_sum", "exact_segmented_sum"):
            self.refuse(2, ["no compiled row"], "verify", "--type", "int32", "--op", op)


class Usage(CommandTest):
    def test_help_and_version(self):
        self.assertIn("sweep", self.succeed("--help"))
        for name in ("vector-lanes", "exact", "histogram", "sort", "runs", "top-k", "search", "gather",
                     "merge"):
            self.assertIn(f"\n  {name} ", self.succeed("sweep", "--help"))
        for op in ("exact_sum", "histogram_even", "sort"):
            self.assertIn(op, self.succeed("verify", "--help"))
        self.assertRegex(self.succeed("--version"), r"^omprim \d+\.\d+\.\d+\n$")

    def test_help_is_a_command_too(self):
        self.assertEqual(self.succeed("help"), self.succeed("--help"))
        for name in ("doctor", "list", "verify", "sweep", "tune"):
            self.assertIn(name, self.succeed("help"))
            text = self.succeed("help", name)
            self.assertEqual(text, self.succeed(name, "--help"))
            self.assertIn(f"Usage: omprim {name}", text)
            self.assert_lines_fit(text)
        self.refuse(2, ["polish", "doctor"], "help", "polish")

    def test_no_and_unknown_commands_are_refused(self):
        self.refuse(2, ["doctor", "sweep"])
        self.refuse(2, ["polish", "doctor"], "polish")
        self.refuse(2, ["--frobnicate"], "doctor", "--frobnicate")

    def test_an_empty_text_is_refused(self):
        self.refuse(2, ["--n"], "sweep", "--n", "")
        self.refuse(2, ["--n"], "sweep", "--n=")
        self.refuse(2, ["--type"], "list", "--type", "")
        self.refuse(2, ["empty"], "")

    def test_an_unknown_strategy_is_told_every_name_once(self):
        said = omprim("list", "--strategy", "magic").stderr.split("there are ")[1]
        names = said.strip().split(", ")
        self.assertEqual(len(names), len(set(names)), said)


class Output(CommandTest):
    """A standard output that takes nothing."""

    COMMANDS = (["--help"], ["help"], ["help", "tune"], ["--version"], ["doctor"], ["list"],
                ["verify", "--backend", "serial", "--strategy", "single-pass", "--op", "min"],
                ["sweep", "--n", "1000", "--strategy", "single-pass", "--backend", "serial"],
                ["sweep", "scan", "--n", "1000", "--backend", "serial"],
                ["sweep", "exact", "--n", "1000", "--backend", "serial"],
                ["sweep", "histogram", "--n", "1000", "--backend", "serial"],
                ["sweep", "sort", "--n", "1000", "--backend", "serial"],
                ["sweep", "top-k", "--n", "1000", "--backend", "serial"],
                ["sweep", "hierarchy", "--n", "1000", "--bodies", "100", "--order", "16",
                 "--repeat", "1", "--backend", "serial"])

    def fails(self, arguments, redirection):
        shell = ["sh", "-c", f'exec "$0" "$@" {redirection}', programs.omprim, *arguments]
        result = call(shell)
        self.assertEqual(result.returncode, 1, arguments)
        self.assertRegex(result.stderr, r"omprim: .*standard output")

    def commands(self):
        tune = ["tune", "--backend", "host", "--types", "int32", "--ops", "sum", "--sizes", "1Ki",
                "--max-seconds", "0.002", "--out", self.path("full.tuning")]
        return [*self.COMMANDS, tune]

    def test_a_full_disk_is_an_error_of_every_command(self):
        for arguments in self.commands():
            self.fails(arguments, "> /dev/full")

    def test_a_closed_output_is_an_error_of_every_command(self):
        for arguments in self.commands():
            self.fails(arguments, ">&-")

    def test_a_closed_standard_error_leaves_files_alone(self):
        path = self.path("rows.json")
        shell = ["sh", "-c", 'exec "$0" "$@" 2>&-', programs.omprim, "sweep", "select", "--n",
                 "2^50,1000", "--strategy", "sequential", "--backend", "serial", "--repeat", "1",
                 "--json", path]
        self.assertEqual(call(shell).returncode, 1)
        self.assertEqual(len(json.loads(pathlib.Path(path).read_text())["rows"]), 1)

    def test_a_person_at_the_terminal_sees_progress_while_a_file_takes_the_result(self):
        ours, theirs = pty.openpty()
        with open(self.path("verify.txt"), "w", encoding="utf-8") as file:
            status = subprocess.run(
                [programs.omprim, "verify", "--backend", "serial", "--strategy", "single-pass",
                 "--op", "min"], stdout=file, stderr=theirs, timeout=600, check=False).returncode
        os.close(theirs)
        self.assertEqual(status, 0)
        self.assertRegex(os.read(ours, 1 << 16).decode(), r"\[#*\.*\] \d+/\d+ ")
        os.close(ours)
        self.assertNotIn("\r", pathlib.Path(self.path("verify.txt")).read_text())


class Memory(CommandTest):
    """More data than any memory holds; numbers of bytes that no integer of 64 bits holds."""

    def test_the_needed_and_the_free_bytes_are_said(self):
        for words in (["sweep", "--n", "2^62"],
                      ["sweep", "--n", "2^61", "--op", "dot", "--type", "double"],
                      ["sweep", "exact", "--n", "2^61"],
                      ["sweep", "hierarchy", "--order", "2^40", "--bodies", "100", "--n", "1000",
                       "--repeat", "1"],
                      ["sweep", "hierarchy", "--bodies", "2^50"],
                      ["sweep", "hierarchy", "--bodies", "2^62"],
                      ["sweep", "hierarchy", "--n", "2^62", "--bodies", "100", "--repeat", "1"]):
            option = words[[word.startswith("2^") for word in words].index(True) - 1]
            self.refuse(1, ["B of host memory", "are free", option], *words, "--backend", "host")

    def test_arrays_say_the_same(self):
        for preset in ("select", "scan", "segments", "histogram", "sort", "runs", "top-k", "search",
                       "gather", "merge"):
            for n in ("2^62", "2^60"):
                self.refuse(1, ["EB of host memory", "are free", "--n"], "sweep", preset, "--n", n,
                            "--backend", "host", "--length", "1")

    def test_tuning_says_the_same(self):
        self.refuse(1, ["EB", "free"], "tune", "--sizes", "2^62", "--backend", "host", "--types",
                    "int32", "--ops", "sum", "--max-seconds", "0.001", "--out",
                    self.path("none.tuning"))


if __name__ == "__main__":
    main()
