"""Reads archives that an untrusted run made: names, sizes and kinds are checked before anything is written."""
import io, json, re, stat, unicodedata, xml.parsers.expat, zipfile, zlib

MOST_NAME_BYTES = 200
MOST_FOLDERS = 12
MOST_PIXELS = 20_000


class Refused(Exception):
    """What an untrusted run made is not what it may be. The text is one line for people."""


def shown(name):
    """A name on one line of a log, which it cannot steer."""
    return ascii(name[:120]).replace("::", ":\\x3a")


class Rules:
    def __init__(self, kind, most_bytes, most_files, most_file_bytes, names=None):
        self.kind, self.names = kind, re.compile(names) if names else None
        self.most_bytes, self.most_files, self.most_file_bytes = most_bytes, most_files, most_file_bytes


REVIEW = Rules("review", 20_000_000, 14, 4_000_000, r"review\.json|diff\.json|pictures/[1-3]-(390|1280)-(before|after)\.(png|svg)")
PREVIEW = Rules("preview", 400_000_000, 20_000, 50_000_000)
REPORT = Rules("report", 400_000_000, 20_000, 50_000_000)
# The site of the default branch, a tar archive in a zip archive.
PAGES = Rules("github-pages", 400_000_000, 1, 400_000_000, r"artifact\.tar")


def files(data, rules):
    """The files of a zip archive, by name."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, UnicodeDecodeError) as error:
        raise Refused(f"{rules.kind}: not a zip archive") from error
    entries = [entry for entry in entries if not (entry.is_dir() and name_fault(entry.filename.rstrip("/")) is None)]
    if len(entries) > rules.most_files:
        raise Refused(f"{rules.kind}: {len(entries)} files, where {rules.most_files} are the most")
    if sum(entry.file_size for entry in entries) > rules.most_bytes:
        raise Refused(f"{rules.kind}: more than {rules.most_bytes:,} bytes in all")
    result, seen = {}, set()
    for entry in entries:
        where = f"{rules.kind}: {shown(entry.orig_filename)}"
        fault = entry_fault(entry, rules)
        if fault is None and entry.filename.casefold() in seen:
            fault = "is there twice"
        if fault:
            raise Refused(f"{where} {fault}")
        seen.add(entry.filename.casefold())
        content = content_of(archive, entry, where)
        fault = content_fault(entry.filename, content, is_picture=rules is REVIEW)
        if fault:
            raise Refused(f"{where} {fault}")
        result[entry.filename] = content
    folders = {"/".join(parts[:count]) for parts in (name.split("/") for name in result) for count in range(1, len(parts))}
    if both := folders & result.keys():
        raise Refused(f"{rules.kind}: {shown(sorted(both)[0])} is a file and a folder")
    return result


def entry_fault(entry, rules):
    mode = entry.external_attr >> 16
    if entry.orig_filename != entry.filename or (fault := name_fault(entry.filename)):
        return fault if entry.orig_filename == entry.filename else "has a sign in its name that is not allowed"
    if rules.names and not rules.names.fullmatch(entry.filename):
        return "is no file of this archive"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "is a symbolic link" if stat.S_ISLNK(mode) else "is not a regular file"
    if entry.flag_bits & 1:
        return "is encrypted"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is compressed in a way that is not allowed"
    if entry.file_size > rules.most_file_bytes:
        return f"has {entry.file_size:,} bytes, where {rules.most_file_bytes:,} are the most"
    return None


def name_fault(name):
    if not name or name.startswith("/") or re.match(r"[A-Za-z]:", name):
        return "is no relative path"
    parts = name.split("/")
    if ".." in parts or "." in parts or "" in parts:
        return "leads elsewhere"
    if any(part[0] in ".-" or part[-1] in ". " for part in parts):
        return "has a name that is not allowed"
    if any(unicodedata.category(sign)[0] == "C" or unicodedata.category(sign) in ("Zl", "Zp") or sign in '\\:*?"<>|' for sign in name):
        return "has a sign in its name that is not allowed"
    if len(parts) > MOST_FOLDERS or any(len(part.encode()) > MOST_NAME_BYTES for part in parts):
        return "has a name that is too long"
    return None


def content_of(archive, entry, where):
    """The bytes, of which never more are unpacked than the archive states."""
    try:
        with archive.open(entry) as file:
            content = file.read(entry.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise Refused(f"{where} is damaged") from error
    if len(content) != entry.file_size:
        raise Refused(f"{where} is damaged")
    return content


# MARK: Kinds of files

SIGNATURES = {
    "png": b"\x89PNG\r\n\x1a\n", "jpg": b"\xff\xd8\xff", "jpeg": b"\xff\xd8\xff", "gif": b"GIF8", "webp": b"RIFF....WEBP",
    "avif": b"....ftyp", "woff2": b"wOF2", "ico": b"\0\0\1\0", "pdf": b"%PDF-",
}
TEXTS = ("html", "css", "js", "json", "xml", "txt", "svg", "webmanifest", "csv")


def content_fault(name, content, is_picture=False):
    """What is wrong with the content of a file of this name; None if nothing is."""
    ending = name.rpartition(".")[2].lower() if "." in name.rpartition("/")[2] else ""
    if name == "artifact.tar":
        return None
    if ending in SIGNATURES:
        if not re.match(b"(?s)" + b"".join(b"." if byte == 0x2E else re.escape(bytes([byte])) for byte in SIGNATURES[ending]), content):
            return f"is no {ending.upper()}"
        if ending == "png" and not (len(content) > 33 and content[12:16] == b"IHDR" and all(
                0 < int.from_bytes(content[at:at + 4], "big") <= MOST_PIXELS for at in (16, 20))):
            return f"has no size, or more than {MOST_PIXELS:,} pixels on a side"
        return None
    if ending not in TEXTS:
        return "is of a kind that no site has"
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return "is not UTF-8"
    if "\0" in text:
        return "is not a text"
    if ending == "html" and not text.lstrip("\ufeff \n")[:15].lower().startswith("<!doctype html"):
        return "is no HTML page"
    if ending == "svg":
        return svg_fault(content, is_picture)
    if ending == "json":
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return "is no JSON"
    return None


# What `cardshelf picture` draws with.
DRAWN = {"svg", "defs", "g", "path", "use", "rect", "image", "clipPath", "linearGradient", "radialGradient", "stop", "mask", "circle", "ellipse", "line", "text",
         "tspan", "title", "desc", "polygon", "polyline", "symbol", "pattern", "filter", "marker", "style"}
LINK = re.compile(r"#[\w.-]+|data:image/(png|jpeg|webp|gif|avif|svg\+xml);base64,[A-Za-z0-9+/=\s]*")


def svg_fault(content, is_strict):
    """What makes a picture more than a picture. If it is strict, only what `cardshelf picture` writes is allowed."""
    faults, elements, depth = [], 0, 0

    def start(name, attributes):
        nonlocal elements, depth
        elements, depth = elements + 1, depth + 1
        local = name.rpartition(" ")[2]
        if elements == 1 and name != "http://www.w3.org/2000/svg svg":
            faults.append("is no SVG")
        if local.lower() in ("script", "foreignobject", "iframe", "object", "embed", "handler", "set", "animate", "animatetransform", "a"):
            faults.append(f"contains {local}")
        elif is_strict and (local not in DRAWN - {"style"} or not name.startswith("http://www.w3.org/2000/svg ")):
            faults.append(f"contains {shown(local)}")
        for key, value in attributes.items():
            attribute = key.rpartition(" ")[2].lower()
            if attribute.startswith("on"):
                faults.append(f"contains {shown(attribute)}")
            if attribute in ("href", "src") and not LINK.fullmatch(value):
                faults.append("contains a link")
            if is_strict and (attribute == "style" or re.search(r"url\((?!#)", value)):
                faults.append("contains a style")
        if depth > 200 or faults:
            raise ValueError

    def end(_):
        nonlocal depth
        depth -= 1

    def doctype(*_):
        faults.append("contains a document type")
        raise ValueError

    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(content, True)
    except (xml.parsers.expat.ExpatError, ValueError):
        return faults[0] if faults else "is no SVG"
    return faults[0] if faults else None
