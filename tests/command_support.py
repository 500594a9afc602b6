#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Helpers of the tests of the command `omprim`.

Usage of each: command_..._test.py OMPRIM PLOT_PY [unittest arguments]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest


class programs:
    """The programs under test."""
    omprim = ""
    plot = ""


def call(arguments, **variables):
    environment = {key: value for key, value in os.environ.items()
                   if not key.startswith("OMPRIM_")}
    environment.update(variables)
    return subprocess.run(arguments, capture_output=True, text=True, env=environment,
                          timeout=600, check=False)


def omprim(*arguments, **variables):
    return call([programs.omprim, *arguments], **variables)


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

    def sweep_right(self, preset, *arguments):
        """The text and the JSON of a sweep without a wrong result."""
        path = self.path(f"{preset}.json")
        text = self.succeed("sweep", preset, "--repeat", "2", "--json", path, *arguments)
        self.assertIn("0 failed", text)
        return text, json.loads(pathlib.Path(path).read_text(encoding="utf-8"))

    def assert_lines_fit(self, text):
        """No line has more than 100 columns."""
        self.assertLessEqual(max(map(len, text.splitlines())), 100, text)

    def refuse(self, status, words, *arguments, **variables):
        """Expects the exit status, and one sentence on standard error with these words."""
        result = omprim(*arguments, **variables)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        # The OpenMP runtime warns on its own account where the host is a device.
        said = [line for line in result.stderr.splitlines() if not line.startswith("OMP: ")]
        self.assertEqual(len(said), 1, result.stderr)
        self.assertTrue(said[0].startswith("omprim: "), result.stderr)
        for word in words:
            self.assertIn(word, said[0])
        return result.stdout


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    programs.omprim, programs.plot = sys.argv[1:3]
    unittest.main(module="__main__", argv=sys.argv[:1] + sys.argv[3:])
