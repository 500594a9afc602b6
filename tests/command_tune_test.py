#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of `omprim tune` from outside; see command_support.py."""

import pathlib
import signal
import subprocess
import time

from command_support import CommandTest, main, programs


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
        path = self.path("rules-of-every-algorithm-for-this-processor.tuning")
        ops = ["sum", "select_if", "scan_sum", "segmented_scan_sum", "segmented_sum",
               "exact_sum_of_absolutes", "exact_segmented_sum", "histogram_even",
               "histogram_edges"]
        text = self.succeed("tune", "--backend", "host", "--type", "double", "--op",
                            ",".join(ops), "--sizes", "4,512", "--max-seconds", "0.002",
                            "--noise", "0", "--out", path)
        for op in ops:
            self.assertRegex(text, rf"float64 +{op} +[1-9]\d* candidates")
        self.assert_lines_fit(text)
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

    def test_sorts_are_tuned_by_the_types_of_their_rows(self):
        path = self.path("sorts.tuning")
        ops = ["sort", "sort_by_key", "argsort"]
        text = self.succeed("tune", "--backend", "host", "--type", "uint32,uint64,float", "--op",
                            ",".join(ops), "--sizes", "4,5000", "--max-seconds", "0.002", "--noise",
                            "0", "--out", path)
        for op in ops:
            for name in ("uint32", "uint64"):
                self.assertRegex(text, rf"{name} +{op} +2 candidates")
        self.assertNotIn("float32", text)
        self.assert_lines_fit(text)
        self.assertIn(path, self.succeed("doctor", OMPRIM_TUNING_FILE=path))

    def test_an_aborted_run_keeps_the_old_file(self):
        path = pathlib.Path(self.path("old.tuning"))
        path.write_text("# the old file\n", encoding="utf-8")
        with subprocess.Popen([programs.omprim, "tune", "--backend", "host", "--out", str(path)],
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


if __name__ == "__main__":
    main()
