#!/usr/bin/env python3
"""Puts numbers at the limits of integer types into every field and option, and looks for traps.

    boundaries.py [--short] [--program PATH]
    boundaries.py --prove       fails unless it detects a program that crashes on some of the numbers

Fields are those whose names are in the readers of front matter, settings and themes, and options those in the program's
help, so new ones are tried too. Each value that a field allows, from its minimum to its maximum, is laid out, alone and
together with the extremes of all others. Each run must end with findings or a site.

--short does not try the fields of the theme one by one. Builds nothing: CARDSHELF names the program (default
.build/release/cardshelf). Prints what it tried, then a line for each fault; exits with 1 if there are any.
"""
import argparse, concurrent.futures, json, os, pathlib, re, shutil, signal, subprocess, sys, tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
TIMEOUT = 120

WHOLE = [0, 1, -1, 2**31 - 1, 2**31, 2**31 + 1, -2**31, -2**31 - 1, 2**32, 2**53 + 1, 2**63 - 1, 2**63, -2**63, -2**63 - 1, 2**64]
NUMBERS = [str(number) for number in WHOLE] + [
    "-0", "+1", "1.0", "0.5", "1e308", "1e-308", "1e400", "-1e308", ".nan", ".inf", "-.inf", "NaN", "9" * 400,
    "0x7fffffffffffffff", "0x8000000000000000", "0o17", "017", "1_000", "0b11", "190:20:30", "''", "'7'", "~",
    "1/0", "0/0", "1000/1000", "9223372036854775807/1", "9223372036854775808/9223372036854775808", "2026-11-22",
    "0000-00-00", "9999-12-31", "99999999999999999999-01-01"]
RANGE = re.compile(r"from (-?\d+) to (-?\d+)")

# Names of fields: string literals among the arguments of readers. Some are values; these are tried as fields too.
KEY = re.compile(r"\w+\((?:&\w+, )?\"([a-zA-Z]+)\"")
CONTENT_READERS = ["ReadCard", "IndexFile", "SiteSettings", "FieldReader", "FieldReader+Placement", "TagSettings", "ShelfSettings"]

# A theme that has all fields.
THEME = """\
fonts:
  text: [Noto Sans]
  mono: [Noto Sans Mono]
lineBreaks: natural
slots:
  price: { style: footer }
textStyles:
  eyebrow:      { font: text, weight: 700, size: 12, lineHeight: 16, maxLines: 1, color: accent, italic: false }
  title:        { font: text, weight: 700, size: 17, lineHeight: 22, maxLines: { compact: 2, wide: 3 }, color: text }
  subtitle:     { font: text, weight: 400, size: 15, lineHeight: 20, maxLines: 2, color: text }
  footer:       { textStyle: footnote, font: text, weight: 400, maxLines: 2, color: text }
  body:         { font: text, weight: 400, size: 15, lineHeight: 21, color: text }
  heading:      { font: text, weight: 700, size: 15, lineHeight: 21, color: text }
  code:         { font: mono, weight: 400, size: 13, lineHeight: 20, color: text }
  tag:          { font: text, weight: 400, size: 12, lineHeight: 16, color: text }
  pageTitle:    { font: text, weight: 700, size: 34, lineHeight: 41, color: text }
  introduction: { font: text, weight: 400, size: 17, lineHeight: 24, color: text }
  shelfTitle:   { font: text, weight: 700, size: 22, lineHeight: 28, color: text }
cards:
  cover:
    padding: 16
    minHeight: 40
    maxHeight: 1000
    ratio: 3/4
    minWidth: 0
    textAlign: start
    stack:
      - image:    { ratio: 16/9, maxWidth: 300, below: 10, gap: 3, align: start, bleed: false }
      - row:
          gap: 6
          spacing: 12
          align: center
          items:
            - stack: { width: 90, items: [eyebrow, { title: { gap: 4, minLines: 1, maxWidth: 400, width: hug } }] }
            - tags: { width: 80 }
      - body:     { gap: 8, grow: true }
      - subtitle: { gap: 2, pin: bottom, minLines: 2, level: shelf, textAlign: end, width: fill }
      - footer: { textAlign: start }
  small:
    padding: 4
    stack:
      - row: { image: { size: 56 }, spacing: 12, stack: [title], stackAt: AX1 }
  wide:
    padding: 4
    stack:
      - row: { spacing: 8, items: [image: { width: 56, height: 40 }, title] }
      - tags
  either: { variants: [cover, small] }
tags: { padding: [4, 10], spacing: 6, lineSpacing: 6, align: leading, lastLine: natural, distribute: greedy, maxRows: { compact: 2, wide: 4 } }
body: { blockSpacing: 8, itemSpacing: 4, indent: 20, codePadding: 10, ruleThickness: 1, imageRatio: 16/9 }
shelf: { cardWidth: 280, spacing: 12, titleGap: 8, shelfGap: 24, columns: { compact: 1, wide: 3 } }
widthClasses:
  compact: { from: 0, margin: 16, steps: [288, 400] }
  wide:    { from: 840, margin: 24, steps: [900] }
colors:
  light: { page: "#f3f4f7", card: "#ffffff", text: "#1a1c21", secondary: "#585c67", tagText: "#3c414d", accent: "#0a58c2", border: "#dcdfe6", tag: "#e7eaf1", code: "#eef0f5" }
  dark:  { page: "#0e0f12", card: "#1a1c21", text: "#f1f2f5", secondary: "#a8acb8", tagText: "#d4d8e2", accent: "#7db5ff", border: "#30343d", tag: "#2a2e37", code: "#252830" }
"""
VALUE = re.compile(r"(?<=[\[ ])\d+(?:/\d+)?(?=[ ,\]\n}])")

BODY = "Some text that goes on for more than one line of a narrow card.\n\n- one\n- two\n\n```\ncode\n```\n\n> quote\n"


class Trial:
    """Runs of the program in a folder, and their faults."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)
        self.runs = 0
        self.faults = []

    def site(self, name, files, theme=None):
        root = self.folder / name
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(PROJECT / "Themes", root / "Themes")
        if theme is not None:
            (root / "Themes/storefront/theme.yml").write_text(theme)
        all_files = {"cardshelf.yml": "title: Trial\nlang: en\ntheme: storefront\n", "Content/_index.md": "---\ntitle: A\n---\n"}
        for path, text in (all_files | files).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return root

    def run(self, what, arguments, cwd=None):
        """The output of the program; a fault if it did not end properly."""
        self.runs += 1
        with subprocess.Popen([self.program, *arguments], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            try:
                out, err = process.communicate(timeout=3 if arguments[0] == "serve" else TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
                # A server runs until it is stopped.
                if arguments[0] != "serve":
                    self.faults.append(f"{what}: not done in {TIMEOUT} s")
                return "", None
        code = process.returncode
        if code < 0:
            self.faults.append(f"{what}: {signal.Signals(-code).name}: {err[-300:]!r}")
        elif code not in (0, 1, 2, 64):
            self.faults.append(f"{what}: exit {code}: {err[-300:]!r}")
        return out.decode(errors="replace"), code

    def findings(self, what, root):
        out, code = self.run(what, ["build", "--root", str(root), "--format", "json", "--no-compare"])
        try:
            return json.loads(out)["diagnostics"], code
        except ValueError:
            if code is not None and code >= 0:
                self.faults.append(f"{what}: no findings can be read: {out[:200]!r}")
            return [], code


# --- Front matter

def content_keys():
    folder = PROJECT / "Sources/Input/Content"
    keys = set()
    for name in CONTENT_READERS:
        keys |= set(KEY.findall((folder / (name + ".swift")).read_text()))
    # Width classes are keys too, where a value may differ by class.
    return sorted(keys | {"compact"})


KINDS = {"card": "", "shelf": "", "section": "kind: section\n", "page": "kind: page\n"}


def document(kind, number, key, value, more=""):
    """A file with a field, at its place."""
    title = "" if key == "title" else "title: A\n"
    if key == "kind":
        return {}
    text = f"---\n{title}{KINDS[kind]}{more}{key}: {value}\n---\n"
    if kind == "card":
        return {f"Content/cards/c{number:06}.md": text + BODY}
    if kind == "section":
        return {f"Content/s{number % 50:03}/n{number:06}/_index.md": text, f"Content/s{number % 50:03}/n{number:06}/a.md": "# A\n" + BODY}
    if kind == "shelf":
        return {f"Content/n{number:06}/_index.md": text, f"Content/n{number:06}/a.md": "# A\n" + BODY,
                f"Content/n{number:06}/b.md": "# B\n"}
    return {f"Content/n{number:06}/_index.md": text, f"Content/n{number:06}/s/a.md": "# A\n"}


def owner(kind, number):
    return f"Content/cards/c{number:06}.md" if kind == "card" else f"n{number:06}/_index.md"


def by_number(findings, kind):
    """The messages about each document."""
    result = {}
    for finding in findings:
        found = re.search(r"/[cn](\d{6})(?:\.md|/)", finding["path"] + "/")
        if found:
            result.setdefault(int(found[1]), []).append(finding)
    return result


def tried(trial, kind, fields, name):
    """The findings about fields with values, each by its number."""
    files = {}
    for number, (key, value) in enumerate(fields):
        files |= document(kind, number, key, value)
    findings, _ = trial.findings(f"{kind}: {name}", trial.site("content", files))
    return by_number(findings, kind)


def front_matter(trial, kind):
    """Tries all fields of a kind of document; returns those that take numbers, with the numbers that they allow."""
    keys = content_keys()
    too_large = "99999999999"
    single = [(key, too_large) for key in keys]
    nested = [(key, f"{{ {inner}: {too_large} }}") for key in keys for inner in keys]
    paired = [(key, f"[{too_large}, {too_large}]") for key in keys]
    probes = single + nested + paired
    found = tried(trial, kind, probes, "probes")
    numeric = []
    for number, (key, value) in enumerate(probes):
        for finding in found.get(number, []):
            if finding["rule"] == "out-of-range" and (limits := RANGE.search(finding["message"])):
                numeric.append((key, value, int(limits[1]), int(limits[2])))
                break
    # Where any name is possible, it is that of a width class, and one is enough.
    by_class = {(key, tuple(limits)) for key, value, *limits in numeric if value.startswith("{ baseURL:")}
    numeric = [one for one in numeric if (one[0], one[2:]) not in by_class or not re.match(r"\{ (?!compact:)", one[1])]
    fields = [(key, value) for key in keys for value in NUMBERS]
    for key, value, least, greatest in numeric:
        for number in [*NUMBERS, least, greatest, least - 1, greatest + 1]:
            fields.append((key, value.replace(too_large, str(number))))
    fields = sorted(set(fields))
    refused = tried(trial, kind, fields, f"{len(fields)} values")
    errors = {number for number, all_of in refused.items() if any(one["severity"] == "error" for one in all_of)}
    allowed = [field for number, field in enumerate(fields) if number not in errors]
    # Valid values are laid out; values that are found to be wrong only then are left out.
    for _ in range(4):
        again = tried(trial, kind, allowed, f"{len(allowed)} values that are allowed")
        wrong = {number for number, all_of in again.items() if any(one["severity"] == "error" for one in all_of)}
        if not wrong:
            break
        allowed = [field for number, field in enumerate(allowed) if number not in wrong]
    else:
        trial.faults.append(f"{kind}: values that are allowed alone are refused together")
    return numeric, len(fields), len(allowed)


ARRANGEMENTS = ["shelf", "flow", "grid", "waterfall", "list"]


def all_at_once(trial, numeric):
    """Shelves and cards in which every field has its minimum or maximum value."""
    count = 0
    for extreme in (2, 3):
        for arrangement in ARRANGEMENTS:
            chosen = {"shelf": {}, "card": {}}
            for kind, values in chosen.items():
                groups = {}
                for field in numeric[kind]:
                    key, value = field[0], field[1].replace("99999999999", str(field[extreme]))
                    if value.startswith("{"):
                        groups.setdefault(key, []).append(value.strip("{ }"))
                    else:
                        values[key] = value
                values |= {key: f"{{ {', '.join(parts)} }}" for key, parts in groups.items() if key not in values}
            for _ in range(30):
                shelf = "".join(f"{key}: {value}\n" for key, value in chosen["shelf"].items() if key != "limit")
                card = "".join(f"{key}: {value}\n" for key, value in chosen["card"].items())
                files = {"Content/n000000/_index.md": f"---\ntitle: A\narrangement: {arrangement}\n{shelf}---\n"}
                for number in range(60):
                    files[f"Content/n000000/c{number}.md"] = f"---\ntitle: A\ntags: [a, b, c]\n{card}---\n{BODY}"
                findings, code = trial.findings(f"all at once, {arrangement}", trial.site("extremes", files))
                wrong = {re.match(r"[a-zA-Z]*", part)[0] for finding in findings if finding["severity"] == "error"
                         for part in re.findall(r"`([a-zA-Z]+)", finding["message"])}
                wrong &= set(chosen["shelf"]) | set(chosen["card"])
                if code != 1 or not wrong:
                    break
                for kind in chosen.values():
                    for key in wrong:
                        kind.pop(key, None)
            if code == 1:
                trial.faults.append(f"all at once, {arrangement}: {findings[:1]}")
            elif not chosen["shelf"]:
                trial.faults.append(f"all at once, {arrangement}: no field is left")
            count += 1
    return count


# --- Settings and themes

CARD = {"Content/s/_index.md": "---\ntitle: A\n---\n", "Content/s/a.md": f"---\ntitle: A\nsubtitle: B\neyebrow: C\nfooter: D\ntags: [a, b]\n---\n{BODY}"}


def settings(trial):
    count = 0
    for key in content_keys():
        for value in NUMBERS:
            text = "".join(line for line in ("title: A\n", "lang: en\n", "theme: storefront\n") if not line.startswith(key + ":"))
            trial.findings(f"cardshelf.yml: {key}: {value}", trial.site("settings", CARD | {"cardshelf.yml": f"{text}{key}: {value}\n"}))
            count += 1
    return count


def theme_keys():
    keys = set()
    for file in (PROJECT / "Sources/Input/Themes").glob("ThemeReader*.swift"):
        keys |= set(KEY.findall(file.read_text()))
    return keys


def theme(trial, is_short, key=""):
    """Tries the numbers of theme.yml, or those of one key."""
    missing = sorted(key for key in theme_keys() if not re.search(rf"\b{key}\b", THEME))
    if missing:
        trial.faults.append(f"theme.yml: no sample has {', '.join(missing)}")
    findings, code = trial.findings("theme.yml as it is", trial.site("theme", CARD, THEME))
    if code != 0:
        trial.faults.append(f"theme.yml as it is: {findings[:1]}")
    places = [match.span() for match in VALUE.finditer(THEME) if THEME[:match.start()].endswith(key)]

    def with_value(span, value, text=THEME):
        return text[:span[0]] + value + text[span[1]:]

    count = 1
    limits = {}
    for span in places:
        if "/" in THEME[slice(*span)]:
            limits[span] = ("1/1000", "1000/1")
            continue
        findings, _ = trial.findings("theme.yml, a probe", trial.site("theme", CARD, with_value(span, "99999999999")))
        count += 1
        found = [limit for finding in findings if (limit := RANGE.search(finding["message"]))]
        if found:
            limits[span] = (found[0][1], found[0][2])
        else:
            trial.faults.append(f"theme.yml: nothing is said about 99999999999 at {THEME[span[0] - 20:span[1]]!r}")
    for span in places:
        own = list(limits.get(span, ())) if is_short else [*NUMBERS, *limits.get(span, ())]
        for value in own:
            trial.findings(f"theme.yml, {THEME[span[0] - 20:span[0]]!r} {value}", trial.site("theme", CARD, with_value(span, value)))
            count += 1
    # All at once. Steps must ascend, a line must be as tall as its text, and paddings and neighbours must leave room.
    for extreme in () if key else (0, 1):
        text = THEME
        for span in reversed(places):
            before = THEME[:span[0]]
            if span in limits and not re.search(r"(from: |steps: \[|steps: \[\d+, |(?<!line)size: |lineHeight: )$", before):
                text = with_value(span, limits[span][extreme], text)
        if extreme:
            text = re.sub(r"size: \d+, lineHeight: \d+", "size: 200, lineHeight: 400", text)
            text = re.sub(r"margin: \d+", "margin: 24", text).replace("steps: [288, 400]", "steps: [288, 780]")
            text = text.replace("from: 840, margin: 24, steps: [900]", "from: 9000, margin: 24, steps: [10000]")
            text = re.sub(r"minHeight: \d+", "minHeight: 2000", text)
            text = re.sub(r"padding: \d+", "padding: 50", text)
            text = re.sub(r"spacing: \d+", "spacing: 12", text)
            text = re.sub(r"(stack|tags): { width: \d+", r"\1: { width: 90", text).replace("[2000, 2000]", "[2000, 10]")
        else:
            text = re.sub(r"maxHeight: \d+", "maxHeight: 1", text)
        text = re.sub(r"weight: \d+", "weight: 400", text)
        findings, code = trial.findings(f"theme.yml, all at {'most' if extreme else 'least'}", trial.site("theme", CARD, text))
        count += 1
        wrong = [finding for finding in findings if finding["severity"] == "error"]
        if wrong:
            trial.faults.append(f"theme.yml, all at {'most' if extreme else 'least'}: {wrong[0]['message']} ({len(wrong)})")
    return len(places), count


# --- Options

NOT_NUMBERS = {"folder", "name", "rule", "tag", "direction", "what", "pattern", "root", "output", "browser", "page",
               "report", "address", "path", "file"}
SUBJECTS = {"measure": ["text"], "explain": ["s/a"], "diff": ["--against-folder", "Output"]}


def options(trial, only=None):
    """Tries all options that take numbers, or those of one command."""
    root = trial.site("options", CARD)
    trial.run("a build", ["build", "--root", str(root)])
    help_text = trial.run("help", ["--help"])[0]
    commands = re.findall(r"^  ([a-z]+) ", help_text.split("SUBCOMMANDS:")[-1], re.MULTILINE) if only is None else [only]
    tried_options = []
    for command in commands:
        listed = re.findall(r"^  (?:-\w, )?(--[a-z-]+) <([a-z]+)>", trial.run("help", ["help", command])[0], re.MULTILINE)
        tried_options += [(command, option) for option, name in listed if name not in NOT_NUMBERS]
    if not tried_options:
        trial.faults.append("no option takes a number")
    with concurrent.futures.ThreadPoolExecutor(8) as servers:
        for command, option in tried_options:
            for number, value in enumerate([*NUMBERS, "16384", "10000", "65535", "65536", "-9223372036854775808"]):
                arguments = [command, *SUBJECTS.get(command, []), f"{option}={value.strip(chr(39))}"]
                # Browsers are not started, because there is nothing to open outside of a site.
                folder = trial.folder if command == "audit" else root
                if command == "serve":
                    # These wait for a server, so they run in parallel, each with its own site.
                    folder = trial.site(f"served{option}{number}", CARD)
                    servers.submit(trial.run, f"{command} {option} {value}", arguments, cwd=folder)
                else:
                    trial.run(f"{command} {option} {value}", arguments, cwd=folder)
    return len(tried_options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--program", default=PROGRAM)
    choice = parser.parse_args()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="cardshelf-boundaries-", dir=memory) as folder:
        if choice.prove:
            return prove(folder, os.path.abspath(choice.program))
        trial = Trial(os.path.abspath(choice.program), folder)
        everything(trial, choice.short)
    for fault in trial.faults:
        print(fault)
    print(f"{trial.runs} runs: {len(trial.faults)} faults")
    return 1 if trial.faults else 0


def everything(trial, is_short):
    numeric = {}
    for kind in KINDS:
        numeric[kind], values, allowed = front_matter(trial, kind)
        fields = sorted({f"{key}{inner.replace('99999999999', '…')}" for key, inner, _, _ in numeric[kind]})
        print(f"{kind}: {values} values, {allowed} of them laid out; {len(fields)} places for numbers", flush=True)
        if kind in ("card", "shelf") and not fields:
            trial.faults.append(f"{kind}: no field takes a number")
    print(f"all at once: {all_at_once(trial, numeric)} sites", flush=True)
    if not is_short:
        print(f"cardshelf.yml: {settings(trial)} values", flush=True)
    print("theme.yml: {} numbers, {} sites".format(*theme(trial, is_short)), flush=True)
    print(f"options: {options(trial)}", flush=True)


def prove(folder, program):
    """A program that crashes if a card or the theme has the largest number must be detected, once for each."""
    stand_in = pathlib.Path(folder) / "stand-in"
    stand_in.write_text(f"""#!/bin/sh
case "$*" in *=9223372036854775807*) kill -ILL $$ ;; esac
grep -rqs 'weight: 9223372036854775807' "$3/Content" && kill -ILL $$
grep -qs 'indent: 2000' "$3/Themes/storefront/theme.yml" && exit 70
exec {program} "$@"
""")
    stand_in.chmod(0o755)
    trial = Trial(str(stand_in), pathlib.Path(folder) / "work")
    front_matter(trial, "card")
    theme(trial, is_short=True, key="indent: ")
    options(trial, only="measure")
    for fault in trial.faults:
        print(fault[:160])
    expected = {"card: ": "SIGILL", "theme.yml": "exit 70", "measure --width 9223372036854775807": "SIGILL"}
    missed = [name for name, end in expected.items()
              if not any(fault.startswith(name) and end in fault for fault in trial.faults)]
    print(f"{len(expected) - len(missed)} of {len(expected)} crashes found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
