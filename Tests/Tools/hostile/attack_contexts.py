"""The places in a site where an author's text can be: each context puts a text into a site of its own kind.

From numbered texts, a context makes the files of a site, and states where each text must be found: its file, and what
it becomes. If a text can be quoted, it is quoted; if it then differs, it is also used as it is.
"""
import dataclasses, json, re, unicodedata

DOT = b'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9" viewBox="0 0 16 9"><path d="M0 0h16v9H0z"/></svg>\n'
ARRANGEMENTS = ["grid", "waterfall", "list", "flow", "shelf"]


@dataclasses.dataclass(frozen=True)
class Pair:
    """A text in a context: its file, and the id of the card, shelf or page that it becomes."""
    context: str
    number: int
    text: str
    path: str
    kind: str
    id: str
    # The slots in which the complete text must be found, apart from white space and reported characters.
    slot: str = ""


@dataclasses.dataclass
class Site:
    context: str
    files: dict
    pairs: list


def quoted(text):
    """As a double-quoted YAML scalar."""
    inner = "".join(escape(each) for each in text)
    return f'"{inner}"'


def escape(character):
    code = ord(character)
    if character in '"\\':
        return "\\" + character
    if character == "\n":
        return "\\n"
    if code < 0x20 or 0x7F <= code < 0xA0 or 0x2028 <= code <= 0x2029 or 0xD800 <= code < 0xE000 or code in (0xFEFF, 0xFFFE, 0xFFFF):
        return f"\\u{code:04x}"
    return character


def plain(text):
    """As Markdown that has no other meaning."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def entities(text):
    return "".join(f"&#x{ord(each):x};" for each in text)


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def front(**fields):
    return "---\n" + "".join(f"{key}: {value}\n" for key, value in fields.items()) + "---\n"


def body(text, **fields):
    return front(title="Card", **fields) + text + "\n"


def nested(mark, text):
    return mark + text.replace("\n", "\n" + " " * len(mark))


# Cards: from the text to its file, and the slot that must contain it completely.
CARDS = {
    "title": (lambda text: front(title=quoted(text)), "title"),
    "title as it is": (lambda text: front(title=text), ""),
    "title in a block": (lambda text: front(title=nested(">-\n  ", text).replace("\n     ", "\n  ")), ""),
    "subtitle": (lambda text: front(title="Card", subtitle=quoted(text)), "subtitle"),
    "subtitle as it is": (lambda text: front(title="Card", subtitle=text), ""),
    "eyebrow": (lambda text: front(title="Card", eyebrow=quoted(text)), "eyebrow"),
    "footer": (lambda text: front(title="Card", footer=quoted(text)), "footer"),
    "tag": (lambda text: front(title="Card", tags=f"[{quoted(text)}, other]"), "tags"),
    "tag as it is": (lambda text: front(title="Card", tags=f"[{text}, other]"), ""),
    "tag in a block": (lambda text: front(title="Card", tags=f"\n  - {text}\n  - other"), ""),
    "first heading": (lambda text: f"# {text}\n", ""),
    "first heading escaped": (lambda text: f"# {plain(' '.join(text.split()))}\n", "title"),
    "body": (lambda text: body(text), ""),
    "body escaped": (lambda text: body("x" + plain(re.sub(r"\s+", " ", text))), "body"),
    "body in entities": (lambda text: body(entities(text)), ""),
    "HTML block": (lambda text: body(f"<div>\n{text}\n</div>"), ""),
    "HTML block with a blank line": (lambda text: body(f"<div>\n\n{text}\n\n</div>"), ""),
    "inline HTML": (lambda text: body(f"x <b>{text}</b> y"), ""),
    "attribute of a tag that is allowed": (lambda text: body(f"x <b {text}>y</b>"), ""),
    "HTML comment": (lambda text: body(f"<!-- {text} -->"), ""),
    "link text": (lambda text: body(f"[{text}](https://example.org/)"), ""),
    "link text escaped": (lambda text: body(f"[{plain(' '.join(text.split()))}](https://example.org/)"), "body"),
    "link target": (lambda text: body(f"[x]({text})"), ""),
    "link target in brackets": (lambda text: body(f"[x](<{text}>)"), ""),
    "link target in entities": (lambda text: body(f"[x]({entities(text)})"), ""),
    "link title": (lambda text: body(f'[x](https://example.org/ "{plain(" ".join(text.split()))}")'), ""),
    "link title as it is": (lambda text: body(f'[x](https://example.org/ "{text}")'), ""),
    "link query": (lambda text: body(f"[x](<https://example.org/?q={text}>)"), ""),
    "link fragment": (lambda text: body(f"[x](<#{text}>)"), ""),
    "mail address": (lambda text: body(f"[x](<mailto:{text}>)"), ""),
    "autolink": (lambda text: body(f"<{text}>"), ""),
    "end of an autolink": (lambda text: body(f"<https://example.org/{text}>"), ""),
    "reference label": (lambda text: body(f"[{text}]\n\n[{text}]: https://example.org/"), ""),
    "reference definition": (lambda text: body(f"[x]\n\n[x]: {text}"), ""),
    "title of a reference": (lambda text: body(f"[x]\n\n[x]: https://example.org/ '{text}'"), ""),
    "image alt": (lambda text: body(f"![{text}](dot.svg)"), ""),
    "image alt escaped": (lambda text: body(f"![{plain(' '.join(text.split()))}](dot.svg)"), "alt in the body"),
    "image target": (lambda text: body(f"![x]({text})"), ""),
    "image target in brackets": (lambda text: body(f"![x](<{text}>)"), ""),
    "image title": (lambda text: body(f'x ![x](dot.svg "{plain(" ".join(text.split()))}")'), ""),
    "image": (lambda text: front(title="Card", image=quoted(text)), ""),
    "imageAlt": (lambda text: front(title="Card", image="dot.svg", imageAlt=quoted(text)), "alt"),
    "link": (lambda text: front(title="Card", link=quoted(text)), ""),
    "fence info": (lambda text: body(f"```{text}\nx\n```"), ""),
    "fence info behind a space": (lambda text: body(f"~~~ {text}\nx\n~~~"), ""),
    "code block": (lambda text: body(f"`````````````\n{text}\n`````````````"), "body"),
    "code span": (lambda text: body(f"`````````` {text} ``````````"), ""),
    "list": (lambda text: body(nested("- ", text)), ""),
    "quote": (lambda text: body("> " + text.replace("\n", "\n> ")), ""),
    "later heading": (lambda text: body(f"x\n\n## {text}"), ""),
    "key": (lambda text: f"---\ntitle: Card\n{quoted(text)}: x\n---\n", ""),
    "key as it is": (lambda text: f"---\ntitle: Card\n{text}: x\n---\n", ""),
    "language": (lambda text: front(title="Card", lang=quoted(text)), ""),
    "slug": (lambda text: front(title="Card", slug=quoted(text)), ""),
    "dir": (lambda text: front(title="Card", dir=quoted(text)), ""),
    "date": (lambda text: front(title="Card", date=quoted(text)), ""),
    "weight": (lambda text: front(title="Card", weight=quoted(text)), ""),
    "span": (lambda text: front(title="Card", span=quoted(text)), ""),
    "draft": (lambda text: front(title="Card", draft=quoted(text)), ""),
}

# Shelves: from the text to the index of the shelf, and the slot.
SHELVES = {
    "shelf title": (lambda text: front(title=quoted(text)), "shelf-title"),
    "shelf title as it is": (lambda text: front(title=text), ""),
    "words of a column toggle": (
        lambda text: front(title="Shelf", arrangement="grid", columnToggle=f"[{quoted(text)}, other]"), "column-toggle"),
    "anatomy": (lambda text: front(title="Shelf", card=quoted(text)), ""),
    "height group": (lambda text: front(title="Shelf", heightGroup=quoted(text)), ""),
    "arrangement": (lambda text: front(title="Shelf", arrangement=quoted(text)), ""),
    "shelf language": (lambda text: front(title="Shelf", lang=quoted(text)), ""),
}

PAGES = {
    "page title": lambda text: front(title=quoted(text), kind="page"),
    "page heading": lambda text: front(kind="page") + f"# {text}\n",
    "introduction": lambda text: front(title="Page", kind="page") + text + "\n",
    "shelves of a page": lambda text: front(title="Page", kind="page", shelves=f"[s, {quoted(text)}]"),
    "page language": lambda text: front(title="Page", kind="page", lang=quoted(text)),
}

SETTINGS = {
    "site title": lambda text: f"title: {quoted(text)}\ntheme: trial\n",
    "site language": lambda text: f"lang: {quoted(text)}\ntheme: trial\n",
    "theme": lambda text: f"theme: {quoted(text)}\n",
    "base address": lambda text: f"baseURL: {quoted(text)}\ntheme: trial\n",
}

# Drawings: from the text to an SVG file, which can be opened by itself and then has no policy.
DRAWINGS = {
    "SVG image": lambda text: f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 16 9">{text}<path d="M0 0h16v9H0z"/></svg>',
    "attribute of an SVG image": lambda text: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path d="M0 0h16v9H0z" {text}/></svg>',
    "link in an SVG image": lambda text: (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 16 9">'
        f'<a xlink:href="{escaped(text)}" href="{escaped(text)}"><image href="{escaped(text)}"/><path d="M0 0h16v9H0z"/></a></svg>'),
    "style of an SVG image": lambda text: (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><style>{escaped(text)}</style><path d="M0 0h16v9H0z" style="{escaped(text)}"/></svg>'),
}

NAMES = ["file name", "file name of what is allowed", "image name", "shelf name", "section name", "page name"]
HOME = front(title="Home")
CARD = body("Text.")


def bytes_of(text):
    return text.encode("utf-8", "surrogatepass")


def file_name(text, allowed):
    """As similar as a file name allows: no slash, no NUL, at most 200 bytes. Names that begin with a dot are hidden and
    not content."""
    name = text.replace("/", "\u2215").replace("\0", "")
    if allowed:
        name = "".join(each for each in re.sub(r"\s+", "_", name) if each not in "\"#%<>?\\`" and each.isprintable()).lstrip("._-")
    name = bytes_of(name)[:200].decode("utf-8", "ignore")
    return "x" + name if name.startswith(".") or not name else name


def published(name):
    """The name in addresses and ids, without a number that keeps it apart from others: as it is if it is fit for them, and
    else its letters and digits."""
    if re.fullmatch(r"[a-z0-9._-]*", name):
        return name
    slug, length, is_gap = "", 0, False
    for each in name.lower():
        kind = unicodedata.category(each)
        if not (kind[0] in "LN" or kind in ("Mn", "Mc") or kind == "So" and each.isalnum()):
            is_gap = bool(slug)
            continue
        if kind[0] == "M" and (not slug or is_gap):
            continue
        if length == 80:
            break
        slug += ("-" if is_gap else "") + each
        is_gap, length = False, length + 1
    return slug or "untitled"


def sites(vectors, few):
    """A site for each context. `vectors` are numbered texts; contexts of pages and sites use only `few` of them."""
    for context, (write, slot) in CARDS.items():
        yield card_site(context, vectors, write, slot)
    for context, (write, slot) in SHELVES.items():
        yield shelf_site(context, vectors, write, slot)
    yield section_site(vectors)
    for context, write in DRAWINGS.items():
        yield drawing_site(context, vectors, write)
    for context in NAMES:
        yield from name_sites(context, vectors if context != "page name" else few)
    for context, write in PAGES.items():
        for start in range(0, len(few), 100):
            yield page_site(context, few[start:start + 100], write)
    for context, write in SETTINGS.items():
        for number, text in few:
            files = base()
            files["cardshelf.yml"] = bytes_of(write(text))
            yield Site(context, files, [Pair(context, number, text, "cardshelf.yml", "site", "index.html", "title" if context == "site title" else "")])


def base():
    return {"Content/_index.md": HOME.encode(), "Content/s/c.md": CARD.encode()}


def card_site(context, vectors, write, slot):
    files, pairs = {"Content/_index.md": HOME.encode()}, []
    for place, (number, text) in enumerate(vectors):
        shelf = f"s{place // 60:03}"
        if place % 60 == 0:
            files[f"Content/{shelf}/_index.md"] = front(title="Shelf", arrangement=ARRANGEMENTS[place // 60 % 5]).encode()
            files[f"Content/{shelf}/dot.svg"] = DOT
        path = f"Content/{shelf}/v{number}.md"
        files[path] = bytes_of(write(text))
        pairs.append(Pair(context, number, text, path, "card", f"{shelf}/v{number}", slot))
    return Site(context, files, pairs)


def drawing_site(context, vectors, write):
    files, pairs = {"Content/_index.md": HOME.encode()}, []
    for number, text in vectors:
        path = f"Content/s/v{number}.md"
        files[f"Content/s/v{number}.svg"] = bytes_of(write(text))
        files[path] = front(title="Card", image=f"v{number}.svg").encode()
        pairs.append(Pair(context, number, text, path, "card", f"s/v{number}"))
    return Site(context, files, pairs)


def shelf_site(context, vectors, write, slot):
    files, pairs = {"Content/_index.md": HOME.encode()}, []
    for number, text in vectors:
        path = f"Content/v{number}/_index.md"
        files[path] = bytes_of(write(text))
        files[f"Content/v{number}/c.md"] = CARD.encode()
        pairs.append(Pair(context, number, text, path, "shelf", f"v{number}", slot))
    return Site(context, files, pairs)


def section_site(vectors):
    files, pairs = {"Content/_index.md": HOME.encode()}, []
    for place, (number, text) in enumerate(vectors):
        shelf = f"s{place // 60:03}"
        files[f"Content/{shelf}/_index.md"] = front(title="Shelf", arrangement="grid").encode()
        path = f"Content/{shelf}/v{number}/_index.md"
        files[path] = bytes_of(front(title=quoted(text), kind="section"))
        files[f"Content/{shelf}/v{number}/c.md"] = CARD.encode()
        pairs.append(Pair("section title", number, text, path, "shelf", f"{shelf}/v{number}", "section-title"))
    return Site("section title", files, pairs)


def name_sites(context, vectors):
    """Each name once: two texts may give the same name."""
    files, pairs, seen = {"Content/_index.md": HOME.encode()}, [], set()
    for number, text in vectors:
        name = file_name(text, allowed=context == "file name of what is allowed")
        # A folder cannot have the name of a file beside it, nor a card that of the index.
        if name in seen or name == ("_index" if context.startswith("file") else "_index.md"):
            continue
        seen.add(name)
        match context:
            case "file name" | "file name of what is allowed":
                path, id, kind = f"Content/s/{name}.md", f"s/{published(name)}", "card"
                files[path] = CARD.encode()
            case "image name":
                path, id, kind = f"Content/s/v{number}.md", f"s/v{number}", "card"
                files[f"Content/s/{name}.svg"] = DOT
                files[path] = bytes_of(front(title="Card", image=quoted(name + ".svg")))
            case "shelf name":
                path, id, kind = f"Content/{name}/c.md", published(name), "shelf"
                files[path] = CARD.encode()
            case "section name":
                files["Content/s/_index.md"] = front(title="Shelf", arrangement="grid").encode()
                path, id, kind = f"Content/s/{name}/_index.md", f"s/{published(name)}", "shelf"
                files[path] = front(kind="section").encode()
                files[f"Content/s/{name}/c.md"] = CARD.encode()
            case "page name":
                path, id, kind = f"Content/{name}/_index.md", f"{published(name)}/index.html", "page"
                files[path] = front(kind="page").encode() + b"# Page\n"
                files[f"Content/{name}/s/c.md"] = CARD.encode()
        pairs.append(Pair(context, number, text, path, kind, id))
        if context == "page name" and len(pairs) % 100 == 0:
            yield Site(context, files, pairs)
            files, pairs = {"Content/_index.md": HOME.encode()}, []
    if pairs:
        yield Site(context, files, pairs)


def page_site(context, vectors, write):
    files, pairs = base(), []
    for number, text in vectors:
        path = f"Content/v{number}/_index.md"
        files[path] = bytes_of(write(text))
        files[f"Content/v{number}/s/c.md"] = CARD.encode()
        pairs.append(Pair(context, number, text, path, "page", f"v{number}/index.html", "page-title" if context == "page title" else ""))
    return Site(context, files, pairs)


def harmless(files):
    """The same files without the attacking texts, so that a comparison shows every card as changed."""
    calm = {}
    for path, content in files.items():
        if path == "cardshelf.yml":
            continue
        if path.endswith(".svg") or path == "Content/_index.md":
            calm[path] = content
        elif path.endswith("/_index.md"):
            kind = re.search(rb"(?m)^kind: (page|section)$", content)
            section = b"arrangement: grid\n" if b"arrangement: grid" in content else b""
            calm[path] = b"---\ntitle: Calm\n" + (kind[0] + b"\n" if kind else section) + b"---\n"
        else:
            calm[path] = body("Calm, and rather longer than what stands here otherwise, so that heights differ. " * 6).encode()
    return calm
