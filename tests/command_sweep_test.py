#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of `omprim sweep` from outside, except exact sums, histograms and
sorts; see command_support.py."""

import csv
import json
import pathlib

from command_support import CommandTest, main, omprim


class SweepOfArrays(CommandTest):
    """Sweeps that write arrays, which are compared with their whole expected output."""

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

    def test_the_best_does_what_the_others_do(self):
        """Selections without the order of the input are listed apart."""
        text = self.succeed("sweep", "select", "--n", "300k", "--backend", "host", "--repeat", "3")
        ordered, others = text.split("best tuning of each strategy:")[1].split("without the order")
        self.assertIn("single-pass", ordered)
        self.assertNotIn("unordered", ordered)
        self.assertIn("unordered", others.split("rows, every result")[0])
        self.assertNotIn("unordered", others.split("best:")[1])
        alone = self.succeed("sweep", "select", "--n", "300k", "--backend", "host", "--repeat", "1",
                             "--strategy", "unordered")
        self.assertIn("unordered", alone.split("best:")[1])


class Tables(CommandTest):
    """The text that a person sees."""

    SWEEPS = (["strategies", "--n", "1000"], ["sizes", "--n", "2000", "--backend", "serial,host"],
              ["workload", "--n", "1Mi", "--strategy", "multi-block", "--type", "double"],
              ["select", "--n", "1Mi,3000", "--selectivity", "0.01,1"], ["scan", "--n", "70000"],
              ["segments", "--n", "2000", "--backend", "serial,host"],
              ["exact", "--n", "70000,1Mi", "--backend", "serial,host"],
              ["exact", "--n", "3000", "--op", "exact_sum_of_absolutes"],
              ["exact", "--n", "3000", "--range", "0,40,2000", "--backend", "serial,host"],
              ["histogram", "--n", "70000"],
              ["histogram", "--n", "3000,1Mi", "--bins", "16,100003", "--pattern", "skewed,one-bin",
               "--backend", "serial,host:2"],
              ["sort", "--n", "70000", "--op", "argsort"],
              ["sort", "--n", "3000,1Mi", "--pattern", "few-distinct,reversed", "--backend",
               "serial,host:2"],
              ["hierarchy", "--n", "1000", "--bodies", "100", "--order", "16"])

    def test_every_line_fits_100_columns(self):
        for arguments in self.SWEEPS:
            where = [] if "--backend" in arguments else ["--backend", "host"]
            text = self.succeed("sweep", "--repeat", "1", *where, *arguments)
            self.assert_lines_fit(text)
        self.assert_lines_fit(self.succeed("list"))

    def test_data_in_a_cache_have_no_share_of_the_memory(self):
        for arguments in (["all", "--strategy", "single-pass"], ["select"], ["exact"],
                          ["histogram"], ["sort"]):
            path = self.path("small.json")
            text = self.succeed("sweep", *arguments, "--n", "1000", "--backend", "host",
                                "--repeat", "1", "--json", path)
            self.assertIn("cache", text)
            for row in json.loads(pathlib.Path(path).read_text())["rows"]:
                self.assertNotIn("share_of_limit", row)
            self.assertNotRegex(text, r"\d%")


class SweepOfRanks(CommandTest):
    """Measured by the tests of ranks, which mpiexec starts."""

    def test_options_of_other_sweeps_and_builds_without_mpi_are_refused(self):
        result = omprim("sweep", "mpi", "--bins", "256")
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertRegex(result.stderr, "--bins is of histograms|-DOMPRIM_MPI=ON")


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
        # The fast ones are measured first: the default, then backwards through the list.
        self.assertEqual(data["rows"][0]["strategy"], "single-pass")
        table = json.loads(self.succeed("list", "--json"))
        listed = list(dict.fromkeys(strategy["name"] for strategy in table["strategies"]))
        measured = list(dict.fromkeys(row["strategy"] for row in data["rows"]))
        self.assertEqual(measured, [name for name in reversed(listed) if name in names])
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


if __name__ == "__main__":
    main()
