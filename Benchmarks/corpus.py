#!/usr/bin/env python3
"""Writes the sites that `make bench` builds: the same cards for Cardshelf and for Hugo.

    corpus.py DIR --cards N [--seed S] [--texts DIR] [--arrangement NAME] [--lang TAG] [--per-shelf N] [--hugo DIR]

Each card is a file; there are 200 cards per shelf, five shelves per page, and one language per shelf: English, German,
Russian, Arabic and Japanese in turn. Sentences come from descriptions of applications (Debian's packages, which
Tests/Tools/corpora/catalogue.py downloads to the folder --texts) and are recombined. One word in 25 is new, made from
halves of two others, as names and compounds are in growing catalogues. Without a network, or with `--texts ''`, the
sentences come from fallback_texts.py. Bodies have 20 to 1,500 characters, log-normal about a median of 280; cards have
0 to 10 tags.

The same seed, count and texts give the same bytes. Hugo's content consists of hard links to the same files. Needs only
python3.
"""
import argparse, hashlib, json, math, os, pathlib, random, re, shutil, subprocess, sys

PROJECT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "Tests/Tools/corpora"))
import catalogue
from fallback_texts import TEXTS

LANGUAGES = ["en", "de", "ru", "ar", "ja"]
ARRANGEMENTS = ["shelf", "waterfall", "grid", "flow"]
PER_SHELF, SHELVES_PER_PAGE = 200, 5
SHORTEST, MEDIAN, LONGEST, SPREAD = 20, 280, 1500, 0.75
COINED, EMPHASISED = 0.04, 0.03


class Language:
    """The sentences of a language, and the words from which new ones are made."""

    def __init__(self, tag, sentences):
        self.tag, self.joint = tag, "" if tag == "ja" else " "
        # A sentence is a list of units that can be replaced one by one: words, or runs of one kind of Japanese letter.
        self.sentences = [s for s in map(self.units, sentences) if s]
        self.words = sorted({u for s in self.sentences for u in s if len(u) >= 4 and u.isalpha()})
        if tag == "ja":
            self.words = sorted({u for s in self.sentences for u in s if 2 <= len(u) <= 8 and u.isalpha() and u > "ァ"})

    def units(self, text):
        if self.tag == "ja":
            return re.findall(r"[ァ-ヺー]+|[一-鿿々]+|[ぁ-ゖ]+|[A-Za-z0-9]+|\s+|.", text)
        return text.split()

    def coined(self, chance):
        head, tail = chance.choice(self.words), chance.choice(self.words)
        return head[: (len(head) + 1) // 2] + tail[len(tail) // 2 :]

    def sentence(self, chance):
        return [self.coined(chance) if chance.random() < COINED else unit for unit in chance.choice(self.sentences)]


def languages(directory):
    """Languages and the sources of their sentences. Without a directory, our own sentences are used."""
    if not directory:
        return [Language(tag, TEXTS[tag]) for tag in LANGUAGES], "own"
    root, source = pathlib.Path(directory), "applications"
    if not (root / "tree/usr/share/metainfo").is_dir():
        try:
            catalogue.fetch(root, catalogue.PACKAGES)
        except (OSError, subprocess.CalledProcessError):
            print("corpus.py: no network, so the sentences are those of fallback_texts.py", file=sys.stderr)
            return languages(None)
    found = {tag: [] for tag in LANGUAGES}
    for component in catalogue.components(root):
        described = catalogue.descriptions(component)
        for tag in LANGUAGES:
            for block in described.get(tag, []):
                plain = re.sub(r"[*`]", "", re.sub(r"(?m)^(- |1\. )", "", block))
                found[tag] += re.split(r"(?<=。)|\n" if tag == "ja" else r"(?<=[.!?؟:])\s+|\n", plain)
    # Text in another script than the language's own is a translation with a wrong tag.
    own = {"en": "[a-z]", "de": "[a-z]", "ru": "[а-я]", "ar": "[ا-ي]", "ja": "[ぁ-ヺ]"}
    for tag in LANGUAGES:
        found[tag] = [s.strip() for s in found[tag] if re.search(own[tag], s) and len(s.strip()) >= 12]
    return [Language(tag, found[tag] or TEXTS[tag]) for tag in LANGUAGES], source


def escaped(unit):
    """A unit without a meaning in Markdown, also at the start of a line."""
    unit = re.sub(r"([\\`*_\[\]<>&~|])", r"\\\1", unit)
    return re.sub(r"^([-+#=]|\d+(?=[.)]))", lambda m: m[1][:-1] + "&#%d;" % ord(m[1][-1]), unit)


def marked(unit, language, chance):
    """Makes some words strong, code or links, where spaces are around the marks."""
    if language.joint and unit.isalpha() and chance.random() < EMPHASISED:
        marks = ["*%s*", "**%s**", "[%s](https://example.org/)", "`%s`"]
        # The theme's family for code has no Arabic.
        return chance.choice(marks[: 3 if language.tag == "ar" else 4]) % unit
    return escaped(unit)


def body(language, chance):
    """Paragraphs, and sometimes a list, of realistic length."""
    target = min(max(int(chance.lognormvariate(math.log(MEDIAN * 0.96), SPREAD)), SHORTEST), LONGEST)
    blocks, length = [], 0
    while length < target:
        is_list = blocks and chance.random() < 0.1
        lines = []
        for _ in range(chance.randint(2, 4)):
            units = []
            for unit in language.sentence(chance):
                if length >= target:
                    break
                # A card never exceeds the maximum, whatever its last word is.
                word = marked(unit, language, chance)
                if length + len(word) + 4 > LONGEST:
                    length = target
                    break
                units.append(word)
                length += len(word) + len(language.joint)
            if units:
                lines.append(language.joint.join(units))
        if lines:
            length += 2 * len(lines)
            blocks.append("\n".join("- " + line for line in lines) if is_list else "\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def phrase(language, chance, count):
    units = [unit for unit in language.sentence(chance) if not unit.isspace()][:count]
    return language.joint.join(units).rstrip(".,:;、。،") or language.words[0]


def card(language, chance, number):
    lines = ["---", f"title: {quoted(phrase(language, chance, chance.randint(1, 4)) + language.joint + str(number))}"]
    if chance.random() < 0.8:
        lines.append(f"subtitle: {quoted(phrase(language, chance, chance.randint(3, 9)))}")
    if chance.random() < 0.3:
        lines.append(f"eyebrow: {quoted(chance.choice(language.words))}")
    tags = dict.fromkeys(chance.choice(language.words) for _ in range(chance.randint(0, 10)))
    if tags:
        lines.append("tags: [" + ", ".join(map(quoted, tags)) + "]")
    if chance.random() < 0.5:
        lines.append(f"link: https://example.org/{number}")
    return "\n".join([*lines, "---", body(language, chance)])


def quoted(value):
    return json.dumps(value, ensure_ascii=False)


SHELF_KEYS = {
    "shelf": "arrangement: shelf\n",
    "waterfall": "arrangement: waterfall\ncolumns: { compact: 1, medium: 2, expanded: 3, large: 4, extra-large: 5 }\n",
    "grid": "arrangement: grid\ncolumns: { compact: 1, medium: 2, expanded: 3, large: 4, extra-large: 5 }\n",
    "flow": "arrangement: flow\n",
    "list": "arrangement: list\n",
}


# Figures of all versions are of these steps, whatever the theme has meanwhile.
STEPS = {
    "compact": [320, 360, 375, 390, 412, 430, 480, 540], "medium": [600, 700, 768], "expanded": [840, 960, 1080],
    "large": [1200, 1400], "extra-large": [1600],
}


def set_steps(theme):
    text = theme.read_text()
    for name, steps in STEPS.items():
        text, count = re.subn(rf"^( +{name}: .*steps: )\[.*?\]", rf"\g<1>{steps}", text, flags=re.MULTILINE)
        if count != 1:
            sys.exit(f"{theme}: no steps of {name}")
    theme.write_text(text)


def write(directory, count, seed, texts, arrangement=None, only=None, hugo=None, per_shelf=PER_SHELF):
    root = pathlib.Path(directory)
    shutil.rmtree(root, ignore_errors=True)
    (root / "Content").mkdir(parents=True)
    shutil.copytree(PROJECT / "Themes", root / "Themes")
    set_steps(root / "Themes/storefront/theme.yml")
    # What a card costs is counted: a page of its own for one in 200 would be most of what some of them cost.
    (root / "cardshelf.yml").write_text("title: Benchmark\nlang: en\ntheme: storefront\npage: false\n")
    (root / "Content/_index.md").write_text("---\ntitle: Benchmark\n---\n")
    known, source = languages(texts)
    if only:
        known = [language for language in known if language.tag == only]
    chance, digest, lengths = random.Random(seed), hashlib.sha256(), []
    for shelf in range((count + per_shelf - 1) // per_shelf):
        language = known[shelf % len(known)]
        page = root / f"Content/p{shelf // SHELVES_PER_PAGE:04}"
        folder = page / f"s{shelf:05}"
        folder.mkdir(parents=True)
        if shelf % SHELVES_PER_PAGE == 0:
            (page / "_index.md").write_text(f"---\ntitle: Page {shelf // SHELVES_PER_PAGE}\nkind: page\n---\n")
        keys = SHELF_KEYS[arrangement or ARRANGEMENTS[shelf % len(ARRANGEMENTS)]]
        direction = "dir: rtl\n" if language.tag == "ar" else ""
        title = quoted(phrase(language, chance, 3))
        (folder / "_index.md").write_text(
            f"---\ntitle: {title}\nlang: {language.tag}\n{direction}{keys}---\n", encoding="utf-8")
        for number in range(shelf * per_shelf, min((shelf + 1) * per_shelf, count)):
            data = card(language, chance, number).encode()
            digest.update(data)
            lengths.append(len(data.decode().split("---\n", 2)[2]))
            with open(folder / f"c{number:06}.md", "wb") as file:
                file.write(data)
    lengths.sort()
    facts = {
        "cards": count, "seed": seed, "texts": source, "sha256": digest.hexdigest()[:16],
        "body": [lengths[0], lengths[len(lengths) // 2], lengths[-1]],
    }
    (root / "corpus.json").write_text(json.dumps(facts) + "\n")
    if hugo:
        write_hugo(root, pathlib.Path(hugo))
    return facts


HUGO_SETTINGS = """\
baseURL = "https://example.org/"
title = "Benchmark"
languageCode = "en"
disableKinds = ["taxonomy", "term", "RSS", "sitemap", "robotsTXT", "404"]
[markup.goldmark.renderer]
unsafe = true
[[cascade]]
[cascade.build]
render = "never"
list = "always"
[cascade.target]
path = "/p*/s*/**"
[[cascade]]
[cascade.build]
render = "never"
list = "always"
[cascade.target]
path = "/p*/s*"
"""

HUGO_CARD = """\
<article>{{ with .Params.eyebrow }}<p class="eyebrow">{{ . }}</p>{{ end }}<h3>{{ with .Params.link }}<a href="{{ . }}">{{ $.Title }}</a>\
{{ else }}{{ .Title }}{{ end }}</h3>{{ with .Params.subtitle }}<p class="subtitle">{{ . }}</p>{{ end }}\
<div class="body">{{ .Content }}</div>{{ with .Params.tags }}<ul class="tags">{{ range . }}<li>{{ . }}</li>{{ end }}</ul>{{ end }}</article>
"""

HUGO_LIST = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title></head><body><main><h1>{{ .Title }}</h1>
{{ if .IsHome }}<nav>{{ range .Sections }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav>
{{ else }}{{ range .Sections }}<section class="{{ .Params.arrangement }}" lang="{{ .Params.own_lang }}"{{ with .Params.own_dir }} dir="{{ . }}"{{ end }}><h2>{{ .Title }}</h2>
{{ range .RegularPages }}{{ partial "card.html" . }}{{ end }}</section>
{{ end }}{{ end }}</main></body></html>
"""


def write_hugo(root, hugo):
    """The same cards by shelf on pages; nothing else is rendered."""
    shutil.rmtree(hugo, ignore_errors=True)
    (hugo / "layouts/partials").mkdir(parents=True)
    (hugo / "layouts/_default").mkdir()
    (hugo / "hugo.toml").write_text(HUGO_SETTINGS)
    (hugo / "layouts/partials/card.html").write_text(HUGO_CARD)
    for name in ("list", "single", "home"):
        (hugo / f"layouts/_default/{name}.html").write_text(HUGO_LIST)
    (hugo / "layouts/index.html").write_text(HUGO_LIST)
    for folder, _, files in os.walk(root / "Content"):
        to = hugo / "content" / pathlib.Path(folder).relative_to(root / "Content")
        to.mkdir(parents=True)
        for name in files:
            source = pathlib.Path(folder) / name
            if name == "_index.md":
                # Keys that have another meaning in Hugo.
                text = re.sub(r"(?m)^(kind|columns): .*\n", "", source.read_text(encoding="utf-8"))
                (to / name).write_text(re.sub(r"(?m)^(lang|dir)(?=: )", r"own_\1", text), encoding="utf-8")
            else:
                os.link(source, to / name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory")
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--texts", default=str(PROJECT / ".build/bench/texts"))
    parser.add_argument("--arrangement", choices=list(SHELF_KEYS))
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--per-shelf", type=int, default=PER_SHELF)
    parser.add_argument("--hugo", help="also write a Hugo site there")
    a = parser.parse_args()
    print(json.dumps(write(a.directory, a.cards, a.seed, a.texts, a.arrangement, a.lang, a.hugo, a.per_shelf)))


if __name__ == "__main__":
    sys.exit(main())
