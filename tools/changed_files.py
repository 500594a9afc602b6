# SPDX-License-Identifier: BSD-3-Clause
"""The files that a slow check looks at: those of the change, and a sample of the others.

  changed   files that differ from the merge base with origin/main or, where there is none or it is
            HEAD itself, from the previous commit
  sample    chosen by a hash of the commit: each commit has others
"""
import hashlib
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def git(*arguments: str) -> str:
    """The output of git; empty if it fails, as outside a repository."""
    outcome = subprocess.run(["git", "-C", str(ROOT), *arguments], text=True, capture_output=True)
    return outcome.stdout.strip() if outcome.returncode == 0 else ""


def base_commit() -> str:
    base = git("merge-base", "HEAD", "origin/main")
    return base if base and base != git("rev-parse", "HEAD") else git("rev-parse", "HEAD~1")


def chosen(names: list[str], sample: int, base: str = "") -> list[str]:
    """Of names relative to ROOT: the changed files, followed by `sample` others."""
    base = base or base_commit()
    different = set(git("diff", "--name-only", base).splitlines()) if base else set()
    commit = git("rev-parse", "HEAD")
    others = sorted((name for name in names if name not in different),
                    key=lambda name: hashlib.sha256(f"{commit} {name}".encode()).hexdigest())
    return [name for name in names if name in different] + others[:sample]
