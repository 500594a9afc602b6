#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of tools/plot.py from outside; see command_support.py."""

import importlib.util
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
        for preset in ("vector-lanes", "workload", "strategies", "sizes"):
            self.assertTrue(self.draw(preset).startswith(b"\x89PNG"), preset)

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
