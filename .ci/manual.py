#!/usr/bin/env python3
"""Writes the manual of a program from the program's own help.

    manual.py man PROGRAM > cardshelf.1
    manual.py markdown PROGRAM > Documentation/Commands.md

The source is PROGRAM's help (`--experimental-dump-help`), so the manual always agrees with it.
"""
import json, re, subprocess, sys


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def prose(text):
    """Paragraphs; indented lines are kept unchanged."""
    lines = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        first, *rest = block.split("\n")
        if rest and all(line.startswith("  ") for line in rest):
            lines += [".PP", escaped(first), ".PP", ".nf", *(escaped(line.strip()) for line in rest), ".fi"]
        else:
            lines += [".PP", escaped(block)]
    return lines


def spelling(argument):
    names = ", ".join(("--" if name["kind"].startswith("long") and len(name["name"]) > 1 else "-") + name["name"] for name in argument.get("names", []))
    if argument["kind"] == "option":
        return f"{names} <{argument['valueName']}>"
    if argument["kind"] == "positional":
        return f"<{argument['valueName']}>" + (" …" if argument["isRepeating"] else "")
    return names


def sentence(text):
    """A line of help as a sentence of a document."""
    return text[:1].upper() + text[1:] + "."


def meaning(argument):
    text = argument.get("abstract", "")
    if argument.get("defaultValue"):
        text += f" (default: {argument['defaultValue']})"
    if argument.get("discussion"):
        text += "\n" + argument["discussion"]
    return text


def option(argument):
    return [".TP", f".B {escaped(spelling(argument))}", escaped(meaning(argument))]


def shown(arguments):
    """What a manual lists; a flag and its inverse, which have one text, as one."""
    listed = []
    for each in arguments:
        names = {name["name"] for name in each.get("names", [])}
        if not each["shouldDisplay"] or names & {"help", "version", "h"}:
            continue
        if listed and names and names == {"no-" + name["name"] for name in listed[-1].get("names", [])}:
            listed[-1] = {**listed[-1], "names": listed[-1]["names"] + each["names"]}
        else:
            listed.append(each)
    return listed


def described(program):
    """The program's own description, and its commands."""
    root = json.loads(subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True).stdout)["command"]
    return root, list(leaves(root))


def leaves(command, prefix=""):
    """The commands that do something, each with the names of its parent commands."""
    for each in command["subcommands"]:
        if not each["shouldDisplay"] or each["commandName"] == "help":
            continue
        each = {**each, "commandName": prefix + each["commandName"]}
        if [inner for inner in each.get("subcommands", []) if inner["commandName"] != "help"]:
            yield from leaves(each, each["commandName"] + " ")
        else:
            yield each


def man(program):
    root, commands = described(program)
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    name = root["commandName"]
    lines = [
        f'.TH {name.upper()} 1 "" "{name} {version}" "User Commands"', ".SH NAME",
        f"{name} \\- {escaped(root['abstract'].rstrip('.'))}", ".SH SYNOPSIS",
    ]
    for command in commands:
        lines += [f".B {name} {command['commandName']}", "[options]", ".br"]
    lines += [".SH DESCRIPTION", *prose(root["discussion"]), ".SH COMMANDS"]
    for command in commands:
        lines += [f".SS {name} {command['commandName']}", escaped(sentence(command["abstract"]))]
        if command.get("discussion"):
            lines += prose(command["discussion"])
        for argument in shown(command.get("arguments", [])):
            lines += option(argument)
    lines += [
        ".SH FILES", ".TP", ".B cardshelf.yml", "The settings of a site; the folder that holds it is the site.",
        ".TP", ".B Content/", "Cards, shelves and pages.", ".TP", ".B Themes/", "What pages look like.",
        ".TP", ".B Output/", "What a build writes.",
        ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "Where it is set, nothing is coloured.",
        ".TP", ".B TMPDIR", "Where a large site waits until it is written; /var/tmp where it is not set.",
    ]
    return "\n".join(lines) + "\n"


def blocks(text):
    """Paragraphs; indented lines become a code block."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        first, *rest = block.split("\n")
        if rest and all(line.startswith("  ") for line in rest):
            yield first + "\n\n```\n" + "\n".join(line[2:] for line in rest) + "\n```"
        else:
            yield block


def markdown(program):
    root, commands = described(program)
    name = root["commandName"]
    parts = [
        "# Commands", "<!-- Made by `make commands` of what the program says itself. -->",
        "Every command works from any folder below `cardshelf.yml`, or with `--root`. Findings go to standard error as "
        "`path:line:column: error: message [rule]`, with the line, a mark under the place, and how to mend it; `--format json`, "
        "`github` and `sarif` write them to standard output for machines. At a terminal they are coloured, unless `NO_COLOR` is set, and work "
        "that takes longer than half a second says how far it is.",
        "| exit code | |\n|---:|---|\n| 0 | fine |\n| 1 | findings: errors in the content, a check that failed, a layout that changed |\n"
        "| 2 | could not run: settings, theme, fonts, disk |\n| 64 | wrong usage |\n| 70 | a fault of Cardshelf's own |",
        f"Completions: `{name} --generate-completion-script bash`, `zsh` or `fish` prints them; the Debian package installs them.",
    ]
    for command in commands:
        parts += [f"## {name} {command['commandName']}", sentence(command["abstract"]), *blocks(command.get("discussion", ""))]
        arguments = shown(command.get("arguments", []))
        if arguments:
            rows = [f"| `{spelling(each)}` | {meaning(each).replace(chr(10), '; ').replace('|', chr(92) + '|')} |" for each in arguments]
            parts.append("\n".join(["| | |", "|---|---|", *rows]))
    return "\n\n".join(part for part in parts if part) + "\n"


if __name__ == "__main__":
    kinds = {"man": man, "markdown": markdown}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    sys.stdout.write(kinds[sys.argv[1]](sys.argv[2]))
