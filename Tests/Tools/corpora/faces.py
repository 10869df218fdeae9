#!/usr/bin/env python3
"""Writes copies of this project's site whose text is set in other kinds of faces, for `cardshelf audit`.

    faces.py DIR          DIR/cff, DIR/cff-collection, DIR/collection and DIR/variable

Needs only python3; the faces are in Debian's fonts-texgyre, fonts-noto-cjk, fonts-wqy-microhei and
fonts-inter-variable.
"""
import pathlib, shutil, sys

FAMILIES = {
    "cff": "TeX Gyre Heros",                # static, CFF outlines
    "cff-collection": "Noto Sans CJK JP",   # CFF outlines, one of a collection
    "collection": "WenQuanYi Micro Hei",    # TrueType outlines, one of a collection
    "variable": "Inter",                    # axes for weight and slant
}
FIRST = "  text:\n"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = pathlib.Path(__file__).resolve().parents[3]
    for kind, family in FAMILIES.items():
        copy = pathlib.Path(sys.argv[1]) / kind
        shutil.rmtree(copy, ignore_errors=True)
        for folder in ("Content", "Themes"):
            shutil.copytree(site / folder, copy / folder)
        shutil.copy(site / "cardshelf.yml", copy)
        theme = copy / "Themes/storefront/theme.yml"
        text = theme.read_text(encoding="utf-8")
        if text.count(FIRST) != 1:
            sys.exit(f"{theme}: no list of families for text")
        theme.write_text(text.replace(FIRST, f"{FIRST}    - {family}\n"), encoding="utf-8")
    print(*FAMILIES)


if __name__ == "__main__":
    main()
