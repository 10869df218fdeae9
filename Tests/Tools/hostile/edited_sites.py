#!/usr/bin/env python3
"""Edits random sites, and compares after each edit what `serve` and `build --watch` make of it with a build that starts
from nothing: every finding and every byte.

    edited_sites.py [--seed N] [--edits N]        5,000 edits that can be built; 200 with --short

Edits add, change and remove keys that the readers of front matter, settings and themes declare, with the values of other
random sites; they hide, rename, add and remove cards, shelves, sections and pages, and change texts, pictures, rows of
tables, numbers of themes and paint. The themes are the bundled ones and random ones. One process edits one site; TRY
names it (default .build/release/TryRandomSites, which `make` builds).
"""
import argparse, concurrent.futures, os, pathlib, subprocess, sys, tempfile, time

PROJECT = pathlib.Path(__file__).resolve().parents[3]
TRY = os.environ.get("TRY", str(PROJECT / ".build/release/TryRandomSites"))
THEMES = ["storefront", "library", "cinema", "own"]
EDITS_OF_A_SITE = 50
# Files are in memory if possible, so that nothing waits for a disk.
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None


def tried(seed, number, theme):
    """Numbers of edits that were built and refused, and the lines with faults."""
    with tempfile.TemporaryDirectory(prefix="cardshelf-edits-", dir=MEMORY) as folder:
        source = PROJECT / "Themes" / ("storefront" if theme == "own" else theme)
        words = [TRY, source, folder, "edits", seed, number, EDITS_OF_A_SITE] + (["own"] if theme == "own" else [])
        run = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace",
                             timeout=600)
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    faults = [" | ".join(line[1:]) for line in lines if len(line) > 2]
    if run.returncode != 0:
        last = lines[-1][1] if lines else "the first build"
        faults.append(f"the process ended with {run.returncode} after {last}: {run.stderr.strip()[:400]}")
    built = sum(line[0] == "built" for line in lines)
    return built, len(lines) - built, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edits", type=int, default=5000)
    parser.add_argument("--short", action="store_true", help="200 edits")
    options = parser.parse_args()
    wanted = 200 if options.short else options.edits
    began = time.monotonic()
    built, refused, faults, number = 0, 0, [], 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # Many random sites are refused, and stay so.
        while built < wanted and len(faults) < 10 and number < wanted:
            trials = [(options.seed, number + index, theme) for index, theme in enumerate(THEMES)]
            number += len(THEMES)
            for trial, (good, bad, wrong) in zip(trials, pool.map(lambda each: tried(*each), trials)):
                built, refused = built + good, refused + bad
                faults += [f"seed {trial[0]}, site {trial[1]}, {trial[2]}: {fault[:1000]}" for fault in wrong[:2]]
    for fault in faults:
        print(fault)
    print(f"seed {options.seed}: {built + refused:,} edits in {time.monotonic() - began:.0f} s: {built:,} built, "
          f"{refused:,} refused, {len(faults)} differ")
    if faults or built < wanted:
        sys.exit(1)


if __name__ == "__main__":
    main()
