#!/usr/bin/env python3
"""Compares Cardshelf with Hugo, Chromium, Firefox and the floor, and writes RESULTS.md.

    run.py [--cards N …] [--all] [--runs N] [--without TOOL …] [--only PART …] [--seed N] [--record]

The tools run in turn, so that other load on the machine affects all of them, and medians are compared. Parts are
`sizes` (the table of corpora), `checks` (start-up, the demo, downloads), `instructions` (callgrind) and `micro`;
`report` writes known results. Earlier measurements are kept in .build/bench and stay in RESULTS.md until they are
repeated. --record accepts the counted instructions as the new reference. Needs only python3; `make bench` installs and
builds the rest.
"""
import argparse, concurrent.futures, datetime, glob, gzip, hashlib, json, os, pathlib, re, shutil, subprocess, sys

PROJECT = pathlib.Path(__file__).resolve().parents[1]
BENCH = PROJECT / ".build/bench"
sys.path.insert(0, str(PROJECT / "Benchmarks"))
import browsers, instructions, report
from corpus import STEPS
from processes import checked, medians, output_of, run

CARDSHELF = PROJECT / ".build/release/cardshelf"
FLOOR = BENCH / "floor/release/floor"
MICRO = PROJECT / ".build/release/MicroBenchmarks"
DEFAULT_SIZES, LARGE_SIZES = [1_000, 10_000], [64_000, 250_000]
TOOLS = ["cardshelf", "cardshelf-1-job", "cardshelf-twice", "hugo", "floor", "chromium", "firefox"]
FONTS = ["Noto Sans", "Noto Sans Arabic", "Noto Sans CJK JP"]


def hugo():
    """The program itself, because pip installs only a wrapper script."""
    found = glob.glob(str(BENCH / "hugo/lib/python*/site-packages/hugo/binaries/hugo*"))
    return sorted(found)[0] if found else shutil.which("hugo")


def steps():
    return [step for steps in STEPS.values() for step in steps]


def corpus(name, *options):
    """The folder of a corpus, which is written if it does not exist, and its description."""
    folder = BENCH / name
    stamp = hashlib.sha256(repr(options).encode())
    for source in ("corpus.py", "fallback_texts.py"):
        stamp.update((PROJECT / "Benchmarks" / source).read_bytes())
    for theme in sorted((PROJECT / "Themes").rglob("*.*")):
        stamp.update(theme.read_bytes())
    marker = folder / "stamp"
    if not marker.exists() or marker.read_text() != stamp.hexdigest():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        checked([sys.executable, PROJECT / "Benchmarks/corpus.py", folder / "site", "--hugo", folder / "hugo", *options])
        marker.write_text(stamp.hexdigest())
    return folder, json.loads((folder / "site/corpus.json").read_text())


def warm(folder):
    for path in pathlib.Path(folder).rglob("*.md"):
        path.read_bytes()


def stages(output):
    """Maps each name to milliseconds of wall and processor time and to the peak in kB, as --timings prints them."""
    found = re.findall(r"timing: ([\d.]+) ms wall, ([\d.]+) ms processor, (\d+) kB peak: (.*)", output)
    return {name: [float(wall), float(processor), int(peak)] for wall, processor, peak, name in found}


def build_command(root, output, *options):
    return [CARDSHELF, "build", "--no-compare", "--root", root, "--output", output, "--timings", *options]


class Outputs:
    """Folders for what is built, each a new one, and all removed at the end. Removing one before the next run would
    cost that run: the journal and the discarded blocks of what is gone are written with the first file that is made to
    last, and ext4 passes over the numbers of files that were just removed. Before each run, what others wrote is made to
    last: a build that waits for its own files would wait for those of Hugo and of the floor, which wait for none."""

    def __init__(self):
        self.folder, self.count = BENCH / "outputs", 0
        self.remove()

    def new(self):
        self.count += 1
        self.folder.mkdir(parents=True, exist_ok=True)
        os.sync()
        return self.folder / str(self.count)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.sync()


def font_file(family):
    return output_of(["fc-match", "-f", "%{file}:%{index}", f"{family}:style=Regular"])


def twice_at_once(root, outputs):
    """The slower of two builds of one job that run at once and share nothing: two jobs can hardly be faster than that, since
    processors that work at the same time share caches, memory and often more."""
    commands = [build_command(root, outputs.new(), "--jobs", "1") for _ in range(2)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return max(pool.map(checked, commands), key=lambda cost: cost.wall)


def build_with_hugo(folder, out):
    return checked([hugo(), "--quiet", "--source", folder / "hugo", "--destination", out],
                   environment={"HUGO_CACHEDIR": str(folder / "cache")})


def size_of(folder):
    files = [path for path in pathlib.Path(folder).rglob("*") if path.is_file()]
    return len(files), sum(path.stat().st_size for path in files)


def measure_size(cards, options):
    """Runs all tools in turn, as often as requested."""
    folder, facts = corpus(str(cards), "--cards", str(cards), "--seed", str(options.seed))
    print(f"{cards:,} cards, seed {facts['seed']}, texts of {facts['texts']}, sha256 {facts['sha256']}", flush=True)
    for tree in ("site/Content", "hugo"):
        warm(folder / tree)
    tools = [tool for tool in TOOLS if tool not in options.without]
    tools = [tool for tool in tools if cards <= 10_000 or tool not in ("cardshelf-1-job", "cardshelf-twice")]
    tools = [tool for tool in tools if cards <= browsers.MOST_CARDS or tool not in ("chromium", "firefox")]
    fonts, measurement, around = [font_file(family) for family in FONTS], None, circumstances()
    costs, stage_runs, written, pages = {tool: [] for tool in tools}, [], (1, 1), None
    for number in range(options.runs):
        for tool in tools:
            out = options.outputs.new()
            if tool == "cardshelf-twice":
                cost = twice_at_once(folder / "site", options.outputs)
            elif tool.startswith("cardshelf"):
                jobs = ["--jobs", "1"] if tool == "cardshelf-1-job" else []
                cost = checked(build_command(folder / "site", out, *jobs))
                written = size_of(out)
                if not jobs:
                    stage_runs.append(stages(cost.output))
            elif tool == "hugo":
                cost, pages = build_with_hugo(folder, out), out
            elif tool == "floor":
                count, size = written
                cost = checked([FLOOR, folder / "site/Content", out, max(count, 1), size, os.cpu_count(), *fonts])
            else:
                if not measurement:
                    if not pages:
                        build_with_hugo(folder, pages := out)
                    measurement = browsers.Measurement(pages, steps())
                seconds = measurement.ask(tool, options.timeout)
                if seconds is None:
                    print(f"  {tool} gave no answer in {options.timeout} s", flush=True)
                    continue
                costs[tool].append(seconds)
                print(f"  {number + 1}: {tool} {seconds:.2f} s", flush=True)
                continue
            costs[tool].append(cost)
            print(f"  {number + 1}: {tool} {cost.wall:.3f} s, {cost.user + cost.system:.3f} s of processors, "
                  f"{cost.peak / 1024:.0f} MB", flush=True)
    if measurement:
        measurement.close()
    result = {"facts": facts, "runs": options.runs, "written": written, "tools": {}, "stages": {}, **around}
    for tool, values in costs.items():
        if values and isinstance(values[0], float):
            result["tools"][tool] = {"wall": sorted(values)[len(values) // 2], "runs": len(values)}
        elif values:
            result["tools"][tool] = {**medians(values), "runs": len(values)}
    for name in stage_runs[0] if stage_runs else []:
        columns = zip(*(laps[name] for laps in stage_runs))
        result["stages"][name] = [sorted(column)[len(stage_runs) // 2] for column in columns]
    return result


def circumstances():
    commit = output_of(["git", "-C", str(PROJECT), "rev-parse", "--short", "HEAD"])
    return {"date": datetime.date.today().isoformat(), "commit": commit, "load": os.getloadavg()[0]}


def measure_checks(options):
    """Measures start-up, the demo, a thousand cards, and the size of downloads."""
    found = {"runs": max(options.runs, 5), **circumstances()}
    found["version"] = medians([checked([CARDSHELF, "--version"]) for _ in range(21)])
    site = corpus("1000", "--cards", "1000", "--seed", str(options.seed))[0] / "site"
    costs = {"demo": [], "thousand": []}
    for _ in range(found["runs"]):
        for name, root in (("demo", PROJECT), ("thousand", site)):
            costs[name].append(checked(build_command(root, options.outputs.new())))
    found.update({name: medians(values) for name, values in costs.items()})
    for arrangement in ("shelf", "waterfall"):
        found[arrangement] = downloads(arrangement, options)
    return found


def gzipped(data):
    return len(gzip.compress(data, 9, mtime=0))


def downloads(arrangement, options):
    """Compressed size (gzip) of a page of 200 English cards, its style sheets and fonts, and the same for Hugo."""
    folder, _ = corpus(f"page-{arrangement}", "--cards", "200", "--seed", str(options.seed), "--lang", "en",
                       "--arrangement", arrangement)
    out, public = options.outputs.new(), options.outputs.new()
    checked(build_command(folder / "site", out))
    build_with_hugo(folder, public)
    html = (out / "p0000/index.html").read_bytes()
    sheets = re.findall(rb'<link[^>]*rel="stylesheet"[^>]*>', html)
    names = [re.search(rb'href="\.\./([^"]+)"', sheet)[1].decode() for sheet in sheets]
    return {
        "html": gzipped(html), "css": sum(gzipped((out / name).read_bytes()) for name in names),
        "fonts": sum(path.stat().st_size for path in (out / "fonts").iterdir()),
        "hugo": gzipped((public / "p0000/index.html").read_bytes()),
    }


def measure_instructions(records):
    """What a card costs, and what grew."""
    now, then = instructions.measure(), instructions.recorded()
    grown = instructions.growth(now, then) if then and not records else []
    if records or not then:
        instructions.record(now)
    return {**now, "grown": grown, "recorded": then, **circumstances()}


def measure_micro(options):
    site, output = BENCH / "1000/site", options.outputs.new()
    checked(build_command(site, output))
    output = checked([MICRO, site, output]).output
    return {"lines": [json.loads(line) for line in output.splitlines() if line.startswith("{")], **circumstances()}


def machine():
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    memory = int(re.search(r"MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text())[1])
    system = re.search(r'PRETTY_NAME="(.*)"', pathlib.Path("/etc/os-release").read_text())
    return {
        "processor": f"{os.cpu_count()} × {cpu[1] if cpu else os.uname().machine}",
        "memory": f"{memory / 1024 / 1024:.0f} GB", "system": f"{system[1] if system else ''}, Linux {os.uname().release}",
        "Cardshelf": output_of([str(CARDSHELF), "--version"]), "Swift": output_of(["swift", "--version"]),
        "Hugo": output_of([hugo() or "hugo", "version"]), "Chromium": output_of([browsers.executable("chromium") or "-", "--version"]),
        "Firefox": output_of([browsers.executable("firefox") or "-", "--version"]),
        "Valgrind": output_of(["valgrind", "--version"]),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, nargs="+", help="sizes of corpora (default: 1000 10000)")
    parser.add_argument("--all", action="store_true", help="also 64,000 and 250,000 cards")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=900, help="seconds that a browser has for its answer")
    parser.add_argument("--without", nargs="+", default=[], choices=TOOLS)
    parser.add_argument("--only", nargs="+", choices=["sizes", "checks", "instructions", "micro", "report"])
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    options.outputs = Outputs()
    parts = options.only or ["sizes", "checks", "instructions", "micro"]
    BENCH.mkdir(parents=True, exist_ok=True)
    store = BENCH / "results.json"

    def keep(part=None, measured=None, cards=None):
        """Merges the results with earlier ones, which another run may have written meanwhile."""
        results = json.loads(store.read_text()) if store.exists() else {"sizes": {}}
        if cards:
            results["sizes"][str(cards)] = measured
        elif part:
            results[part] = measured
        results["machine"] = machine()
        store.write_text(json.dumps(results, indent=1))
        (PROJECT / "Benchmarks/RESULTS.md").write_text(report.text(results), encoding="utf-8")

    if "report" in parts:
        keep()
    if "checks" in parts:
        keep("checks", measure_checks(options))
    if "micro" in parts:
        corpus("1000", "--cards", "1000", "--seed", str(options.seed))
        keep("micro", measure_micro(options))
    if "sizes" in parts:
        for cards in options.cards or DEFAULT_SIZES + (LARGE_SIZES if options.all else []):
            keep("sizes", measure_size(cards, options), cards)
    grown = []
    if "instructions" in parts:
        counted_now = measure_instructions(options.record)
        grown = counted_now["grown"]
        keep("instructions", counted_now)
    options.outputs.remove()
    print("wrote Benchmarks/RESULTS.md")
    for line in grown:
        print("run.py:", line, file=sys.stderr)
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
