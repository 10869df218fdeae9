#!/usr/bin/env python3
"""Builds the demo, a new site, a sample of each theme's own cards, and real cards in ten languages, with every theme,
and audits them in browsers.

    themes.py audit FOLDER [--catalogue DIR]    all of it, in three browsers at every step
    themes.py audit FOLDER --short              one page of the demo with each theme, in Chromium at three widths
    themes.py build FOLDER                      only the sites

Every anatomy of a theme has its own shelves in every language, in all five arrangements in turn. Exits with 1 if a
browser shows anything that differs from the computed layout.

Needs python3, the browsers and, for the catalogue, apt-get (see catalogue.py).
"""
import argparse, pathlib, re, shutil, subprocess, sys

import catalogue, theme_samples

ROOT = pathlib.Path(__file__).resolve().parents[3]
THEMES = ["storefront", "cinema", "library"]
LANGUAGES = ["ar", "de", "fi", "he", "hi", "ja", "km", "th", "vi", "zh-CN"]
ARRANGEMENTS = ["grid", "flow", "waterfall", "list", "shelf"]
WIDTHS = [320, 390, 600, 768, 1080, 1280, 1680]
SHORT_WIDTHS = [390, 768, 1280]


def site(folder, theme):
    """An empty site with a theme."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copytree(ROOT / "Themes" / theme, folder / "Themes" / theme)
    settings = (ROOT / "cardshelf.yml").read_text(encoding="utf-8")
    (folder / "cardshelf.yml").write_text(re.sub(r"(?m)^theme: .*$", f"theme: {theme}", settings), encoding="utf-8")
    return folder


def demo(folder, theme, pages=None):
    """Omits all pages except the named ones and the home page."""
    content = site(folder, theme) / "Content"
    shutil.copytree(ROOT / "Content", content)
    if pages is not None:
        for index in content.glob("*/_index.md"):
            if re.search(r"(?m)^kind: page$", index.read_text(encoding="utf-8")) and index.parent.name not in pages:
                shutil.rmtree(index.parent)
    return folder


def starter(program, folder, theme):
    """The files that `cardshelf init` writes."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([program, "init", folder, "--theme", theme], stdout=subprocess.DEVNULL, check=True)
    return folder


def sample(folder, theme):
    theme_samples.write(theme, site(folder, theme) / "Content")
    return folder


def anatomies(theme):
    """The anatomies for all widths. One with a `minWidth` is for wide places and is a variant of another."""
    text = (ROOT / "Themes" / theme / "theme.yml").read_text(encoding="utf-8")
    cards = re.search(r"(?ms)^cards:\n(.*?)^\S", text).group(1)
    parts = re.split(r"(?m)^  ([A-Za-z][\w-]*):", cards)[1:]
    return [name for name, settings in zip(parts[::2], parts[1::2]) if "minWidth:" not in settings]


def languages(folder, theme, tree):
    """The applications of the catalogue, once for each anatomy."""
    content = site(folder, theme) / "Content"
    catalogue.write(tree, content, LANGUAGES)
    for number, language in enumerate(LANGUAGES):
        page = content / catalogue.slug(language)
        shelves = sorted(path.parent for path in page.glob("*/_index.md"))
        if not shelves:
            raise SystemExit(f"the catalogue has no card in {language}")
        for place, anatomy in enumerate(anatomies(theme)):
            for shelf in shelves:
                copy = page / f"{anatomy}-{shelf.name}"
                shutil.copytree(shelf, copy)
                arrangement = ARRANGEMENTS[(number + place) % len(ARRANGEMENTS)]
                (copy / "_index.md").write_text(
                    f"---\ntitle: {anatomy}, {arrangement}\ncard: {anatomy}\narrangement: {arrangement}\n---\n", encoding="utf-8")
        for shelf in shelves:
            shutil.rmtree(shelf)
    return folder


def build(program, folder):
    run = subprocess.run([program, "build", "--no-compare", "--root", folder], capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(run.stderr)
    print(f"{folder.name}: {run.stdout.splitlines()[0]}", flush=True)


def audit(program, folder, browsers, widths, pages=()):
    """Returns whether nothing differs."""
    command = [program, "audit", "--root", folder]
    for flag, values in (("--browser", browsers), ("--width", widths), ("--page", pages)):
        if values:
            command += [flag, *map(str, values)]
    return subprocess.run(command).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["audit", "build"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/cardshelf")
    parser.add_argument("--catalogue", type=pathlib.Path, default=ROOT / ".build/catalogue")
    parser.add_argument("--theme", nargs="+", choices=THEMES, default=THEMES)
    parser.add_argument("--kind", nargs="+", choices=["demo", "starter", "sample", "languages"],
                        default=["demo", "starter", "sample", "languages"])
    parser.add_argument("--browser", nargs="+", default=[])
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    program = options.program.resolve()
    if options.short:
        options.kind, options.browser = ["demo"], ["chromium"]
    if "languages" in options.kind and not (options.catalogue / "tree").exists():
        options.catalogue.mkdir(parents=True, exist_ok=True)
        catalogue.fetch(options.catalogue, catalogue.PACKAGES)
    different = []
    for theme in options.theme:
        for kind in options.kind:
            folder = (options.folder / f"{theme}-{kind}").resolve()
            if kind == "demo":
                demo(folder, theme, ["about"] if options.short else None)
            elif kind == "starter":
                starter(program, folder, theme)
            elif kind == "sample":
                sample(folder, theme)
            else:
                languages(folder, theme, options.catalogue)
            build(program, folder)
            if options.command == "build":
                continue
            widths = SHORT_WIDTHS if options.short else WIDTHS if kind == "languages" else []
            if not audit(program, folder, options.browser, widths, ["index.html"] if options.short else []):
                different.append(folder.name)
    if options.command == "audit":
        print("differ: " + (", ".join(different) or "none"))
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
