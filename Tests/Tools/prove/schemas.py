#!/usr/bin/env python3
"""Compares the schemas that `cardshelf schema` prints with files.

    schemas.py agree            the schemas agree with the table Tests/Schemas/cases.txt, with which tests compare the readers
    schemas.py site FOLDER …    settings, themes, front matter and layout.json of sites are valid
    schemas.py prove FOLDER     each schema refuses damaged files, which shows that the tool can find faults

CARDSHELF names the program (default .build/release/cardshelf). Needs jsonschema and PyYAML, from PyPI or Debian. Prints
a line for each fault and a summary; exits with 1 if there are faults.
"""
import copy, json, os, pathlib, re, subprocess, sys

import jsonschema, yaml

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
TABLE = PROJECT / "Tests/Schemas"
KINDS = ["card", "shelf", "page", "site", "theme", "layout"]


class Core(yaml.SafeLoader):
    """YAML 1.2's core schema, as editors use it: dates are strings, and so is `yes`."""


Core.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
]:
    Core.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), first)


def read(text):
    return yaml.load(text, Core)


def validators():
    result = {}
    for kind in KINDS:
        schema = json.loads(subprocess.run([PROGRAM, "schema", kind], check=True, capture_output=True, text=True).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        result[kind] = jsonschema.Draft202012Validator(schema)
    return result


def cases():
    for line in (TABLE / "cases.txt").read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        kind, verdict, *rest = line.split(" ", 2)
        base = TABLE / f"{kind}.base.yml"
        lines = base.read_text().splitlines() if base.exists() else []
        for part in rest[0].split(" ;; ") if rest else []:
            key = part.lstrip("!").split(":")[0]
            lines = [other for other in lines if not other.startswith(key + ":")]
            if not part.startswith("!"):
                lines.append(part)
        yield kind, verdict, "\n".join(lines)


def agree():
    schemas, faults, count = validators(), 0, {"valid": 0, "invalid": 0, "reader": 0}
    for kind, verdict, text in cases():
        count[verdict] += 1
        try:
            errors = [error.message for error in schemas[kind].iter_errors(read(text))]
        except yaml.YAMLError as error:
            errors = [str(error)]
        if bool(errors) == (verdict != "invalid"):
            faults += 1
            print(f"{kind}: {verdict}, but the schema says {errors[:2] or 'nothing'}:\n{text}")
    print(f"{sum(count.values())} files: {count['valid']} right, {count['invalid']} refused by both, "
          f"{count['reader']} by the reader alone; {faults} faults")
    if count["valid"] + count["invalid"] < 200:
        print("fewer than 200 files were judged by both")
        faults += 1
    return faults


def files(root):
    """Kind, path and value of all files that have a schema."""
    root = pathlib.Path(root)
    if (root / "cardshelf.yml").exists():
        yield "site", root / "cardshelf.yml", read((root / "cardshelf.yml").read_text())
    for path in sorted(root.glob("Themes/*/theme.yml")):
        yield "theme", path, read(path.read_text())
    for path in sorted(root.glob("Content/**/*.md")):
        match = re.match(r"\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", path.read_text(), re.S | re.M)
        value = read(match[1]) if match else None
        kind = "card"
        if path.name == "_index.md":
            is_page = path.parent == root / "Content" or (value or {}).get("kind") == "page"
            kind = "page" if is_page else "shelf"
        yield kind, path, value
    for path in sorted([*root.glob("Output/layout.json"), *root.glob("Output/layout/**/*.json")]):
        yield "layout", path, json.loads(path.read_text())


def site(roots):
    schemas, faults, count = validators(), 0, {}
    for root in roots:
        for kind, path, value in files(root):
            count[kind] = count.get(kind, 0) + 1
            for error in list(schemas[kind].iter_errors(value))[:3]:
                faults += 1
                deepest = jsonschema.exceptions.best_match([error])
                print(f"{path}: {deepest.json_path}: {deepest.message[:300]}")
    print(", ".join(f"{number} {kind}" for kind, number in count.items()) + f"; {faults} faults")
    return faults + (not count)


def prove(root):
    schemas, faults, tried = validators(), 0, 0
    seen = set()
    for kind, path, value in files(root):
        if kind in seen or not isinstance(value, dict):
            continue
        seen.add(kind)
        for damage in [lambda v: v.update(unheardOf=1), lambda v: v.update({next(iter(v)): [[[]]]})]:
            damaged = copy.deepcopy(value)
            damage(damaged)
            tried += 1
            if schemas[kind].is_valid(damaged):
                faults += 1
                print(f"{path}: damage that the schema of {kind} does not find")
    print(f"{tried} damaged files of {len(seen)} kinds; {faults} faults")
    return faults + (len(seen) < len(KINDS))


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["agree"] and len(arguments) == 1:
        return agree()
    if arguments[:1] == ["site"] and len(arguments) > 1:
        return site(arguments[1:])
    if arguments[:1] == ["prove"] and len(arguments) == 2:
        return prove(arguments[1])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
