#!/usr/bin/env python3
"""Writes a manual page of a program from what the program says of its commands.

    manual.py PROGRAM > cardshelf.1

The page is made of PROGRAM's own help (`--experimental-dump-help`), so that it cannot say anything else.
"""
import json, re, subprocess, sys


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def prose(text):
    """Paragraphs; lines that are indented stand as they are."""
    lines = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        first, *rest = block.split("\n")
        if rest and all(line.startswith("  ") for line in rest):
            lines += [".PP", escaped(first), ".PP", ".nf", *(escaped(line.strip()) for line in rest), ".fi"]
        else:
            lines += [".PP", escaped(block)]
    return lines


def option(argument):
    names = ", ".join(("--" if name["kind"].startswith("long") and len(name["name"]) > 1 else "-") + name["name"] for name in argument.get("names", []))
    if argument["kind"] == "option":
        names += f" <{argument['valueName']}>"
    elif argument["kind"] == "positional":
        names = f"<{argument['valueName']}>" + (" …" if argument["isRepeating"] else "")
    text = argument.get("abstract", "")
    if argument.get("defaultValue"):
        text += f" (default: {argument['defaultValue']})"
    if argument.get("discussion"):
        text += "\n" + argument["discussion"]
    return [".TP", f".B {escaped(names)}", escaped(text)]


def shown(arguments):
    return [each for each in arguments if each["shouldDisplay"] and not {name["name"] for name in each.get("names", [])} & {"help", "version", "h"}]


def page(program):
    root = json.loads(subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True).stdout)["command"]
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    name = root["commandName"]
    commands = [each for each in root["subcommands"] if each["shouldDisplay"] and each["commandName"] != "help"]
    lines = [
        f'.TH {name.upper()} 1 "" "{name} {version}" "User Commands"', ".SH NAME",
        f"{name} \\- {escaped(root['abstract'].rstrip('.'))}", ".SH SYNOPSIS",
    ]
    for command in commands:
        lines += [f".B {name} {command['commandName']}", "[options]", ".br"]
    lines += [".SH DESCRIPTION", *prose(root["discussion"]), ".SH COMMANDS"]
    for command in commands:
        lines += [f".SS {name} {command['commandName']}", escaped(command["abstract"])]
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


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(page(sys.argv[1]))
