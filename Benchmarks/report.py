"""Writes RESULTS.md from the measurements."""
import math

NAMES = {
    "cardshelf": "Cardshelf", "cardshelf-1-job": "Cardshelf, `--jobs 1`",
    "cardshelf-twice": "the same twice at once", "hugo": "Hugo", "floor": "floor",
    "chromium": "Chromium", "firefox": "Firefox",
}


SOURCES = {"applications": "texts of Debian's applications", "own": "our own texts, for want of a network"}


def seconds(value):
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s" if value < 100 else f"{value:.0f} s"


def megabytes(kilobytes):
    return f"{kilobytes / 1024:,.0f} MB"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def exponent(small, large, small_cards, large_cards):
    return math.log(large / small) / math.log(large_cards / small_cards)


def targets(results):
    """The promised limits: (subject, measured value, limit, value as text)."""
    sizes = {int(cards): measured["tools"] for cards, measured in results["sizes"].items()}
    checks, rows = results.get("checks"), []

    def ratio(cards, over, under, key="wall"):
        tools = sizes.get(cards, {})
        return tools[over][key] / tools[under][key] if over in tools and under in tools else None

    def most(what, value, limit, shown, is_whole=True):
        verdict = "" if value is None or not is_whole else "yes" if value <= limit else "**no**"
        rows.append((what, shown(value) if value is not None else "not measured", "≤ " + shown(limit), verdict))

    def least(what, value, limit):
        rows.append((what, f"{value:.2f}" if value is not None else "not measured", f"≥ {limit}",
                     "" if value is None else "yes" if value >= limit else "**no**"))

    plain = "{:.2f}".format
    most("64,000 cards: wall time of Hugo's", ratio(64_000, "cardshelf", "hugo"), 0.25, plain)
    most("64,000 cards: peak memory of Hugo's", ratio(64_000, "cardshelf", "hugo", "peak"), 0.15, plain)
    least("10,000 cards: times faster than Chromium", ratio(10_000, "chromium", "cardshelf"), 40)
    least("10,000 cards: times faster than Firefox", ratio(10_000, "firefox", "cardshelf"), 40)
    most("64,000 cards: wall time of the floor's", ratio(64_000, "cardshelf", "floor"), 2.0, plain)
    known = [cards for cards in sorted(sizes) if "cardshelf" in sizes[cards]]
    for key, name, limit in (("wall", "time", 1.02), ("peak", "memory", 0.9)):
        value, reach, is_whole = None, " from 1,000 to 250,000 cards", False
        if len(known) > 1:
            first, last = known[0], known[-1]
            value = exponent(sizes[first]["cardshelf"][key], sizes[last]["cardshelf"][key], first, last)
            # Over a part of the range, fixed costs would make growth look better than it is.
            is_whole = (first, last) == (1_000, 250_000)
            if not is_whole:
                reach += f", measured to {last:,} only" if first == 1_000 else f", measured from {first:,} to {last:,} only"
        most(f"growth exponent of {name}{reach}", value, limit, plain, is_whole)
    largest = sizes.get(250_000, {}).get("cardshelf", {})
    most("250,000 cards: wall time", largest.get("wall"), 18, lambda seconds: f"{seconds:.1f} s")
    most("250,000 cards: peak memory", largest.get("peak"), 600_000, lambda kilobytes: f"{kilobytes / 1000:,.0f} MB")
    for key, name, limit in (("version", "`cardshelf --version`", 0.005), ("demo", "the demo", 0.08),
                             ("thousand", "1,000 cards", 0.15)):
        most(name, checks and checks[key]["wall"], limit, lambda value: f"{value * 1000:.1f} ms")
    jobs = max((cards for cards in sizes if "cardshelf-1-job" in sizes[cards]), default=0)
    least(f"{jobs:,} cards: two jobs, times as fast as one", ratio(jobs, "cardshelf-1-job", "cardshelf"), 1.85)
    alone, twice = (sizes.get(jobs, {}).get(tool) for tool in ("cardshelf-1-job", "cardshelf-twice"))
    if alone and twice:
        rows.append(("two builds of one job at once, which share nothing", f"{2 * alone['wall'] / twice['wall']:.2f}", "", ""))
    for key, limit in (("shelf", 1.5), ("waterfall", 3.0)):
        sizes_of = checks and checks[key]
        most(f"page of 200 cards, {key}: HTML and CSS of Hugo's HTML, gzipped",
             sizes_of and (sizes_of["html"] + sizes_of["css"]) / sizes_of["hugo"], limit, plain)
    most("its fonts", checks and max(checks[key]["fonts"] for key in ("shelf", "waterfall")), 80_000,
         lambda value: f"{value / 1000:.1f} kB")
    return rows


def text(results):
    parts = ["# Results\n", "Written by `make bench`; times are medians of runs that took turns, with a warm disk cache. "
             "Cardshelf builds with `--no-compare`: the others write no compare pages. How they are measured is said in [README.md](README.md).\n"]
    parts.append(table(["", ""], [[name, value or "not there"] for name, value in results["machine"].items()]))
    busy = [m["load"] for m in [*results["sizes"].values(), *(results[k] for k in ("checks", "micro", "instructions") if k in results)]]
    if busy and max(busy) > 3:
        parts.append(f"**The machine was busy with other work** (load average up to {max(busy):.0f}): wall times say little, "
                     "ratios more, processor times and counted instructions most.\n")
    parts += ["## Targets\n", table(["what", "measured", "target", "met"], targets(results))]
    for cards, measured in sorted(results["sizes"].items(), key=lambda item: int(item[0])):
        parts.append(size_text(int(cards), measured))
    parts.append(growth_text(results))
    if "checks" in results:
        rows = [[key, *(f"{results['checks'][key][part]:,}" for part in ("html", "css", "fonts", "hugo"))]
                for key in ("shelf", "waterfall")]
        small = [[name, *(seconds(results["checks"][key][part]) for part in ("wall", "user", "system")), megabytes(results["checks"][key]["peak"])]
                 for key, name in (("version", "`cardshelf --version`"), ("demo", "the demo"), ("thousand", "1,000 cards"))]
        parts += ["## Start-up and small sites\n", table(["", "wall", "user", "system", "peak memory"], small)]
        parts += ["## Downloads\n", "A page of 200 English cards at all steps, bytes; HTML and CSS gzipped, fonts are all of the site's.\n",
                  table(["arrangement", "HTML", "CSS", "fonts", "Hugo's HTML"], rows)]
    if "micro" in results:
        rows = [[line["name"], f"{line['nanoseconds']:,.0f} ns", f"per {line['per']}"] for line in results["micro"]["lines"]]
        parts += ["## Small pieces\n", "Processor time on one thread, the median of 15 rounds.\n", table(["piece", "time", ""], rows)]
    if "instructions" in results:
        now, then = results["instructions"]["corpora"], (results["instructions"]["recorded"] or {}).get("corpora", {})
        rows = [[name, *(f"{one.get(key, 0):,}" for key in ("instructions_per_card", "allocations_per_card")
                         for one in (counts, then.get(name, counts)))] for name, counts in now.items()]
        parts += ["## Instructions\n", "Counted by callgrind with one job; a card is a 200th of what 300 cards cost more than 100.\n",
                  table(["corpus", "instructions a card", "recorded", "allocations a card", "recorded"], rows)]
    return "\n".join(parts)


def size_text(cards, measured):
    own = measured["tools"].get("cardshelf")
    rows = []
    for tool, cost in measured["tools"].items():
        rows.append([
            NAMES[tool], seconds(cost["wall"]), seconds(cost["user"]) if "user" in cost else "",
            seconds(cost["system"]) if "system" in cost else "", megabytes(cost["peak"]) if "peak" in cost else "",
            f"{cost['wall'] / own['wall']:.3g}" if own else "",
            f"{(cost['user'] + cost['system']) / (own['user'] + own['system']):.3g}" if own and "user" in cost else "",
            cost["runs"]])
    facts = measured["facts"]
    parts = [
        f"## {cards:,} cards\n",
        f"Seed {facts['seed']}, {SOURCES.get(facts['texts'], facts['texts'])}, sha256 {facts['sha256']}; bodies of {facts['body'][0]} to "
        f"{facts['body'][2]:,} characters, median {facts['body'][1]}. {measured['date']}, commit {measured['commit']}, load average {measured['load']:.1f}; "
        f"Cardshelf wrote {measured['written'][0]:,} files, {measured['written'][1] / 1e6:,.1f} MB.\n",
        table(["", "wall", "user", "system", "peak memory", "wall / Cardshelf's", "processors / Cardshelf's", "runs"], rows)]
    if measured["stages"] and own:
        whole = sum(stage[0] for stage in measured["stages"].values())
        work = sum(stage[1] for stage in measured["stages"].values())
        rows = [[name, seconds(wall / 1000), f"{wall / whole:.0%}", seconds(processor / 1000), f"{processor / work:.0%}", megabytes(peak)]
                for name, (wall, processor, peak) in measured["stages"].items()]
        rest = max(own["wall"] - whole / 1000, 0)
        rows.append(["start and end", seconds(rest), "", seconds(max(own["user"] + own["system"] - work / 1000, 0)), "", ""])
        parts.append(table(["stage", "wall", "share", "processors", "share", "peak until its end"], rows))
    return "\n".join(parts)


def growth_text(results):
    known = sorted(int(cards) for cards in results["sizes"])
    rows = []
    for tool in ("cardshelf", "hugo", "floor", "chromium", "firefox"):
        sizes = [cards for cards in known if tool in results["sizes"][str(cards)]["tools"]]
        if len(sizes) < 2:
            continue
        first, last = (results["sizes"][str(cards)]["tools"][tool] for cards in (sizes[0], sizes[-1]))
        spans = [f"{exponent(first[key], last[key], sizes[0], sizes[-1]):.2f}" if key in first and key in last else ""
                 for key in ("wall", "peak")]
        if "user" in first:
            spans.insert(1, f"{exponent(first['user'] + first['system'], last['user'] + last['system'], sizes[0], sizes[-1]):.2f}")
        else:
            spans.insert(1, "")
        rows.append([NAMES[tool], *spans, f"{sizes[0]:,} to {sizes[-1]:,} cards"])
    if not rows:
        return ""
    return "## Growth\n\nExponents: 1 is twice as much for twice as many cards.\n\n" + table(
        ["", "wall time", "processor time", "memory", ""], rows)
