#!/usr/bin/env python3
"""Prints how many lines of each module the tests ran, and the files with the most that they did not.

    coverage.py FILE [--files N]

`make coverage` makes FILE, which `llvm-cov export` writes. Programs that tests start count too, if they are given the
environment of the tests.
"""
import argparse, collections, json, pathlib, sys

PROJECT = pathlib.Path(__file__).resolve().parents[3]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=20, help="the number of files that are listed")
    options = parser.parse_args()
    modules, files = collections.defaultdict(lambda: [0, 0]), []
    for file in json.loads(options.file.read_bytes())["data"][0]["files"]:
        path = pathlib.Path(file["filename"])
        lines = file["summary"]["lines"]
        if not path.is_relative_to(PROJECT / "Sources") or not lines["count"]:
            continue
        path = path.relative_to(PROJECT / "Sources")
        files.append((lines["count"] - lines["covered"], lines["count"], path))
        for name in (path.parts[1], "all"):
            modules[name][0] += lines["covered"]
            modules[name][1] += lines["count"]
    if not files:
        sys.exit(f"coverage: {options.file} lists no file below Sources")
    for name, (covered, count) in sorted(modules.items(), key=lambda module: (module[0] == "all", module[1][0] / module[1][1])):
        print(f"{100 * covered / count:5.1f} %  {covered:6,} of {count:6,} lines  {name}")
    print("\nThe most lines that no test runs:")
    for missed, count, path in sorted(files, key=lambda file: (-file[0], str(file[2])))[: options.files]:
        print(f"{missed:5} of {count:5}  {path}")


if __name__ == "__main__":
    main()
