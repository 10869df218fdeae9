#!/usr/bin/env python3
"""Gives the scripts of .ci/review artifacts that are made to attack: each is refused, with a line that names the file and says
why; and texts that would be markup, mentions or links in a comment are shown as words.

    hostile_artifacts.py            runs all cases
    hostile_artifacts.py --prove    weakens each rule once, and sees a case fail

Needs cmark-gfm, which reads Markdown as GitHub does.
"""
import html.parser, io, json, pathlib, re, struct, subprocess, sys, unittest.mock, zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / ".ci/review"))
import archive, check, compose, service

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 390, 424, 8, 6, 0, 0, 0) + b"\0" * 20
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="390" height="4"><path d="M0 0"/></svg>'
REVIEW = {"version": 1, "folder": "", "pages": 1, "shelves": 2, "cards": 7, "state": "compared", "notice": ""}
CHANGE = {"cards": ["a/b"], "causes": [{"line": 2, "path": "Content/a/b.md", "text": "title 1 -> 2 lines"}], "kind": "height", "page": "index.html", "shelf": "a",
          "text": "+1 px", "widthClasses": [], "widths": [{"from": 0, "to": 319}, {"from": 1600}]}
PLACE = compose.Place("a" * 40, "https://service.example/run", source="https://service.example/blob/", preview="https://pages.example/pr/7/",
                      pictures="https://pages.example/pr/7/review/")


def difference(*changes):
    return {"cards": {"all": 7, "changed": 4}, "changed": True, "changes": list(changes), "shelves": {"all": 2, "changed": 1}, "version": 1}


def zipped(files, **options):
    """A zip archive. A name may be a ZipInfo; a content that is a function changes the bytes of the archive."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in files.items():
            opened.writestr(name, content, **options)
    return data.getvalue()


def entry(name, mode):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


def renamed(name, other):
    """An archive in which a name of the same length stands that Python does not write."""
    return zipped({name: b"{}"}).replace(name.encode(), other)


def text(value):
    return json.dumps(value).encode()


def lies(**values):
    return zipped({"review.json": text(REVIEW | values), "diff.json": text(difference(CHANGE))})


def lied(**values):
    return zipped({"review.json": text(REVIEW), "diff.json": text(difference(CHANGE) | values)})


def changed(**values):
    return lied(changes=[CHANGE | values])


def encrypted():
    # The flag stands at 6 in an entry, and at 8 in the directory.
    data = bytearray(zipped({"review.json": b"{}"}))
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    return bytes(data)


def stated(size):
    """A file that is longer than the archive states."""
    data = bytearray(zipped({"review.json": b" " * 100_000 + b"{}"}))
    for at in (22, data.index(b"PK\1\2") + 24):
        data[at:at + 4] = struct.pack("<I", size)
    return bytes(data)


def svg(inside, attributes=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {attributes}>{inside}</svg>'.encode()


PICTURE = "pictures/1-390-after"
# The kind of the artifact, the archive, and what is said of it.
ARCHIVES = [
    ("review", b"", "not a zip archive"),
    ("review", b"PK\3\4" + b"x" * 100, "not a zip archive"),
    ("review", b"<!doctype html><title>x</title>", "not a zip archive"),
    # Names.
    ("review", zipped({"../review.json": b"{}"}), "'../review.json' leads elsewhere"),
    ("review", zipped({"pictures/../../x.png": PNG}), "'pictures/../../x.png' leads elsewhere"),
    ("review", zipped({"/etc/passwd": b"{}"}), "'/etc/passwd' is no relative path"),
    ("review", zipped({"C:/x.json": b"{}"}), "'C:/x.json' is no relative path"),
    ("review", zipped({"pictures//x.png": PNG}), "leads elsewhere"),
    ("review", zipped({"./review.json": b"{}"}), "leads elsewhere"),
    ("review", renamed("reviewxjson", b"review\\json"), "has a sign in its name"),
    ("review", renamed("review.jsonx", b"review.json\0"), "has a sign in its name"),
    ("review", zipped({"review.json\n::error::x": b"{}"}), "has a sign in its name"),
    ("review", zipped({"\u202egnp.json": b"{}"}), "has a sign in its name"),
    ("review", zipped({".git/config": b"{}"}), "has a name that is not allowed"),
    ("review", zipped({"-x.json": b"{}"}), "has a name that is not allowed"),
    ("review", zipped({"number": b"7"}), "'number' is no file of this archive"),
    ("review", zipped({"layout.json": b"{}"}), "'layout.json' is no file of this archive"),
    ("review", zipped({"pictures/4-390-after.png": PNG}), "is no file of this archive"),
    ("review", zipped({"pictures/1-391-after.png": PNG}), "is no file of this archive"),
    ("review", zipped({"run.sh": b"x"}), "is no file of this archive"),
    ("preview", zipped({"a" * 201 + ".html": b"<!doctype html>"}), "has a name that is too long"),
    ("preview", zipped({"a/" * 12 + "x.html": b"<!doctype html>"}), "has a name that is too long"),
    ("preview", zipped({"INDEX.html": b"<!doctype html>", "index.html": b"<!doctype html>"}), "'index.html' is there twice"),
    ("preview", zipped({"a.html": b"<!doctype html>", "a.html/b.html": b"<!doctype html>"}), "'a.html' is a file and a folder"),
    # Kinds of entries.
    ("review", zipped({entry("review.json", 0o120777): b"/etc/passwd"}), "'review.json' is a symbolic link"),
    ("preview", zipped({entry("index.html", 0o120777): b"../x"}), "'index.html' is a symbolic link"),
    ("preview", zipped({entry("index.html", 0o010644): b""}), "is not a regular file"),
    ("preview", zipped({entry("index.html", 0o020644): b""}), "is not a regular file"),
    ("review", encrypted(), "'review.json' is encrypted"),
    ("review", zipped({"review.json": b"{}"}, compress_type=zipfile.ZIP_LZMA), "is compressed in a way that is not allowed"),
    ("review", zipped({"review.json": b"{}"}, compress_type=zipfile.ZIP_BZIP2), "is compressed in a way that is not allowed"),
    # Sizes.
    ("review", zipped({"diff.json": b" " * 4_000_001}), "'diff.json' has 4,000,001 bytes"),
    ("preview", zipped({"x.txt": b"\0" * 50_000_001}), "has 50,000,001 bytes"),
    ("review", zipped({f"pictures/{number}-{width}-{side}.{kind}": b" " * 1_700_000 for number in "123" for width in (390, 1280)
                       for side in ("before", "after") for kind in ("png",)}), "more than 20,000,000 bytes in all"),
    ("review", zipped({f"x{number}.json": b"{}" for number in range(15)}), "15 files, where 14 are the most"),
    ("preview", zipped({f"{number}.txt": b"" for number in range(20_001)}), "20001 files"),
    ("review", stated(50), "'review.json' is damaged"),
    ("review", stated(3_999_999), "'review.json' is damaged"),
    # Kinds of files.
    ("review", zipped({PICTURE + ".png": b"<!doctype html><script>alert(1)</script>"}), "'pictures/1-390-after.png' is no PNG"),
    ("review", zipped({PICTURE + ".png": PNG[:16] + struct.pack(">II", 390, 200_000) + PNG[24:]}), "more than 20,000 pixels"),
    ("review", zipped({PICTURE + ".png": PNG[:16] + struct.pack(">II", 0, 4) + PNG[24:]}), "has no size"),
    ("review", zipped({PICTURE + ".svg": b"<!doctype html><script>alert(1)</script>"}), "'pictures/1-390-after.svg' is no SVG"),
    ("review", zipped({PICTURE + ".svg": b"<html xmlns='http://www.w3.org/1999/xhtml'/>"}), "is no SVG"),
    ("review", zipped({PICTURE + ".svg": svg("<script>alert(1)</script>")}), "contains script"),
    ("review", zipped({PICTURE + ".svg": svg("<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>")}), "contains script"),
    ("review", zipped({PICTURE + ".svg": svg("<path/>", 'onload="alert(1)"')}), "contains 'onload'"),
    ("review", zipped({PICTURE + ".svg": svg("<foreignObject/>")}), "contains foreignObject"),
    ("review", zipped({PICTURE + ".svg": svg('<a href="javascript:alert(1)"/>')}), "contains a"),
    ("review", zipped({PICTURE + ".svg": svg('<image href="https://tracker.example/x.png"/>')}), "contains a link"),
    ("review", zipped({PICTURE + ".svg": svg('<use xlink:href="x.svg#y"/>')}), "contains a link"),
    ("review", zipped({PICTURE + ".svg": svg('<image href="data:text/html;base64,PHNjcmlwdD4="/>')}), "contains a link"),
    ("review", zipped({PICTURE + ".svg": svg("<style>@import url(//x)</style>")}), "contains 'style'"),
    ("review", zipped({PICTURE + ".svg": svg('<path fill="url(https://x.example/)"/>')}), "contains a style"),
    ("review", zipped({PICTURE + ".svg": svg("<set attributeName='href'/>")}), "contains set"),
    ("review", zipped({PICTURE + ".svg": b'<!DOCTYPE svg [<!ENTITY a "&b;&b;"><!ENTITY b "x">]>' + svg("&a;")}), "contains a document type"),
    ("review", zipped({PICTURE + ".svg": svg("<g>" * 300 + "</g>" * 300)}), "is no SVG"),
    ("preview", zipped({"images/x.svg": svg("<script>alert(1)</script>")}), "contains script"),
    ("preview", zipped({"images/x.png": b"<!doctype html>"}), "'images/x.png' is no PNG"),
    ("preview", zipped({"images/x.jpg": b"GIF89a"}), "is no JPG"),
    ("preview", zipped({"images/x.webp": b"RIFF0000WAVE"}), "is no WEBP"),
    ("preview", zipped({"fonts/x.woff2": b"OTTO"}), "is no WOFF2"),
    ("preview", zipped({"index.html": b"hello"}), "is no HTML page"),
    ("preview", zipped({"index.html": b"<!doctype html>\xff"}), "is not UTF-8"),
    ("preview", zipped({"x.css": b"a\0b"}), "is not a text"),
    ("preview", zipped({"x.json": b"[" * 200_000}), "is no JSON"),
    ("preview", zipped({"x.exe": b"MZ"}), "is of a kind that no site has"),
    ("preview", zipped({"CNAME": b"evil.example"}), "is of a kind that no site has"),
    ("preview", zipped({"x.wasm": b"\0asm"}), "is of a kind that no site has"),
    ("github-pages", zipped({"artifact.tar": b"x" * 2000}), "not a tar archive"),
    ("github-pages", zipped({"index.html": b"x"}), "is no file of this archive"),
    # A layout that lies.
    ("review", zipped({"diff.json": b"{}"}), "review.json is missing"),
    ("review", zipped({"review.json": b"{"}), "'review.json' is no JSON"),
    ("review", zipped({"review.json": b"[" * 100_000}), "'review.json' is no JSON"),
    ("review", zipped({"review.json": b"[]"}), "review.json is not an object"),
    ("review", lies(state="approved"), "review.json: state cannot be"),
    ("review", lies(state=["compared"]), "review.json: state cannot be"),
    ("review", lies(approval="yes"), "review.json: approval cannot be"),
    ("review", lies(approval={}), "review.json: approval cannot be"),
    ("review", lies(folder=7), "review.json: folder is not a text"),
    ("review", lies(notice=["x"]), "review.json: notice is not a text"),
    ("review", lies(state="added", pages="1"), "review.json: pages is not a whole number"),
    ("review", lies(state="added", shelves=-1), "review.json: shelves is not from 0"),
    ("review", lies(state="added", shelves=1e999), "review.json: shelves is not a whole number"),
    ("review", lies(state="added", shelves=10**400), "review.json: shelves is not from 0"),
    ("review", lies(pictures={}), "review.json: pictures is not a list"),
    ("review", lies(pictures=[{}] * 7), "review.json: pictures has 7 items"),
    ("review", lies(pictures=[{"width": 390, "shelf": "a", "after": "../../index.html"}]), "is no picture of the archive"),
    ("review", lies(pictures=[{"width": "390", "shelf": "a"}]), "pictures 1: width is not a whole number"),
    ("review", lied(changes={}), "diff.json: changes is not a list"),
    ("review", lied(changes=["x"]), "changes 1 is not an object"),
    ("review", lied(changes=[7] * 100_001), "has 100,001 items"),
    ("review", lied(shelves=3), "diff.json: shelves is not an object"),
    ("review", lied(shelves={"all": True, "changed": 1}), "diff.json: shelves: all is not a whole number"),
    ("review", changed(shelf={"<b>": 1}), "shelf is not a text"),
    ("review", changed(text=7), "text is not a text"),
    ("review", changed(causes=[{"text": 7}]), "causes 1: text is not a text"),
    ("review", changed(causes=[{"text": "x", "path": "x", "line": "2);"}]), "line is not a whole number"),
    ("review", changed(widths=[{"from": "0"}]), "widths 1: from is not a whole number"),
    ("review", changed(moved=[]), "moved is not an object"),
]
# Numbers of a pull request, as an API or an environment could give them.
NUMBERS = ["7/../../../user", "../7", "7", 7.0, -7, 0, True, None, [7], 10**12]
COMMITS = ["main", "../x", "a" * 39, "A" * 40, "a" * 40 + "\n", None, 7, "--upload-pack=x"]

# What a title, a name or a notice can say; each stands in every place of a comment.
WORDS = [
    "@octocat", "@sample/team", "mail me@example.org now", "<b>bold</b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "--><h1>out</h1>",
    "</code></td></table><h1>out</h1>", "**bold** _it_ ~~x~~ `code` ```", "[link](https://evil.example)", "![x](https://evil.example/x.png)", "https://evil.example",
    "www.evil.example", "http://evil.example/?a=b&c=d", "#12", "GH-12", "sample/site#3", "a" * 40, ":tada:", "\n\n# Heading\n\n- item\n\n```\nx", "| a | b |\n|---|---|",
    "\r\n\r\n/close", "<!-- cardshelf-review: x -->", "&lt;b&gt; &#64;octocat &commat;octocat", "\u202ereversed\u202c \u2066x", "Z\u0351\u0352\u0353\u0354\u0355\u0356\u0357",
    "\x00\x1b[31mred\x07", "x" * 100_000, "<details><summary>x", "[ ] task", "^[note]", "$$x$$", "\\@octocat \\<b\\>", "\ud800 lone", "`@octocat`", "xmpp:a@b.example",
]
ELEMENTS = {"h3", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "br", "a", "img", "details", "summary", "strong"}


class Seen(html.parser.HTMLParser):
    """What a service would make of a comment."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.comments = [], [], 0

    def handle_starttag(self, tag, attributes):
        if tag not in ELEMENTS:
            self.faults.append(f"the element {tag}")
        for key, value in attributes:
            if key in ("href", "src") and not (value or "").startswith(("https://service.example/", "https://pages.example/pr/7/")):
                self.faults.append(f"leads to {value}")
            if key not in ("href", "src", "width", "alt", "valign", "open"):
                self.faults.append(f"the attribute {key}")
        if tag not in ("br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"{tag} is closed, and was not open")

    def handle_comment(self, _):
        self.comments += 1

    def handle_data(self, data):
        # Services look for these outside of code; a mention is none in code either if a joiner follows the sign.
        if "code" in self.open:
            pattern = r"@\w"
        else:
            pattern = r"@|https?:|www\.|#\d|GH-\d|[0-9a-f]{40}|:\w+:"
        if found := re.search(pattern, data):
            self.faults.append(f"{found[0]!r} in {data[:60]!r}")
        if re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b]", data):
            self.faults.append(f"a sign that steers in {data[:60]!r}")


def refusal(kind, data):
    """What is said of an artifact; empty if it is taken."""
    rules = {"review": archive.REVIEW, "preview": archive.PREVIEW, "github-pages": archive.PAGES}[kind]
    try:
        files = archive.files(data, rules)
        if kind == "review":
            compose.comment(files, "", "Layout", PLACE)
        if kind == "github-pages":
            check.site_of(files)
    except archive.Refused as refused:
        return str(refused)
    return ""


def comment_of(word):
    change = CHANGE | {"shelf": word, "text": word, "page": word, "causes": [{"line": 2, "path": word, "text": word}] * 2}
    review = REVIEW | {"folder": word, "notice": word, "approval": "differs",
                       "pictures": [{"page": word, "shelf": word, "width": 390, "before": "1-390-before.png", "after": "1-390-after.png"}]}
    files = {"review.json": text(review), "diff.json": text(difference(*[change] * 3)), "pictures/1-390-before.png": PNG, PICTURE + ".png": PNG}
    return compose.comment(files, "", "Layout", PLACE)


def faults():
    for kind, data, said in ARCHIVES:
        answer = refusal(kind, data)
        if said not in answer or "\n" in answer or len(answer) > 400:
            yield f"{kind}: {answer[:200]!r} instead of {said!r}"
    for value in NUMBERS:
        if takes(service.number_of, value):
            yield f"{value!r} is a number of a pull request"
    for value in COMMITS:
        if takes(service.commit_of, value):
            yield f"{value!r} is a commit"
    for word in WORDS:
        said = comment_of(word)
        run = subprocess.run(["cmark-gfm", "--unsafe", *"-e table -e autolink -e strikethrough -e tasklist".split()], input=said.encode(errors="replace"),
                             capture_output=True, check=True)
        seen = Seen()
        seen.feed(run.stdout.decode())
        if seen.open or seen.comments != 1 or seen.faults:
            yield f"{word[:60]!r}: {seen.faults[:3]} {seen.open} {seen.comments} comments"
        if len(said) > compose.MOST_CHARACTERS:
            yield f"{word[:60]!r}: {len(said)} characters"
    # 2 MB of texts give one comment of 60,000 signs at most, which says how much is left out.
    many = text(difference(*[CHANGE | {"text": "@x <b> " * 40, "shelf": f"shelf-{number}", "causes": [{"path": f"Content/{number}.md", "text": "&" * 300}] * 5}
                             for number in range(900)]))
    said = compose.comment({"review.json": text(REVIEW), "diff.json": many}, "", "Layout", PLACE)
    if not 2_000_000 > len(many) > 1_500_000 or not 20_000 < len(said) <= 60_000 or not re.search(r"^and \d+ more changes$", said, re.M):
        yield f"a long comment: {len(many)} bytes, {len(said)} characters"
    # What is as it should be is taken.
    good = [zipped({"review.json": text(REVIEW), "diff.json": text(difference(CHANGE)), PICTURE + ".png": PNG, PICTURE.replace("390", "1280") + ".svg": SVG}),
            lies(state="added"), lies(state="skipped", notice="x"), zipped({"review.json": text(REVIEW | {"state": "added"})})]
    for data in good:
        if answer := refusal("review", data):
            yield f"a good artifact: {answer}"
    site = {"index.html": b"<!doctype html><title>x</title>", "images/\u00e4 1.png": PNG, "x.svg": svg("<style>a{}</style>"), "fonts/a.woff2": b"wOF2x", "a/b.json": b"{}"}
    if answer := refusal("preview", zipped(site)):
        yield f"a good preview: {answer}"


def takes(function, value):
    try:
        function(value)
    except archive.Refused:
        return False
    return True


# Rules that are taken away, by the names of what they are in.
WEAKENED = [
    (archive, "name_fault", lambda name: None), (archive, "entry_fault", lambda *_: None), (archive, "svg_fault", lambda *_: None),
    (archive, "content_fault", lambda *_, **__: None), (archive.REVIEW, "most_files", 10**9), (archive.REVIEW, "most_bytes", 10**9),
    (archive.REVIEW, "most_file_bytes", 10**9), (archive.REVIEW, "names", None), (archive.PREVIEW, "most_file_bytes", 10**9), (archive.PREVIEW, "most_files", 10**9),
    (archive, "MOST_PIXELS", 10**9), (archive, "MOST_NAME_BYTES", 10**9), (archive, "MOST_FOLDERS", 10**9), (archive, "LINK", re.compile("(?s).*")),
    (archive, "SIGNATURES", {}), (archive, "TEXTS", ()), (compose, "escaped", lambda text: text), (compose, "MOST_CHARACTERS", 10**9), (compose, "MOST_CHANGES", 10**9),
    (compose, "words", lambda text, most=0: text), (compose.Reader, "expect", lambda self, *_: self.value), (compose.Reader, "choice", lambda self, _: self.value),
    (service, "number_of", lambda value, *_: value), (service, "commit_of", lambda value: value),
]


def prove():
    missed = 0
    for owner, name, value in WEAKENED:
        with unittest.mock.patch.object(owner, name, value):
            try:
                found = next(faults(), None)
            except Exception as error:  # A rule that is missing may also end in a failure.
                found = repr(error)
        if not found:
            print(f"nothing fails without {name}")
            missed += 1
    print(f"{len(WEAKENED)} rules taken away, {missed} without a case that fails")
    return 1 if missed else 0


def main():
    if sys.argv[1:] == ["--prove"]:
        return prove()
    found = list(faults())
    print(*found, sep="\n")
    print(f"{len(ARCHIVES)} artifacts, {len(NUMBERS)} numbers, {len(COMMITS)} commits and {len(WORDS)} texts, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
