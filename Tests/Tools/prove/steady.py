#!/usr/bin/env python3
"""Lays a site out again and again, with varying numbers of tasks, and counts the layouts that differ from the first.

Usage: steady.py [--count N] [--seed N] [--program PATH] SITE
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", help="the folder with cardshelf.yml")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--program", default=".build/release/cardshelf")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    numbers = random.Random(seed)
    program = os.path.abspath(options.program)
    different, failed = [], []
    with tempfile.TemporaryDirectory(prefix="cardshelf-steady-") as folder:
        output = os.path.join(folder, "Output")
        subprocess.run(
            [program, "build", "--root", options.site, "--output", output, "--jobs", "1"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        start = time.monotonic()
        for number in range(options.count):
            # Mostly about as many as there are processors, sometimes many more.
            jobs = numbers.choice([1, 2, 3, 4, 5, 6, 7, 8, 16, 64, 1024])
            run = subprocess.run(
                [program, "diff", "--root", options.site, "--against-folder", output, "--jobs", str(jobs)],
                capture_output=True, text=True)
            if run.returncode == 1 or (run.returncode == 0 and run.stdout):
                different.append((number, jobs, run.stdout))
            elif run.returncode != 0:
                failed.append((number, jobs, run.stderr))
        seconds = time.monotonic() - start
    for kind, runs in (("differs", different), ("failed", failed)):
        for number, jobs, text in runs[:5]:
            print(f"build {number} with --jobs {jobs} {kind}:\n{text}", file=sys.stderr)
    print(
        f"{options.count} builds in {seconds:.0f} s: {len(different)} differ, {len(failed)} failed"
        + (f" (seed {seed})" if different or failed else ""))
    return 1 if different or failed else 0


if __name__ == "__main__":
    sys.exit(main())
