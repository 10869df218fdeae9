#!/usr/bin/env python3
"""Writes the rules of Documentation/Rules/Content as Markdown, Documentation/Rules/SUBJECT.md, which is where findings lead.

    rule_pages.py [--check]     with --check nothing is written, and a page that is stale is an error
"""
import csv, pathlib, re, sys

RULES = pathlib.Path(__file__).resolve().parents[2] / "Documentation/Rules"


def page(folder):
    title = re.search(r"(?m)^title: (.*)$", (folder / "_index.md").read_text(encoding="utf-8")).group(1).strip('"')
    parts = [f"# {title}\n\n<!-- Made of {folder.name}.csv by `make rule-pages`. -->\n"]
    with open(folder / f"{folder.name}.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            kinds = ", ".join(kind.strip() for kind in row["tags"].split(";"))
            # A new line in a body is one on the page, as in the site of the rules.
            parts.append(f"\n## {row['id']}\n\n**{row['title']}** ({kinds})\n\n{row['body'].strip()}\n")
    return "".join(parts)


def main():
    stale = []
    for folder in sorted(path.parent for path in RULES.glob("Content/*/_index.md")):
        file = RULES / f"{folder.name}.md"
        text = page(folder)
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        stale.append(file.name)
        if "--check" not in sys.argv:
            file.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        raise SystemExit(f"stale: {', '.join(stale)}; run make rule-pages")
    print(f"{len(stale)} pages of rules written" if stale else "the pages of rules are as the tables say")


if __name__ == "__main__":
    main()
