"""The project's theme for tools that make sites. It has another name, so that no text contains it, and cards with all
slots."""
import pathlib, re, shutil

PROJECT = pathlib.Path(__file__).resolve().parents[3]


def write(root):
    """Into a site's folder; its settings say `theme: trial`."""
    folder = root / "Themes/trial"
    shutil.copytree(PROJECT / "Themes/storefront", folder)
    slots = "  trial:\n    stack: [image, eyebrow, title, subtitle, body, tags, footer]\n"
    text, count = re.subn(r"(?m)^  cover:\n", slots + "  cover:\n", (folder / "theme.yml").read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit("the theme has no anatomy called cover")
    (folder / "theme.yml").write_text(text, encoding="utf-8")
