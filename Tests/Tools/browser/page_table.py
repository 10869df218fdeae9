"""The allowed content of a Cardshelf page, element by element, and a reader that finds everything else.

The tables are written here and not read from the program, because the program under test cannot define what is right. A
tag must be written exactly as Cardshelf writes tags, and text may contain only the character references that Cardshelf
needs.
"""
import html, html.parser, re

WORDS = """
card cards in-shelf in-flow in-grid in-waterfall in-list shelf shelf-title section section-title column-toggle other
row labels pinned room image eyebrow title subtitle body tags footer more figure loose n m j i b o e introduction
page-header page-footer page-title trial cover lockup
""".split()
CLASS = re.compile(rf"(?:{'|'.join(WORDS)}|[bgrvBGRV][0-9a-f]{{1,32}}|[hH][0-9]{{1,4}}(?:-[0-9a-f]{{1,32}})?|[wsol][0-9]{{1,9}}|[iz][0-9]{{1,6}}-[0-9]{{1,9}}|c[0-9a-f]{{3}}|f[0-9]{{1,3}}-[0-9]{{1,3}})(?: (?:{'|'.join(WORDS)}|[bgrvBGRV][0-9a-f]{{1,32}}|[hH][0-9]{{1,4}}(?:-[0-9a-f]{{1,32}})?|[wsol][0-9]{{1,9}}|[iz][0-9]{{1,6}}-[0-9]{{1,9}}|c[0-9a-f]{{3}}|f[0-9]{{1,3}}-[0-9]{{1,3}}))*")
# Such a text of an author becomes part of a class name, so it must be a single word.
CODE_CLASS = re.compile(r"language-[A-Za-z0-9+-]+")
TEXT = re.compile(r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*")
ID = re.compile(r"[^\x00-\x20\x7f]+")
NUMBER = re.compile(r"[0-9]{1,9}")
DIRECTION = re.compile(r"ltr|rtl")
LANGUAGE = re.compile(r"[A-Za-z]{1,20}(?:-[A-Za-z0-9]{1,20})*")
# https and http with a host, mailto, paths without a scheme that stay on the host, and fragments.
LINK = re.compile(r"https?://[^/?#\\\x00-\x20][^\x00-\x20]*|mailto:[^\x00-\x20]+|#[^\x00-\x20]*|(?![A-Za-z][A-Za-z0-9+.-]*:|/|\\)[^\x00-\x20\\]+", re.I)
FILE = re.compile(r"(?:\.\./)*(?:assets|images|fonts|compare/assets)/[A-Za-z0-9%._~!$&'()*+,;=:@-]+")
FILES = re.compile(rf"{FILE.pattern} [1-9][0-9]{{0,5}}w(?:, {FILE.pattern} [1-9][0-9]{{0,5}}w)*")
REM = r"[0-9]{1,5}(?:\.[0-9]{1,6})?rem"
QUERY = rf"\(min-width:{REM}\)"
SIZES = re.compile(rf"(?:{QUERY} {REM},)*{REM}")
one_of = lambda *words: re.compile("|".join(map(re.escape, words)))

LOCAL = {"class": CLASS, "lang": LANGUAGE, "dir": DIRECTION}
INLINE = {tag: {"class": CLASS} for tag in "b i em strong kbd s u mark small sub sup".split()}
BLOCKS = {tag: {"class": CLASS} for tag in "p h4 h5 h6 blockquote hr pre br header footer h1".split()}
POLICY = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
# The text of a page is in it; other names give a meta element more meaning than a text.
DESCRIPTION = {"name": one_of("description"), "content": TEXT}
PAGE = {
    "html": {"lang": LANGUAGE, "dir": DIRECTION, "xmlns": one_of("http://www.w3.org/1999/xhtml")},
    "head": {}, "body": {}, "title": {}, "main": {"id": one_of("main//")}, "nav": {}, "wbr": {}, "label": {},
    "meta": {"charset": one_of("utf-8"), "http-equiv": one_of("Content-Security-Policy"), "name": one_of("viewport"),
             "content": one_of(POLICY, "width=device-width, initial-scale=1")},
    "link": {"rel": one_of("stylesheet", "preload"), "href": FILE, "as": one_of("font"), "type": one_of("font/woff2"),
             "crossorigin": one_of("anonymous")},
    **INLINE, **BLOCKS, "p": {"class": CLASS, "title": TEXT},
    "pre": {"class": CLASS, "tabindex": one_of("0")},
    "span": {"class": CLASS, "aria-hidden": one_of("true")},
    "bdi": {"dir": DIRECTION},
    "code": {"class": re.compile(f"{CODE_CLASS.pattern}|{CLASS.pattern}")},
    "a": {"href": LINK, "title": TEXT, "class": re.compile(f"skip-link|{CLASS.pattern}"), "lang": one_of("en"),
          "aria-current": one_of("page")},
    "img": {"src": FILE, "srcset": FILES, "sizes": SIZES, "alt": TEXT, "width": NUMBER, "height": NUMBER,
            "loading": one_of("lazy"), "fetchpriority": one_of("high"), "class": CLASS, "title": TEXT},
    "picture": {},
    "source": {"media": re.compile(QUERY), "type": one_of("image/avif", "image/webp", "image/jpeg", "image/png"),
               "srcset": FILES, "sizes": SIZES},
    "div": {"class": CLASS, "role": one_of("radiogroup"), "aria-labelledby": ID},
    "section": {**LOCAL, "id": ID, "aria-labelledby": ID},
    "article": LOCAL,
    "h2": {"class": CLASS, "id": ID, "title": TEXT}, "h3": {"class": CLASS, "id": ID, "title": TEXT},
    "h4": {"class": CLASS, "title": TEXT},
    "ul": {"class": CLASS, "role": one_of("list"), "tabindex": one_of("0"), "aria-labelledby": ID},
    "ol": {"class": CLASS, "role": one_of("list"), "start": NUMBER},
    "li": {"class": CLASS, "hidden": one_of("hidden"), "id": ID, "title": TEXT},
    "input": {"type": one_of("radio"), "name": ID, "value": one_of("1", "2"), "checked": one_of("checked"), "class": one_of("other")},
}

NAME = re.compile(r"[a-z-]+(?: [a-z-]+)*")
OWN = re.compile(r"[A-Za-z0-9_ ().,’+–?%-]+")
DRAWN = re.compile(r"[A-Z0-9 .-]+", re.I)
COMPARISON_POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; frame-src 'self'; "
                     "base-uri 'self'; form-action 'none'")
COMPARISON = {
    **PAGE,
    "meta": {**PAGE["meta"], "name": one_of("viewport", "robots"),
             "content": one_of(COMPARISON_POLICY, "width=device-width, initial-scale=1", "noindex")},
    "script": {"src": FILE, "defer": one_of("defer"), "type": one_of("application/json"), "class": one_of("data")},
    "template": {"class": one_of("page")}, "noscript": {},
    "header": {"class": NAME}, "main": {**PAGE["main"], "class": NAME, "aria-label": OWN}, "p": {"class": re.compile(f"{NAME.pattern}|{CLASS.pattern}"), "role": one_of("status"), "title": TEXT},
    "section": {**PAGE["section"], "class": NAME, "aria-label": OWN}, "div": {**PAGE["div"], "class": re.compile(f"{NAME.pattern}|{CLASS.pattern}"),
    "role": one_of("group", "radiogroup"), "aria-label": OWN, "id": one_of("_add", "_display"), "hidden": one_of("hidden")},
    "a": {**PAGE["a"], "class": NAME}, "bdi": {"dir": DIRECTION, "lang": LANGUAGE},
    "button": {"type": one_of("button"), "class": NAME, "title": OWN, "aria-expanded": one_of("false"), "aria-controls": one_of("_add", "_display"),
               "data-key": NAME, "aria-pressed": one_of("true", "false"), "data-width": NUMBER, "aria-haspopup": one_of("dialog"), "aria-label": OWN},
    "label": {"title": OWN}, "select": {"data-key": NAME, "class": NAME}, "option": {"value": re.compile(r"[a-z0-9]*")},
    "input": {**PAGE["input"], "type": one_of("radio", "checkbox"), "data-key": NAME},
    "dialog": {"class": NAME, "aria-labelledby": one_of("_keys")}, "h2": {**PAGE["h2"], "id": ID}, "dl": {}, "dt": {}, "dd": {},
    "svg": {"xmlns": one_of("http://www.w3.org/2000/svg"), "class": NAME, "viewbox": DRAWN, "role": one_of("img"),
            "aria-labelledby": one_of("_chart-title _chart-text")},
    "title": {"id": one_of("_chart-title")}, "desc": {"id": one_of("_chart-text")},
    "g": {"class": NAME, "data-width": NUMBER}, "rect": dict.fromkeys(["x", "y", "width", "height"], DRAWN),
    "text": {"x": DRAWN, "y": DRAWN, "class": NAME}, "path": {"class": NAME, "d": DRAWN},
    "details": {"class": NAME}, "summary": {}, "table": {}, "thead": {}, "tbody": {}, "tr": {}, "th": {"scope": one_of("col", "row")}, "td": {"class": NAME},
}

HASH = r"'sha256-[A-Za-z0-9+/=]{44}'"
REPORT = {
    "html": {"lang": one_of("en")}, "head": {}, "title": {}, "style": {}, "body": {}, "h1": {}, "main": {}, "li": {}, "noscript": {},
    "meta": {"charset": one_of("utf-8"), "http-equiv": one_of("Content-Security-Policy"), "name": one_of("viewport"), "content": re.compile(
        rf"default-src 'none';base-uri 'none';form-action 'none';img-src blob:;font-src blob:;style-src {HASH};script-src {HASH}|width=device-width,initial-scale=1")},
    "header": {"class": NAME}, "div": {"class": NAME, "id": one_of("tools")}, "ul": {"class": NAME},
    "section": {"class": NAME, "id": re.compile(r"c[0-9]+"), "aria-labelledby": re.compile(r"c[0-9]+t"), "tabindex": one_of("-1")},
    "h2": {"id": re.compile(r"c[0-9]+t")}, "p": {"class": NAME}, "code": {}, "a": {"href": re.compile(r"#c[0-9]+")},
    "details": {"class": NAME, "open": one_of("")}, "summary": {}, "table": {}, "thead": {}, "tbody": {}, "tr": {}, "th": {}, "td": {},
    "script": {"type": one_of("application/json"), "class": NAME},
}

TAG = re.compile(r"<[a-z][a-z0-9]*(?: [A-Za-z:-]+=\"[^\"<>]*\")*/?>|<details class=\"[a-z]+\" open>", re.A)
END = re.compile(r"</[a-z][a-z0-9]*>")
VOID = "br wbr img source hr link meta input".split()


class Reader(html.parser.HTMLParser):
    def __init__(self, table):
        super().__init__(convert_charrefs=False)
        self.table, self.found, self.open, self.ids = table, [], [], set()

    def fault(self, text):
        line, column = self.getpos()
        self.found.append(f"{line}:{column + 1} {text}")

    def handle_starttag(self, tag, attributes):
        written = self.get_starttag_text()
        if not TAG.fullmatch(written):
            self.fault(f"a tag is written {written[:80]!r}")
        if re.search(r"&(?!(?:amp|lt|gt|quot|#39|#9|#10|#13);)", written):
            self.fault(f"a reference in {written[:80]!r}")
        allowed = self.table.get(tag)
        if allowed is None:
            self.fault(f"<{tag}> is no element of the table")
            allowed = {}
        if tag == "meta" and [name for name, _ in attributes] == list(DESCRIPTION) and attributes[0][1] == "description":
            allowed = DESCRIPTION
        names = [name for name, _ in attributes]
        if len(set(names)) < len(names):
            self.fault(f"<{tag}> has an attribute twice")
        for name, value in attributes:
            if name not in allowed:
                self.fault(f"<{tag} {name}> is no attribute of the table")
            elif not allowed[name].fullmatch(value or ""):
                self.fault(f"<{tag} {name}> is {value!r}")
            if name == "id":
                if value in self.ids:
                    self.fault(f"the id {value!r} occurs twice")
                self.ids.add(value)
        if tag == "meta" and dict(attributes).get("http-equiv"):
            self.policies = getattr(self, "policies", 0) + 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.fault(f"<{tag}/> does not end an element")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.fault(f"</{tag}> ends what it did not begin")

    def handle_entityref(self, name):
        if name not in ("amp", "lt", "gt", "quot"):
            self.fault(f"&{name} stands in a text")

    def handle_charref(self, name):
        if name != "39":
            self.fault(f"&#{name} stands in a text")

    def handle_comment(self, text):
        self.fault(f"a comment: {text[:60]!r}")

    def handle_decl(self, text):
        if text != "DOCTYPE html" or self.getpos() != (1, 0):
            self.fault(f"<!{text[:60]}")

    def unknown_decl(self, text):
        self.fault(f"<![{text[:60]}")

    def handle_pi(self, text):
        self.fault(f"<?{text[:60]}")

    def handle_data(self, text):
        if self.open and self.open[-1] in ("script", "style"):
            if "<" in text and self.open[-1] == "style" or re.search(r"<(?:/?script|!--)", text, re.I):
                self.fault("a script or style holds markup")
        elif "<" in text or ">" in text or re.search(r"&", text):
            self.fault(f"markup in the text {text[:60]!r}")
        if not TEXT.fullmatch(text):
            self.fault(f"a control character in {text[:60]!r}")


def faults(page, table):
    """Everything that does not belong in a page."""
    reader = Reader(table)
    reader.feed(page)
    if reader.rawdata:
        reader.fault(f"the page ends in {reader.rawdata[:60]!r}")
    reader.close()
    if reader.open:
        reader.fault(f"is not ended: {reader.open}")
    if getattr(reader, "policies", 0) != 1:
        reader.fault(f"has {getattr(reader, 'policies', 0)} policies")
    return reader.found


SLOTS = {"title", "subtitle", "eyebrow", "footer", "tags", "body", "shelf-title", "section-title", "column-toggle", "page-title"}


class Page(html.parser.HTMLParser):
    """The texts of a page, by the id of the card or shelf around them and by slot."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.ids, self.texts, self.articles = set(), {}, {}
        # The owner, the slot, and whether it is hidden or a repetition.
        self.stack = [("", "", False)]
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        owner, slot, hidden = self.stack[-1]
        if "id" in values:
            self.ids.add(values["id"])
            if tag in ("section", "li"):
                owner, slot = values["id"], ""
        if tag == "article":
            self.articles[owner] = self.articles.get(owner, 0) + 1
            hidden = hidden or self.articles[owner] > 1
        if tag == "title":
            slot = "title"
        found = SLOTS & set((values.get("class") or "").split())
        if found and not slot:
            slot = found.pop()
        hidden = hidden or values.get("aria-hidden") == "true" or "more" in (values.get("class") or "").split()
        if tag == "img" and not hidden:
            self.add(owner, "alt in the body" if slot == "body" else "alt", values.get("alt") or "")
        if tag not in VOID:
            self.stack.append((owner, slot, hidden))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if len(self.stack) > 1:
            self.stack.pop()

    def handle_data(self, text):
        owner, slot, hidden = self.stack[-1]
        if slot and not hidden:
            self.add(owner, slot, text)

    def add(self, owner, slot, text):
        self.texts.setdefault((owner, slot), []).append(text)

    def text(self, owner, slot):
        return "".join(self.texts.get((owner, slot), []))
