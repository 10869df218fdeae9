#!/usr/bin/env python3
"""Builds sites with one text that is made to cost too much, and measures the cost of each.

    pathological.py [--short] [--only NAME…] [--runs N] [--sizes KIB…] [--program PATH]
    pathological.py --prove       counts faults of programs with known ones, and fails unless it finds them
    pathological.py --list        the names of the texts

Each text is built at 64, 128, 256, 512 and 1024 KiB, with one task. It must end in findings with a line and column or
in a site, with at most 1 s of CPU, at most 2.3 times that of half the text, less than 256 MB, and stacks of 512 KiB.
CPU is the processor time in user and system mode. The growth is measured above the cost of the same site with an empty
card.

--short uses 64 and 256 KiB, once each and several texts at once, allows 2 s, and compares nothing. Builds nothing: CARDSHELF names the program (default
.build/release/cardshelf). Prints a table, then a line for each fault; exits with 1 if there are any.
"""
import argparse, concurrent.futures, dataclasses, os, pathlib, re, shutil, signal, subprocess, sys, tempfile, threading, time

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
KIB = 1024
SIZES = [64, 128, 256, 512, 1024]
SHORT_SIZES = [64, 256]
MOST_SECONDS = 1.0
MOST_GROWTH = 2.3
MOST_MEMORY = 256 * 1000 * 1000
# Less is noise and not compared.
LEAST_COMPARED = 0.05
STACK = 512 * KIB
TIMEOUT = 60
PLACE = re.compile(r"^[^\n:]+:\d+:\d+: error: ", re.MULTILINE)


# --- Texts

@dataclasses.dataclass
class Text:
    name: str
    file: str
    make: object

TEXTS = []
CARD = "Content/shelf/card.md"


def text(name, file=CARD):
    """Returns a function from a number of bytes to at most that many bytes."""
    def add(make):
        TEXTS.append(Text(name, file, make))
        return make
    return add


def card(body, title="Card"):
    return f"---\ntitle: {title}\n---\n".encode() + body


def repeated(unit, size):
    unit = unit.encode() if isinstance(unit, str) else unit
    return unit * (size // len(unit))


def body(name, unit, before="", after=""):
    """A card whose body repeats something."""
    @text(name)
    def make(size):
        ends = len(before.encode()) + len(after.encode()) + 32
        return card(before.encode() + repeated(unit, size - ends) + after.encode())


def numbered(size, line):
    """Lines made from their number, as many as fit."""
    result, length, number = [], 0, 0
    while True:
        more = line(number).encode()
        if length + len(more) > size:
            return b"".join(result)
        result.append(more)
        length += len(more)
        number += 1


def front_matter(name, make_yaml):
    @text(name)
    def make(size):
        return b"---\n" + make_yaml(size - 16) + b"\n---\nText.\n"


# Markdown: containers.
body("quotes-nested", "> ", after="a")
body("quotes-lines", "> " * 64 + "a\n")
body("lists-nested", "- ", after="a")
body("lists-numbered-nested", "1. ", after="a")
body("list-items", "- a\n")
body("list-items-loose", "- a\n\n")
body("quotes-and-lists", "> - ", after="a")


@text("lists-deep-blank-lines")
def make(size):
    deep = "".join(" " * (2 * depth) + "- a\n" for depth in range(60)).encode()
    return card(deep + b"\n" * (size - len(deep) - 32))


@text("lists-deep-blank-lines-in-quote")
def make(size):
    deep = "".join("> " + " " * (2 * depth) + "- a\n" for depth in range(60)).encode()
    return card(deep + repeated(">\n", size - len(deep) - 32))


@text("lists-stairs")
def make(size):
    return card(numbered(size - 32, lambda number: " " * (2 * (number % 60)) + "- a\n"))


@text("list-indented-endlessly")
def make(size):
    return card(numbered(size - 32, lambda number: " " * number + "- a\n"))


body("lazy-lines", "a\n", before="> " * 60)
body("emphasis-in-deep-quote", "*a ", before="> " * 60)
body("thematic-breaks", "***\n")
body("setext-underlines", "a\n-\n")
body("headings", "# a\n")
body("hashes", "#", before="# a ")

# Markdown: inlines.
body("emphasis-open", "*a ")
body("emphasis-close", "a* ")
body("emphasis-nested", "*a **a ")
body("emphasis-mixed", "*a_ **b__ ")
body("strong-runs", "a**b")
body("underscores", "_")
body("asterisks", "*")
body("asterisks-between-letters", "a*", after="_")
body("brackets-open", "[")
body("brackets-nested", "[a](", after="b")
body("brackets-close", "]")
body("brackets-pairs", "[a]")
body("brackets-lines", "[\n\n")
body("links-open", "[a](b\n")
body("links-with-angle", "[a](<b")
body("images-of-images", "![[]()")
body("images-nested", "![", after="](a)")
body("links", "[a](https://example.org/) ")
body("links-refused", "[a](javascript:b) ")
body("images-missing", "![a](a.png) ")
body("autolinks", "<https://example.org/> ")
body("autolinks-open", "<https://a")
body("autolinks-mail", "<a@b.org> ")
body("backtick-pairs", "`a` ")
body("backtick-open", "`` a ")


@text("backtick-runs")
def make(size):
    return card(numbered(size - 32, lambda number: "e" + "`" * (number % 3000 + 1)))


body("declarations", "<!")
body("declarations-named", "<!A ")
body("instructions", "<?")
body("cdata", "<![CDATA[")
body("comments-open", "<!--")
body("comments", "a <!-- b --> ")
body("tags-open", "<a")
body("tags-unmatched", "a <b>", )
body("tags-matched", "<b>a</b> ")
body("tags-crossed", "a <b><i></b> ")
body("tags-with-attributes", "<a b=c ")
body("tags-closed", "a </b>")
body("html-blocks", "<div>\n\n")
body("entities", "&amp;")
body("entities-numeric", "&#65;")
body("entities-two-characters", "&NotEqualTilde;")
body("entities-open", "&")
body("entities-unknown", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;")
body("escapes", "\\*")
body("backslashes", "\\")
body("hard-breaks", "a\\\n")
body("hard-breaks-of-spaces", "a  \n")
body("soft-breaks", "a\n")
body("pipes", "| a | b | c |\n|---|---|---|\n")
body("pipes-in-a-row", "|")


@text("definitions")
def make(size):
    return card(numbered(size - 32, lambda number: f"[{number}]: /a\n"))


@text("definitions-of-one-name")
def make(size):
    return card(repeated("[a]: /a\n", size - 32))


@text("definitions-and-uses")
def make(size):
    half = (size - 32) // 2
    return card(numbered(half, lambda number: f"[{number}]: /a\n") + b"\n"
                + numbered(half, lambda number: f"[{number}] "))


@text("definition-long-and-uses")
def make(size):
    half = (size - 48) // 2
    return card(b"[a]: /" + b"b" * half + b"\n\n" + repeated("[a]\n\n", half))


@text("definition-used-often")
def make(size):
    return card(b"[a]: https://example.org/\n\n" + repeated("[a]\n", size - 64))


@text("definition-label-long")
def make(size):
    return card(b"[" + b"a" * (size - 48) + b"]: /b\n")


@text("definitions-labels-long")
def make(size):
    return card(numbered(size - 32, lambda number: f"[{'a' * 900}{number}]: /b\n\n[{'A' * 900}{number}]\n\n"))


body("definitions-with-open-titles", "[a]: b '\n")
body("definitions-open", "[a]: \n")

# Code.
body("code-one-line", "a", before="```\n", after="\n```\n")
body("code-one-line-of-words", "word ", before="```\n", after="\n```\n")
body("code-lines", "a\n", before="```\n", after="```\n")
body("code-lines-from-right-to-left", "\u05d0\n", before="```\n", after="```\n")
body("code-lines-of-brackets", "\u05d0((((((\n", before="```\n", after="```\n")
body("code-lines-empty", "\n", before="```\na\n", after="a\n```\n")
body("code-tabs", "\t", before="```\n", after="a\n```\n")
body("code-fences", "```\n")
body("code-fence-info", "a", before="```", after="\nb\n```\n")
body("code-fence-long", "`", after="\nb\n")
body("code-indented", "    a\n")
body("code-marks", "\u0301", before="```\na", after="\n```\n")

# Prose.
body("prose", "amber basalt cedar delta ember fjord glade harbour island juniper kelp lagoon. ")
body("paragraphs", "amber basalt cedar delta ember fjord glade harbour island juniper kelp lagoon.\n\n")
body("paragraphs-tiny", "a\n\n")
body("lines-long", "a" * 900 + "\n")


@text("words-long-all-different")
def make(size):
    return card(numbered(size - 32, lambda number: f"{number:080x} "))


@text("words-all-different")
def make(size):
    return card(numbered(size - 32, lambda number: f"{number:x} "))


body("word-without-break", "a")
body("word-without-break-wide", "W")
body("words-long", "a" * 80 + " ")
body("word-with-hyphens", "a-")
body("word-with-slashes", "a/")
body("digits", "1")
body("punctuation", "!?")
body("quotation-marks", "\"'")
body("soft-hyphens", "a\u00ad")
body("soft-hyphens-alone", "\u00ad")
body("no-break-spaces", "a\u00a0")
body("spaces-of-all-kinds", "".join(map(chr, [0xA0, 0x1680, *range(0x2000, 0x200C), 0x202F, 0x205F, 0x3000])))
body("spaces", " ", before="a", after="b")
body("tabs", "\t", before="a", after="b")
body("zero-width-spaces", "\u200b", before="a", after="b")
body("zero-width-spaces-between-letters", "a\u200b")
body("word-joiners", "a\u2060")
body("zero-width-joiners", "\u200d", before="a", after="b")
body("zero-width-non-joiners", "\u200c", before="a", after="b")
body("grapheme-joiners", "\u034f", before="a", after="b")
body("joiners-between-letters", "a\u200da\u200c")
body("line-separators", "a\u2028")
body("paragraph-separators", "\u2029", before="a", after="b")
body("carriage-returns", "a\r")
body("han", "\u4e00")
body("han-with-punctuation", "\u4e00\u3001")
body("kana", "\u30a2\u30fc")
body("thai", "\u0e01")
body("thai-words", "\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22")
body("khmer", "\u1780\u17d2")
body("arabic", "\u0628")
body("arabic-words", "\u0628\u0633\u0645 ")
body("hebrew", "\u05d0")
body("devanagari", "\u0928\u092e\u0938\u094d\u0924\u0947 ")
body("private-use", "\ue000")
body("characters-without-face", "\U000107ff")


@text("all-characters")
def make(size):
    """All characters in turn: fonts are subset to the characters of a site."""
    def line(number):
        value = 0xA1 + number
        if 0xD800 <= value < 0xE000 or value & 0xFFFE == 0xFFFE or value == 0xFFFD or value > 0x10FFFF:
            value = 0x61
        return chr(value)
    return card(numbered(size - 32, line))


@text("all-characters-spaced")
def make(size):
    def line(number):
        value = 0x4E00 + number % 0x5200
        return chr(value) + " "
    return card(numbered(size - 32, line))


# Marks on one base, and other clusters.
for name, base, mark in [
        ("latin", "a", "\u0301"), ("latin-below", "a", "\u0316\u0301"), ("cyrillic", "\u0430", "\u0483"),
        ("devanagari", "\u0915", "\u0901"), ("devanagari-nukta", "\u0915", "\u093c"), ("arabic", "\u0628", "\u064b"),
        ("hebrew", "\u05d0", "\u05b0"), ("thai", "\u0e01", "\u0e48"), ("tibetan", "\u0f40", "\u0f71"),
        ("khmer", "\u1780", "\u17b6"), ("enclosing", "a", "\u20dd"), ("without-base", "", "\u0301"),
        ("on-space", " ", "\u0301"), ("on-emoji", "\U0001f600", "\u0301"),
        ("variation-selectors", "a", "\ufe0f"), ("variation-selectors-more", "\u4e00", "\U000e0100"),
        ("tag-characters", "\U0001f3f4", "\U000e0061")]:
    body("marks-" + name, mark, before="a\n\n" + base)
body("marks-29-each", "a" + "\u0301" * 29)
body("marks-29-each-spaced", "a" + "\u0301" * 29 + " ")
body("marks-mixed-orders", "a" + "\u0301\u0316" * 14)
body("marks-between-controls", "\u0301\u202a", before="a")
body("marks-behind-soft-hyphens", "\u0301" * 8 + "\u00ad", before="a")
body("marks-in-spans", "<b>\u0301</b>", before="a")
body("marks-as-entities", "&#x301;", before="a")
body("marks-in-code", "\u0301", before="`a", after="`")
body("marks-in-link", "\u0301", before="[a", after="](https://example.org/)")
body("marks-in-image", "\u0301", before="# ![a", after="](https://example.org/)")
body("marks-on-hangul-filler", "\u3164\u0301", before="a")
body("marks-in-target", "\u0301\u0316", before="[a](a", after=".md)")
body("marks-in-targets", "[a](\u0301\u0316\u0301\u0316\u0301\u0316\u0301\u0316\u0301\u0316\u0301\u0316\u0301\u0316\u0301\u0316.md)\n\n")
body("marks-in-link-title", "\u0301\u0316", before="[a](https://example.org 'a", after="')")
body("marks-in-tag", "\u0301\u0316", before="a <b a='a", after="'>")
body("marks-in-fence-info", "\u0301\u0316", before="```a", after="\n```")
body("marks-in-label", "\u0301\u0316" * 200 + "]: /a\n\n[a", before="[a")
body("virama-nukta-chain", "\u0915\u094d\u200d\u093c")
body("tamil-virama-chain", "\u0b95\u0bcd")
body("sinhala-virama-chain", "\u0d9a\u0dca\u200d")
body("tibetan-subjoined", "\u0f90", before="\u0f40")
body("marks-with-joiners", "a" + "\u0301\u200d" * 100)
body("virama-chain", "\u0915\u094d")
body("virama-chain-joined", "\u0915\u094d\u200d")
body("virama-repeated", "\u094d", before="\u0915")
body("vowel-signs", "\u093e", before="\u0915")
body("myanmar-stack", "\u1000\u1039")
body("hangul-leading", "\u1100")
body("hangul-vowels", "\u1161", before="\u1100")
body("hangul-trailing", "\u11a8", before="\u1100\u1161")
body("hangul-syllables", "\uac00")
body("hangul-jamo", "\u1100\u1161\u11a8")
body("regional-indicators", "\U0001f1e9")
body("emoji", "\U0001f600")
body("emoji-joined", "\U0001f469\u200d", after="\U0001f469")
body("emoji-skin-tones", "\U0001f44d\U0001f3fd")
body("emoji-modifiers", "\U0001f3fd", before="\U0001f44d")
body("keycaps", "1\ufe0f\u20e3")

# Directions and scripts.
body("bidi-125-deep", "\u202b" * 125 + "a" + "\u202c" * 125)
body("bidi-embeddings", "\u202b", after="a")
body("bidi-overrides", "\u202e", after="a")
body("bidi-overrides-alternating", "\u202e\u202da")
body("bidi-isolates", "\u2067", after="a")
body("bidi-isolates-empty", "\u2067\u2069")
body("bidi-isolates-first-strong", "\u2068", after="a")
body("bidi-isolates-first-strong-closed", "\u2068\u2069", after="\u05d0")
body("bidi-marks", "\u200f\u200e")
body("bidi-ends", "\u2069")
body("bidi-brackets", "(", before="\u05d0", after="a")
body("bidi-brackets-and-letters", "(a", before="\u05d0")
body("bidi-brackets-closing", ")", before="\u05d0" + "(" * 3000, after="a")
body("bidi-brackets-many-then-letters", "a", before="\u05d0" + "(" * 20000)
body("bidi-brackets-in-words", "(a ", before="\u05d0 ")
body("bidi-brackets-pairs", "\u05d0(a)")
body("directions-alternating", "a\u05d0")
body("directions-alternating-words", "a \u05d0 ")
body("directions-digits", "\u05d01")
body("scripts-alternating", "a\u0430\u03b1")
body("scripts-alternating-faces", "a\u0915\u4e00\u0e01")
body("scripts-alternating-faces-words", "a \u0915 \u4e00 \u0e01 ")
body("styles-alternating", "a**b**`c`")
body("styles-alternating-words", "a **b** `c` ")

# Bytes that are not text.
body("nul", b"\0")
body("bytes-not-utf-8", b"\xff")
body("bytes-cut-off", b"\xe4\xb8")
body("surrogates", b"\xed\xa0\x80")
body("replacement-characters", "\ufffd")
body("control-characters", "\x1b")
body("control-entities", "&#1;")
body("utf-16", "a".encode("utf-16-le"))
# Findings, each of which reads its line.
body("findings-in-one-line", "\u00e9<x>")
body("findings-in-one-line-of-marks", "e\u0301<x>")
body("findings-of-many-kinds", "\u05d0<x>&#1;<b>[a](b:c)![a](b:c)", after="\n" * 8)


@text("links-missing-in-one-line")
def make(size):
    links = numbered(min(size, 30 * KIB), lambda number: f"[{number}](a{number}.md) ")
    return card(links + repeated("\u00e9", size - len(links) - 32))


@text("links-missing")
def make(size):
    return card(numbered(size - 32, lambda number: f"[{number}](a{number}.md)\n\n"))


body("glyphs-missing", "\ue000\ue001 ", before="\u00e9")


@text("glyphs-missing-all-different")
def make(size):
    return card(numbered(size - 32, lambda number: chr(0xF0000 + number % 0xFFFE)))


# At the maximum depth.
@text("deepest")
def make(size):
    quotes = "> " * 60 + "- " * 4
    spans = "*a **b " * 31 + "`c` [d](https://example.org/)" + " e** f*" * 31
    tags = "<b>a" * 60 + "</b>" * 60
    lines = f"{quotes}# {spans}\n{'> ' * 60}        {tags}\n\n"
    return card(repeated(lines, size - 32))


# Front matter.
front_matter("yaml-title", lambda size: b"title: " + b"a" * (size - 8))
front_matter("yaml-title-marks", lambda size: "title: a".encode() + repeated("\u0301", min(size, 15 * KIB) - 8))
front_matter("yaml-subtitle-marks", lambda size: "title: A\nsubtitle: \u0915".encode()
             + repeated("\u093c", min(size, 15 * KIB) - 24))
front_matter("yaml-tag-marks", lambda size: "title: A\ntags: [\u0628".encode()
             + repeated("\u064b", min(size, 15 * KIB) - 24) + b"]")
front_matter("yaml-tags", lambda size: b"title: A\ntags: [" + numbered(size - 24, lambda number: f"t{number}, ") + b"]")
front_matter("yaml-tags-allowed", lambda size: b"title: A\ntags: ["
             + numbered(min(size, 15 * KIB) - 24, lambda number: "t, ") + b"]")
front_matter("yaml-tag", lambda size: b"title: A\ntags: [" + b"a" * (size - 20) + b"]")
front_matter("yaml-tag-allowed", lambda size: b"title: A\ntags: [" + b"a" * (min(size, 15 * KIB) - 20) + b"]")
front_matter("yaml-title-allowed", lambda size: b"title: " + b"a" * (min(size, 15 * KIB)))
front_matter("yaml-title-of-words", lambda size: b"title: " + repeated("a ", min(size, 15 * KIB)) + b"b")
front_matter("yaml-footer-and-eyebrow", lambda size: b"title: A\nfooter: " + b"W" * (min(size, 14 * KIB) // 2)
             + b"\neyebrow: " + b"W" * (min(size, 14 * KIB) // 2))
front_matter("yaml-brackets", lambda size: b"title: " + b"[" * (size - 8))
front_matter("yaml-braces", lambda size: b"title: " + repeated("{a: ", size - 8))
front_matter("yaml-keys", lambda size: numbered(size, lambda number: f"k{number}: a\n"))
front_matter("yaml-keys-of-one-name", lambda size: repeated("title: a\n", size))
front_matter("yaml-key", lambda size: b"a" * (size - 4) + b": b")
front_matter("yaml-dashes", lambda size: b"tags:\n" + repeated("- ", size - 8))
front_matter("yaml-anchors", lambda size: b"a: &a [b]\n" + numbered(size - 16, lambda number: f"k{number}: &k{number} [*a, *a]\n"))
front_matter("yaml-aliases", lambda size: b"a: &a b\nc: [" + repeated("*a, ", size - 24) + b"]")
front_matter("yaml-tags-of-values", lambda size: repeated("!!str ", size - 8) + b"a: b")
front_matter("yaml-key-marks", lambda size: "a".encode() + repeated("\u0301\u0316", min(size, 15 * KIB)) + b": b")
front_matter("yaml-comments", lambda size: b"title: A\n" + repeated("# a\n", size - 16))
front_matter("yaml-quoted-lines", lambda size: b'title: "' + repeated("a\n  ", size - 16) + b'"')
front_matter("yaml-escapes", lambda size: b'title: "' + repeated("\\x41", size - 16) + b'"')
front_matter("yaml-spaces", lambda size: b"title:" + b" " * (size - 16) + b"a")


@text("front-matter-open")
def make(size):
    return b"---\n" + repeated("title: a\n", size - 8)


@text("front-matter-dashes")
def make(size):
    return repeated("---\n", size)


# Indexes, settings, themes.
@text("index-introduction", "Content/_index.md")
def make(size):
    return b"---\ntitle: A\n---\n" + repeated("amber basalt cedar ", size - 32)


@text("index-introduction-marks", "Content/_index.md")
def make(size):
    return b"---\ntitle: A\n---\na" + repeated("\u0301", size - 32)


@text("index-title-marks", "Content/shelf/_index.md")
def make(size):
    return b"---\ntitle: a" + repeated("\u0301", min(size, 15 * KIB)) + b"\n---\n"


@text("index-shelves", "Content/_index.md")
def make(size):
    return b"---\ntitle: A\nshelves: [" + numbered(min(size, 15 * KIB), lambda number: f"s{number}, ") + b"]\n---\n"


@text("index-text-on-shelf", "Content/shelf/_index.md")
def make(size):
    return b"---\ntitle: A\n---\n" + repeated("a\n\n", size - 32)


@text("settings-title", "cardshelf.yml")
def make(size):
    return b"theme: storefront\ntitle: " + b"a" * (size - 32)


@text("settings-title-allowed", "cardshelf.yml")
def make(size):
    return b"theme: storefront\ntitle: " + b"a" * (min(size, 255 * KIB) - 32)


@text("settings-title-marks", "cardshelf.yml")
def make(size):
    return b"theme: storefront\ntitle: a" + repeated("\u0301", min(size, 255 * KIB) - 64)


@text("settings-keys", "cardshelf.yml")
def make(size):
    return numbered(size, lambda number: f"k{number}: a\n")


@text("settings-brackets", "cardshelf.yml")
def make(size):
    return b"title: " + b"[" * (size - 8)


THEME = "Themes/storefront/theme.yml"


def theme():
    return (PROJECT / THEME).read_bytes()


@text("theme-nested", THEME)
def make(size):
    deep = min(size // 16, 9)
    return theme() + b"\nzzz: " + b"{a: " * (size // 5) + b"}" * (size // 5)


@text("theme-keys", THEME)
def make(size):
    return theme() + b"\n" + numbered(size - len(theme()), lambda number: f"k{number}: a\n")


@text("theme-key-marks", THEME)
def make(size):
    return theme() + b"\na" + repeated("\u0301\u0316", min(size, 250 * KIB - len(theme()))) + b": b\n"


@text("theme-value-marks", THEME)
def make(size):
    marks = repeated("\u0301\u0316", min(size, 250 * KIB - len(theme())))
    return theme().replace(b"weight: 700", b"weight: a" + marks, 1)


@text("theme-family-marks", THEME)
def make(size):
    marks = repeated("\u0301\u0316", min(size, 250 * KIB - len(theme())))
    return theme().replace(b"mono: [", b"mono: [a" + marks + b", ")


@text("theme-families", THEME)
def make(size):
    families = numbered(min(size, 200 * KIB) - 16, lambda number: f"Family {number}, ")
    return theme().replace(b"  mono: [", b"  mono: [" + families)


@text("theme-width-classes", THEME)
def make(size):
    return theme() + b"\nwidthClasses:\n" + numbered(
        min(size, 200 * KIB) - 16, lambda number: f"  c{number}: {{ minWidth: {number * 10} }}\n")


@text("theme-comment", THEME)
def make(size):
    return theme() + b"\n#" + b"a" * (size - len(theme()) - 2)


PAINT = "Themes/storefront/paint.css"


@text("paint-braces", PAINT)
def make(size):
    return b"{" * size


@text("paint-brackets", PAINT)
def make(size):
    return b".card { color: " + b"(" * (size - 16)


@text("paint-nested-rules", PAINT)
def make(size):
    return repeated("@media screen {", size - 8)


@text("paint-rules", PAINT)
def make(size):
    return repeated(".card { color: red }\n", size)


@text("paint-faults", PAINT)
def make(size):
    return repeated(".card { width: 1px }\n", size)


@text("paint-selectors", PAINT)
def make(size):
    return repeated(".card, ", size - 32) + b".card { color: red }"


@text("paint-not", PAINT)
def make(size):
    return repeated(":not(", size - 32) + b".card { color: red }"


@text("paint-declarations", PAINT)
def make(size):
    return b".card {" + repeated("color: red;", size - 16) + b"}"


@text("paint-comments", PAINT)
def make(size):
    return repeated("/**/", size)


@text("paint-comment-open", PAINT)
def make(size):
    return repeated("/*", size)


@text("paint-string", PAINT)
def make(size):
    return b".card { color: \"" + b"a" * (size - 24) + b"\" }"


@text("paint-escapes", PAINT)
def make(size):
    return b".card { color: " + repeated("\\61 ", size - 24) + b" }"


PAGE = "Themes/storefront/page.mustache"


@text("template-sections", PAGE)
def make(size):
    return repeated("{{#a}}", size // 2) + repeated("{{/a}}", size // 2)


@text("template-sections-open", PAGE)
def make(size):
    return repeated("{{#a}}", size)


@text("template-values", PAGE)
def make(size):
    return repeated("{{title}}", size)


@text("template-partials", PAGE)
def make(size):
    return repeated("{{>page}}", size)


@text("template-delimiters", PAGE)
def make(size):
    return repeated("{{=a b=}}a=c d=bc={{ }}=d", size)


@text("template-braces", PAGE)
def make(size):
    return b"{" * size


@text("template-braces-apart", PAGE)
def make(size):
    return repeated("{ ", size)


@text("template-newlines", PAGE)
def make(size):
    return b"\n" * size


@text("template-comments", PAGE)
def make(size):
    return repeated("{{! a }}", size)


@text("template-lists-in-lists", PAGE)
def make(size):
    return page(repeated("{{#styleSheets}}", 500) + b"a" + repeated("{{/styleSheets}}", 500))


@text("template-blocks-in-themselves", PAGE)
def make(size):
    return page(b"{{<part}}{{$a}}{{$a}}b{{/a}}{{/a}}{{/part}}")


@text("template-deepest", PAGE)
def make(size):
    deep = "".join("{{#x%d}}" % number for number in range(31)), "".join("{{/x%d}}" % number for number in range(30, -1, -1))
    return page(repeated(deep[0] + "a" + deep[1], min(size, 16 * KIB)))


def page(more):
    """The theme's own template with an addition."""
    return (PROJECT / PAGE).read_bytes().replace(b"</main>", more + b"</main>")


# --- Sites and builds

def write_site(root, file, content):
    """One card in the project's own theme, with one changed file."""
    shutil.copytree(PROJECT / "Themes", root / "Themes")
    files = {
        "cardshelf.yml": b"title: Trial\nlang: en\ntheme: storefront\n",
        "Content/_index.md": b"---\ntitle: Trial\n---\n",
        "Content/shelf/_index.md": b"---\ntitle: Shelf\n---\n",
        CARD: b"---\ntitle: Card\n---\n",
    }
    if file is not None:
        files[file] = content
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)


@dataclasses.dataclass
class Run:
    seconds: float
    memory: int
    status: int
    output: str
    is_over_time: bool

    @property
    def end(self):
        if self.is_over_time:
            return f"not done in {TIMEOUT} s"
        if os.WIFSIGNALED(self.status):
            return signal.Signals(os.WTERMSIG(self.status)).name
        return {0: "site", 1: "finding", 2: "cannot run"}.get(os.WEXITSTATUS(self.status), "exit " + str(os.WEXITSTATUS(self.status)))

    @property
    def fault(self):
        """Faults in how it ended."""
        if self.end == "site":
            return None
        if self.end not in ("finding", "cannot run"):
            return f"ended with {self.end}: {self.output[-200:]!r}"
        if not PLACE.search(self.output):
            return f"says no place: {self.output[:200]!r}"
        return None


# The stack of the main thread, and with glibc of all others: deep recursion does not fit.
SMALL_STACK = ["/bin/sh", "-c", f"ulimit -s {STACK // KIB} && exec \"$@\"", "sh"]


def run(command, folder):
    """Runs a program on small stacks and measures it and the children that it waited for."""
    log = folder / "log"
    with open(log, "wb") as output:
        process = subprocess.Popen(SMALL_STACK + command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        late = []
        timer = threading.Timer(TIMEOUT, lambda: (late.append(True), process.kill()))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    with open(log, "rb") as output:
        said = output.read(1 << 16).decode(errors="replace")
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * KIB, status, said, bool(late))


COMMANDS = {
    "build": ["--output", "{output}"],
    "check": [],
    "measure": ["--card", "{root}/" + CARD],
    "explain": ["shelf/card", "--width", "400"],
}


class Builds:
    def __init__(self, program, folder, command="build"):
        self.program = program
        self.command = command
        self.folder = pathlib.Path(folder)

    def measure(self, file, content, runs):
        """The cheapest of several builds, each into an empty folder."""
        root = self.folder / "site"
        write_site(root, file, content)
        best = None
        for _ in range(runs):
            output = self.folder / "output"
            more = [word.format(root=root, output=output) for word in COMMANDS[self.command]]
            command = [self.program, self.command, *more, "--root", str(root), "--jobs", "1"]
            one = run(command, self.folder)
            shutil.rmtree(output, ignore_errors=True)
            if best is None or one.fault or one.seconds < best.seconds:
                best = one
            if one.fault or one.seconds > 4 * MOST_SECONDS:
                break
        shutil.rmtree(root)
        return best


def faults_of(name, size, one, floor, most=MOST_SECONDS):
    if one.fault:
        yield f"{name} at {size} KiB {one.fault}"
    if one.seconds > most:
        yield f"{name} at {size} KiB takes {one.seconds:.2f} s of CPU, {one.seconds - floor:.2f} s above an empty card"
    if one.memory >= MOST_MEMORY:
        yield f"{name} at {size} KiB takes {one.memory / 1e6:.0f} MB"


def growth_fault(name, size, before, one, floor):
    """The cost of doubling a text, if it can be distinguished from noise."""
    own, half = one.seconds - floor, before.seconds - floor
    if own <= LEAST_COMPARED or own <= MOST_GROWTH * half:
        return None
    return f"{name} at {size} KiB takes {own:.3f} s above an empty card, {own / max(half, 1e-4):.1f} times half of it"


def examine(one_text, builds, sizes, runs, floor, compares, most=MOST_SECONDS):
    """The faults of a text, and a row of the table."""
    faults, cells, before, worst = [], [], None, None
    for size in sizes:
        content = one_text.make(size * KIB)
        if len(content) > size * KIB + 16 * KIB:
            raise AssertionError(f"{one_text.name}: {len(content)} bytes for {size} KiB")
        one = builds.measure(one_text.file, content, runs)
        if compares and before is not None and growth_fault(one_text.name, size, before, one, floor):
            # More runs, before noise counts as growth.
            again = builds.measure(one_text.file, content, 2 * runs)
            one = again if again.seconds < one.seconds or again.fault else one
            if fault := growth_fault(one_text.name, size, before, one, floor):
                faults.append(fault)
        faults += faults_of(one_text.name, size, one, floor, most)
        cells.append(f"{one.seconds - floor:7.3f}{'' if one.end == 'site' else '*':1}")
        if worst is None or one.seconds > worst.seconds:
            worst = one
        memory = max(one.memory, before.memory if before else 0)
        before = one
    return faults, f"{one_text.name:36}" + "".join(cells) + f"  {worst.seconds:6.3f}  {memory / 1e6:5.0f}  {before.end}", worst


# --- Proof that faults are found

def prove(folder):
    """Programs with each fault, which must be found; a program without faults must not be."""
    folder = pathlib.Path(folder)
    failures = []

    def tried(name, script):
        program = folder / name
        program.write_text(script)
        program.chmod(0o755)
        return Builds(str(program), folder)

    stand_ins = {
        "slow": "exec python3 -c 'import time\nwhile time.process_time() < 1.3: pass'",
        "large": "exec python3 -c 'x = b\"a\" * 300_000_000'",
        "trap": "kill -ILL $$",
        "placeless": "echo 'error: it is wrong' >&2; exit 1",
        "exit": "exit 70",
        # Fits into 8 MiB.
        "deep": "exec python3 -c 'import sys\nsys.setrecursionlimit(20_000)\nx = []\nfor i in range(6_000): x = [x]\nrepr(x)'",
        "growing": "exec python3 -c 'import sys, time\nwhile time.process_time() < 0.02 + 0.3 * (int(sys.argv[1]) / 2 ** 17) ** 2: pass' "
        + f'"$(stat -c %s "$5/{CARD}")"',
        "sound": "exec python3 -c 'import sys, time\nwhile time.process_time() < 0.02 + 0.2 * int(sys.argv[1]) / 2 ** 17: pass' "
        + f'"$(stat -c %s "$5/{CARD}")"',
    }
    expected = {"slow": "of CPU", "large": "MB", "trap": "SIGILL", "placeless": "no place", "exit": "exit 70",
                "deep": "SIGSEGV", "growing": "times half of it", "sound": None}
    prose = next(one for one in TEXTS if one.name == "prose")
    for name, command in stand_ins.items():
        builds = tried(name, "#!/bin/sh\n" + command + "\n")
        faults, _, _ = examine(prose, builds, [64, 128], 2, 0.02, compares=True)
        found = [fault for fault in faults if expected[name] and expected[name] in fault]
        if expected[name] is None and faults or expected[name] is not None and not found:
            failures.append(f"{name}: expected {expected[name]!r}, found {faults}")
        print(f"{name:12}{'; '.join(faults) or 'no fault'}")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{len(stand_ins) - len(failures)} of {len(stand_ins)} stand-ins judged correctly")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="in KiB, each twice as large as the one before")
    parser.add_argument("--command", choices=list(COMMANDS), default="build", help="default: build")
    parser.add_argument("--program", default=PROGRAM)
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        print("\n".join(one.name for one in TEXTS))
        return 0
    # In memory if possible, because disks are not measured.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="cardshelf-cost-", dir=memory) as folder:
        if options.prove:
            return prove(folder)
        builds = Builds(os.path.abspath(options.program), folder, options.command)
        sizes, runs = (SHORT_SIZES, 1) if options.short else (options.sizes, options.runs)
        empty = builds.measure(None, b"", 5)
        if empty.end != "site":
            sys.exit(f"an empty card ended with {empty.end}: {empty.output}")
        chosen = [one for one in TEXTS if not options.only or any(re.fullmatch(name, one.name) for name in options.only)]
        faults, all_runs, start = [], [], time.monotonic()

        def examined(number_and_text):
            number, one_text = number_and_text
            # Measurements that are compared run alone.
            own = Builds(builds.program, pathlib.Path(folder) / str(number), options.command)
            own.folder.mkdir()
            # Beside others, a processor takes longer for the same work: a text that takes 0.9 s alone took 1.3 s in CI.
            most = 2 * MOST_SECONDS if options.short else MOST_SECONDS
            return examine(one_text, own, sizes, runs, empty.seconds, compares=not options.short, most=most)

        print(f"seconds of CPU above the {empty.seconds:.3f} of an empty card (* finding), most in all, MB, end at the last")
        print(f"{'KiB':36}" + "".join(f"{size:7} " for size in sizes))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() if options.short else 1) as workers:
            for one_text, (found, row, worst) in zip(chosen, workers.map(examined, enumerate(chosen))):
                faults += found
                all_runs.append((worst.seconds, one_text.name))
                print(row, flush=True)
    for fault in faults:
        print(fault)
    worst = max(all_runs)
    print(
        f"{len(chosen)} texts at {len(sizes)} sizes in {time.monotonic() - start:.0f} s: {len(faults)} faults; "
        f"most CPU {worst[0]:.2f} s ({worst[1]})")
    return 1 if faults or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
