#!/usr/bin/env python3
"""Follows a document from top to bottom in an empty folder, like its reader.

    play_guide.py PROGRAM Documentation/Guide.md…

A code block after a line that contains only a path in backquotes and a colon is that file, and is written. A block of
`console` is a session: commands after `$ ` run in a shell that keeps its folder, and their output must be the text
below. There `…` stands for anything, including several lines. Any exit code except 0 is a fault, unless the output
contains `error:`. Other blocks are ignored.

For a command that does not end, `serve`, the first page is requested and the command is stopped. Prints one line for
each fault; exits with 1 if there are faults.
"""
import os, pathlib, re, signal, subprocess, sys, tempfile, time, urllib.request

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.M | re.S)


class Session:
    def __init__(self, folder, program):
        self.folder = folder
        self.environment = os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": str(folder), "LC_ALL": "C.UTF-8"}

    def run(self, command):
        """The output on both streams, and the exit code."""
        told = self.folder / ".where"
        script = f"cd {str(self.folder)!r}; {command}\ncode=$?; pwd > {str(told)!r}; exit $code"
        result = subprocess.run(["bash", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment, cwd=self.folder)
        if told.exists():
            self.folder, where = pathlib.Path(told.read_text().rstrip("\n")), told
            where.unlink()
        return result.stdout.decode(), result.returncode

    def serve(self, command):
        process = subprocess.Popen(["bash", "-c", f"exec {command}"], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            line = process.stdout.readline()
            page = urllib.request.urlopen(re.search(r"http://\S+", line)[0], timeout=20).read()
            return line, 0 if b"<main" in page else 1
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


def is_as_printed(output, printed):
    """Line ends are ignored at the start and the end."""
    pattern = re.escape(printed.strip("\n")).replace("\\…", "…").replace("…", ".*?")
    # The order of both streams is that of the terminal; blank lines at the ends are ignored.
    return re.fullmatch(pattern, output.strip("\n"), re.S) is not None


def steps(text):
    """(line, path or None, kind, content) of each block."""
    for match in FENCE.finditer(text):
        before = text[:match.start()].rstrip("\n").rsplit("\n", 1)[-1]
        path = re.fullmatch(r"`([^`]+)`:", before)
        yield text.count("\n", 0, match.start()) + 1, path and path[1], match[1], match[2]


def commands(block):
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def play(document, program):
    faults, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        session = Session(pathlib.Path(folder).resolve(), program)
        for line, path, kind, content in steps(document.read_text(encoding="utf-8")):
            if path:
                file = session.folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(content, encoding="utf-8")
                count += 1
                continue
            if kind != "console":
                continue
            for command, printed in commands(content):
                count += 1
                output, code = session.serve(command) if command.startswith("cardshelf serve") else session.run(command)
                if printed.strip() and not is_as_printed(output, printed):
                    faults.append(f"{document}:{line}: `{command}` printed\n{output.rstrip()}\n-- and not\n{printed.rstrip()}")
                if (code != 0) != ("error:" in printed):
                    faults.append(f"{document}:{line}: `{command}` ended with {code}")
    if not count:
        faults.append(f"{document}: nothing to play")
    return faults, count


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).resolve()
    failed = False
    for name in sys.argv[2:]:
        started = time.monotonic()
        faults, count = play(pathlib.Path(name), program)
        failed |= bool(faults)
        print("\n".join([*faults, f"{name}: {count} files and commands, {len(faults)} faults, {time.monotonic() - started:.1f} s"]))
    sys.exit(failed)


if __name__ == "__main__":
    main()
