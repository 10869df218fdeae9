#!/usr/bin/env python3
"""Compares the tables of pages with those of cmark-gfm (Debian: cmark-gfm).

    tables.py compare DIR [--seed N] [--count N]   writes generated tables as cards of a site, builds it, and compares
    tables.py prove DIR                            a table that is read differently must be found

Rows have too few or too many cells, bars in code or escaped ones, and emphasis that would end in another cell. Tables
are also in quotes, in list items, and directly below text. CARDSHELF names the program (default .build/release/cardshelf). Prints the seed, a line
for each text that differs, and a summary; exits with 1 if there is any.
"""
import argparse, html.parser, os, pathlib, random, subprocess, sys

import corpus

PROGRAM = os.environ.get("CARDSHELF", str(pathlib.Path(__file__).resolve().parents[3] / ".build/release/cardshelf"))
CELLS = ["a", "b c", "", "-", "1.", "# d", "> e", "*f*", "**g", "h**", "_i_", "`j`", "`k", "l`", "\\|", "`m\\|n`", "~~o~~", "ü",
         "[p](https://example.org/)", "![q](r.png)", "&amp;", "\\*s\\*", "- t", "日本", "x\\", "*", "`` ` ``"]
RULES = ["-", "--", "---", ":-", "-:", ":-:", " --- ", " :---: "]
NOT_RULES = ["- -", "", ":", "a", "\\-"]
# The elements that mean the same on both sides.
SPANS = {"em", "strong", "code", "s", "a"}


def row(chance, cells, opened, closed):
    line = "|".join(f" {cell} " if chance.random() < 0.7 else cell for cell in cells)
    return ("|" if opened else "") + line + ("|" if closed else "")


def table(chance):
    count = chance.choice([1, 2, 2, 3, 4])
    opened = count == 1 or chance.random() < 0.8
    closed = count == 1 or chance.random() < 0.8
    rules = [chance.choice(RULES) for _ in range(count)]
    if chance.random() < 0.1:
        rules[chance.randrange(count)] = chance.choice(NOT_RULES)
    if chance.random() < 0.1:
        rules.append("-")
    # Without a bar before it, a first cell such as `- t` is no cell.
    lines = [row(chance, [chance.choice(CELLS if opened else CELLS[:2]) for _ in range(count)], opened, closed),
             row(chance, rules, opened or rules[0].strip().startswith("-"), closed)]
    for _ in range(chance.randrange(4)):
        width = max(1, count + chance.choice([0, 0, 0, -1, 1]))
        lines.append(row(chance, [chance.choice(CELLS if opened else CELLS[:2]) for _ in range(width)], opened, closed))
    if chance.random() < 0.2:
        lines.insert(0, "Text above")
    if chance.random() < 0.2:
        lines.append(chance.choice(["below", "> quote", "# heading", "***", "```\ncode\n```"]))
    around = chance.random()
    if around < 0.1:
        return "\n".join("> " + line for line in "\n".join(lines).split("\n"))
    if around < 0.2:
        # All lines have the same indentation. cmark-gfm makes no table of lines that continue a paragraph with less.
        lines = "\n".join(line.lstrip() for line in lines).split("\n")
        return "\n".join(("- " if number == 0 else "  ") + line for number, line in enumerate(lines))
    return "\n".join(lines)


class Tables(html.parser.HTMLParser):
    """The tables of some HTML: for each cell its alignment, and its text with the spans around its parts."""

    def __init__(self):
        super().__init__()
        self.cards, self.card = {}, None
        self.cell = None

    def handle_starttag(self, tag, pairs):
        attributes = dict(pairs)
        if tag in ("li", "x-card") and "card" in (attributes.get("class") or "").split():
            self.card = self.cards.setdefault(attributes["id"].split("/")[-1], [])
        if self.card is None:
            return
        if tag == "table":
            self.card.append([])
        elif tag == "tr":
            self.card[-1].append([])
        elif tag in ("td", "th"):
            names = (attributes.get("class") or "").split()
            place = "center" if "c" in names else "right" if "d" in names else attributes.get("align") or ""
            self.cell = [tag, "" if place == "left" else place, ""]
        elif tag == "img" and self.cell:
            self.cell[2] += f"(img {attributes['alt']})"
        elif self.cell and self.named(tag):
            self.cell[2] += f"<{self.named(tag)}>"

    def handle_endtag(self, tag):
        if self.cell is None:
            return
        if tag in ("td", "th"):
            kind, place, text = self.cell
            # Names of columns are bold on pages.
            if kind == "th" and text.startswith("<strong>") and text.endswith("</strong>"):
                text = text[len("<strong>"):-len("</strong>")]
            self.card[-1][-1].append((kind, place, " ".join(text.split())))
            self.cell = None
        elif self.named(tag):
            self.cell[2] += f"</{self.named(tag)}>"

    def handle_data(self, data):
        if self.cell:
            self.cell[2] += data

    @staticmethod
    def named(tag):
        tag = "s" if tag == "del" else tag
        return tag if tag in SPANS else None


def of_pages(output):
    tables = Tables()
    for page in sorted(output.glob("p*/index.html")):
        tables.feed(page.read_text())
    return tables.cards


def of_cmark(name, text):
    written = subprocess.run(["cmark-gfm", "-e", "table", "-e", "strikethrough"], input=text, text=True, stdout=subprocess.PIPE, check=True)
    tables = Tables()
    # A picture without a file is its description on a page.
    tables.feed(f'<x-card class="card" id="{name}">{written.stdout}</x-card>')
    return tables.cards[name]


def compare(folder, texts, expected):
    corpus.write_cards(folder, [("en", text + "\n") for text in texts], "")
    settings = pathlib.Path(folder) / "cardshelf.yml"
    settings.write_text(settings.read_text() + "faulty: skip\n")
    built = subprocess.run([PROGRAM, "build", "--root", folder], stderr=subprocess.PIPE, text=True)
    if built.returncode:
        sys.exit(f"the site was not built:\n{built.stderr[-2000:]}")
    shown, faults = of_pages(pathlib.Path(folder) / "Output"), 0
    for number, text in enumerate(texts):
        name = f"c{number:05}"
        wanted, found = expected(name, text), shown.get(name)
        if without_pictures(wanted) != without_pictures(found):
            faults += 1
            if faults <= 20:
                print(f"{name}: {text!r}\n  cmark-gfm {wanted}\n  page      {found}")
    return faults


def without_pictures(tables):
    return tables and [[[(kind, place, text.replace("(img q)", "q")) for kind, place, text in row] for row in table] for table in tables]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["compare", "prove"])
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    if options.command == "prove":
        # The oracle reads another table than the page does.
        found = compare(options.folder, ["|a|\n|-|\n|b|"], lambda name, text: of_cmark(name, text.replace("b", "c")))
        print(f"{found} of 1 found")
        sys.exit(found != 1)
    chance = random.Random(options.seed)
    texts = [table(chance) for _ in range(options.count)]
    faults = compare(options.folder, texts, of_cmark)
    print(f"seed {options.seed}: {options.count} texts, {faults} differ from cmark-gfm")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
