#!/usr/bin/env python3
"""Counts the instructions and allocations of one more card, and compares them with `instructions.json`.

    instructions.py [--record]

Four corpora are counted with callgrind: one of five languages, and three of one each. A card is a 200th of what 300
cards cost more than 100. A corpus that costs more than 5 % above its record fails: if one seems to, all are counted twice
more, and the middle of three counts decides, because two counts of one program differ by up to 0.5 %. --record accepts the
counts as the new reference.

Instructions of the allocator are left out: how it divides memory among threads depends on how busy the machine is,
which is worth up to 3 % of a build of 100 cards. Its calls are counted instead.
"""
import argparse, concurrent.futures, copy, json, os, pathlib, shutil, sys, tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "Benchmarks"))
from processes import checked, output_of

CARDSHELF = PROJECT / ".build/release/cardshelf"
RECORD = PROJECT / "Benchmarks/instructions.json"
LANGUAGES = {"mixed": None, "English": "en", "Arabic": "ar", "Japanese": "ja"}
SIZES = 100, 300
MOST_GROWTH = 0.05
ALLOCATOR_LIBRARY = "libjemalloc."
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}


def countable(folder):
    """The program in a form that valgrind can run, and the library to preload. Valgrind cannot read the debug
    information of newer compilers."""
    program, preloaded = folder / "cardshelf", folder / "sigsuspend.so"
    checked(["strip", "--strip-debug", "-o", program, CARDSHELF])
    checked([shutil.which("clang") or "cc", "-shared", "-fPIC", "-O1", "-o", preloaded,
             PROJECT / "Benchmarks/sigsuspend.c"])
    return program, preloaded


def costs(profile):
    """Instructions outside the allocator, and calls of it, of a profile in the format of callgrind."""
    instructions = allocations = 0
    files, functions, called, is_counted, is_of_call = {}, {}, "", True, False

    def name(line, names):
        """A name is written once, with a number that stands for it from then on."""
        number, _, name = line.partition("=")[2].rstrip("\n").partition(" ")
        return names.setdefault(number, name)

    with open(profile, errors="replace") as lines:
        for line in lines:
            if line.startswith("ob="):
                is_counted = ALLOCATOR_LIBRARY not in name(line, files)
            elif line.startswith("cob="):
                name(line, files)
            elif line.startswith("fn="):
                name(line, functions)
            elif line.startswith("cfn="):
                called = name(line, functions).partition("'")[0]
            elif line.startswith("calls="):
                # The next line has the cost of what was called, which its own lines have too.
                is_of_call = True
                if called in ALLOCATORS:
                    allocations += int(line[6:].split()[0])
            elif line[0] in "+-*0123456789":
                if is_counted and not is_of_call:
                    instructions += int(line.split()[1])
                is_of_call = False
    return instructions, allocations


def counted(folder, language, cards, program, preloaded):
    """Instructions and allocations of a build with one job, where Swift's hashes are the same in every run, and the
    digest of the corpus."""
    site, profile = folder / "site", folder / "callgrind.out"
    checked([sys.executable, PROJECT / "Benchmarks/corpus.py", site, "--cards", cards, "--per-shelf", 20, "--texts", "",
             *(["--lang", language] if language else [])])
    environment = {"SWIFT_DETERMINISTIC_HASHING": "1", "LD_PRELOAD": str(preloaded),
                   # Memory that is not used for a while is returned then, and counting takes long.
                   "MALLOC_CONF": "dirty_decay_ms:-1,muzzy_decay_ms:-1"}
    checked(["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", program, "build", "--no-compare", "--jobs", 1,
             "--root", site, "--output", folder / "out"], environment=environment)
    instructions, allocations = costs(profile)
    return instructions, allocations, json.loads((site / "corpus.json").read_text())["sha256"]


def measure():
    """The counts of each corpus, and what they depend on."""
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        scratch = pathlib.Path(scratch)
        program, preloaded = countable(scratch)

        def count(name, cards):
            folder = scratch / f"{name}-{cards}"
            folder.mkdir()
            return counted(folder, LANGUAGES[name], cards, program, preloaded)

        counts = {name: [pool.submit(count, name, cards) for cards in SIZES] for name in LANGUAGES}
        corpora = {}
        for name, pair in counts.items():
            small, large = (one.result() for one in pair)
            corpora[name] = {
                "corpus": large[2],
                "instructions_per_card": (large[0] - small[0]) // (SIZES[1] - SIZES[0]),
                "allocations_per_card": (large[1] - small[1]) // (SIZES[1] - SIZES[0]),
                "instructions_of_100_cards": small[0],
                "allocations_of_100_cards": small[1],
            }
    return {
        "corpora": corpora,
        "libraries": {name: output_of(["pkg-config", "--modversion", name])
                      for name in ("harfbuzz", "icu-uc", "jemalloc", "libcmark", "libxml-2.0", "libwoff2enc")},
        "swift": output_of(["swift", "--version"]), "valgrind": output_of(["valgrind", "--version"]),
        "machine": os.uname().machine,
    }


def middle(counts):
    """The middle of three counts of each corpus."""
    result = copy.deepcopy(counts[0])
    for name, corpus in result["corpora"].items():
        for key in ("instructions_per_card", "allocations_per_card"):
            corpus[key] = sorted(one["corpora"][name][key] for one in counts)[1]
    return result


def recorded():
    return json.loads(RECORD.read_text()) if RECORD.exists() else None


def record(counts):
    RECORD.write_text(json.dumps(counts, indent=2) + "\n")


def growth(now, then):
    """What grew too much; prints all."""
    if any(now[key] != then[key] for key in ("libraries", "swift", "machine")):
        print("instructions.json was recorded with other libraries, another compiler or machine: nothing is compared")
        return []
    grown = []
    for name, counts in now["corpora"].items():
        before = then["corpora"].get(name)
        if not before or before["corpus"] != counts["corpus"]:
            grown.append(f"instructions.json is of another {name} corpus; record anew with --record")
            continue
        for key, unit in (("instructions_per_card", "instructions a card"), ("allocations_per_card", "allocations a card")):
            share = counts[key] / before[key] - 1
            print(f"{name}: {counts[key]:,} {unit}, recorded {before[key]:,} ({share:+.1%})")
            if share > MOST_GROWTH:
                grown.append(f"{name}: {unit} grew by {share:.1%}")
    return grown


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    now, then = measure(), recorded()
    if options.record or not then:
        record(now)
        return print("wrote Benchmarks/instructions.json")
    grown = growth(now, then)
    if grown:
        print("counted twice more, the middle of three:")
        grown = growth(middle([now, measure(), measure()]), then)
    if grown:
        sys.exit("\n".join(f"instructions.py: {line}" for line in grown))


if __name__ == "__main__":
    main()
