#!/usr/bin/env python3
"""Takes the picture of the comment on a pull request: the text that .ci/review makes of a change of the demo, read as Markdown
by cmark-gfm, as Chromium shows it.

    comment_picture.py PROGRAM PICTURE [--width 860]   needs chromium, cmark-gfm, git and ImageMagick
"""
import argparse, base64, os, pathlib, shutil, subprocess, sys, tempfile, time

from devtools import Chromium

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / ".ci/review"))
import compose

# What changes in the demo: file, text, and what takes its place.
CHANGES = [
    ("Content/tonight/saturn.md", "title: Saturn", "title: Saturn, with its rings wide open"),
    ("Content/distances/moon.md", "title: 1.3 seconds", "title: A second and a third of one"),
]
STYLE = """body { font: 14px/1.5 "Noto Sans", sans-serif; color: #1f2328; background: #fff; margin: 0; padding: 16px 20px; }
h3 { font-size: 17.5px; margin: 0 0 14px; } table { border-collapse: collapse; margin: 0 0 14px; } th, td { border: 1px solid #d1d9e0; padding: 6px 13px; text-align: left; }
code { font: 12px "Noto Sans Mono", monospace; background: #818b981f; border-radius: 6px; padding: .2em .4em; } a { color: #0969da; text-decoration: none; }
a code { color: inherit; } details { margin: 0 0 8px; } summary { margin-bottom: 6px; } img { max-width: 100%; height: auto; } th { font-weight: 600; }"""


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, "-c", "user.name=Sample", "-c", "user.email=sample@example.org", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def comment(program, folder):
    """The Markdown of the comment, and the folder of its pictures."""
    site = folder / "site"
    site.mkdir()
    for name in ("Content", "Themes", "cardshelf.yml"):
        source = ROOT / name
        shutil.copytree(source, site / name) if source.is_dir() else shutil.copy(source, site / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "A site")
    for name, old, new in CHANGES:
        path = site / name
        text = path.read_text()
        if old not in text:
            sys.exit(f"comment_picture.py: {name} has no {old!r}")
        path.write_text(text.replace(old, new, 1))
    subprocess.run([program, "build", f"--root={site}", f"--output={folder}/preview"], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    subprocess.run([sys.executable, ROOT / ".ci/review/collect.py", f"--program={program}", f"--root={site}", "--against=HEAD", f"--layout={folder}/preview/layout.json",
                    f"--output={folder}/review", f"--outputs={folder}/outputs"], check=True, stdout=subprocess.DEVNULL)
    files = {path.relative_to(folder / "review").as_posix(): path.read_bytes() for path in (folder / "review").rglob("*") if path.is_file()}
    place = compose.Place("b52fe6b7f74d".ljust(40, "0"), "https://github.com/x", source="https://github.com/x/", preview="https://x.example/pr/7/",
                          report="https://x.example/pr/7/report/", pictures="https://x.example/pr/7/review/")
    return compose.comment(files, "", "Layout", place), folder / "review/pictures"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("picture", type=pathlib.Path)
    parser.add_argument("--width", type=int, default=900)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        text, pictures = comment(options.program.resolve(), folder)
        run = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink"], input=text, stdout=subprocess.PIPE, check=True, text=True)
        page = folder / "comment.html"
        page.write_text(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>" + run.stdout.replace("https://x.example/pr/7/review/", pictures.as_uri() + "/"))
        browser = Chromium(lambda *_: None)
        session = browser.page()
        try:
            browser.call("Emulation.setDeviceMetricsOverride", session, width=options.width, height=800, deviceScaleFactor=1, mobile=False)
            browser.call("Page.navigate", session, url=page.as_uri())
            time.sleep(1)
            height = browser.call("Page.getLayoutMetrics", session)["cssContentSize"]["height"]
            clip = {"x": 0, "y": 0, "width": options.width, "height": height, "scale": 1}
            shot = folder / "shot.png"
            shot.write_bytes(base64.b64decode(browser.call("Page.captureScreenshot", session, format="png", clip=clip, captureBeyondViewport=True)["data"]))
        finally:
            browser.close()
        subprocess.run(["convert", shot, "+dither", "-colors", "128", "-strip", f"PNG8:{options.picture}"], check=True)
    print(f"{options.picture}: {options.picture.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
