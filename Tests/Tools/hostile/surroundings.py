#!/usr/bin/env python3
"""Runs commands in broken surroundings: no gate may pass without having checked what it was asked to.

    surroundings.py [--short] [--table]

--table prints the exit code of each command in each surrounding; --short leaves out the command that takes a browser.

Each command runs in a site with errors, where it must not end with 0 anywhere, and in a sound one, where it may only if it
says what it says in sound surroundings. It must not be ended by a signal, must say something wherever it does not end with 0,
and must end within a minute. Most surroundings are made in a mount namespace of their own, which takes root.
"""
import argparse, concurrent.futures, os, pathlib, re, shutil, subprocess, sys, tempfile

import trial_site

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.path.abspath(os.environ.get("CARDSHELF", PROJECT / ".build/release/cardshelf"))
LONGEST = 60  # seconds

# By name: shell commands before the program, and redirections. $SITE is the site, $PLACE a folder for what they need.
NOTHING = "mount -t tmpfs none"
SURROUNDINGS = {
    "sound": ("", ""),
    "no /proc": (f"{NOTHING} /proc", ""),
    "no /sys": (f"{NOTHING} /sys", ""),
    "no /dev": (f"{NOTHING} /dev", ""),
    "no /dev/null": ("mount --bind $PLACE/empty /dev/null", ""),
    "no /dev/urandom": ("mount --bind $PLACE/empty /dev/urandom", ""),
    "no /dev/shm": ("umount -l /dev/shm || true; mount -o ro --bind $PLACE/nothing /dev/shm", ""),
    "no /etc": (f"{NOTHING} /etc", ""),
    "no /usr/share": (f"{NOTHING} /usr/share", ""),
    "no /var": (f"{NOTHING} /var", ""),
    "/tmp and /var/tmp read-only": ("for f in /tmp /var/tmp; do mount --bind $PLACE/nothing $f; mount -o remount,bind,ro $f; done", ""),
    "/tmp and /var/tmp full": ("for f in /tmp /var/tmp; do mount -t tmpfs -o size=4k none $f; done", ""),
    "TMPDIR nowhere": ("export TMPDIR=/nowhere", ""),
    "TMPDIR a file": ("export TMPDIR=/etc/passwd", ""),
    "no HOME": ("unset HOME", ""),
    "HOME nowhere": ("export HOME=$PLACE/nowhere", ""),
    "HOME a file": ("export HOME=/etc/passwd", ""),
    "no environment": ("clean='env -i'", ""),
    "no PATH": ("export PATH=", ""),
    "PATH without programs": ("export PATH=$PLACE/nothing", ""),
    "locale of nobody": ("export LC_ALL=xx_XX.KOI8-R LANG=tlh", ""),
    "locales missing": ("export LOCPATH=/nowhere LC_ALL=tr_TR.UTF-8", ""),
    "stdin closed": ("", "<&-"),
    "stdin a folder": ("", "</"),
    "stdout closed": ("", ">&-"),
    "stderr closed": ("", "2>&-"),
    "all streams closed": ("", "<&- >&- 2>&-"),
    "stdout full": ("", ">/dev/full"),
    "stderr full": ("", "2>/dev/full"),
    "stdout read-only": ("", "1</dev/null"),
    "site read-only": ("mount --bind $SITE $SITE; mount -o remount,bind,ro $SITE", ""),
    "everything read-only": ("mount --rbind / $PLACE/mounted; mount -o remount,bind,ro /", ""),
    "content unreadable": ("chmod 0 $SITE/Content; run=nobody", ""),
    "a card unreadable": ("chmod 0 $SITE/Content/one/a.md; run=nobody", ""),
    "theme unreadable": ("chmod 0 $SITE/Themes/storefront/theme.yml; run=nobody", ""),
    "settings unreadable": ("chmod 0 $SITE/cardshelf.yml; run=nobody", ""),
    "current folder unreadable": ("chmod 0711 $SITE; run=nobody", ""),
    "current folder removed": ("mkdir $PLACE/gone; cd $PLACE/gone; rmdir $PLACE/gone", ""),
    "no fonts": ("export FONTCONFIG_FILE=$PLACE/none.conf", ""),
    "fonts that are no fonts": ("export FONTCONFIG_FILE=$PLACE/wrong.conf", ""),
    "3 descriptors": ("ulimit -n 3", ""),
    "4 descriptors": ("ulimit -n 4", ""),
    "9 descriptors": ("ulimit -n 9", ""),
    "18 descriptors": ("ulimit -n 18", ""),
    # With less, the loader and the runtime do not get as far as the program.
    "stack of 48 KiB": ("ulimit -Ss 48", ""),
    "stack of 64 KiB": ("ulimit -s 64", ""),
    "stack of 512 KiB": ("ulimit -s 512", ""),
    "stack unlimited": ("ulimit -s unlimited", ""),
    "addresses for 100 MB": ("ulimit -v 100000", ""),
    "addresses for 300 MB": ("ulimit -v 300000", ""),
    "data of 50 MB": ("ulimit -d 50000", ""),
    "files of 0 bytes": ("ulimit -f 0", ""),
    "files of 4 KiB": ("ulimit -f 8", ""),
    "6 processes": ("limit='prlimit --nproc=6'; run=nobody", ""),
    "umask 777": ("umask 777; run=nobody", ""),
    "signals ignored": ("trap '' HUP INT TERM PIPE CHLD XFSZ", ""),
    "no name": ("name=none", ""),
}

# What can end a build of somebody's CI, or is read by a program. `serve` runs until it is stopped and checks nothing for CI.
COMMANDS = {
    "build": ["build"], "build --strict": ["build", "--strict"], "check": ["check"], "check --strict": ["check", "--strict"],
    "diff": ["diff", "--against", "HEAD"], "fonts": ["fonts"], "list": ["list"], "explain": ["explain", "Content/one/a.md"],
    "measure": ["measure", "--card", "Content/one/a.md"], "layout": ["layout"], "approve": ["approve"],
    "picture": ["picture", "index.html", "--output", "page.svg"], "init": ["init", "new"],
    "audit": ["audit", "--browser", "chromium", "--width", "390"],
}
# They do not read all of the content, and not its errors.
NO_GATES = ["fonts", "measure", "init"]
WRAPPER = """
run=root; limit=; clean=; name=cardshelf
cd "$SITE"
{before}
start="$limit"
if [ $run = nobody ]; then start="setpriv --reuid 65534 --regid 65534 --clear-groups -- $limit"; fi
if [ $name = none ]; then set -- perl -e 'exec {{ $ARGV[0] }} "", @ARGV[1..$#ARGV]' "$@"; fi
exec $start $clean "$@" {streams}
"""


def write_site(folder, is_sound):
    for path, text in {
        "cardshelf.yml": "title: Trial\n", "Content/one/a.md": "# A\nSome words.\n",
        "Content/one/b.md": "# B\n" if is_sound else "---\ntitle: B\nlink: nowhere.md\nunknown: 1\n---\n",
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    shutil.copytree(PROJECT / "Themes/storefront", folder / "Themes/storefront", ignore=shutil.ignore_patterns("fonts.lock"))
    theme = folder / "Themes/storefront/theme.yml"
    # One family, so that a build is quick.
    theme.write_text(re.sub(r"(?m)^fonts:\n(?:(?: .*|#.*)?\n)*?(?=\S)", "fonts: { text: [Noto Sans], mono: [Noto Sans], display: [Noto Sans] }\n\n",
                            theme.read_text()))
    git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]): subprocess.run([*git, *words], check=True)
    subprocess.run(["chown", "-R", "65534:65534", folder], check=True)


def plain(text):
    """A text without times, places and versions."""
    return re.sub(r" +", " ", re.sub(r"in [\d,.]+ m?s|/\S+/|\d+(\.\d+){2,}", "", text))


class Runner:
    def __init__(self, folder, fonts):
        self.folder, self.fonts, self.sound = folder, fonts, {}

    def run(self, surrounding, command, is_sound):
        """Exit code, output and errors."""
        before, streams = SURROUNDINGS[surrounding]
        with tempfile.TemporaryDirectory(prefix="run-", dir=self.folder) as place:
            place = pathlib.Path(place)
            os.chmod(place, 0o777)
            site = place / "site"
            shutil.copytree(self.folder / ("sound" if is_sound else "faulty"), site, symlinks=True)
            subprocess.run(["chown", "-R", "65534:65534", site], check=True)
            for name in ("nothing", "mounted", "home"): (place / name).mkdir()
            os.chmod(place / "home", 0o777)
            (place / "empty").touch()
            (place / "none.conf").write_text("<fontconfig></fontconfig>")
            (place / "wrong.conf").write_text(f"<fontconfig><dir>{place}/empty</dir><cachedir>{place}/cache</cachedir></fontconfig>")
            environment = {"PATH": "/usr/bin:/bin:/usr/sbin", "HOME": str(place / "home"), "SITE": str(site), "PLACE": str(place),
                           "FONTCONFIG_FILE": str(self.fonts), "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
                           "GIT_CONFIG_VALUE_0": "*"}
            # What is audited was built before.
            if command == "audit": subprocess.run([self.folder / "cardshelf", "build"], cwd=site, env=environment, capture_output=True)
            script = WRAPPER.format(before=before, streams=streams)
            try:
                run = subprocess.run(["unshare", "-m", "bash", "-c", script, "bash", self.folder / "cardshelf", *COMMANDS[command]],
                                     env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST)
            except subprocess.TimeoutExpired:
                return None, "", ""
            return run.returncode, run.stdout.decode(errors="replace"), run.stderr.decode(errors="replace")

    def faults(self, surrounding, command):
        """The exit codes in the faulty and the sound site, and what is wrong."""
        faults, codes = [], []
        for is_sound in (False, True):
            code, output, errors = self.run(surrounding, command, is_sound)
            codes.append(code)
            site = "a sound site" if is_sound else "a site with errors"
            if surrounding == "sound":
                self.sound[command, is_sound] = (code, plain(output))
                if code == 0 and not is_sound and command not in NO_GATES: faults.append(f"{site}: passes: {output[:300]}")
            if code is None: faults.append(f"{site}: no end within {LONGEST} s")
            elif code == 127 and "error while loading shared libraries" in errors: continue
            elif code < 0 or code >= 126: faults.append(f"{site}: ended with {code}: {(errors or output)[-300:]}")
            elif code == 0:
                known = self.sound.get((command, is_sound))
                if known and known[0] != 0: faults.append(f"{site}: passes: {output[:300]}")
                elif known and plain(output) != known[1] and not re.search("stdout|streams|environment", surrounding):
                    faults.append(f"{site}: passes with other words: {output[:300]}")
            elif not (output + errors).strip() and not re.search("stderr|streams", surrounding):
                faults.append(f"{site}: ends with {code} without a word")
        return codes, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", metavar="SURROUNDING")
    options = parser.parse_args()
    if options.short: del COMMANDS["audit"]
    if os.getuid() != 0: return print("left out: only root can take a machine its folders away")
    names = [name for name in SURROUNDINGS if options.only in (None, name) or name == "sound"]
    with tempfile.TemporaryDirectory(prefix="cardshelf-surroundings-", dir="/srv") as folder:
        folder = pathlib.Path(folder)
        # Where no surrounding takes it away.
        os.chmod(folder, 0o755)
        shutil.copy(PROGRAM, folder / "cardshelf")
        (folder / "fonts").mkdir()
        fonts = trial_site.write_fonts(folder / "fonts")
        os.chmod(folder / "fonts", 0o777)
        for name in ("sound", "faulty"):
            (folder / name).mkdir()
            write_site(folder / name, name == "sound")
        runner = Runner(folder, fonts)
        total, table = 0, {}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for part in (names[:1], names[1:]):
                runs = {(name, command): pool.submit(runner.faults, name, command) for name in part for command in COMMANDS}
                for (name, command), run in runs.items():
                    codes, faults = run.result()
                    table[name, command] = codes
                    for fault in faults:
                        total += 1
                        print(f"FAULT {name}, {command}: {fault}")
    if options.table:
        print(f"{'':28}" + "".join(f"{command:>16}" for command in COMMANDS))
        for name in names:
            print(f"{name:28}" + "".join("{:>16}".format("/".join(map(str, table[name, command]))) for command in COMMANDS))
    print(f"{len(names)} surroundings, {len(COMMANDS)} commands: {total} faults")
    if total: sys.exit(1)


if __name__ == "__main__":
    main()
