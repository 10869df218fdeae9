#!/usr/bin/env python3
"""Builds sites with random settings, cards and themes: each must be built, or refused with a finding in a file of its
author.

    random_sites.py [--seed N] [--count N] [--from N]        200 sites with --short
    random_sites.py --audit N [--seed N]                     builds N sites, and proves them in Chromium and Firefox
    random_sites.py --show NUMBER [--seed N]                 writes a site, for inspection

Keys and ranges are those that the readers of front matter and themes declare, so new keys are included automatically. A
fault is a finding about what Cardshelf made, a frame in `layout.json` that the style sheets do not place
(`layout-mismatch`, found by Tests/Support/PlacementProof), another exit code, a crash, or a build of more than 60 s.
The first of each kind is reduced and printed. One process builds many sites; TRY names it (default
.build/release/TryRandomSites, which `make` builds), and CARDSHELF the program for audits.
"""
import argparse, collections, json, os, pathlib, re, selectors, shutil, subprocess, sys, tempfile, time

PROJECT = pathlib.Path(__file__).resolve().parents[3]
TRY = os.environ.get("TRY", str(PROJECT / ".build/release/TryRandomSites"))
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
THEME = PROJECT / "Themes/storefront"
TIMEOUT = 60
# Files are in memory if possible, so that nothing waits for a disk.
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None


class Builder:
    """A process that builds sites, and is restarted if it died or was too slow."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None

    def start(self):
        self.process = subprocess.Popen([TRY, str(THEME), self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.read = b""

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def build(self, seed, number, removed=(), keep="-"):
        """Exit code, number of parts, rules, and faults, each with a kind and a text."""
        if self.process is None:
            self.start()
        self.process.stdin.write((" ".join(str(each) for each in (seed, number, keep, *removed)) + "\n").encode())
        answer = self.answer()
        if answer is None:
            self.stop()
            return None, 0, [], [("hang", f"no answer in {TIMEOUT} s")]
        if answer == "":
            code = self.process.wait()
            self.process = None
            return None, 0, [], [("crash", f"the process ended with {code}")]
        ended, *faults = answer.rstrip("\n").split("\t")
        _, code, parts, rules = ended.split(" ")
        kinds = [(kind_of(fault), fault) for fault in faults]
        return int(code), int(parts), [] if rules == "-" else rules.split(","), kinds

    def answer(self):
        """None if there is none in time, "" if the process has ended."""
        end = time.monotonic() + TIMEOUT
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while True:
                # No input may remain in a buffer that the selector does not see.
                line, mark, rest = self.read.partition(b"\n")
                if mark:
                    self.read = rest
                    if not line.startswith(b"trying "):
                        return line.decode()
                    continue
                if not selector.select(max(0, end - time.monotonic())):
                    return None
                part = self.process.stdout.read(1 << 16)
                if not part:
                    return ""
                self.read += part


def kind_of(fault):
    rule = re.search(r"\[([a-z-]+)\]$", fault)
    return rule[1] if rule else re.sub(r"\d+", "N", fault)


def shrink(builder, seed, number, kind):
    """The parts that can be left out while the site still has the fault: halves first, then smaller shares."""
    removed, (_, parts, _, _) = set(), builder.build(seed, number)
    if parts == 0:
        parts = 4000
    left, share, tries = list(range(parts)), parts // 2, 0
    while share >= 1 and tries < 600:
        for start in range(0, len(left), share):
            attempt = removed | set(left[start:start + share])
            tries += 1
            if attempt != removed and any(found == kind for found, _ in builder.build(seed, number, sorted(attempt))[3]):
                removed = attempt
        left = [part for part in left if part not in removed]
        share = share // 2 if share < len(left) or share == 1 else max(1, len(left) // 2)
    return removed


def written(builder, seed, number, removed, folder):
    """The files of a site that its author would have written."""
    shutil.rmtree(folder, ignore_errors=True)
    builder.build(seed, number, sorted(removed), folder)
    files = []
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not name.startswith("Output/") and path.suffix not in (".css", ".mustache", ".svg"):
            files.append(f"-- {name} --\n{path.read_text()}")
    return "".join(files)


def try_all(a, builder, folder):
    started, codes, rules, kinds = time.monotonic(), collections.Counter(), collections.Counter(), {}
    faulty = 0
    for number in range(a.first, a.first + a.count):
        code, _, found, faults = builder.build(a.seed, number)
        codes[code] += 1
        rules.update(rule for rule in found if not rule.startswith("~"))
        faulty += bool(faults)
        for kind, text in faults:
            if kind not in kinds:
                kinds[kind] = number
                print(f"seed {a.seed}, site {number}: {text}", flush=True)
    for kind, number in kinds.items():
        removed = shrink(builder, a.seed, number, kind)
        print(f"\nseed {a.seed}, site {number}, reduced ({kind}):\n{written(builder, a.seed, number, removed, folder + '/small')}")
    seconds = time.monotonic() - started
    refused = ", ".join(f"{rule} {count}" for rule, count in rules.most_common(8))
    print(f"seed {a.seed}: {a.count} sites in {seconds:.0f} s: {codes[0]} built, {codes[1] + codes[2]} refused ({refused}), {faulty} at fault")
    if codes[0] < a.count // 4:
        print("fewer than a quarter were built: most settings were refused")
        return 1
    return 1 if faulty else 0


def audit(a, builder, folder):
    """Audits sites at the minimum, a middle and the maximum width of their layouts."""
    number, audited, differing = a.first - 1, 0, []
    while audited < a.audit:
        number += 1
        root = f"{folder}/audited"
        shutil.rmtree(root, ignore_errors=True)
        if builder.build(a.seed, number, (), root)[0] != 0:
            continue
        audited += 1
        classes = json.loads((pathlib.Path(root) / "Output/layout.json").read_text())["widthClasses"]
        steps = [step["minWidth"] for each in classes for step in each["steps"]]
        # Narrower pages show the layout of the first step, which is wider than they are.
        widths = sorted({max(320, int(steps[0])), int(steps[len(steps) // 2]), int(steps[-1])})
        run = subprocess.run([PROGRAM, "audit", "--root", root, "--browser", "chromium", "firefox", "--width", *map(str, widths)],
                             capture_output=True, text=True)
        if run.returncode != 0:
            differing.append(number)
            lines = [line[:240] for line in (run.stdout + run.stderr).splitlines() if line]
            print(f"seed {a.seed}, site {number} at {widths}: exit {run.returncode}", *lines[:12], sep="\n  ", flush=True)
    print(f"seed {a.seed}: {audited} sites audited, up to site {number}; {len(differing)} differ")
    return 1 if differing else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--audit", type=int)
    parser.add_argument("--show", type=int)
    a = parser.parse_args()
    if a.short:
        a.count = 200
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        builder = Builder(folder)
        try:
            if a.show is not None:
                print(written(builder, a.seed, a.show, (), folder + "/shown"), end="")
                return 0
            return audit(a, builder, folder) if a.audit else try_all(a, builder, folder)
        finally:
            builder.stop()


if __name__ == "__main__":
    sys.exit(main())
