#!/usr/bin/env python3
"""Builds the site of this project under 64 conditions, each with 1, 2 and 8 jobs: the SHA-256 of the output must always
be the same.

    same_bytes.py [--site FOLDER] [--seed N] [--short]
    same_bytes.py --prove

The hash is of all paths, modes and bytes in the output folder. Conditions are locales, time zones, clocks, the umask,
the user, paths of the site and the current folder, the order and times of files, file systems, the environment,
streams, limits, the allocator and the scheduler. Some of them are also tried with `--release` builds and the report of
`diff`, and variables of libraries with builds that have a picture.

Needs python3 and cc. Conditions that need root or a missing tool are left out, and reported. CARDSHELF names the
program (default .build/release/cardshelf). --short, for CI, uses one number of jobs for each condition. --prove changes
a byte of a card, a mode and a name, which must give other hashes. Exits with 1 if something differs.
"""
import argparse, hashlib, os, pathlib, pty, random, resource, shutil, stat, subprocess, sys, tempfile, time

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.path.abspath(os.environ.get("CARDSHELF", PROJECT / ".build/release/cardshelf"))
TIME_LIMIT = 300

CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
static long offset(void) { const char *text = getenv("CLOCK_OFFSET"); return text ? atol(text) : 0; }
int clock_gettime(clockid_t clock, struct timespec *time) {
  int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += offset();
  return result;
}
time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec, time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
"""


class Circumstance:
    """The condition of a build; by default nothing is changed."""

    def __init__(self, name, *, environment=None, only=None, folder="site", prefix=(), before=None, arrange=None, cwd=None,
                 root=None, output=None, streams=None, is_nobody=False, order=None, base=None):
        self.name = name
        self.environment, self.only = environment or {}, only
        self.folder, self.prefix, self.before, self.arrange = folder, list(prefix), before, arrange
        self.cwd, self.root, self.output = cwd, root, output
        self.streams, self.is_nobody, self.order, self.base = streams, is_nobody, order, base


def circumstances(tools, chance):
    """All conditions, and the reasons why some are left out."""
    found, missing = [], []
    add = lambda *arguments, **options: found.append(Circumstance(*arguments, **options))
    add("as it is")
    locales = ["C", "POSIX", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8", "ar_EG.UTF-8", "th_TH.UTF-8", "ja_JP.EUC-JP", "xx_YY", "tr_TR"]
    for name in locales:
        add(f"LC_ALL={name}", environment={"LC_ALL": name, "LANG": name, "LOCPATH": tools["locales"]})
    add("locales mixed", environment={"LANG": "tr_TR.UTF-8", "LC_NUMERIC": "de_DE.UTF-8", "LC_COLLATE": "C", "LOCPATH": tools["locales"]})
    for zone in ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati", "no/where"]: add(f"TZ={zone}", environment={"TZ": zone})
    for offset in [-1_000_000_000, 700_000_000, 5_000_000_000]:
        add(f"the clock {offset} s off", environment={"LD_PRELOAD": tools["clock"], "CLOCK_OFFSET": str(offset)})
    for value in ["0", "1700000000"]: add(f"SOURCE_DATE_EPOCH={value}", environment={"SOURCE_DATE_EPOCH": value})
    for mask in [0o000, 0o027, 0o077] + ([0o777] if os.getuid() == 0 else []): add(f"umask {mask:04o}", before=lambda mask=mask: os.umask(mask))
    add("no environment", only={"PATH": "/usr/bin:/bin"})
    add("a large environment", environment={f"NOISE_{number}": "x" * 100 for number in range(2000)})
    add("HOME missing", environment={"HOME": "/no/such/home", "XDG_CACHE_HOME": "/no/such/cache"})
    add("TMPDIR missing", environment={"TMPDIR": "/no/such/folder"})
    add("TMPDIR with a space", environment={"TMPDIR": tools["scratch"]})
    add("in CI", environment={"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": "/", "NO_COLOR": "1"})
    add("in a terminal's environment", environment={"TERM": "xterm-256color", "COLUMNS": "20", "CLICOLOR_FORCE": "1"})
    add("in the site", cwd="", root=".")
    add("in a folder of the site", cwd="Content", root=None)
    add("a root with dots", root="../site/./Content/..", cwd="Themes/..")
    add("from the top", cwd="/", root=None)
    add("a root with spaces", folder="a site with  spaces ")
    add("a root with signs", folder="$HOME'\"&;*?[x]\\")
    add("a root in other scripts", folder="日本語/сайт/موقع/é")
    add("a root of 3,000 bytes", folder="/".join(["x" * 200] * 15))
    add("a root of one letter", folder="s")
    add("a root behind a link", arrange="link")
    add("a root with a slash at its end", root="{root}///")
    add("another output folder", output="out put")
    add("an output folder behind a link", output="linked", arrange="link output")
    for order in ["reversed", "shuffled", "by ending"]: add(f"files made {order}", order=order)
    if os.access("/dev/shm", os.W_OK): add("in memory", base="/dev/shm", order="shuffled")
    else: missing.append("a file system in memory")
    add("sources of 1970", arrange="old")
    add("sources of the year 2100", arrange="new")
    add("sources with other modes", arrange="modes")
    add("sources as hard links", arrange="hard links")
    add("over another site", arrange="over")
    if os.getuid() == 0: add("as nobody", is_nobody=True)
    else: missing.append("another user, which takes root")
    for way in ["no input", "no output", "a pipe", "a terminal", "full output"]: add(f"streams: {way}", streams=way)
    add("nice 19", prefix=["nice", "-n", "19"])
    if shutil.which("taskset"): add("one processor", prefix=["taskset", "-c", "0"])
    else: missing.append("taskset")
    if shutil.which("setarch"): add("addresses that do not vary", prefix=["setarch", "-R"])
    else: missing.append("setarch")
    add("hashes that do not vary", environment={"SWIFT_DETERMINISTIC_HASHING": "1"})
    add("one arena", environment={"MALLOC_CONF": "narenas:1"})
    for filling in ["junk:true", "zero:true"]: add(f"memory with {filling}", environment={"MALLOC_CONF": filling})
    add("40 descriptors", before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)))
    add("a large stack", before=lambda: resource.setrlimit(resource.RLIMIT_STACK, (64 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1])))
    return found, missing


def paths(folder):
    for above, folders, names in os.walk(folder):
        for name in folders + names: yield os.path.relpath(os.path.join(above, name), folder)


def copy(site, root, order, chance):
    """The sources, in files that are created in some order."""
    root.mkdir(parents=True)
    names = sorted(paths(site))
    if order == "reversed": names.reverse()
    elif order == "shuffled": chance.shuffle(names)
    elif order == "by ending": names.sort(key=lambda name: (name.rpartition(".")[2], name[::-1]))
    for name in names:
        source, target = site / name, root / name
        if source.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())


def digest(folder):
    """One hash of all paths, kinds, modes and bytes."""
    total = hashlib.sha256()
    for name in sorted(paths(folder)):
        path = pathlib.Path(folder, name)
        mode = path.lstat().st_mode
        content = path.read_bytes() if stat.S_ISREG(mode) else b""
        total.update(f"{name}\0{mode:o}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


class Builder:
    def __init__(self, folder, site, seed):
        self.folder, self.site, self.chance = pathlib.Path(folder), site, random.Random(seed)
        scratch = self.folder / "scratch folder"
        scratch.mkdir(mode=0o777)
        scratch.chmod(0o777)
        self.tools = {"scratch": str(scratch), "locales": self.locales(), "clock": self.clock()}

    def clock(self):
        library = self.folder / "clock.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-x", "c", "-o", library, "-", "-ldl"], input=CLOCK.encode(), check=True)
        return str(library)

    def locales(self):
        """Missing locales are made here, if possible."""
        folder = self.folder / "locales"
        folder.mkdir()
        for name, kind in [("tr_TR", "UTF-8"), ("de_DE", "UTF-8"), ("ar_EG", "UTF-8"), ("th_TH", "UTF-8"), ("ja_JP", "EUC-JP"), ("tr_TR", "ISO-8859-9")]:
            target = folder / (name if kind.startswith("ISO") else f"{name}.{kind}")
            if shutil.which("localedef"):
                subprocess.run(["localedef", "-c", "-i", name, "-f", kind, target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.made_locales = sorted(path.name for path in folder.iterdir())
        return str(folder)

    def build(self, what, jobs, *more):
        """The hash of the output, or what went wrong."""
        base = pathlib.Path(tempfile.mkdtemp(prefix="cardshelf-same-", dir=what.base or self.folder))
        try:
            base.chmod(0o755)
            return self.run(what, jobs, base, more)
        finally:
            subprocess.run(["chmod", "-R", "u+rwx", base], stderr=subprocess.DEVNULL)
            subprocess.run(["rm", "-rf", base], check=True)

    def run(self, what, jobs, base, more):
        root = base / what.folder
        copy(self.site, root, what.order, self.chance)
        output = root / "Output"
        named = str(root)
        if what.arrange == "link":
            (base / "link").symlink_to(root)
            named = str(base / "link")
        elif what.arrange == "link output":
            (base / "elsewhere").mkdir(mode=0o755)
            (root / "linked").symlink_to(base / "elsewhere")
        elif what.arrange in ("old", "new"):
            for name in paths(root): os.utime(root / name, times=(0, 1) if what.arrange == "old" else (4_102_444_800, 4_102_444_800))
        elif what.arrange == "modes":
            for name in paths(root): (root / name).chmod(0o777 if self.chance.random() < 0.5 else 0o700)
        elif what.arrange == "hard links":
            for number, name in enumerate(sorted(paths(root))):
                if (root / name).is_file(): os.link(root / name, base / f"link{number}")
        elif what.arrange == "over":
            card = next(path for path in sorted((root / "Content").rglob("*.md")) if path.name != "_index.md")
            old = card.read_bytes()
            card.write_bytes(old + b"\nMore than there will be.\n")
            (root / "Content/extra").mkdir()
            (root / "Content/extra/_index.md").write_text("---\ntitle: Extra\nkind: page\n---\n")
            (root / "Content/extra/s").mkdir()
            (root / "Content/extra/s/c.md").write_text("---\ntitle: C\n---\n")
            subprocess.run([PROGRAM, "build", "--root", root, *more], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            card.write_bytes(old)
            shutil.rmtree(root / "Content/extra")
        command = [*what.prefix, PROGRAM, "build", "--jobs", str(jobs), *more]
        cwd = str(base)
        if what.cwd is not None: cwd = what.cwd if what.cwd.startswith("/") else str(root / what.cwd)
        if what.root: command += ["--root", what.root.format(root=named)]
        elif what.cwd is None or what.cwd == "/": command += ["--root", os.path.relpath(named, "/") if what.cwd == "/" else named]
        if what.output:
            output = root / what.output
            command += ["--output", str(output)]
        if what.is_nobody:
            command = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--"] + command
            for name in [".", *paths(root)]: os.chown(root / name, 65534, 65534)
        environment = {**os.environ, **what.environment} if what.only is None else dict(what.only)
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        terminal = None
        if what.streams == "no input": command = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
        elif what.streams == "no output": command = ["sh", "-c", 'exec "$@" >&- 2>&-', "sh", *command]
        elif what.streams == "full output": command = ["sh", "-c", '"$@" 2>/dev/full >/dev/full; true', "sh", *command]
        elif what.streams == "a pipe": streams["stdin"] = subprocess.PIPE
        elif what.streams == "a terminal":
            terminal = pty.openpty()
            streams = dict.fromkeys(streams, terminal[1])
        run = subprocess.run(command, cwd=cwd, env=environment, preexec_fn=what.before, timeout=TIME_LIMIT, **streams)
        if terminal:
            for end in terminal: os.close(end)
        if run.returncode != 0: return f"exit code {run.returncode}: {(run.stderr or b'').decode(errors='replace')[-300:]}"
        return digest(output)


def prove(builder):
    plain = builder.build(Circumstance("as it is"), 1)
    missed = []
    if len(plain) != 64: missed.append(f"a plain build: {plain}")
    changed = builder.folder / "changed"
    copy(builder.site, changed, None, builder.chance)
    card = next(path for path in sorted((changed / "Content").rglob("*.md")) if path.name != "_index.md")
    card.write_bytes(card.read_bytes() + b"\nx\n")
    builder.site = changed
    if builder.build(Circumstance("a byte more"), 1) == plain: missed.append("a byte more in a card")
    folder = builder.folder / "tree"
    for name, change in {
        "a mode": lambda: (folder / "a").chmod(0o600), "a name": lambda: (folder / "a").rename(folder / "b"),
        "a byte": lambda: (folder / "a").write_bytes(b"y"), "a folder": lambda: (folder / "empty").mkdir(),
    }.items():
        folder.mkdir()
        (folder / "a").write_bytes(b"x")
        (folder / "a").chmod(0o644)
        before = digest(folder)
        change()
        if digest(folder) == before: missed.append(name)
        shutil.rmtree(folder)
    for name in missed: print(f"not found: {name}", file=sys.stderr)
    print(f"6 changes: {len(missed)} not found")
    return 1 if missed else 0


# Variables of HarfBuzz, GLib, libvips and its libraries, fontconfig, ICU and libxml2: each changes or prints something
# if it is used.
VARIABLES = [
    "HB_SHAPER_LIST=fallback", "HB_OPTIONS=uniscribe-bug-compatible", "G_MESSAGES_DEBUG=all", "G_DEBUG=fatal-warnings", "VIPS_NOVECTOR=1",
    "VIPS_LEAK=1", "VIPS_INFO=1", "ORC_CODE=backup", "ORC_CODE=debug", "JSIMD_FORCENONE=1", "AOM_SIMD_CAPS=0", "LIBHEIF_PLUGIN_PATH=/nowhere",
    "FC_DEBUG=1024", "FREETYPE_PROPERTIES=truetype:interpreter-version=35", "ICU_DATA=/nowhere", "XML_CATALOG_FILES=/dev/zero", "VIPS_CONCURRENCY=3",
    "VIPS_DISC_THRESHOLD=1k",
]


def variables(builder, names):
    """Builds of a site with a picture, each with a variable of a library."""
    site = builder.site
    builder.site = builder.folder / "pictured"
    shutil.copytree(site, builder.site)
    folder = builder.site / "Content/pictured"
    (folder / "shelf").mkdir(parents=True)
    (folder / "_index.md").write_text("---\ntitle: Pictured\nkind: page\n---\n")
    shutil.copy(PROJECT / "Documentation/night-sky.png", folder / "shelf/sky.png")
    (folder / "shelf/sky.md").write_text("---\ntitle: AVAVA office\nimage: sky.png\n---\n")
    try:
        return {name: builder.build(Circumstance(name, environment=dict([name.split("=", 1)] if name else [])), 2) for name in ["", *names]}
    finally:
        builder.site = site


def reports(builder, seen):
    """The report of `diff` between two states of the site, under different conditions."""
    hashes = {}
    for name, environment in [("as it is", {}), ("Turkish", {"LC_ALL": "tr_TR.UTF-8", "LOCPATH": builder.tools["locales"], "TZ": "Asia/Kathmandu"}),
                              ("another clock", {"LD_PRELOAD": builder.tools["clock"], "CLOCK_OFFSET": "700000000"})]:
        for jobs in ["1", "8"]:
            base = pathlib.Path(tempfile.mkdtemp(dir=builder.folder))
            root = base / "site"
            copy(builder.site, root, "shuffled", builder.chance)
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            subprocess.run([PROGRAM, "build", "--root", root], check=True, **quiet)
            card = next(path for path in sorted((root / "Content").rglob("*.md")) if path.name != "_index.md")
            card.write_bytes(card.read_bytes() + b"\nSome more words that make it taller, and another line of them.\n")
            run = subprocess.run(
                [PROGRAM, "diff", "--root", ".", "--against-folder", "Output", "--report", "../report", "--jobs", jobs],
                env={**os.environ, **environment}, capture_output=True, cwd=root)
            report = base / "report"
            found = digest(report) if report.is_dir() else f"exit code {run.returncode}: {run.stderr[-200:]!r}"
            hashes[f"{name}, {jobs} jobs"] = (found, hashlib.sha256(run.stdout).hexdigest())
            shutil.rmtree(base)
    return hashes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", default=str(PROJECT))
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--prove", action="store_true")
    options = parser.parse_args()
    if not os.access(PROGRAM, os.X_OK): parser.error(f"no program {PROGRAM}; build it, or name it with CARDSHELF")
    seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    faults = 0
    with tempfile.TemporaryDirectory(prefix="cardshelf-same-") as folder:
        os.chmod(folder, 0o755)
        site = pathlib.Path(folder) / "original"
        site.mkdir()
        for name in ["Content", "Themes", "cardshelf.yml"]:
            source = pathlib.Path(options.site) / name
            shutil.copytree(source, site / name) if source.is_dir() else shutil.copy(source, site / name)
        builder = Builder(folder, site, seed)
        if options.prove: return prove(builder)
        start = time.monotonic()
        found, missing = circumstances(builder.tools, builder.chance)
        expected, builds = None, 0
        for number, what in enumerate(found):
            for jobs in [[1, 2, 8][number % 3]] if options.short else [1, 2, 8]:
                result = builder.build(what, jobs)
                builds += 1
                expected = expected or result
                if result != expected or len(result) != 64:
                    faults += 1
                    print(f"FAULT {what.name}, {jobs} jobs: {result}", file=sys.stderr)
        for name in missing: print(f"left out: {name}")
        print(f"{len(found)} circumstances, {builds} builds, SHA-256 {expected} ({time.monotonic() - start:.0f} s); "
              f"locales made here: {', '.join(builder.made_locales) or 'none'}", flush=True)
        start = time.monotonic()
        some = [what for what in found if what.name in (
            ["as it is", "files made shuffled"] if options.short else ["as it is", "LC_ALL=tr_TR.UTF-8", "files made shuffled", "one arena"])]
        released = {(what.name, jobs): builder.build(what, jobs, "--release") for what in some for jobs in ([8] if options.short else [1, 2, 8])}
        if len(set(released.values())) != 1 or any(len(result) != 64 for result in released.values()):
            faults += 1
            print(f"FAULT --release: {released}", file=sys.stderr)
        print(f"{len(released)} builds with --release, {len(set(released.values()))} SHA-256 ({time.monotonic() - start:.0f} s)", flush=True)
        start = time.monotonic()
        varied = variables(builder, VARIABLES[::4] if options.short else VARIABLES)
        if len(set(varied.values())) != 1 or any(len(result) != 64 for result in varied.values()):
            faults += 1
            print(f"FAULT variables: {varied}", file=sys.stderr)
        print(f"{len(varied) - 1} variables of libraries, {len(set(varied.values()))} SHA-256 ({time.monotonic() - start:.0f} s)", flush=True)
        start = time.monotonic()
        drawn = reports(builder, seed)
        if len(set(drawn.values())) != 1 or any(len(found) != 64 for found, _ in drawn.values()):
            faults += 1
            print(f"FAULT reports of diff: {drawn}", file=sys.stderr)
        print(f"{len(drawn)} reports of diff, {len(set(drawn.values()))} SHA-256 ({time.monotonic() - start:.0f} s)")
    print(f"{faults} faults (seed {seed})")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
