#!/usr/bin/env python3
"""Runs the checks that take more than a compiler: browsers, attacks, faults of the machine, documents.

    python3 Tests/Tools/prove                       lists the checks
    python3 Tests/Tools/prove NAME [ARGUMENT …]     runs one, and passes the arguments on to its last command
    python3 Tests/Tools/prove --short NAME …        takes a part of each, as CI does
    python3 Tests/Tools/prove --short --jobs 3 all  runs all of them, several side by side
    python3 Tests/Tools/prove --install all         only installs what they need

A check installs what it needs. All of them use the release build of cardshelf, which `make site` makes first, the fonts
that `fonts.conf` names, whatever else is installed, and a home folder of their own.
"""
import argparse, concurrent.futures, os, pathlib, subprocess, sys, tempfile, time
from checks import checks

ROOT = pathlib.Path(__file__).resolve().parents[3]
FONTS = ROOT / "Tests/Tools/prove/fonts.conf"


def listing(table):
    width = max(map(len, table))
    columns = os.get_terminal_size().columns if sys.stdout.isatty() else 120
    for name, check in sorted(table.items()):
        mark = " " if check.is_in_all else "*"
        print(f"  {name:{width}} {mark} {check.title}"[:columns])
    print("\n  * is not one of `all`")


def run(command, **options):
    return subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, **options).returncode


def perform(name, check, arguments, quiet):
    """Runs the commands of a check until one fails; returns the result, the seconds it took, and those of the processor."""
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace"} if quiet else {}
    started, processor, text, status = time.monotonic(), 0, [], 0
    commands = [*check.commands[:-1], f"{check.commands[-1]} {' '.join(arguments)}".rstrip()]
    for command in commands:
        shell = subprocess.Popen(["bash", "-euo", "pipefail", "-c", command], cwd=ROOT, stdin=subprocess.DEVNULL, **output)
        if quiet:
            text.append(shell.stdout.read())
        _, ended, usage = os.wait4(shell.pid, 0)
        status = shell.returncode = os.waitstatus_to_exitcode(ended)
        processor += usage.ru_utime + usage.ru_stime
        if status:
            text.append(f"{name}: this command ended with {status}:\n  {command}\n")
            break
    return name, status, time.monotonic() - started, processor, "".join(text)


def use_home(home):
    """A home folder without settings, except that git trusts the folders that it trusts now."""
    trusted = subprocess.run(["git", "config", "--global", "--get-all", "safe.directory"], capture_output=True, text=True)
    (home / ".gitconfig").write_text("[safe]\n" + "".join(f'\tdirectory = "{folder}"\n' for folder in trusted.stdout.splitlines()))
    os.environ["HOME"] = str(home)
    for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]:
        os.environ.pop(name, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="take a part of each check")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="the number of checks that run side by side")
    parser.add_argument("--install", action="store_true", help="only install what the checks need")
    parser.add_argument("names", nargs=argparse.REMAINDER, metavar="NAME …", help="checks, or one check and its arguments")
    options = parser.parse_args()
    table = checks(options.short)
    if not options.names:
        return listing(table)
    names, arguments = options.names, []
    if names == ["all"]:
        names = [name for name, check in table.items() if check.is_in_all]
        names.sort(key=lambda name: not table[name].is_long)
    else:
        count = next((index for index, name in enumerate(names) if name not in table), len(names))
        if count == 0 or count > 1 and count < len(names):
            sys.exit(f"prove: there is no check '{names[count]}'; `python3 Tests/Tools/prove` lists them")
        names, arguments = names[:count], names[count:]

    groups = sorted({group for name in names for group in table[name].groups})
    if run([".ci/install-dependencies", *groups]):
        sys.exit("prove: dependencies could not be installed")
    if options.install:
        return
    if run(["make", "--no-print-directory", "site"], stdout=subprocess.DEVNULL):
        sys.exit("prove: `make site` failed")
    for product in sorted({product for name in names for product in table[name].products}):
        if run(["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", product]):
            sys.exit(f"prove: {product} could not be built")

    os.environ["FONTCONFIG_FILE"] = str(FONTS)
    quiet, failed = len(names) > 1, []
    # Browsers keep profiles and caches in the home folder after their end.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        use_home(pathlib.Path(home))
        runs = [pool.submit(perform, name, table[name], arguments, quiet) for name in names]
        for done in concurrent.futures.as_completed(runs):
            name, status, seconds, processor, text = done.result()
            result = "failed" if status else "passed"
            print(f"\n== {name}: {result} in {seconds:.0f} s, {processor:.0f} s of processor time\n{text}", end="", flush=True)
            if status:
                failed.append(name)
    if failed:
        sys.exit(f"prove: {', '.join(failed)} failed")


if __name__ == "__main__":
    main()
