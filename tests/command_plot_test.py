#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of tools/plot.py from outside; see command_support.py."""

import importlib.util
import json
import pathlib
import sys
import unittest

from command_support import CommandTest, call, main, programs


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
class Plot(CommandTest):
    def draw(self, preset, *arguments, ending="png"):
        sweep, figure = self.path("sweep.json"), self.path("figure." + ending)
        self.succeed("sweep", preset, "--backend", "host", "--n", "10k", "--repeat", "1",
                     "--json", sweep)
        result = call([sys.executable, programs.plot, sweep, "-o", figure, *arguments])
        self.assertEqual(result.returncode, 0, result.stderr)
        return pathlib.Path(figure).read_bytes()

    def test_every_sweep_has_its_figure(self):
        for preset in ("vector-lanes", "workload", "strategies", "sizes", "select", "scan",
                       "segments", "exact", "histogram", "sort", "runs", "top-k", "search",
                       "gather", "merge"):
            self.assertTrue(self.draw(preset).startswith(b"\x89PNG"), preset)

    def figure_of(self, *arguments):
        """The figure that plot.py draws of a sweep, as matplotlib's own object."""
        path = self.path("sweep.json")
        self.succeed("sweep", *arguments, "--backend", "host", "--repeat", "1", "--json", path)
        spec = importlib.util.spec_from_file_location("plot", programs.plot)
        plot = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(plot)
        sweep = plot.load(path)
        plot.draw(sweep, plot.KIND_OF_PRESET[sweep["preset"]], None, self.path("figure.png"))
        self.addCleanup(plot.plt.close, "all")
        return plot.plt.gcf()

    def test_no_legend_covers_data(self):
        for arguments in (["vector-lanes", "--n", "10k"], ["sizes", "--n", "10k"],
                          ["select", "--n", "1000,2000", "--selectivity", "0.1,0.9"],
                          ["segments", "--n", "1000"], ["exact", "--n", "1000,2000"],
                          ["exact", "--n", "1000,2000", "--range", "1,40"],
                          ["histogram", "--n", "1000,2000", "--bins", "16,256"],
                          ["sort", "--n", "1000,2000", "--pattern", "random,sorted"],
                          ["hierarchy", "--n", "1000", "--bodies", "100", "--order", "16,32"]):
            figure = self.figure_of(*arguments)
            shown = [axes for axes in figure.axes if axes.get_visible()]
            legends = [axes.get_legend() for axes in shown if axes.get_legend()]
            self.assertTrue(legends, arguments)
            for legend in legends:
                box = legend.get_window_extent()
                for axes in shown:
                    self.assertFalse(box.overlaps(axes.get_window_extent()), arguments)
                self.assertLessEqual(box.x1, figure.bbox.x1, arguments)

    def test_sweeps_of_arrays_have_a_line_for_each_strategy(self):
        for arguments, label, values, figures in (
                (["select", "--n", "1000..4000", "--selectivity", "0.1,0.9"], "elements", 3, 2),
                (["select", "--n", "4000", "--selectivity", "0.1,0.5,0.9"], "share", 3, 1),
                (["segments", "--n", "1000", "--length", "0,1,10"], "length", 3, 1)):
            shown = [axes for axes in self.figure_of(*arguments).axes if axes.get_visible()]
            self.assertEqual(len(shown), figures)
            for axes in shown:
                self.assertIn(label, axes.get_xlabel())
                names = {line.get_label() for line in axes.get_lines()}
                self.assertIn("sequential", names)
                self.assertGreater(len(names), 3)
                for line in axes.get_lines():
                    self.assertEqual(len(line.get_xdata()), values)
                    self.assertGreater(min(line.get_ydata()), 0)

    def test_exact_sums_have_a_line_for_each_strategy_over_sizes(self):
        figure = self.figure_of("exact", "--n", "1000..4000", "--type", "float")
        (axes,) = figure.axes
        self.assertIn("elements", axes.get_xlabel())
        self.assertTrue(axes.get_title().startswith("range 2^40, host\n"), axes.get_title())
        self.assertEqual({line.get_label() for line in axes.get_lines()},
                         {"sequential", "exponent-bins", "window"})
        for line in axes.get_lines():
            self.assertEqual(len(line.get_xdata()), 3)
            self.assertGreater(min(line.get_ydata()), 0)

    def test_exact_sums_have_a_line_for_each_strategy_over_ranges(self):
        figure = self.figure_of("exact", "--n", "1000,2000", "--range", "1900,0,40")
        sweep = json.loads(pathlib.Path(self.path("sweep.json")).read_text(encoding="utf-8"))
        self.assertEqual([axes.get_title().split("\n")[0] for axes in figure.axes],
                         ["n = 1,000, host", "n = 2,000, host"])
        for axes, n in zip(figure.axes, (1000, 2000)):
            self.assertIn("dynamic range", axes.get_xlabel())
            self.assertIn("GB/s", axes.get_ylabel())
            self.assertEqual([label.get_text() for label in axes.get_xticklabels()],
                             ["0", "40", "1,900"])
            lines = {line.get_label(): list(line.get_ydata()) for line in axes.get_lines()}
            best = {}
            for row in sweep["rows"]:
                if row["n"] == n:
                    key = row["strategy"], row["range"]
                    best[key] = max(best.get(key, 0), row["gb_per_s"])
            strategies = {row["strategy"] for row in sweep["rows"]}
            self.assertLess({"sequential", "exponent-bins", "window"}, strategies)
            self.assertEqual(lines, {strategy: [best[strategy, bits] for bits in (0, 40, 1900)]
                                     for strategy in strategies})

    def assert_lines(self, preset, strategies, arguments, label, names, titles):
        """The figure has a panel for each title, with a line for each strategy over the names."""
        figure = self.figure_of(preset, *arguments)
        self.assertEqual([axes.get_title().split("\n")[0] for axes in figure.axes], titles)
        for axes in figure.axes:
            self.assertIn(label, axes.get_xlabel())
            self.assertIn("elements per second", axes.get_ylabel())
            self.assertEqual([text.get_text() for text in axes.get_xticklabels()], names)
            self.assertEqual({line.get_label() for line in axes.get_lines()}, strategies)
            for line in axes.get_lines():
                self.assertEqual(len(line.get_xdata()), len(names))
                self.assertGreater(min(line.get_ydata()), 0)

    def test_histograms_have_a_line_for_each_strategy(self):
        for figure in (
                (["--n", "1000,2000", "--bins", "16,4096"], "bins", ["16", "4,096"],
                 ["n = 1,000, uniform elements, host", "n = 2,000, uniform elements, host"]),
                (["--n", "1000,2000"], "elements", ["1,000", "2,000"],
                 ["256 bins, uniform elements, host"]),
                (["--n", "2000", "--pattern", "sorted,one-bin"], "lie in the bins",
                 ["one-bin", "sorted"], ["n = 2,000, 256 bins, host"])):
            self.assert_lines("histogram", {"sequential", "local-bins", "global-bins"}, *figure)

    def test_sorts_have_a_line_for_each_strategy(self):
        for figure in (
                (["--n", "1000,2000", "--pattern", "equal,random"], "elements", ["1,000", "2,000"],
                 ["equal keys, host", "random keys, host"]),
                (["--n", "2000", "--pattern", "random,few-distinct"], "keys lie in the array",
                 ["few-distinct", "random"], ["n = 2,000, host"])):
            self.assert_lines("sort", {"sequential", "radix"}, *figure)

    def test_searches_and_gathers_have_patterns_of_their_own(self):
        self.assert_lines("search", {"sequential", "bisection"},
                          ["--n", "2000", "--pattern", "random,sorted"],
                          "values lie in the array", ["random", "sorted"], ["n = 2,000, host"])
        self.assert_lines("gather", {"sequential", "direct"},
                          ["--n", "1000,2000", "--pattern", "reversed"], "elements",
                          ["1,000", "2,000"], ["reversed positions, host"])

    def test_sums_are_not_drawn_as_arrays(self):
        sweep = self.path("sums.json")
        self.succeed("sweep", "sizes", "--backend", "host", "--n", "2000", "--repeat", "1",
                     "--json", sweep)
        result = call([sys.executable, programs.plot, sweep, "--kind", "arrays"])
        self.assertEqual(result.returncode, 1)
        self.assertIn("select, scan, segments, exact, histogram, sort, runs, top-k, search, gather "
                      "and merge",
                      result.stderr)

    def test_products_have_two_figures(self):
        sweep, figure = self.path("forms.json"), self.path("forms.svg")
        self.succeed("sweep", "hierarchy", "--backend", "host", "--n", "1000", "--bodies", "100",
                     "--order", "16..64", "--repeat", "1", "--json", sweep)
        result = call([sys.executable, programs.plot, sweep, "-o", figure])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"<svg", pathlib.Path(figure).read_bytes())
        result = call([sys.executable, programs.plot, sweep, "-o", figure, "--kind", "bars"])
        self.assertEqual(result.returncode, 1)
        self.assertIn("dgemm", result.stderr)

    def test_calls_over_ranks_have_a_figure_for_each_size(self):
        row = {"ranks": 2, "runs": 3, "ok": True, "wall_ms": {"median": 0.5}}
        rows = [{"call": call_name, "n": n, **row} for n in (0, 10) for call_name in ("sum", "sort")]
        sweep, figure = self.path("ranks.json"), self.path("ranks.svg")
        pathlib.Path(sweep).write_text(json.dumps(
            {"preset": "mpi", "version": "0", "compiler": "none", "date": "2026-11-27", "ranks": 2,
             "backends": [], "rows": rows}), encoding="utf-8")
        result = call([sys.executable, programs.plot, sweep, "-o", figure])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(pathlib.Path(figure).read_text(encoding="utf-8").count("<!-- sort -->"), 2)

    def test_heat_map_as_svg(self):
        self.assertIn(b"<svg", self.draw("vector-lanes", "--kind", "heatmap", ending="svg"))

    def test_what_is_no_sweep_is_refused(self):
        path = self.path("other.json")
        pathlib.Path(path).write_text("{}", encoding="utf-8")
        for file in (path, self.path("none.json")):
            result = call([sys.executable, programs.plot, file])
            self.assertEqual(result.returncode, 1)
            self.assertTrue(result.stderr.startswith("plot.py: "), result.stderr)


if __name__ == "__main__":
    main()
