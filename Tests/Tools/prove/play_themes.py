#!/usr/bin/env python3
"""Follows Documentation/Themes.md from top to bottom, in a copy of this site and in a new site of each theme, and
builds after every step.

    play_themes.py PROGRAM [--document FILE] [--keep FOLDER] [SITE …]     sites are demo, storefront, cinema and library; all by default

Blocks of `sh` are run. Other blocks are files if their first line names one: `yaml FILE` is the whole file, `yaml
FILE#key` replaces that key in it, and `yaml FILE#key+` is added at the end of the key. `theme copy` copies the theme of
the site, as the document says.
"""
import argparse, os, pathlib, re, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SITES = ["demo", "storefront", "cinema", "library"]


def blocks(text):
    """The word and the rest after the fence, and the content."""
    for match in re.finditer(r"(?ms)^```(\w+) ?([^\n]*)\n(.*?)^```$", text):
        yield match.group(1), match.group(2).strip(), match.group(3)


def replaced(text, key, section):
    """Replaces a top-level key of a YAML file, with its content."""
    pattern = rf"(?ms)^{re.escape(key)}:.*?(?=^\S|\Z)"
    if len(re.findall(rf"(?m)^{re.escape(key)}:", text)) != 1:
        raise SystemExit(f"{key} must be there exactly once")
    return re.sub(pattern, lambda _: section + "\n", text)


def added(text, key, section):
    """Adds lines at the end of a top-level key of a YAML file."""
    match = re.search(rf"(?ms)^{re.escape(key)}:.*?(?=^\S|\Z)", text)
    if match is None:
        raise SystemExit(f"{key} is not there")
    return text[: match.start()] + match.group().rstrip("\n") + "\n" + section + "\n" + text[match.end() :]


def play(start, document, site, program):
    """The number of blocks of a document that were followed in a new site."""
    tools = site.parent / "bin"
    tools.mkdir(parents=True, exist_ok=True)
    (tools / "cardshelf").unlink(missing_ok=True)
    (tools / "cardshelf").symlink_to(program.resolve())
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}

    def run(command, folder=site):
        done = subprocess.run(["bash", "-euc", command], cwd=folder, env=environment, capture_output=True, text=True)
        if done.returncode or re.search(r"(?m)^[^\n]*: error: ", done.stderr):
            raise SystemExit(f"{start}: {command}\nended with {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")

    if start == "demo":
        site.mkdir(parents=True)
        for name in ("Themes", "Content"):
            shutil.copytree(ROOT / name, site / name)
        shutil.copy(ROOT / "cardshelf.yml", site)
    else:
        run(f"cardshelf init {site.name} --theme {start}", site.parent)
    theme = lambda: re.search(r"(?m)^theme: (.*)$", (site / "cardshelf.yml").read_text(encoding="utf-8")).group(1)
    own = theme()
    count = 0
    for word, rest, content in blocks(document.read_text(encoding="utf-8")):
        if word == "sh":
            run(re.sub(r"(?m)^cardshelf theme copy \w+", f"cardshelf theme copy {own}", content))
        elif "/" in rest:
            path, _, key = rest.partition("#")
            file = site / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if key:
                old = file.read_text(encoding="utf-8")
                content = added(old, key[:-1], content) if key.endswith("+") else replaced(old, key, content)
            file.write_text(content, encoding="utf-8")
            run("cardshelf build --no-compare")
        else:
            continue
        count += 1
    if theme() != "almanac" or not (site / "Output/index.html").read_text(encoding="utf-8").count("almanac/new-moon"):
        raise SystemExit(f"{start}: the site does not show what was made")
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("sites", nargs="*", metavar="SITE", choices=SITES + [[]])
    parser.add_argument("--document", type=pathlib.Path, default=ROOT / "Documentation/Themes.md")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        for start in options.sites or SITES:
            count = play(start, options.document, folder / start, options.program)
            print(f"{options.document.name} in {start}: {count} blocks, all of which work as printed", flush=True)


if __name__ == "__main__":
    main()
