#!/usr/bin/env python3
"""Writes a site of generated cards in every arrangement and with all its settings, for `cardshelf audit`.

    layouts.py DIR [--seed N]                 0 to 24 cards a shelf
    layouts.py DIR [--seed N] --count N       one shelf of each arrangement, with N cards

It has a page from left to right, one from right to left, one at an accessibility text size, three of values that depend on
the shape of the window, one with single cards that
are wider than the page, and one with cards, some with lists in quotes, that are narrower than boxes of characters without a font. Needs only python3.
"""
import argparse, pathlib, random, shutil

WORDS = {
    "en": "the size that it computes is what every browser shows to pixel with no fixed lines, a row of cards; columns (two or three) beside an image "
          "well-known light-years waterfall typesetting unimaginable 1,204 42 km/h “quoted” isn’t Moon Saturn: rings".split(),
    # Emoji and characters without a font: boxes, some of them in words that may not wrap.
    "en-x-boxes": "🌙 🌍🌙🪐 「🌙」を (🌙) 🌍/🌙 🪐🌙/ 🪐🌙) see🌙 **🌙 (🌙) 🌙🪐** 🌙… 42 moon 𓂀𓂀 𓂀-a".split(),
    "ar": "النجم الذي في السماء كل ليلة، يظهر فوق الأفق من الشرق إلى الغرب وهو لامع جداً (مثل المشتري) 42 ألف M31 سنة ضوئية".split(),
}
ALIGNMENTS = ["leading", "center", "trailing", "justified", "fill-width", "fill-space"]
SETTINGS = (
    [f"arrangement: shelf\nsnap: {snap}{more}" for snap in ("none", "item", "page", "center")
     for more in ("", "\nmaxCardHeight: auto", "\nmaxCardHeight: 140\nclamp: exact", "\ncardWidth: {compact: 180, medium: 333}\nheightGroup: one",
                  "\ncardWidth: 320\ninset: {leading: 42, trailing: 20}")]
    + [f"arrangement: flow\ncardWidth: {width}\nminCardWidth: 60\nalign: {align}\nlastLine: {last}\ndistribute: {distribute}\nlineAlign: {line}"
       for (align, last, distribute, line, width) in zip(
           ALIGNMENTS * 4, ["natural", "same"] * 12, ["greedy", "greedy", "even", "even", "greedy"] * 5,
           ["top", "center", "bottom", "baseline", "stretch"] * 5, [200, 300, 4000, 260] * 6)]
    + [f"arrangement: grid\ncolumns: {columns}\nheightMode: {mode}\nspacing: {spacing}"
       for columns, spacing in (("{compact: 2, medium: 3}", 10), ("{min: 170}", 16), ("{compact: 1, medium: 2, expanded: 5, extra-large: 7}", 7)) for mode in ("natural", "row", "uniform")]
    + ["arrangement: grid\ncolumnToggle: true\nheightMode: row"]
    + [f"arrangement: waterfall\ncolumns: {columns}\ncolumnRule: {rule}{more}"
       for rule in ("shortest", "round-robin", "tolerant(16)", "balanced") for columns, more in (("{compact: 2, expanded: 3, large: 4}", ""), ("{min: 150}", "\ncellPadding: 6"))]
    + ["arrangement: list\nspacing: 8", "arrangement: list\ncard: lockup"]
)
# Values by orientation and by height, in shelves and in their sections.
SHAPES = [
    "arrangement: shelf\ncardWidth: {compact: 240, landscape: 180, compactHeight: 300}\nmaxCardHeight: {compact: 300, compactHeight: 160}",
    "arrangement: shelf\ncardWidth: {portrait: 200, landscape: 260}\nheightGroup: one",
    "arrangement: flow\ncardWidth: {compact: 200, compactHeight: 340}\ntags: {maxRows: {compact: 2, landscape: 1}}",
    "arrangement: grid\ncolumns: {compact: 1, medium: 2, landscape: 3, compactHeight: 2}\nmaxLines: {title: {compact: 2, compactHeight: 1}}",
    "arrangement: grid\ncolumnToggle: true\nspacing: {portrait: 4, landscape: 20}\nlineSpacing: {compact: 10, compactHeight: 0}",
    "arrangement: waterfall\ncolumns: {compact: 1, landscape: 4}\nspacing: {compact: 8, compactHeight: 20}",
    "arrangement: list\ncard: lockup\ninset: {compact: 0, landscape: {leading: 40, trailing: 10}}",
]
# Each with as many cards as the shelf itself.
SECTIONS = ["title: ''\ngap: {compact: 0, compactHeight: 50}\ncolumns: {compact: 2, landscape: 1}", "title: More\ncolumns: {portrait: 1, landscape: 3}"]
IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#468"/></svg>\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int)
    a = parser.parse_args()
    chance = random.Random(a.seed)
    shutil.rmtree(a.directory, ignore_errors=True)
    content = a.directory / "Content"
    content.mkdir(parents=True)
    shutil.copytree(pathlib.Path(__file__).resolve().parents[3] / "Themes", a.directory / "Themes")
    (a.directory / "cardshelf.yml").write_text("title: Layouts\n")
    (content / "_index.md").write_text("---\ntitle: Layouts\n---\n")

    def words(language, least, most):
        return " ".join(chance.choice(WORDS[language]) for _ in range(chance.randint(least, most)))

    def table(language):
        count = chance.randint(1, 5)
        rows = [[words(language, 1, 3) for _ in range(count)], [chance.choice(["---", ":--", "--:", ":-:"]) for _ in range(count)]]
        rows += [[words(language, 1, chance.choice([1, 2, 4, 12])) for _ in range(count)] for _ in range(chance.randint(0, 5))]
        return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |\n" for row in rows)

    def card(folder, number, language, settings):
        keys = [f"title: '{words(language, 1, 6).replace(chr(39), '')}'"]
        if chance.random() < 0.4:
            keys.append(f"subtitle: '{words(language, 1, 9)}'")
        if chance.random() < 0.4:
            keys.append("tags: [" + ", ".join(f"'{words(language, 1, 3)} {n}'" for n in range(chance.randint(1, 7))) + "]")
        if "flow" not in settings and chance.random() < 0.3:
            keys.append("image: i.svg\nimageAlt: A square")
        if ("grid" in settings or "waterfall" in settings) and chance.random() < 0.2:
            keys.append("span: " + chance.choice(["2", "3", "full"]))
        if "flow" in settings and chance.random() < 0.1:
            keys.append("breakBefore: true")
        if language == "en-x-boxes":
            keys += ["link: https://example.org/", f"eyebrow: '{words(language, 2, 6)}'"]
        body = "" if chance.random() < 0.2 else words(language, 1, chance.choice([6, 20, 60]))
        if language == "en-x-boxes":
            # Quotes and lists in them leave little room or none.
            body = ["", "> > ", "", "> - "][number % 4] + body
        if chance.random() < 0.15:
            body += "\n\n" + table(language)
            if chance.random() < 0.3:
                body += "\n" + "".join("> " + line + "\n" for line in table(language).splitlines())
        (folder / f"c{number:05}.md").write_text("---\n" + "\n".join(keys) + f"\n---\n{body}\n", encoding="utf-8")

    def page(name, front, language, shelves, counts, sections=()):
        folder = content / name
        folder.mkdir()
        (folder / "_index.md").write_text(f"---\nkind: page\ntitle: {name}\nlang: {language}\n{front}---\n")
        cards = 0
        for index, settings in enumerate(shelves):
            shelf = folder / f"s{index:02}"
            shelf.mkdir()
            (shelf / "_index.md").write_text(f"---\ntitle: s{index:02}\n{settings}\n---\n")
            (shelf / "i.svg").write_text(IMAGE)
            for number in range(counts(index)):
                card(shelf, number, language, settings)
                cards += 1
            for place, keys in enumerate(sections if "columns:" in settings else ()):
                section = shelf / f"part{place}"
                section.mkdir()
                (section / "_index.md").write_text(f"---\nkind: section\n{keys}\nweight: {place}\n---\n")
                (section / "i.svg").write_text(IMAGE)
                for number in range(counts(index)):
                    card(section, number, language, settings)
                    cards += 1
        return cards

    total = 0
    if a.count is not None:
        first = [next(each for each in SETTINGS if each.startswith(f"arrangement: {name}")) for name in ("shelf", "flow", "grid", "waterfall", "list")]
        for settings in first:
            total += page(settings.split()[1], "", "en", [settings], lambda _: a.count)
        return print("seed", a.seed, "with", total, "cards")
    for name, front, language in (("ltr", "", "en"), ("rtl", "dir: rtl\n", "ar"), ("ax1", "textSize: AX1\n", "en")):
        total += page(name, front, language, SETTINGS, lambda index: [0, 1, 2, 9, 24][index % 5])
    for name, front, language in (("turned", "", "en"), ("turned-rtl", "dir: rtl\n", "ar"), ("turned-ax1", "textSize: AX1\n", "en")):
        total += page(name, front, language, SHAPES, lambda index: 5, SECTIONS)
    wide = [settings.replace("cardWidth: 4000", "cardWidth: 1990") for settings in SETTINGS[::3]]
    wide = [settings + ("" if "cardWidth" in settings or "flow" in settings or "shelf" not in settings else "\ncardWidth: 1990") for settings in wide]
    total += page("wide", "", "en", wide, lambda index: 1)
    narrow = ["arrangement: shelf\ncardWidth: 60", "arrangement: shelf\ncardWidth: 70\nmaxCardHeight: 140\nclamp: exact",
              "arrangement: flow\ncardWidth: 60\nminCardWidth: 60"]
    total += page("boxes", "textSize: AX5\n", "en-x-boxes", narrow, lambda index: 9)
    print("seed", a.seed, "with", total, "cards")


if __name__ == "__main__":
    main()
