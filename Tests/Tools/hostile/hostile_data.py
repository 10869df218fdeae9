#!/usr/bin/env python3
"""Gives shelves data files that are meant to cost time or memory, or to crash the program.

    hostile_data.py [--seconds N] [--megabytes N]
        each run takes at most this time (default 20) and memory (default 256), ends with 0, 1 or 2, and reports faults

CARDSHELF names the program (default .build/release/cardshelf). Prints a line for each file; exits with 1 if one failed.
"""
import argparse, json, os, pathlib, shutil, subprocess, sys, tempfile, time

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
MEGA = 1 << 20


def rows(line, count):
    return "".join(line.replace("#", str(number)) for number in range(count))


# Name, extension, bytes, and what a finding must contain; None if nothing is wrong.
FILES = [
    ("2,000 cards", "csv", "title,body\n" + rows("Card #,Some *text* #\n", 2000), None),
    ("an error in each of 20,000 rows", "csv", "title,date\n" + rows("Card #,yesterday\n", 20_000), "date-invalid"),
    ("the same in one line", "json", json.dumps([{"title": f"Card {n}", "date": "x"} for n in range(20_000)]), "date-invalid"),
    ("a bad id in each row", "json", json.dumps([{"title": f"Card {n}", "id": "a b"} for n in range(20_000)]), "id-invalid"),
    ("one id in 20,000 rows", "csv", "title\n" + "A\n" * 20_000, "id-duplicate"),
    ("8 Mi quotes", "csv", "title\n" + '"' * (8 * MEGA), "text-too-long"),
    ("a quote that never ends", "csv", 'title\n"' + "a\n" * (4 * MEGA), "csv-quote-unclosed"),
    ("1 Mi rows that are too long", "csv", "title\n" + "a,b\n" * MEGA, "csv-cell-count"),
    ("too many rows", "csv", "title,draft\n" + rows("#,true\n", 60_000), "data-too-many-rows"),
    ("5,000 tags of quotes in 50 rows", "csv", "title,tags\n" + rows('B#,"' + '"";' * 5000 + '"\n', 50), "duplicate-value"),
    ("1 Mi tags", "csv", 'title,tags\nA,"' + '"";' * MEGA + '"\n', "text-too-long"),
    ("4 Mi columns", "csv", "," * (4 * MEGA) + "\n" + "," * (4 * MEGA), "data-too-many-columns"),
    ("a row of 15 Mi cells", "csv", "title,body\n" + "," * (15 * MEGA) + "A", "csv-cell-count"),
    ("1,000 columns in 8,000 rows", "csv", "title" + rows(",c#", 999) + "\n" + ("A" + ",b" * 999 + "\n") * 8000, "data-column-unused"),
    ("a body of 7 Mi quotes", "csv", 'title,body\nA,"' + '""' * (7 * MEGA) + '"\n', "markdown-too-large"),
    ("an object with 1 Mi keys", "json", '[{"title":"A"' + rows(',"k#":1', MEGA) + "}]", "data-too-many-columns"),
    ("16 objects with 65,536 keys", "ndjson", ('{"title":"A"' + rows(',"k#":1', MEGA // 16) + "}\n") * 16, "data-too-many-columns"),
    ("1,000 keys in 2,000 objects", "json", "[" + ('{"title":"A"' + rows(',"k#":1', 999) + "},") * 1600 + "{}]", "data-column-unused"),
    ("a list of 7 Mi tags", "json", '[{"title":"A","tags":[' + "1," * (7 * MEGA) + "1]}]", "text-too-long"),
    ("a list of 7 Mi for a body", "json", '[{"title":"A","body":[' + "1," * (7 * MEGA) + "1]}]", "wrong-type"),
    ("lists 60 deep for tags", "json", '[{"title":"A","tags":' + ("[" * 60 + "1," * 100) * 80 + "1" + "]" * 4800 + "}]", "json-syntax"),
    ("15 Mi line ends", "csv", "title\nA" + "\n" * (15 * MEGA) + "B\n", None),
    ("8 Mi brackets", "json", "[" * (8 * MEGA), "json-syntax"),
    ("objects in objects", "json", '[{"a":' * MEGA, "json-syntax"),
    ("a title of escapes", "json", '[{"title":"' + "\\u0041" * MEGA + '"}]', "text-too-long"),
    ("a body of line ends", "json", '[{"title":"A","body":"' + "\\n" * 100_000 + '"}]', None),
    ("lines without an end", "ndjson", '{"title":1\n' * (MEGA // 4), "json-syntax"),
    ("keys that are there twice", "json", "[" + '{"title":"A","title":"B"},' * (MEGA // 64) + "{}]", "json-key-twice"),
    ("numbers for objects", "json", "[" + "1," * MEGA + "1]", "json-row-no-object"),
    ("no UTF-8", "csv", b"title\n" + b"\xff" * (8 * MEGA), "data-not-utf8"),
    ("half a character", "csv", ("title\n" + "\u00e9" * (4 * MEGA)).encode()[:-1], "data-not-utf8"),
    ("NUL", "csv", "title,body\nA,\0\n\0,b\n", "not-utf8"),
    ("a marked letter", "csv", "title\na" + "\u0301" * 1000 + "\n", "too-many-marks"),
    ("too large", "csv", "title\n" + "a" * (17 * MEGA), "file-too-large"),
]


# The peak memory of a process starts at that of its parent, so the parent is a small one.
MEASURE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


def run(command, seconds):
    """The program's exit code and output, and its peak memory in MB."""
    process = subprocess.Popen(
        [sys.executable, "-c", MEASURE, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        said, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return "no", "", 0
    code, kibibytes = map(int, said.split()[-2:])
    return code, errors.decode(errors="replace"), kibibytes * 1024 / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--megabytes", type=float, default=256)
    options = parser.parse_args()
    seconds = options.seconds
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        shutil.copytree(PROJECT / "Themes/storefront", root / "Themes/storefront")
        (root / "cardshelf.yml").write_text("title: Data\n")
        for name, ending, data, wanted in FILES:
            shutil.rmtree(root / "Content", ignore_errors=True)
            (root / "Content/a").mkdir(parents=True)
            (root / "Content/a/_index.md").write_text(f"---\ncards: data.{ending}\n---\n")
            (root / f"Content/a/data.{ending}").write_bytes(data if isinstance(data, bytes) else data.encode())
            start = time.monotonic()
            code, said, peak = run([PROGRAM, "build", "--root", str(root), "--no-compare"], 10 * seconds)
            took = time.monotonic() - start
            is_right = took <= seconds and peak <= options.megabytes and (code == 0 if wanted is None else code in (0, 1, 2) and f"[{wanted}" in said)
            faults += not is_right
            print(f"{'ok ' if is_right else 'BAD'} {took:6.2f} s {peak:5.0f} MB  exit {code}  {len(said.splitlines())} lines  {name}")
            if not is_right:
                print("    " + "\n    ".join(said.splitlines()[:4]))
    print(f"{len(FILES)} files, {faults} faults")
    return faults


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
