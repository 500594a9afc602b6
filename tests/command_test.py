#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the command `omprim` and of tools/plot.py, from outside.

Usage: command_test.py OMPRIM PLOT_PY [unittest arguments]
"""

import csv
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

OMPRIM = ""
PLOT = ""


def call(arguments, **variables):
    environment = {key: value for key, value in os.environ.items()
                   if not key.startswith("OMPRIM_")}
    environment.update(variables)
    return subprocess.run(arguments, capture_output=True, text=True, env=environment,
                          timeout=600, check=False)


def omprim(*arguments, **variables):
    return call([OMPRIM, *arguments], **variables)


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def path(self, name):
        return str(pathlib.Path(self.directory.name) / name)

    def succeed(self, *arguments, **variables):
        result = omprim(*arguments, **variables)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def refuse(self, status, words, *arguments, **variables):
        """The exit status, and one sentence on standard error with these words."""
        result = omprim(*arguments, **variables)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        # The OpenMP runtime warns on its own account where the host is a device.
        said = [line for line in result.stderr.splitlines() if not line.startswith("OMP: ")]
        self.assertEqual(len(said), 1, result.stderr)
        self.assertTrue(said[0].startswith("omprim: "), result.stderr)
        for word in words:
            self.assertIn(word, said[0])
        return result.stdout


class Doctor(CommandTest):
    def test_a_sound_machine_is_well(self):
        text = self.succeed("doctor")
        for word in ("serial", "host", "active level", "wait policy", "test sum", "all is well"):
            self.assertIn(word, text)

    def test_an_isa_level_that_is_none_is_a_problem_with_a_hint(self):
        text = self.refuse(1, ["problem"], "doctor", OMPRIM_ISA="x86-64-v9")
        self.assertIn("x86-64-v9", text)
        self.assertIn("hint: ", text)

    def test_a_tuning_file_that_is_not_there_is_a_problem(self):
        path = self.path("none")
        self.assertIn(path, self.refuse(1, ["problem"], "doctor", OMPRIM_TUNING_FILE=path))

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
                             ("single-pass", "double", "dot", "host"))

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

    def test_every_operation_of_a_type_passes(self):
        self.succeed("verify", "--backend", "host", "--strategy", "single-pass", "--type",
                     "float")

    def test_no_fitting_row_is_refused(self):
        self.refuse(2, ["no compiled row"], "verify", "--type", "int32", "--op", "dot")


class SweepOfArrays(CommandTest):
    """Sweeps of selections and scans, which are compared with their whole expected output."""

    def test_selections_go_over_sizes_and_selectivities(self):
        path = self.path("select.json")
        text = self.succeed("sweep", "select", "--n", "2^10..2^12,5000", "--selectivity",
                            "0.25,1", "--backend", "host", "--repeat", "2", "--json", path)
        self.assertIn("0 failed", text)
        rows = json.loads(pathlib.Path(path).read_text())["rows"]
        self.assertEqual({row["n"] for row in rows}, {1024, 2048, 4096, 5000})
        self.assertTrue(all(row["ok"] for row in rows))
        kept = {row["kept"] for row in rows if row["n"] == 5000}
        self.assertEqual(len(kept), 2)
        self.assertEqual(max(kept), 5000)
        self.assertTrue(1000 < min(kept) < 1500)
        phases = [len(row["phases_ms"]) for row in rows if row["strategy"] == "three-phase"]
        self.assertTrue(phases and all(count == 4 for count in phases))

    def test_work_group_sizes_are_chosen(self):
        path = self.path("select.csv")
        self.succeed("sweep", "select", "--n", "3000", "--work-group-size", "64..256", "--strategy",
                     "three-phase", "--backend", "serial", "--repeat", "1", "--csv", path)
        with open(path, newline="", encoding="utf-8") as file:
            sizes = [row["work_group_size"] for row in csv.DictReader(file)]
        self.assertEqual(sizes, ["64", "128", "256"])

    def test_every_selection_can_be_swept(self):
        for op in ("select_index", "partition", "unique", "count_if"):
            self.succeed("sweep", "select", "--op", op, "--type", "float", "--n", "10000",
                         "--backend", "host", "--repeat", "1")
        self.succeed("sweep", "select", "--op", "select_flagged", "--type", "uint64", "--n",
                     "10000", "--backend", "host", "--repeat", "1")

    def test_scans_are_swept_and_verified(self):
        for op in ("scan_sum", "scan_min", "scan_max", "segmented_scan_sum"):
            text = self.succeed("sweep", "scan", "--op", op, "--type", "double", "--n", "100000",
                                "--backend", "host,tbb", "--repeat", "2")
            self.assertIn("0 failed", text)
        for op in ("scan_sum", "segmented_scan_max"):
            self.succeed("verify", "--backend", "host", "--op", op, "--type", "int32")

    def test_what_does_not_fit_is_said_and_the_sweep_goes_on(self):
        result = omprim("sweep", "select", "--n", "2^50,1000", "--backend", "serial", "--repeat",
                        "1", "--strategy", "sequential")
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("1 inputs did not fit", result.stdout)
        self.assertIn("1 rows, every result verified, 0 failed", result.stdout)

    def test_nonsense_is_refused(self):
        self.refuse(2, ["1.5", "selectivity"], "sweep", "select", "--selectivity", "1.5")
        self.refuse(2, ["2^5..2^3"], "sweep", "select", "--n", "2^5..2^3")
        self.refuse(2, ["sum", "select"], "sweep", "select", "--op", "sum")


class SweepOfForms(CommandTest):
    """The sweep of kernels in several forms."""

    FORMS = {"nbody": {"simple", "nd_range", "hierarchical", "scoped", "tuned"},
             "reduction": {"nd_range", "hierarchical", "scoped"},
             "segmented reduction": {"nd_range", "hierarchical", "scoped"},
             "dgemm": {"simple", "nd_range", "hierarchical", "scoped", "tuned"}}

    def sweep(self, backend, *arguments):
        path = self.path("forms.json")
        text = self.succeed("sweep", "hierarchy", "--backend", backend, "--n", "5000", "--bodies",
                            "300", "--order", "20,64", "--repeat", "1", "--json", path, *arguments)
        return text, json.loads(pathlib.Path(path).read_text(encoding="utf-8"))

    def test_every_form_of_every_kernel_is_measured_and_right(self):
        text, data = self.sweep("serial,host:2,tbb")
        self.assertIn("0 failed", text)
        for backend in ("serial", "host:2", "tbb"):
            rows = [row for row in data["rows"] if row["backend"] == backend]
            self.assertTrue(all(row["ok"] and row["rate"] > 0 for row in rows))
            for kernel, forms in self.FORMS.items():
                self.assertEqual({row["form"] for row in rows if row["kernel"] == kernel}, forms)
        self.assertEqual({row["n"] for row in data["rows"] if row["kernel"] == "dgemm"}, {20, 64})
        for title in ("runtime, ms", "dgemm, GFLOP/s", "dgemm, share of the peak"):
            self.assertEqual(text.count(title), 3)

    def test_every_isa_level_has_its_kernels(self):
        for level in ("x86-64-v2", "x86-64-v3", "x86-64-v4"):
            result = omprim("doctor", OMPRIM_ISA=level)
            if result.returncode == 0:
                self.succeed("sweep", "hierarchy", "--backend", "host", "--n", "1000", "--bodies",
                             "100", "--order", "50", "--repeat", "1", OMPRIM_ISA=level)

    def test_shares_are_of_the_peak_that_is_given(self):
        text, data = self.sweep("host", "--peak", "1000")
        self.assertIn("peak 1000 GFLOP/s, as given", text)
        for row in data["rows"]:
            if row["kernel"] == "dgemm":
                self.assertEqual(row["peak"], 1000)
                self.assertAlmostEqual(row["share_of_peak"], row["rate"] / 1000)

    def test_rows_as_csv(self):
        path = self.path("forms.csv")
        _, data = self.sweep("host", "--csv", path)
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["form"] for row in rows], [row["form"] for row in data["rows"]])
        self.assertTrue(all(row["problem"] == "" for row in rows))

    def test_nonsense_is_refused(self):
        for option in ("--n", "--bodies", "--order"):
            self.refuse(2, ["at least one"], "sweep", "hierarchy", option, "0")
        self.refuse(2, ["--peak"], "sweep", "hierarchy", "--peak", "-1")


class Sweep(CommandTest):
    def sweep(self, preset, *arguments, backend="host"):
        """Runs a small sweep; its text, JSON and CSV rows."""
        files = self.path("sweep.json"), self.path("sweep.csv")
        text = self.succeed("sweep", preset, "--backend", backend, "--repeat", "2",
                            "--max-seconds", "0.1", "--json", files[0], "--csv", files[1],
                            *arguments)
        with open(files[0], encoding="utf-8") as file:
            data = json.load(file)
        with open(files[1], encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), len(data["rows"]))
        for row in data["rows"]:
            self.assertTrue(row["ok"], row)
        return text, data, rows

    def test_vector_lanes_covers_the_grid_of_the_paper(self):
        text, data, rows = self.sweep("vector-lanes", "--n", "100000")
        grid = {(row["work_group_size"], row["lanes"]) for row in data["rows"]}
        self.assertLessEqual({(group, lanes) for group in (16, 32, 64, 128, 256, 512, 1024)
                              for lanes in (1, 2, 4, 8, 16)}, grid)
        best = min(data["rows"], key=lambda row: row["kernel_ms"]["median"])
        self.assertIn("best:", text.splitlines()[-2])
        shape = f"{best['work_group_size']}x{best['lanes']}x{best['items_per_work_item']}"
        self.assertIn(shape, text.splitlines()[-1])
        self.assertEqual({row["n"] for row in rows}, {"100000"})

    def test_workload_covers_the_grid_of_the_paper(self):
        _, data, _ = self.sweep("workload", "--n", "100k")
        self.assertLessEqual({1, 2, 4, 8, 16, 32},
                             {row["items_per_work_item"] for row in data["rows"]})

    def test_strategies_names_the_best_tuning_of_each(self):
        text, data, _ = self.sweep("strategies", "--n", "2^15+1")
        names = {row["strategy"] for row in data["rows"]}
        self.assertGreater(len(names), 10)
        self.assertEqual(data["rows"][0]["strategy"], "single-pass")  # fast ones first
        self.assertEqual(data["rows"][-1]["strategy"], "atomic-per-item")
        summary = text.split("best tuning of each strategy:")[1]
        for name in names:
            self.assertIn(name, summary)

    def test_sizes_gives_speedups(self):
        _, data, _ = self.sweep("sizes", "--n", "10k")
        self.assertEqual({row["n"] for row in data["rows"]}, {1000, 10000})
        for row in data["rows"]:
            self.assertGreater(row["speedup"], 0)

    def test_other_types_operations_and_backends(self):
        _, data, _ = self.sweep("all", "--n", "5000", "--type", "double", "--op", "argmin",
                                backend="serial,host:2")
        self.assertEqual({row["backend"] for row in data["rows"]}, {"serial", "host:2"})

    def test_a_pipe_sees_no_progress_bar(self):
        result = omprim("sweep", "vector-lanes", "--backend", "host", "--n", "1000", "--repeat",
                        "1")
        self.assertNotIn("\r", result.stdout + result.stderr)
        self.assertNotIn("[", result.stderr)

    def test_mistakes_are_refused(self):
        self.refuse(2, ["figure9", "vector-lanes"], "sweep", "figure9")
        self.refuse(2, ["gpu", "device"], "sweep", "--backend", "gpu")
        for number in ("12x", "-1", "1.5", "M", "2^99", "nan"):
            self.refuse(2, [f"'{number}'", "2^28"], "sweep", f"--n={number}")
        self.refuse(2, ["--repeat"], "sweep", "--repeat", "0")
        self.refuse(2, ["--wait"], "sweep", "--wait", "nap")
        self.refuse(2, ["no compiled row"], "sweep", "--type", "int32", "--op", "dot")

    def test_a_device_that_is_not_there_fails(self):
        self.refuse(1, ["device"], "sweep", "--backend", "device:99", "--n", "1000")

    def test_too_much_data_is_a_clear_failure(self):
        self.refuse(1, ["--n", "memory"], "sweep", "--backend", "host", "--n", "500Gi")

    def test_a_file_that_cannot_be_written_fails(self):
        self.refuse(1, ["/nowhere/"], "sweep", "--n", "1000", "--backend", "host", "--json",
                    "/nowhere/sweep.json")


class Tune(CommandTest):
    def test_the_file_is_one_that_the_library_reads(self):
        path = self.path("here.tuning")
        text = self.succeed("tune", "--backend", "host", "--types", "int32,double", "--ops",
                            "sum,min", "--sizes", "1Ki,64Ki", "--max-seconds", "0.002", "--out",
                            path)
        self.assertIn("OMPRIM_TUNING_FILE=", text)
        heading = pathlib.Path(path).read_text(encoding="utf-8")
        for word in ("device:", "compiler:", "date:", "omprim:"):
            self.assertIn(word, heading)
        self.assertIn(path, self.succeed("doctor", OMPRIM_TUNING_FILE=path))

    def test_every_algorithm_is_tuned_and_rules_carry_their_origin(self):
        path = self.path("all.tuning")
        ops = ["sum", "select_if", "scan_sum", "segmented_scan_sum", "segmented_sum"]
        text = self.succeed("tune", "--backend", "host", "--type", "double", "--op",
                            ",".join(ops), "--sizes", "4,512", "--max-seconds", "0.002",
                            "--noise", "0", "--out", path)
        for op in ops:
            self.assertRegex(text, rf"double +{op} +[1-9]\d* candidates")
        target = self.succeed("doctor").split("tuning target")[1].split()[0]
        lines = [line.split() for line in pathlib.Path(path).read_text("utf-8").splitlines()
                 if line[0] != "#" and "parallel-from" not in line]
        for words in lines:
            self.assertEqual(words[0], target)
            self.assertIn(words[2], ops)
            self.assertLessEqual(int(words[3]), 512)  # little data: nothing is extrapolated
            self.assertRegex(words[7], r"^\d{4}-\d{2}-\d{2}$")
            self.assertGreater(len(words), 9)
        self.assertIn(path, self.succeed("doctor", OMPRIM_TUNING_FILE=path))
        self.assertFalse(pathlib.Path(path + ".partial").exists())

    def test_an_aborted_run_keeps_the_old_file(self):
        path = pathlib.Path(self.path("old.tuning"))
        path.write_text("# the old file\n", encoding="utf-8")
        with subprocess.Popen([OMPRIM, "tune", "--backend", "host", "--out", str(path)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as tuning:
            partial = pathlib.Path(f"{path}.partial")
            for _ in range(600):
                if partial.exists() and partial.stat().st_size > 0:
                    break
                time.sleep(0.1)
            tuning.send_signal(signal.SIGINT)
        self.assertNotEqual(tuning.returncode, 0)
        self.assertEqual(path.read_text(encoding="utf-8"), "# the old file\n")
        self.assertIn("omprim tune", partial.read_text(encoding="utf-8"))

    def test_mistakes_are_refused(self):
        self.refuse(2, ["unordered", "order"], "tune", "--strategy", "unordered")
        self.refuse(2, ["serial"], "tune", "--backend", "serial")
        self.refuse(2, ["int33"], "tune", "--types", "int33")
        self.refuse(2, ["0 elements"], "tune", "--sizes", "0")
        self.refuse(1, ["/nowhere/"], "tune", "--backend", "host", "--out", "/nowhere/tuning")


class Usage(CommandTest):
    def test_help_and_version(self):
        self.assertIn("sweep", self.succeed("--help"))
        self.assertIn("vector-lanes", self.succeed("sweep", "--help"))
        self.assertRegex(self.succeed("--version"), r"^omprim \d+\.\d+\.\d+\n$")

    def test_no_and_unknown_commands_are_refused(self):
        self.refuse(2, ["doctor", "sweep"])
        self.refuse(2, ["polish", "doctor"], "polish")
        self.refuse(2, ["--frobnicate"], "doctor", "--frobnicate")


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
class Plot(CommandTest):
    def draw(self, preset, *arguments, ending="png"):
        sweep, figure = self.path("sweep.json"), self.path("figure." + ending)
        self.succeed("sweep", preset, "--backend", "host", "--n", "10k", "--repeat", "1",
                     "--json", sweep)
        result = call([sys.executable, PLOT, sweep, "-o", figure, *arguments])
        self.assertEqual(result.returncode, 0, result.stderr)
        return pathlib.Path(figure).read_bytes()

    def test_every_sweep_has_its_figure(self):
        for preset in ("vector-lanes", "workload", "strategies", "sizes"):
            self.assertTrue(self.draw(preset).startswith(b"\x89PNG"), preset)

    def test_products_have_two_figures(self):
        sweep, figure = self.path("forms.json"), self.path("forms.svg")
        self.succeed("sweep", "hierarchy", "--backend", "host", "--n", "1000", "--bodies", "100",
                     "--order", "16..64", "--repeat", "1", "--json", sweep)
        result = call([sys.executable, PLOT, sweep, "-o", figure])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"<svg", pathlib.Path(figure).read_bytes())
        result = call([sys.executable, PLOT, sweep, "-o", figure, "--kind", "bars"])
        self.assertEqual(result.returncode, 1)
        self.assertIn("dgemm", result.stderr)

    def test_heat_map_as_svg(self):
        self.assertIn(b"<svg", self.draw("vector-lanes", "--kind", "heatmap", ending="svg"))

    def test_what_is_no_sweep_is_refused(self):
        path = self.path("other.json")
        pathlib.Path(path).write_text("{}", encoding="utf-8")
        for file in (path, self.path("none.json")):
            result = call([sys.executable, PLOT, file])
            self.assertEqual(result.returncode, 1)
            self.assertTrue(result.stderr.startswith("plot.py: "), result.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    OMPRIM, PLOT = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
