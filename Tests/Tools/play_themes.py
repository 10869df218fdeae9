#!/usr/bin/env python3
"""Does what Documentation/Themes.md says, from top to bottom, on a copy of this site, and builds it after every step.

    play_themes.py PROGRAM [--document FILE] [--keep FOLDER]

Blocks of `sh` are run. Other blocks are files where their first line names one: `yaml FILE` is the whole file, `yaml FILE#key` stands in
place of that key of it.
"""
import argparse, os, pathlib, re, shutil, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def blocks(text):
    """The word and the rest behind the fence, and what is inside."""
    for match in re.finditer(r"(?ms)^```(\w+) ?([^\n]*)\n(.*?)^```$", text):
        yield match.group(1), match.group(2).strip(), match.group(3)


def replaced(text, key, section):
    """A YAML file with a top-level key and what belongs to it in place of the old one."""
    pattern = rf"(?ms)^{re.escape(key)}:.*?(?=^\S|\Z)"
    if len(re.findall(rf"(?m)^{re.escape(key)}:", text)) != 1:
        raise SystemExit(f"{key} is not there exactly once")
    return re.sub(pattern, lambda _: section + "\n", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--document", type=pathlib.Path, default=ROOT / "Documentation/Themes.md")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        site = options.keep or pathlib.Path(scratch) / "site"
        site.mkdir(parents=True)
        for name in ("Themes", "Content"):
            shutil.copytree(ROOT / name, site / name)
        shutil.copy(ROOT / "cardshelf.yml", site)
        tools = pathlib.Path(scratch) / "bin"
        tools.mkdir()
        (tools / "cardshelf").symlink_to(options.program.resolve())
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}

        def run(command):
            done = subprocess.run(["bash", "-euc", command], cwd=site, env=environment, capture_output=True, text=True)
            if done.returncode or re.search(r"(?m)^[^\n]*: error: ", done.stderr):
                raise SystemExit(f"{command}\ncame to {done.returncode}:\n{(done.stdout + done.stderr)[-3000:]}")

        count = 0
        for word, rest, content in blocks(options.document.read_text(encoding="utf-8")):
            if word == "sh":
                run(content)
            elif "/" in rest:
                path, _, key = rest.partition("#")
                file = site / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(replaced(file.read_text(encoding="utf-8"), key, content) if key else content, encoding="utf-8")
                run("cardshelf build --no-compare")
            else:
                continue
            count += 1
        theme = re.search(r"(?m)^theme: (.*)$", (site / "cardshelf.yml").read_text()).group(1)
        if theme != "almanac" or not (site / "Output/index.html").read_text().count("almanac/new-moon"):
            raise SystemExit("the site does not show what was made")
    print(f"{options.document.name}: {count} blocks, and each works as it is printed")


if __name__ == "__main__":
    main()
