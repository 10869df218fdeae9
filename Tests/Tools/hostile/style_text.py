#!/usr/bin/env python3
"""Makes two sites that differ only in texts of authors, and compares their style sheets: no text may reach them.

    style_text.py [--strings N] [--seed N] [--prove]

One site has N random texts (10,000) of characters with a meaning in CSS, in every slot of cards, and in titles and
names of shelves, sections and pages; the other has letters instead. Apart from numbers, classes that contain numbers,
hashes and existing ids, the style sheets of both must consist of the same parts. Each part must be one that Cardshelf
writes, so none may contain a string, an address or a comment. With --prove, a text is put into a sheet in twelve ways,
and each must be found. CARDSHELF names the program (default .build/release/cardshelf).
"""
import argparse, html, os, pathlib, random, re, subprocess, sys, tempfile

import trial_theme
from attack_contexts import quoted

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
PIECES = ["{", "}", "}}", ";", ":", "/*", "*/", "\\", "\\7d ", "\\0", "\"", "'", "(", ")", "[", "]", "@import ", "@charset ", ",", "#", ".", ".card", ">", "<", "!important",
          "url(", "url(javascript:x)", "url(//xss.invalid)", "expression(", "</style>", "<style>", "<!--", "-->", "*{display:none}", "color:red", "behavior:", "var(--x)",
          "--page:red;", "&", "%", "$", "^", "|", "~", "`", "+", "=", "?", "é", "ß", "中", "א", "\u2028", "\u200d", "😀", " ", "\t", "a", "b1f", "w99", "x y", "0", "1e9", "-", "_"]
# Characters that file names can contain.
NAMES = ["{", "}", ";", ":", "*", "'", "(", ")", "[", "]", "@", ",", ".", "!", "&", "$", "^", "|", "~", "+", "=", "é", "中", "א", "a", "b1f", "w99", "0", "-", "_", "url(x)", "*{x:y}", "/*"[1:]]
CANARY = "zqx"


def texts(seed):
    chance = random.Random(seed)
    while True:
        yield f"{CANARY}{''.join(chance.choices(PIECES, k=chance.randint(1, 8)))}{CANARY}"


def names(seed):
    chance, seen = random.Random(seed), set()
    while True:
        name = "n" + "".join(chance.choices(NAMES, k=chance.randint(1, 6))) + "n"
        if name not in seen:
            seen.add(name)
            yield name


def harmless(text):
    """The same length, of letters."""
    return re.sub(r"[^A-Za-z0-9 ]", "o", text)


def plain(text):
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", re.sub(r"\s+", " ", text))


def write(root, strings, seed, is_hostile):
    """Returns how many texts were used."""
    trial_theme.write(root)
    source, called, used = texts(seed), names(seed), 0

    def take():
        nonlocal used
        used += 1
        text = next(source)
        return text if is_hostile else harmless(text)

    def put(path, text):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")

    dot = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9" viewBox="0 0 16 9"><path d="M0 0h16v9H0z"/></svg>\n'
    put("cardshelf.yml", f"title: {quoted(take())}\ntheme: trial\n")
    put("Content/_index.md", f"---\ntitle: {quoted(take())}\n---\n{plain(take())}\n")
    arrangements = ["grid", "waterfall", "list", "flow", "shelf"]
    number = 0
    while used < strings:
        page = next(called)
        put(f"Content/{page}/_index.md", f"---\ntitle: {quoted(take())}\nkind: page\n---\n{plain(take())}\n")
        for arrangement in arrangements:
            shelf = next(called)
            toggle = f"columnToggle: [{quoted('1' + take())}, {quoted('2' + take())}]\n" if arrangement == "grid" else ""
            put(f"Content/{page}/{shelf}/_index.md", f"---\ntitle: {quoted(take())}\narrangement: {arrangement}\n{toggle}---\n")
            folders = [f"{page}/{shelf}"]
            if arrangement != "shelf":
                section = next(called)
                folders.append(f"{page}/{shelf}/{section}")
                put(f"Content/{folders[1]}/_index.md", f"---\ntitle: {quoted(take())}\nkind: section\n---\n")
            for folder in folders:
                put(f"Content/{folder}/dot.svg", dot)
                for _ in range(3):
                    number += 1
                    name = next(called)
                    put(f"Content/{folder}/{name}.md", f"""---
title: {quoted(take())}
subtitle: {quoted(take())}
eyebrow: {quoted(take())}
footer: {quoted(take())}
tags: [{quoted(f"{number}" + take())}, {quoted(f"{number}x" + take())}, {quoted(take())}]
image: dot.svg
imageAlt: {quoted(take())}
---
{plain(take())} [{plain(take())}](https://example.org/ "{plain(take())}") ![{plain(take())}](dot.svg)

- {plain(take())}

3. {plain(take())}

> {plain(take())}

``````{take().replace('`', 'o').strip() if arrangement == "list" else "x"}
{take()}
``````
""")
    return used


def ids_in_pages(root):
    """The ids of elements: names become slugs, with numbers where two are the same."""
    pages = (file.read_text(encoding="utf-8") for file in (root / "Output").rglob("*.html"))
    return {html.unescape(id) for page in pages for id in re.findall(r' id="([^"]*)"', page)}


def sheets(root):
    result = subprocess.run([PROGRAM, "build", "--root", root], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        raise SystemExit(f"the site cannot be built: {result.stderr[-3000:]}")
    return {str(file.relative_to(root / "Output")): file.read_text(encoding="utf-8") for file in sorted((root / "Output").rglob("*.css"))}


# --- CSS

TOKEN = re.compile(r"""(?P<comment>/\*.*?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<url>url\((?:[^)"'\\\s]|\\.)*\))|(?P<space>\s+)
    |(?P<word>[#.@]?(?:[-\w\u0080-\U0010ffff]|\\(?:[0-9a-fA-F]{1,6}\s?|[^\n0-9a-fA-F]))+)|(?P<other>.)""", re.S | re.X)


def decoded(name):
    return re.sub(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)", lambda match: chr(int(match[1], 16)) if match[1] else match[2], name, flags=re.S)


def shape(text, ids, faults, place):
    """A part of a sheet without the parts that may differ."""
    result = []
    for match in TOKEN.finditer(text):
        token = match[0]
        match match.lastgroup:
            case "comment" | "string": result.append(token)
            case "url": result.append("url(FONT)" if re.fullmatch(r"url\((?:\.\./)+fonts/[a-z0-9-]+\.woff2\)", token) else token)
            case "space": result.append(" ")
            case "word" if token[0] == "#" and not re.fullmatch(r"#[0-9a-fA-F]{3,8}", token):
                if decoded(token[1:]) not in ids:
                    faults.append(f"{place}: the id {decoded(token[1:])!r} is nobody's")
                result.append("#ID")
            case "word" if re.fullmatch(r"\.(?:[brgBRG][0-9a-f]+|[hH][0-9]+(?:-[0-9a-f]+)?|[wsio][0-9]+)", token): result.append(".STEPS")
            case "word": result.append(re.sub(r"U$|u$", "U", re.sub(r"(?<![A-Za-z_-])[0-9A-F]+(?![A-Za-z_-])|(?<![A-Za-z-])[0-9]+", "N", token)) if not token.startswith(("#", ".")) or token[1:2].isdigit() else token)
            case _: result.append(token)
    text = re.sub(r"[-+]?N*\.?N+(?=[a-z%,);/* -]|$)", "N", "".join(result))
    return re.sub(r"\s+", " ", text).strip()


def parts(sheet, ids, faults, name):
    """All parts of a sheet: the text before braces, divided at commas, the text between semicolons, and which of these
    belong together."""
    found, depth, start, selectors = {}, 0, 0, []
    tokens = list(TOKEN.finditer(sheet))
    for match in tokens:
        if match.lastgroup != "other" or match[0] not in "{};":
            continue
        text = sheet[start:match.start()].strip()
        start = match.end()
        depth += {"{": 1, "}": -1, ";": 0}[match[0]]
        if depth < 0:
            faults.append(f"{name}: a brace too many at {match.start()}")
        if not text:
            continue
        kind = "before {" if match[0] == "{" else "declaration"
        if kind == "before {":
            selectors = []
        for piece in (split(text) if kind == "before {" and not text.startswith("@") else [text]):
            if "unicode-range" in piece:
                piece = re.sub(r"[Uu]\+[0-9A-Fa-f?-]+(?:,\s*)?", "", piece)
            if "grid-template" in piece:
                piece = re.sub(r"(?:minmax\([^()]*\) ?)+", "minmax", piece)
            part = shape(piece, ids, faults, name)
            found.setdefault(f"{kind} {part}", f"{name}: {text[:100]}")
            if kind == "before {":
                selectors.append(part)
            for selector in selectors if kind == "declaration" else []:
                found.setdefault(f"{selector} with {part.split(':')[0]}", f"{name}: {text[:100]}")
    if depth:
        faults.append(f"{name}: braces are not closed")
    if sheet[start:].strip():
        faults.append(f"{name}: it ends in {sheet[start:].strip()[:60]!r}")
    return found


def split(selectors):
    """Divides at the commas outside of brackets."""
    result, depth, start = [], 0, 0
    for match in TOKEN.finditer(selectors):
        if match.lastgroup == "other":
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if match[0] == "," and not depth:
                result.append(selectors[start:match.start()])
                start = match.end()
    return [*result, selectors[start:]]


def compare(hostile, plain_sheets, ids):
    faults = []
    # Which of these occur depends on the lengths of texts, not on their content.
    scopes = ["", ".shelf:has(.other:checked) ", ".shelf:not(:has(.other:checked)) "]
    known = {f"{scope}.STEPS with {name}": "" for scope in scopes for name in ("display", "min-block-size", "white-space")}
    known |= {f"before {{ @container page {width}": "" for width in ("(min-width:Nrem)", "(width>=Nrem)", "(width<Nrem)", "(width>=Nrem) and (width<Nrem)")}
    known |= {f"before {{ {scope}.STEPS": "" for scope in scopes} | {"declaration min-block-size:Nlh": ""}
    for name, sheet in plain_sheets.items():
        known |= parts(sheet, ids, faults, name)
    for name, sheet in hostile.items():
        if CANARY in sheet:
            faults.append(f"{name}: a text is in it: {sheet[max(0, sheet.index(CANARY) - 20):][:80]!r}")
        for part, place in parts(sheet, ids, faults, name).items():
            if part not in known:
                faults.append(f"{place}: {part} is not in the other site")
    return faults, len(known)


def prove(hostile, plain_sheets, ids):
    """Each way to put a text into a sheet is found."""
    name = max((name for name in hostile if "/frames-" in name), key=lambda name: len(hostile[name]))
    rule = hostile[name].split("\n", 1)[0]
    ways = [f"{rule}\n.{CANARY}{{}}", rule + "}", rule + "{", rule + "/* x */", rule.replace("block-size:", "color:", 1), rule.replace("}", ";x:url(//xss.invalid)}", 1),
            rule.replace("}", ";content:\"x\"}", 1), "@import 'x';" + rule, "#nobody{color:red}" + rule, rule.replace("{", ",.tags>li{", 1), rule + "*{display:none}", rule + "x"]
    missed = [way for way in ways if not compare(hostile | {name: hostile[name].replace(rule, way, 1)}, plain_sheets, ids)[0]]
    for way in missed:
        print(f"not found: {way[:160]}")
    print(f"{len(ways) - len(missed)} of {len(ways)} ways are found")
    return not missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strings", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prove", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        used = write(root / "hostile", options.strings, options.seed, True)
        write(root / "plain", options.strings, options.seed, False)
        hostile, calm = sheets(root / "hostile"), sheets(root / "plain")
        ids = ids_in_pages(root / "hostile")
    faults, known = compare(hostile, calm, ids)
    for fault in faults[:60]:
        print(fault.encode("unicode_escape").decode())
    print(f"{used} texts, {len(ids)} names, seed {options.seed}: {len(hostile)} style sheets of {sum(map(len, hostile.values()))} characters, {known} parts; {len(faults)} faults")
    is_right = not faults
    if options.prove:
        is_right = prove(hostile, calm, ids) and is_right
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
