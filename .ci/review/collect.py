#!/usr/bin/env python3
"""Says what a change does to a site's layout, and gathers what a comment shows of it. Runs without rights.

    collect.py --program CARDSHELF --root FOLDER --against COMMIT --layout FILE --output FOLDER [--report FOLDER]
               [--format github|human] [--junit FILE] [--approval] [--outputs FILE]

The summary goes to the file that GITHUB_STEP_SUMMARY names, or else to the log; `state`, `changed` and `approval` to
that of --outputs, or of GITHUB_OUTPUT. Nothing that happened to the branch is a failure: where nothing can be compared, a notice says why.
FOLDER gets review.json, diff.json, and pictures of the shelves that changed most. Exits with 1 only if Cardshelf fails.
"""
import argparse, json, os, pathlib, shlex, subprocess, sys, tempfile

import base

WIDTHS = (390, 1280)
SHELVES = 3
# Of so many shelves pictures are drawn until enough of them differ.
MOST_DRAWN = 8
MOST_PICTURE_BYTES = 1_000_000
MOST_SECONDS = 60


def counts(layout):
    """The numbers of pages, shelves and cards."""
    try:
        pages = json.loads(layout.read_text())["pages"]
        shelves = [shelf for page in pages for shelf in page["shelves"]]
        return {"pages": len(pages), "shelves": len(shelves), "cards": sum(len(shelf["cards"]) for shelf in shelves)}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def counted(number, one, many):
    return f"{number:,} {one if number == 1 else many}"


def said_of(numbers):
    if not numbers:
        return "site added"
    return f"site added: {counted(numbers['pages'], 'page', 'pages')}, {counted(numbers['shelves'], 'shelf', 'shelves')}"


def largest(changes):
    """The shelves that changed most: page and id."""
    amounts = {}
    for change in changes:
        if "page" not in change or "shelf" not in change:
            continue
        lengths = [abs(each["after"] - each["before"]) for each in change.get("amounts", []) if change.get("unit") == "px"]
        key = change["page"], change["shelf"]
        amounts[key] = max([amounts.get(key, 0), *lengths])
    return sorted(amounts, key=lambda key: -amounts[key])


class Collector:
    def __init__(self, options):
        self.options = options
        self.program = [str(pathlib.Path(options.program).resolve())]
        self.root = f"--root={options.root}"

    def run(self, *arguments):
        return subprocess.run([*self.program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8", errors="replace")

    def diff(self, *arguments):
        run = self.run("diff", self.root, *arguments)
        if run.returncode > 2 or run.returncode < 0:
            sys.stderr.write(run.stderr)
            sys.exit(f"collect.py: cardshelf diff ended with {run.returncode}")
        return run

    def pictures(self, repository, commit, changes):
        """Draws both sides of the shelves that changed most; what cannot be drawn is left out."""
        drawn = []
        folder = self.options.output / "pictures"
        folder.mkdir()
        with tempfile.TemporaryDirectory() as scratch:
            try:
                before = base.write_site(repository, commit, pathlib.Path(scratch))
            except (OSError, subprocess.SubprocessError):
                return drawn
            number = 1
            for page, shelf in largest(changes)[:MOST_DRAWN]:
                found = []
                for width in WIDTHS:
                    names = {}
                    for side, root in (("before", before), ("after", self.options.root)):
                        name = self.picture(root, f"{page}#{shelf}", width, folder / f"{number}-{width}-{side}")
                        if name:
                            names[side] = name
                    files = [folder / name for name in names.values()]
                    if len(files) == 2 and files[0].read_bytes() == files[1].read_bytes():
                        for file in files:
                            file.unlink()
                    elif names:
                        found.append({"page": page, "shelf": shelf, "width": width, **names})
                drawn += found
                number += bool(found)
                if number > SHELVES:
                    break
        return drawn

    def picture(self, root, shelf, width, path):
        # A program without the libraries for PNG draws SVG.
        for ending in ("png", "svg"):
            file = path.with_name(f"{path.name}.{ending}")
            try:
                subprocess.run([*self.program, "picture", f"--root={root}", f"--width={width}", f"--output={file}", "--", shelf], check=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=MOST_SECONDS)
            except subprocess.SubprocessError:
                continue
            if file.stat().st_size <= MOST_PICTURE_BYTES:
                return file.name
            file.unlink()
        return None

    def compare(self, found):
        """The difference as an object, and the summary; None if the other side cannot be laid out."""
        options, against = self.options, f"--against-commit={found.commit}"
        report = [f"--report={options.report}"] if options.report else []
        run = self.diff(against, "--format=markdown", *report)
        if run.returncode == 2:
            return None, (run.stderr.strip().splitlines() or ["nothing is compared"])[0]
        text = self.diff(against, "--format=json").stdout
        (options.output / "diff.json").write_text(text)
        if options.junit:
            options.junit.write_text(self.diff(against, "--format=junit").stdout)
        if run.returncode == 1:
            print(self.diff(against, f"--format={options.format}").stdout, end="", flush=True)
        return json.loads(text), run.stdout

    def approval(self):
        run = self.diff("--format=human")
        print(run.stdout + run.stderr, end="", flush=True)
        return ["approved", "differs", "unreadable"][run.returncode]


def tell(kind, text):
    """A line that the service shows with the run."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    print(f"::{kind} title=Cardshelf::{text}" if "GITHUB_ACTIONS" in os.environ else text, flush=True)


def append(file, text):
    if file:
        with open(file, "a") as opened:
            opened.write(text + "\n")
    else:
        print(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("program", "root", "against"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("layout", "output"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in ("report", "junit", "outputs"):
        parser.add_argument(f"--{name}", type=pathlib.Path)
    parser.add_argument("--format", choices=["github", "human"], default="github")
    parser.add_argument("--approval", action="store_true")
    options = parser.parse_args()
    options.output.mkdir()
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    collector = Collector(options)
    repository = base.Repository(options.root)
    found = base.find(options.root, options.against, os.environ.get("GITHUB_REF", ""), os.environ.get("GITHUB_SHA", ""))
    review = {"version": 1, "folder": repository.prefix if repository.folder else "", **counts(options.layout)}
    difference, changed = None, ""
    if found.state == "compared":
        difference, text = collector.compare(found)
        if difference is None:
            found.state, found.notice = "skipped", f"Nothing is compared: {text}"
        else:
            changed = str(difference["changed"]).lower()
            append(summary, text)
    elif found.state == "added":
        append(summary, f"## Layout: {said_of(review if 'pages' in review else {})}")
    if found.notice:
        tell("notice", found.notice)
        append(summary, "\n" + found.notice)
    review |= {"state": found.state, "notice": found.notice}
    if options.approval:
        review["approval"] = collector.approval()
    if difference and difference["changed"]:
        review["pictures"] = collector.pictures(repository, found.commit, difference["changes"])
    (options.output / "review.json").write_text(json.dumps(review, indent=1) + "\n")
    append(options.outputs or os.environ.get("GITHUB_OUTPUT"), f"state={found.state}\nchanged={changed}\napproval={review.get('approval', '')}")
    if review.get("approval") not in (None, "approved"):
        folder = f" --root {shlex.quote(options.root)}" if options.root != "." else ""
        append(summary, f"\n**The layout is not approved.** Run `cardshelf approve{folder}` and commit `{review['folder']}layout.baseline`.")


if __name__ == "__main__":
    main()
