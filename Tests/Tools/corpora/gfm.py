#!/usr/bin/env python3
"""Compares cards with what cmark-gfm (Debian: cmark-gfm) and comrak (PyPI) make of their Markdown.

    gfm.py compare DIR [--seed N] [--count N]   writes generated texts as cards of a site, builds it, and compares
    gfm.py prove DIR                            a text that is read differently must be found

The texts have tables, tasks, struck text and bare addresses, in paragraphs, lists and quotes. Rows have too few or too
many cells, bars in code or escaped ones, and emphasis that would end in another cell. Addresses end in punctuation,
brackets and entities. A card is at fault if it is read otherwise than by both programs, or by one of them where they
differ from each other; for these texts a summary says how many there are. CARDSHELF names the program (default
.build/release/cardshelf). Needs python3 with pip. Prints the seed, a line for each text at fault, and a summary; exits
with 1 if there is any.
"""
import argparse, html.parser, os, pathlib, random, re, subprocess, sys

import corpus

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
COMRAK = "comrak==0.0.16"

WORDS = ["a", "b c", "ü", "日本", "&amp;", "\\*s\\*", "x\\", "*", "1.", "e-f", "g_h", "10 %"]
SPANS = ["*f*", "**g** h", "_i_", "`j`", "`` ` ``", "`~~k~~`", "`www.l.org`", "[p](https://example.org/)",
         "[www.m.org](https://example.org/n)", "<https://example.org/o>"]
STRUCK = ["~~a~~", "~~b c~~", "~~*d* e~~", "*f ~~g~~*", "~~`h`~~", "~~ i~~", "~~j ~~", "~~~k~~~", "~~l", "~~~~", "m~~n~~o", "~~p~~."]
# An address that has emphasis or an entity in it is left out: libcmark reads these first, so that it ends before them.
ADDRESSES = ["https://example.org/", "http://a.org/b_c", "https://a.org/(b)", "(https://a.org/b)", "https://a.org/b?c=d&e=f",
             "https://a.org/b.", "https://a.org/b,", "https://", "xhttps://a.org",
             "www.a.org", "www.a.org/b", "www.a.org.", "(www.a.org)", "(www.a.org/b(c))", "www.a_b.c.org", "www.a.b_c",
             "xwww.a.org", "www.a.org!?", "www.a.org/b;", "\"www.a.org\"",
             "a@b.org", "a.b-c_d@e.org", "a@b.org.", "a@b", "a@b.c-", "d+e@f.org", "@a.org", "(a@b.org)", "mailto:a@b.org"]
CELLS = ["", "-", "# d", "> e", "**g", "h**", "`k", "l`", "\\|", "`m\\|n`", "![q](r.png)", "- t"]
RULES = ["-", "--", "---", ":-", "-:", ":-:", " --- ", " :---: "]
# Not ":", which begins a definition on a page.
NOT_RULES = ["- -", "", "a", "\\-"]


def phrase(chance):
    return " ".join(chance.choice(chance.choice([WORDS, WORDS, SPANS, STRUCK, ADDRESSES])) for _ in range(chance.randint(1, 5)))


def cell(chance, is_plain):
    if is_plain:
        return chance.choice(WORDS[:2])
    return chance.choice(chance.choice([WORDS, CELLS, SPANS, STRUCK, ADDRESSES]))


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
    # Without a bar before it, a first cell such as `- t` is no cell. Where there is no table, addresses go on in the next
    # cell.
    is_plain = not opened or len(rules) != count or any(rule in NOT_RULES for rule in rules)
    lines = [row(chance, [cell(chance, is_plain) for _ in range(count)], opened, closed),
             row(chance, rules, opened or rules[0].strip().startswith("-"), closed)]
    for _ in range(chance.randrange(4)):
        width = max(1, count + chance.choice([0, 0, 0, -1, 1]))
        lines.append(row(chance, [cell(chance, is_plain) for _ in range(width)], opened, closed))
    if chance.random() < 0.2:
        lines.insert(0, "Text above")
    if chance.random() < 0.2:
        lines.append(chance.choice(["below", "> quote", "# heading", "***", "```\ncode\n```"]))
    return "\n".join(lines)


def tasks(chance):
    lines = []
    for _ in range(chance.randint(1, 4)):
        mark = chance.choice(["[ ] ", "[x] ", "[X] ", "[y] ", "", "[x]b ", "\\[ ] "])
        indent = chance.choice(["", "", "  "]) if lines else ""
        lines.append(f"{indent}- {mark}{phrase(chance)}")
    return "\n".join(lines)


def text(chance):
    kind = chance.random()
    lines = table(chance) if kind < 0.4 else tasks(chance) if kind < 0.6 else "\n".join(phrase(chance) for _ in range(chance.randint(1, 3)))
    around = chance.random()
    if around < 0.1:
        return "\n".join("> " + line for line in lines.split("\n"))
    if around < 0.2:
        # All lines have the same indentation. cmark-gfm makes no table of lines that continue a paragraph with less.
        lines = [line if kind >= 0.4 else line.lstrip() for line in lines.split("\n")]
        return "\n".join(("- " if number == 0 else "  ") + line for number, line in enumerate(lines))
    return lines


# How the elements that show the same are named; others, such as <wbr>, show nothing.
NAMES = {"em": "em", "strong": "strong", "code": "code", "s": "s", "del": "s", "a": "a", "ul": "ul", "ol": "ol", "li": "li",
         "blockquote": "quote", "table": "table", "tr": "tr", "td": "td", "th": "th", "pre": "pre", "hr": "hr",
         **{f"h{level}": "h" for level in range(1, 7)}}


class Tree(html.parser.HTMLParser):
    """The bodies of the cards of a page, as trees in one line."""

    def __init__(self):
        super().__init__()
        self.cards, self.parts, self.depth, self.name = {}, None, 0, None

    def handle_starttag(self, tag, pairs):
        attributes = dict(pairs)
        classes = (attributes.get("class") or "").split()
        if tag in ("li", "x-card") and "card" in classes:
            self.name = attributes["id"].split("/")[-1]
        if self.parts is None:
            if tag == "div" and "body" in classes:
                self.parts = self.cards.setdefault(self.name, [])
                self.depth = 1
            return
        if tag == "div":
            self.depth += 1
        elif tag == "input":
            self.parts.append("☑" if "checked" in attributes else "☐")
        elif tag == "img":
            # A picture without a file is its description on a page.
            self.parts.append(attributes["alt"])
        elif tag in ("p", "br"):
            self.parts.append("\n")
        elif tag in NAMES:
            place = "center" if "c" in classes else "right" if "d" in classes else attributes.get("align") or ""
            self.parts.append(f"<{NAMES[tag]}{' ' + place if place not in ('', 'left') else ''}{' ' + attributes['href'] if tag == 'a' else ''}>")

    def handle_startendtag(self, tag, pairs):
        self.handle_starttag(tag, pairs)

    def handle_endtag(self, tag):
        if self.parts is None:
            return
        if tag == "div":
            self.depth -= 1
            if self.depth == 0:
                self.parts = None
        elif tag == "p":
            self.parts.append("\n")
        elif tag in NAMES and tag != "hr":
            self.parts.append(f"</{NAMES[tag]}>")

    def handle_data(self, data):
        if self.parts is not None:
            self.parts.append(data)


def trees(page):
    tree = Tree()
    tree.feed(page)
    return {name: normal("".join(parts)) for name, parts in tree.cards.items()}


def normal(tree):
    """White space, paragraphs and empty lists that make no difference are left out."""
    tree = re.sub(r"\s+", " ", tree)
    # A page has the spaces at the ends of code, and breaks, on the other side of a tag.
    tree = re.sub(r"((?:<(?:s|em|strong|code|a)(?: [^>]*)?>)+) ", r" \1", tree).replace(" </code>", "</code> ")
    blocks = "ul|ol|li|quote|table|tr|td|th|pre|hr|h"
    tree = re.sub(rf" ?(</?(?:{blocks})(?: center| right)?>) ?", r"\1", tree)
    empty = r"<(ul|ol|li|quote)></\1>"
    while re.search(empty, tree):
        tree = re.sub(empty, "", tree)
    return re.sub(r"  +", " ", tree).strip()


def page_trees(page):
    """The names of a table's columns are bold on pages."""
    return {name: re.sub(r"(<th[^>]*>)<strong>(.*?)</strong>(?=</th>)", r"\1\2", tree) for name, tree in trees(page).items()}


def oracle(rendered):
    return trees(f'<x-card class="card" id="x"><div class="body">{rendered}</div></x-card>').get("x", "")


def cmark_gfm(markdown):
    options = [option for extension in ("table", "strikethrough", "autolink", "tasklist") for option in ("-e", extension)]
    # Two tildes, as on a page: people write one for "about" and between numbers.
    written = subprocess.run(["cmark-gfm", *options, "--strikethrough-double-tilde"], input=markdown, text=True, stdout=subprocess.PIPE, check=True)
    return oracle(written.stdout)


def comrak():
    folder = PROJECT / ".build/gfm" / COMRAK
    if not folder.is_dir():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
                        "--target", folder, COMRAK], check=True)
    sys.path.insert(0, str(folder))
    import comrak
    extensions = comrak.ExtensionOptions()
    extensions.table = extensions.strikethrough = extensions.autolink = extensions.tasklist = True
    return lambda markdown: oracle(comrak.render_markdown(markdown, extension_options=extensions))


def compare(folder, texts, oracles):
    corpus.write_cards(folder, [("en", text + "\n") for text in texts], "maxCardHeight: 4000\n")
    settings = pathlib.Path(folder) / "cardshelf.yml"
    settings.write_text(settings.read_text() + "faulty: skip\npage: false\n")
    built = subprocess.run([PROGRAM, "build", "--root", folder], stderr=subprocess.PIPE, text=True)
    if built.returncode:
        sys.exit(f"the site was not built:\n{built.stderr[-2000:]}")
    shown = {}
    for page in sorted((pathlib.Path(folder) / "Output").glob("p*/index.html")):
        shown |= page_trees(page.read_text())
    faults = disputed = 0
    for number, text in enumerate(texts):
        name = f"c{number:05}"
        found = shown.get(name, "")
        wanted = {program: read(text) for program, read in oracles.items()}
        disputed += len(set(wanted.values())) > 1
        if found not in wanted.values():
            faults += 1
            if faults <= 20:
                print(f"{name}: {text!r}\n  page      {found}", *(f"  {program:9} {tree}" for program, tree in wanted.items()), sep="\n")
    return faults, disputed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["compare", "prove"])
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    if options.command == "prove":
        # The oracle reads another text than the page does.
        found, _ = compare(options.folder, ["|a|\n|-|\n|b|"], {"cmark-gfm": lambda text: cmark_gfm(text.replace("b", "c"))})
        print(f"{found} of 1 found")
        sys.exit(found != 1)
    chance = random.Random(options.seed)
    texts = [text(chance) for _ in range(options.count)]
    faults, disputed = compare(options.folder, texts, {"cmark-gfm": cmark_gfm, "comrak": comrak()})
    print(f"seed {options.seed}: {options.count} texts, {faults} differ from cmark-gfm and comrak, which differ in {disputed}")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
