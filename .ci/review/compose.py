"""Writes the text of a comment from what an untrusted run found. Its words are shown as words: nothing in them is markup,
a mention, a link or a reference."""
import html, json, re, unicodedata, urllib.parse

from archive import Refused, shown

MOST_CHARACTERS = 60_000
MOST_ROWS = 100
MOST_CAUSES = 5
MOST_WORDS = 300
MOST_CHANGES = 100_000
# Pictures that are taller are folded; a comment is as wide as two pages of a phone.
MOST_OPEN_HEIGHT = 700
WIDEST = 780
STATES = ("compared", "added", "skipped")
APPROVALS = (None, "", "approved", "differs", "unreadable")


# MARK: Reading

class Reader:
    """A value of JSON with its place; every access states the type that it expects."""

    def __init__(self, value, place):
        self.value, self.place = value, place

    def expect(self, kind, name):
        # In Python, true is a number too.
        if not isinstance(self.value, kind) or isinstance(self.value, bool) and kind is not bool:
            raise Refused(f"{self.place} is not {name}")
        return self.value

    def __getitem__(self, key):
        return Reader(self.expect(dict, "an object").get(key), f"{self.place}: {key}")

    def list(self, most):
        items = [] if self.value is None else self.expect(list, "a list")
        if len(items) > most:
            raise Refused(f"{self.place} has {len(items):,} items, where {most:,} are the most")
        return [Reader(item, f"{self.place} {index + 1}") for index, item in enumerate(items)]

    def text(self, default=None):
        return default if self.value is None and default is not None else self.expect(str, "a text")

    def number(self, default=None):
        number = default if self.value is None and default is not None else self.expect(int, "a whole number")
        if not 0 <= number <= 1_000_000_000:
            raise Refused(f"{self.place} is not from 0 to 1,000,000,000")
        return number

    def choice(self, values):
        if not (self.value is None or isinstance(self.value, str)) or self.value not in values:
            raise Refused(f"{self.place} cannot be {shown(repr(self.value))}")
        return self.value


def read(data, name):
    try:
        return Reader(json.loads(data), name)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{name} is no JSON") from error


# MARK: Words

def words(text, most=MOST_WORDS):
    """A text as code in HTML. Services look for mentions, references and addresses everywhere else."""
    calm = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text[:4 * most])
    # Marks that are stacked on one letter would cover lines above.
    calm = re.sub(r"((?:[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]){3})[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+",
                  r"\1", " ".join(calm.split()))
    if len(calm) > most:
        calm = calm[:most - 1] + "…"
    return calm


def code(text, most=MOST_WORDS):
    return "<code>" + escaped(words(text, most)) + "</code>" if words(text, most) else ""


def escaped(text):
    # A word joiner after the sign ends what looks like a mention or an address of mail even if a service reads code.
    return "".join(sign if sign.isalnum() or sign in " ,…→×" or ord(sign) > 127 else f"&#{ord(sign)};" for sign in text).replace("&#64;", "&#64;\u2060")


def counted(number, one, many):
    return f"{number:,} {one if number == 1 else many}"


def span(widths):
    labels = []
    for each in widths.list(1_000)[:4]:
        first, last = each["from"].number(), each["to"].value
        if last is None:
            labels.append(f"from {first} px" if first else "all widths")
        else:
            last = each["to"].number()
            labels.append(f"to {last} px" if first == 0 else f"{first}–{last} px")
    return ", ".join(labels)


# MARK: The comment

class Place:
    """Where links lead: nothing of it comes from the untrusted run."""

    # True if the service takes `/approve`.
    takes_commands = True

    def __init__(self, commit, run, source="", preview="", report="", pictures=""):
        self.commit, self.run, self.source = commit, run, source
        self.preview, self.report, self.pictures = preview, report, pictures


def marker(slug):
    return f"<!-- cardshelf-review: {slug} -->"


def comment(files, slug, title, place):
    """The text of the comment.

    `files` are those of a checked archive; `title` tells this site from others of the repository.
    """
    if "review.json" not in files:
        raise Refused("review: review.json is missing")
    review = read(files["review.json"], "review.json")
    state = review["state"].choice(STATES)
    difference = read(files["diff.json"], "diff.json") if "diff.json" in files and state == "compared" else None
    head, rows, more = "", [], 0
    if difference:
        changes = difference["changes"].list(MOST_CHANGES)
        head = headline(difference, changes)
        rows = [row(change, review["folder"].text(""), place) for change in changes[:MOST_ROWS]]
        more = len(changes) - len(rows)
    elif state == "added":
        head = f"site added: {counted(review['pages'].number(0), 'page', 'pages')}, {counted(review['shelves'].number(0), 'shelf', 'shelves')}"
    else:
        head = "nothing is compared"
    pictures = shown_pictures(review, files, place)
    parts = lambda rows, more: "\n\n".join(filter(None, [
        marker(slug), f"### {title}: {head}", approval(review, place), notice(review), links(place), table(rows, more), pictures])) + "\n"
    text = parts(rows, more)
    while len(text) > MOST_CHARACTERS and rows:
        count = max(1, len(rows) // 8)
        rows, more = rows[:-count], more + count
        text = parts(rows, more)
    if len(text) > MOST_CHARACTERS:
        raise Refused(f"the comment has {len(text):,} characters, where {MOST_CHARACTERS:,} are the most")
    return text


def headline(difference, changes):
    if not changes:
        return "nothing changed"
    shelves, all_shelves = difference["shelves"]["changed"].number(), difference["shelves"]["all"].number()
    cards = difference["cards"]["changed"].number()
    return f"{shelves:,} of {counted(all_shelves, 'shelf', 'shelves')} changed, {counted(cards, 'card', 'cards')}"


def row(change, folder, place):
    subject = change["shelf"].text("") or change["page"].text("") or "everything"
    causes = change["causes"].list(MOST_CHANGES)
    lines = [cause_text(each, folder, place) for each in causes[:MOST_CAUSES]]
    if len(causes) > MOST_CAUSES:
        lines.append(f"and {len(causes) - MOST_CAUSES:,} more")
    moved = change["moved"]
    if moved.value is not None:
        lines.append(f"{counted(moved['cards'].number(), 'card', 'cards')} below moved")
    cells = [code(subject, 120), span(change["widths"]), code(change["text"].text("")), "<br>".join(filter(None, lines))]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def cause_text(cause, folder, place):
    path, text = cause["path"].text(""), code(cause["text"].text(""))
    if not path:
        return text
    line = cause["line"].number() if cause["line"].value is not None else None
    name = code(path + (f":{line}" if line else ""), 160)
    parts = (folder + path).split("/")
    if place.source and len(folder + path) <= MOST_WORDS and not any(part in ("", ".", "..") for part in parts):
        address = html.escape(place.source) + urllib.parse.quote(folder + path, safe="/", errors="replace") + (f"#L{line}" if line else "")
        name = f'<a href="{address}">{name}</a>'
    return f"{name} {text}".strip()


def table(rows, more):
    if not rows:
        return ""
    # Without an empty line, all of it is one block of HTML, in which no Markdown is read.
    lines = ["<table>", "<tr><th>shelf</th><th>page widths</th><th>change</th><th>cause</th></tr>", *rows, "</table>"]
    return "\n".join(lines) + (f"\n\nand {counted(more, 'more change', 'more changes')}" if more else "")


def shown_pictures(review, files, place):
    blocks = []
    for each in review["pictures"].list(6):
        names = {side: each[side].text() for side in ("before", "after") if each[side].value is not None}
        for name in names.values():
            if f"pictures/{name}" not in files:
                raise Refused(f"{each.place}: {shown(name)} is no picture of the archive")
        width = each["width"].number()
        if not place.pictures or not names:
            continue
        title = f"{code(each['shelf'].text(), 120)} on pages {width} px wide"
        across = min(width, WIDEST)
        heads = [f"<th>{side}</th>" for side in names]
        cells = [f'<td valign="top"><img width="{across}" alt="{side}" src="{html.escape(place.pictures)}{name}?{place.commit[:12]}"></td>'
                 for side, name in names.items()]
        heights = [height_of(files[f"pictures/{name}"], across) for name in names.values()]
        is_beside = 2 * across <= WIDEST
        rows = [heads, cells] if is_beside else [[part] for pair in zip(heads, cells) for part in pair]
        # The first that is low enough is open.
        is_open = not any("<details open>" in block for block in blocks) and (max(heights) if is_beside else sum(heights)) <= MOST_OPEN_HEIGHT
        blocks.append(f"<details{' open' if is_open else ''}><summary>{title}</summary>\n<table>"
                      + "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows) + "</table>\n</details>")
    return "\n".join(blocks)


def height_of(picture, across):
    """The height of a picture that is shown so wide; more than any if it is no PNG."""
    if picture[12:16] != b"IHDR":
        return MOST_OPEN_HEIGHT + 1
    width, height = (int.from_bytes(picture[at:at + 4], "big") for at in (16, 20))
    return height * across // width


def approval(review, place):
    state = review["approval"].choice(APPROVALS)
    if state in (None, ""):
        return ""
    if state == "approved":
        return "The layout is approved."
    folder = words(review["folder"].text("")).rstrip("/")
    root = f" --root {folder}" if re.fullmatch(r"[\w./-]+", folder) else ""
    what = "differs from the approved one" if state == "differs" else "cannot be compared with an approved one"
    path = f"{folder}/layout.baseline" if root else "layout.baseline"
    command = " Anyone who may write to the repository can comment <code>&#47;approve</code> instead." if place.takes_commands else ""
    return (f"**The layout {what}.** To approve it, run <code>{escaped(f'cardshelf approve{root}')}</code> and commit "
            f"<code>{escaped(path)}</code>.{command}")


def notice(review):
    return code(review["notice"].text(""), 500)


def links(place):
    found = [(place.preview, "Preview"), (place.report, "Before and after"), (place.run, "Preview and report to download" if not place.preview else "Run")]
    return " · ".join(f'<a href="{html.escape(address)}">{name}</a>' for address, name in found if address) + f" · commit <code>{place.commit[:12]}</code>"
