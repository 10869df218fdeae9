#!/usr/bin/env python3
"""Makes the machine fail during builds, in every way and at every moment, and checks what is published.

    machine_faults.py [--kills N] [--origin WHOSE] [--calls KIND,…] [--seed N] [--short] [PART…]
    machine_faults.py --prove

Parts, all of them by default:
    kills    `kill -9` at random moments
    calls    `kill -9` before each call that changes a file
    errors   each system call of a build fails, once and permanently, with every errno that it can have
    limits   a full disk, folders that cannot be written, few descriptors, little memory, small files, closed streams
    signals  SIGINT, SIGTERM, SIGHUP and SIGPIPE in the middle of a build
    together two and eight builds at once, and sources that change during a build

After each: every page is completely that of one version, with everything that it needs; no foreign file is touched; a
refusal is one message and exit code 2; and the next build gives the same folder as a clean build, with nothing left
anywhere.

Needs python3, cc, and root or Linux namespaces; a few parts need root, and say so if they are left out. CARDSHELF names the
program (default .build/release/cardshelf). --short is for CI. --prove damages what is published and expects that to be
detected. Exits with 1 if there are faults."""
import argparse, collections, contextlib, ctypes, errno, fcntl, json, os, pathlib, random, re, resource, shutil, signal
import struct, subprocess, sys, tempfile, threading, time

import trial_site
from trial_site import PROGRAM, TIME_LIMIT, Trial

HERE = pathlib.Path(__file__).resolve().parent


class Report:
    """Faults as they are found, and figures for the summary."""

    def __init__(self):
        self.faults, self.lines = 0, []
        self.start = time.monotonic()

    def fault(self, what, faults):
        for text in faults:
            self.faults += 1
            print(f"FAULT {what}: {text}", file=sys.stderr)

    def figure(self, text):
        line = f"{text} ({time.monotonic() - self.start:.0f} s)"
        print(line, flush=True)
        self.start = time.monotonic()


def compiled(folder):
    """The library that makes calls fail."""
    library = pathlib.Path(folder) / "faulty_calls.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, HERE / "faulty_calls.c", "-ldl"], check=True)
    return str(library)


class Interference:
    """A call of a build that fails or is disturbed."""

    def __init__(self, library, tally):
        self.library, self.tally = library, tally

    def environment(self, kind, at=0, error="", origin="program", times=1):
        self.tally.unlink(missing_ok=True)
        return {"LD_PRELOAD": self.library, "FAULT_KIND": kind, "FAULT_AT": str(at), "FAULT_ERROR": str(error),
                "FAULT_FROM": origin, "FAULT_TIMES": str(times), "FAULT_TALLY": str(self.tally)}

    def result(self):
        """How many calls were counted, how many were disturbed, and the path of the first of these."""
        count, failed, call, about = struct.unpack("qq64s1024s", self.tally.read_bytes()[:1104])
        text = lambda field: field.partition(b"\0")[0].decode(errors="replace")
        return count, failed, f"{text(call)} {text(about)}"


def mend(trial, report, version, what, foreign=True):
    """The next build, which must repair everything."""
    run = trial.build(version)
    if run.returncode != 0: report.fault(what, [f"the next build fails: {run.stderr.decode()}"])
    faults = trial.not_clean(version, foreign)
    report.fault(what, [f"after the next build {fault}" for fault in faults])
    if faults: trial.reset(version)


# --- Kills

def kills(trial, interference, report, options):
    chance = random.Random(options.seed)
    trial.reset(0)
    times = []
    for number in range(20):
        start = time.monotonic()
        trial.build(number % 4, check=True)
        times.append(time.monotonic() - start)
    # On a busy machine, a few builds take many times as long as the others.
    longest = 1.2 * sorted(times)[len(times) * 3 // 4]
    killed = torn_states = mended = 0
    states = set()
    while killed < options.kills:
        version = chance.randrange(4)
        process = trial.start(version, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.random() * longest)
        process.kill()
        if process.wait() != -signal.SIGKILL: continue
        killed += 1
        what = f"kill {killed} of seed {options.seed}"
        report.fault(what, trial.torn() + trial.leftovers())
        found = trial_site.tree(trial.output)
        is_between = not any(found == clean for clean in trial.clean)
        torn_states += is_between
        if is_between: states.add(frozenset((path, entry[1]) for path, entry in found.items()))
        # Sometimes the next build is killed too.
        if chance.random() < 0.5:
            mended += 1
            mend(trial, report, chance.randrange(4), what)
    report.figure(
        f"{killed} builds killed at random moments, {torn_states} of them between two versions in {len(states)} "
        f"different states; {mended} next builds")


def calls(trial, interference, report, options):
    """Kills before each call that changes a file, in builds that change each version into each other, or make it."""
    exact = transitions = 0
    changes = [0, 1, 2, 3, None] if not options.short else [0, None]
    for origin in changes:
        for version in range(4) if not options.short else [1, 2]:
            if version == origin: continue
            at = 0
            transitions += 1
            while True:
                at += options.stride
                if origin is None: shutil.rmtree(trial.output, ignore_errors=True)
                else: trial.reset(origin)
                run = trial.build(version, "--jobs", "1", environment=interference.environment("change", at, "kill"))
                if run.returncode == 0: break
                exact += 1
                what = f"kill from {origin} to {version} before call {at}"
                if run.returncode != -signal.SIGKILL: report.fault(what, [f"exit code {run.returncode}"])
                trial.kept_foreign = () if origin is None else trial_site.FOREIGN
                report.fault(what, trial.torn() + trial.leftovers())
                mend(trial, report, version if at % 2 else (version + 1) % 4, what, foreign=origin is not None)
    trial.kept_foreign = trial_site.FOREIGN
    report.figure(f"{exact} builds killed before a call that changes a file, " +
        (f"every {options.stride}th" if options.stride > 1 else "each of them") + f", in {transitions} changes")


# --- Errors

ERRORS = {
    "open": ["ENOSPC", "EIO", "EACCES", "EMFILE", "EROFS", "EDQUOT", "EINTR"],
    "read": ["EIO", "EINTR", "short"],
    "write": ["ENOSPC", "EIO", "EACCES", "EMFILE", "EDQUOT", "EFBIG", "EINTR", "short"],
    "rename": ["ENOSPC", "EIO", "EACCES", "EMFILE", "EROFS", "EDQUOT", "EINTR"],
    "mkdir": ["ENOSPC", "EIO", "EACCES", "EMFILE", "EROFS", "EDQUOT", "EINTR"],
    "unlink": ["ENOSPC", "EIO", "EACCES", "EMFILE", "EROFS", "EINTR"],
    "fsync": ["ENOSPC", "EIO", "EACCES", "EMFILE", "EDQUOT", "EINTR"],
    "chmod": ["ENOSPC", "EIO", "EACCES", "EROFS", "EINTR"],
    "stat": ["EIO", "EACCES", "EMFILE", "ENOMEM", "EINTR"],
    "readdir": ["EIO", "EACCES", "EMFILE"],
    "flock": ["EIO", "ENOLCK", "EINTR"],
    "map": ["EIO", "ENOMEM", "EACCES", "EMFILE"],
}
# A build does not see these errors: the call is repeated.
HARMLESS = {"EINTR", "short"}


def number_of(name):
    return name if name == "short" else getattr(errno, name)


def judge(trial, run, version, name, origin, isSingle, foreign):
    """Faults in how a build reacted to an error."""
    text = run.stderr.decode(errors="replace")
    if run.returncode == 0:
        return [f"it is taken as nothing, but {fault}" for fault in trial.not_clean(version, foreign)]
    if name in HARMLESS: return [f"exit code {run.returncode}: {text}"]
    if run.returncode != 2: return [f"exit code {run.returncode}: {text[-400:]}"]
    try:
        findings = json.loads(run.stdout)["diagnostics"]
    except (ValueError, KeyError):
        return [f"no findings on standard output: {run.stdout[:200]!r} {text}"]
    wrong = [finding for finding in findings if finding["severity"] == "error"]
    shown = "; ".join(f"{finding['path']}: {finding['message']}" for finding in wrong)
    faults = []
    if len(wrong) != 1 and (isSingle or not wrong): faults.append(f"{len(wrong)} errors: {shown}")
    if not all(finding["path"] for finding in wrong): faults.append(f"no path: {shown}")
    # Libraries do not report why something was not found.
    if origin == "libraries": return faults
    reason = os.strerror(number_of(name)).lower()
    if not all(reason in finding["message"].lower() for finding in wrong): faults.append(f"{reason!r} is not in: {shown}")
    return faults


def errors(trial, interference, report, options):
    harmless = collections.Counter()
    for origin in options.origins:
        counts = collections.Counter()
        runs = turn = 0

        def inject(kind, name, begin, times, at, version):
            """False if a build makes fewer calls."""
            nonlocal runs
            if begin == "nothing": shutil.rmtree(trial.output, ignore_errors=True)
            trial.kept_foreign = () if begin == "nothing" else trial_site.FOREIGN
            environment = interference.environment(kind, at, number_of(name), origin, times)
            run = trial.build(version, "--jobs", "1", "--format", "json", environment=environment)
            count, failed, about = interference.result()
            if failed == 0: return False
            runs += 1
            counts[kind] = max(counts[kind], count)
            about = about.replace(str(trial.folder), "")
            which = f"{kind} {at}" + ("" if times else " and all after it")
            what = f"{name} at {which} of {count} by the {origin}, onto {begin} ({about})"
            # Where a user may not write, nothing is recorded, and a build works all the same.
            if name in ("EACCES", "EROFS") and run.returncode == 0 and f"/{trial_site.STATE}" in about: trial.sign()
            faults = judge(trial, run, version, name, origin, times == 1, begin == "version")
            report.fault(what, faults + trial.torn() + trial.leftovers())
            if run.returncode == 0 and name not in HARMLESS: harmless[about] += 1
            mend(trial, report, version, what, foreign=begin == "version")
            return True

        for kind, names in ERRORS.items():
            if options.calls and kind not in options.calls: continue
            # Every error at every call; the most common ones also without an existing site, and permanently.
            common = [name for name in names if name in ("ENOSPC", "EIO", "EMFILE")]
            ways = [(name, "version", 1) for name in names] + [(name, "nothing", 1) for name in common]
            ways += [(name, "version", 0) for name in common]
            if origin == "libraries": ways = [way for way in ways if way[1:] == ("version", 1) and way[0] not in HARMLESS]
            if not ways: continue
            # With --short, one error per call instead of all.
            lists = [[way] for way in ways] if options.stride == 1 else [ways]
            for ways in lists:
                trial.reset(0)
                at, version, more = 0, 0, True
                while more:
                    at += options.stride * (5 if ways[0][2] == 0 else 1)
                    version = (version + 1) % 4
                    turn += 1
                    way = ways[turn % len(ways)]
                    if way[1] == "version" and len(ways) > 1: trial.reset((version + 1) % 4)
                    more = inject(kind, *way, at, version)
        listed = ", ".join(f"{kind} {count}" for kind, count in counts.items())
        report.figure(f"{runs} builds with an error in a call of the {origin}; calls of a build: {listed}")
    trial.kept_foreign = trial_site.FOREIGN
    # Harmless failures: what fontconfig can do without, a call with an alternative, and folders that are not empty.
    kinds = collections.Counter()
    for about, count in harmless.items():
        call, _, path = about.partition(" ")
        kinds[f"{call} of {'the output' if path.startswith('/Output') else 'the sources' if path.startswith('/site') else 'fontconfig'}"] += count
    print(f"  of these harmless: {told(kinds) or 'none'}")


# --- Limits

MS_REMOUNT, MS_BIND, MS_RDONLY, MNT_DETACH = 32, 4096, 1, 2
LIBC = ctypes.CDLL(None, use_errno=True)


@contextlib.contextmanager
def mounted(folder, options):
    """A file system in memory, for this process and its children."""
    if LIBC.mount(b"none", str(folder).encode(), b"tmpfs", 0, options.encode()) != 0:
        raise OSError(ctypes.get_errno(), "mount")
    try:
        yield lambda options: LIBC.mount(b"none", str(folder).encode(), b"tmpfs", MS_REMOUNT, options.encode())
    finally:
        LIBC.umount2(str(folder).encode(), MNT_DETACH)


@contextlib.contextmanager
def read_only(folder):
    """A folder on a read-only file system."""
    name = str(folder).encode()
    if LIBC.mount(name, name, None, MS_BIND, None) != 0: raise OSError(ctypes.get_errno(), "mount")
    try:
        if LIBC.mount(name, name, None, MS_BIND | MS_REMOUNT | MS_RDONLY, None) != 0:
            raise OSError(ctypes.get_errno(), "mount")
        yield
    finally:
        LIBC.umount2(name, MNT_DETACH)


def refused(run, reasons):
    """Faults in how a build reports that it cannot run: exit code 2 and one message, with one of these reasons."""
    text = run.stderr.decode(errors="replace")
    lines = [line for line in text.splitlines() if re.search(r"(^|: )error: ", line)]
    if run.returncode != 2: return [f"exit code {run.returncode}: {text}"]
    if len(lines) != 1: return [f"{len(lines)} messages: {text}"]
    if not any(reason in lines[0] for reason in reasons): return [f"no reason: {lines[0]}"]
    if lines[0].startswith((": ", "error: ")) and "limit" not in lines[0]: return [f"no path: {lines[0]}"]
    return []


def limits(trial, interference, report, options):
    full_disk(trial, report, options)
    closed_folders(trial, report)
    resources(trial, report, options)
    streams(trial, report)
    scratch(trial, interference, report, options)


def full_disk(trial, report, options):
    """A disk that fills up after each of its pages, and one without room for more names."""
    outcomes = collections.Counter()
    size = sum(len(entry[1] or b"") for entry in trial.clean[3].values())
    room = [f"size={kilobytes}k" for kilobytes in range(40, 3 * size // 1024, 4 * options.coarseness)]
    room += [f"nr_inodes={count}" for count in range(30, 140, 3 * options.coarseness)]
    try:
        for wanted in room:
            shutil.rmtree(trial.output, ignore_errors=True)
            trial.output.mkdir()
            with mounted(trial.output, "mode=755,size=64m") as remount:
                for path, (mode, content) in sorted(trial.clean[0].items()):
                    place = trial.output / path
                    place.mkdir() if content is None else place.write_bytes(content)
                trial.sign()
                if remount("mode=755," + wanted) != 0: continue  # too small for what is already there
                run = trial.build(3)
                what = f"a disk with {wanted}"
                outcomes["refused" if run.returncode else "built"] += 1
                if run.returncode != 0:
                    faults = refused(run, ["no space left on device"])
                    if "help: Free some space: this build writes " not in run.stderr.decode():
                        faults.append(f"nothing says how much room it takes: {run.stderr.decode()}")
                    report.fault(what, faults)
                    staged = [name for name in trial_site.tree(trial.output) if "staging" in name]
                    report.fault(what, [f"{name} stays and takes room" for name in staged])
                report.fault(what, trial.torn() + trial.leftovers())
                remount("mode=755,size=64m,nr_inodes=1m")
                mend(trial, report, 3, what)
    except OSError as error:
        print(f"left out: a full disk, because nothing can be mounted here ({error})")
        return
    if len(outcomes) < 2: report.fault("a full disk", [f"proves nothing: {dict(outcomes)}"])
    report.figure(f"full disks: {outcomes['refused']} builds refused, {outcomes['built']} had room enough")


def closed_folders(trial, report):
    """Folders that cannot be written to, or sources that cannot be read, for the user or for all."""
    counts = collections.Counter()
    as_nobody = []
    if os.getuid() == 0:
        as_nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--"]
        os.chmod(trial.folder, 0o755)

    def build(version):
        return subprocess.run(
            as_nobody + trial.command(version), env=trial.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIME_LIMIT)

    def own(folder):
        if os.getuid() != 0: return
        for place in [folder, *folder.rglob("*")]: os.chown(place, 65534, 65534, follow_symlinks=False)

    trial.reset(0)
    for name in [""] + sorted(path for path, (_, content) in trial.clean[0].items() if content is None):
        trial.reset(0)
        own(trial.output)
        own(trial.state)
        place = trial.output / name
        place.chmod(0o555)
        run = build(1)
        what = f"Output/{name} without leave to write"
        counts["refused" if run.returncode else "built"] += 1
        if run.returncode: report.fault(what, refused(run, ["permission denied"]))
        elif (place.stat().st_mode & 0o777) == 0o555:
            place.chmod(0o755)
            report.fault(what, trial.not_clean(1))
        report.fault(what, trial.torn() + trial.leftovers())
        place.chmod(0o755)
        mend(trial, report, 1, what)
    for name in ["cardshelf.yml", "Content", "Content/near/moon.md", "Content/planets/_index.md", "Content/near/moon.svg",
                 "Content/planets", "Themes", "Themes/trial", "Themes/trial/theme.yml", "Themes/trial/page.mustache"]:
        trial.reset(0)
        own(trial.output)
        own(trial.state)
        place = trial.roots[1] / name
        mode = place.stat().st_mode & 0o777
        place.chmod(0)
        run = build(1)
        place.chmod(mode)
        counts["refused"] += 1
        report.fault(f"{name} without leave to read", refused(run, ["permission denied"]))
        report.fault(f"{name} without leave to read", trial_site.differences(trial_site.tree(trial.output), trial.clean[0]))
    try:
        for name in ["", "assets", "planets"]:
            trial.reset(0)
            with read_only(trial.output / name):
                run = trial.build(3)
                counts["refused" if run.returncode else "built"] += 1
                # Moving a file to another file system requires copying, which is not atomic.
                reasons = ["read-only file system", "invalid cross-device link"]
                if run.returncode: report.fault(f"Output/{name} mounted to be read", refused(run, reasons))
                report.fault(f"Output/{name} mounted to be read", trial.torn() + trial.leftovers())
            mend(trial, report, 3, f"Output/{name} mounted to be read")
    except OSError as error:
        print(f"left out: read-only file systems, because nothing can be mounted here ({error})")
    report.figure(f"closed folders: {counts['refused']} builds refused, {counts['built']} did not need them")


def resources(trial, report, options):
    """Few descriptors, little memory, short files, few threads."""

    def starts(kind, value):
        """Whether libraries leave it to the program to fail. Some allocate, and crash, as they are loaded."""
        run = trial.build(1, environment={"LD_DEBUG": "files"}, preexec_fn=lambda: resource.setrlimit(kind, (value, value)))
        return b"transferring control: " in run.stderr

    def limited(kind, value, what, reasons, crashes=False):
        """Builds under a limit; if a build `crashes`, at least the published site must be consistent."""
        trial.reset(0)
        run = trial.build(1, preexec_fn=lambda: resource.setrlimit(kind, (value, value)))
        if run.returncode == 0: outcome = "built"
        elif run.returncode == 2:
            outcome = "refused"
            if not crashes: report.fault(what, refused(run, reasons))
        elif run.returncode == 127: outcome = "could not be loaded"
        elif crashes and not starts(kind, value): outcome = "could not be loaded"
        else: outcome = f"ended by signal {-run.returncode}" if run.returncode < 0 else f"exit code {run.returncode}"
        if run.returncode not in (0, 2, 127) and not crashes: report.fault(what, [f"{outcome}: {run.stderr.decode()[-300:]}"])
        if outcome.startswith("ended") and not run.stderr: report.fault(what, ["it says nothing"])
        report.fault(what, trial.torn() + trial.leftovers())
        mend(trial, report, 1, what)
        return outcome

    descriptors = collections.Counter(
        limited(resource.RLIMIT_NOFILE, count, f"{count} descriptors", ["too many open files", "the limit of"])
        for count in range(3, 65, options.coarseness))
    report.figure(f"3 to 64 descriptors: {told(descriptors)}")
    # From what is needed to load the program to what it needs, and more.
    highest = 512 << 20
    memory = collections.Counter()
    for step in range(0, 64, options.coarseness):
        amount = (16 << 20) + (highest - (16 << 20)) * step // 63
        memory[limited(resource.RLIMIT_AS, amount, f"{amount >> 20} MiB of addresses", [], crashes=True)] += 1
    report.figure(f"16 to {highest >> 20} MiB of addresses: {told(memory)}")
    data = collections.Counter()
    for step in range(0, 64, options.coarseness):
        amount = (16 << 20) + (highest - (16 << 20)) * step // 63
        data[limited(resource.RLIMIT_DATA, amount, f"{amount >> 20} MiB of data", [], crashes=True)] += 1
    report.figure(f"16 to {highest >> 20} MiB of data: {told(data)}")
    few_processes(trial, report, options)
    longest = max(len(entry[1] or b"") for entry in trial.clean[1].values())
    files = collections.Counter(
        limited(resource.RLIMIT_FSIZE, size, f"files of {size} bytes", ["file too large"])
        for size in range(0, longest + 4096, (longest + 4096) // (32 // options.coarseness)))
    report.figure(f"files of 0 to {longest + 4096} bytes: {told(files)}")


def few_processes(trial, report, options):
    """Builds of a user with a limited number of processes and threads; root has no limit."""
    if os.getuid() != 0: return print("left out: few processes, because only root can become a user who has none")
    os.chmod(trial.folder, 0o755)
    counts = collections.Counter()
    for count in range(1, 33, max(1, options.coarseness // 4)):
        trial.reset(0)
        for place in [trial.output, *trial.output.rglob("*"), trial.state, *trial.state.rglob("*")]: os.chown(place, 65534, 65534, follow_symlinks=False)
        as_nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--", "prlimit", f"--nproc={count}", "--"]
        what = f"{count} processes"
        try:
            run = subprocess.run(as_nobody + trial.command(1), env=trial.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            report.fault(what, ["it hangs"])
            counts["hung"] += 1
            continue
        counts["refused" if run.returncode else "built"] += 1
        if run.returncode: report.fault(what, refused(run, ["the limit of processes", "resource temporarily unavailable"]))
        report.fault(what, trial.torn() + trial.leftovers())
    report.figure(f"1 to 32 processes: {told(counts)}")


def told(outcomes):
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))


def streams(trial, report):
    """Standard streams that are closed, full, or pipes without a reader."""
    ways = ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full", ">/dev/full 2>/dev/full"]
    count = 0
    for version, more in [(1, []), (1, ["--format", "json"])]:
        for way in ways:
            trial.reset(0)
            command = " ".join(trial.command(version, *more)) + " " + way
            run = subprocess.run(["sh", "-c", command], env=trial.environment, capture_output=True, timeout=TIME_LIMIT)
            what = f"a build with {' '.join(more)} {way}"
            count += 1
            loses = way.startswith(">/dev/full")
            if run.returncode not in ([0, 2] if loses else [0]): report.fault(what, [f"exit code {run.returncode}: {run.stderr}"])
            if more and loses and run.returncode == 0: report.fault(what, ["findings are lost, and it says nothing"])
            report.fault(what, trial.not_clean(version))
    # More bytes of findings than a pipe can buffer, and a reader that goes away.
    bad = trial.folder / "bad"
    shutil.copytree(trial.roots[0], bad, ignore=shutil.ignore_patterns(trial_site.STATE))
    for number in range(2000): (bad / f"Content/near/c{number}.md").write_text(f"---\ntitle: Card\nlink: nowhere{number}\n---\n")
    for reader in ["head -c 10", "true"]:
        for more in ["--format json", "2>&1"]:
            trial.reset(0)
            command = f"{' '.join(trial.command(0)).replace(str(trial.roots[0]), str(bad))} {more} | {reader}"
            run = subprocess.run(["bash", "-c", command + '; exit ${PIPESTATUS[0]}'], env=trial.environment,
                                 capture_output=True, timeout=TIME_LIMIT)
            count += 1
            what = f"{more} read by {reader}"
            if run.returncode not in (1, 2, 128 + signal.SIGPIPE): report.fault(what, [f"exit code {run.returncode}"])
            report.fault(what, trial_site.differences(trial_site.tree(trial.output), trial.clean[0]))
    shutil.rmtree(bad)
    report.figure(f"{count} builds with streams that are closed, full or broken")


def scratch(trial, interference, report, options):
    """A site with more pages than fit in memory, and no place to put them."""
    chance = random.Random(options.seed)
    large = trial.folder / "large"
    sources = {"cardshelf.yml": "title: Large\ntheme: trial\n", "Content/_index.md": "---\ntitle: Large\n---\n"}
    for page in range(32):
        sources[f"Content/p{page}/_index.md"] = f"---\ntitle: Page {page}\nkind: page\n---\n"
        for card in range(300):
            words = " ".join(f"word{(card * 7 + word * 13 + page) % 97}" for word in range(500 + card % 50))
            sources[f"Content/p{page}/s{card // 30}/c{card:03}.md"] = f"---\ntitle: Card {card}\n---\n{words}\n"
    trial_site.write_site(large, sources)
    output = trial.folder / "LargeOutput"
    command = [PROGRAM, "build", "--root", str(large), "--output", str(output)]

    def build(folder, environment={}):
        shutil.rmtree(output, ignore_errors=True)
        return subprocess.run(
            command, env={**trial.environment, "TMPDIR": str(folder), **environment}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIME_LIMIT)

    run = build(trial.scratch)
    clean = trial_site.tree(output)
    if run.returncode != 0: report.fault("a large site", [run.stderr.decode()])
    size = sum(len(entry[1] or b"") for entry in clean.values())
    count = 1

    def same(what, run):
        nonlocal count
        count += 1
        if run.returncode != 0: report.fault(what, [f"exit code {run.returncode}: {run.stderr.decode()}"])
        report.fault(what, trial_site.differences(trial_site.tree(output), clean))

    same("TMPDIR missing", build(trial.folder / "no-such-folder"))
    if not options.short:
        same("TMPDIR a file", build(large / "cardshelf.yml"))
        same("TMPDIR in /proc", build("/proc"))
    try:
        for room in ["size=1m"] if options.short else ["size=64k", "size=1m", "size=8m", "nr_inodes=1"]:
            with mounted(trial.scratch, "mode=777," + room): same(f"TMPDIR with {room}", build(trial.scratch))
        with contextlib.nullcontext() if options.short else read_only(trial.scratch):
            if not options.short: same("TMPDIR to be read", build(trial.scratch))
    except OSError as error:
        print(f"left out: full scratch folders, because nothing can be mounted here ({error})")
    # Reading back is required.
    at = refusals = 0
    while refusals < options.scratch_errors:
        at += 1
        run = build(trial.scratch, interference.environment("scratch-read", at, errno.EIO))
        number, failed, about = interference.result()
        if failed == 0: break
        count += 1
        refusals += 1
        what = f"EIO at scratch read {at} of {number}"
        report.fault(what, refused(run, ["input/output error"]))
        if any(path.endswith(".html") for path in trial_site.tree(output)): report.fault(what, ["it publishes pages"])
    at = 0
    while at < options.scratch_errors:
        at += 1
        run = build(trial.scratch, interference.environment("scratch-write", at, errno.ENOSPC))
        if interference.result()[1] == 0: break
        same(f"ENOSPC at scratch write {at}", run)
    # Files of a large site are staged, and the disk is waited for, while it is laid out: what fails then comes to light later.
    for kind, name in [("fsync", "EIO"), ("write", "ENOSPC")]:
        for at in [1] if options.short else [1, 2, 3]:
            run = build(trial.scratch, interference.environment(kind, at, getattr(errno, name)))
            count += 1
            what = f"{name} at {kind} {at} of a large site"
            if interference.result()[1] == 0: report.fault(what, ["there is no such call"])
            report.fault(what, refused(run, [os.strerror(getattr(errno, name)).lower()]))
            if any(path.endswith(".html") for path in trial_site.tree(output)): report.fault(what, ["it publishes pages"])
    start = time.monotonic()
    build(trial.scratch)
    longest = time.monotonic() - start
    for _ in range(1 if options.short else 20):
        shutil.rmtree(output, ignore_errors=True)
        with subprocess.Popen(command, env=trial.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            time.sleep(chance.random() * longest)
            process.kill()
        run = subprocess.run(command, env=trial.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT)
        same("a kill", run)
    if not refusals: report.fault("a large site", [f"nothing was put aside of {size >> 20} MiB"])
    if os.listdir(trial.scratch): report.fault("a large site", [f"left in TMPDIR: {os.listdir(trial.scratch)}"])
    shutil.rmtree(large)
    shutil.rmtree(output)
    report.figure(f"{count} builds of a site of {size >> 20} MiB with nowhere to put what is too much for memory")


# --- Signals

def signals(trial, interference, report, options):
    chance = random.Random(options.seed)
    counts = collections.Counter()
    trial.reset(0)
    for name in ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGXCPU"]:
        number = getattr(signal, name)
        for _ in range(5 if options.short else 50):
            version = chance.randrange(4)
            process = trial.start(version, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.random() * 0.05)
            process.send_signal(number)
            code = process.wait(TIME_LIMIT)
            counts[f"{name} {'ended it' if code else 'came too late'}"] += 1
            if code not in (0, -number): report.fault(name, [f"exit code {code}"])
            report.fault(name, trial.torn() + trial.leftovers())
            mend(trial, report, chance.randrange(4), name)
    report.figure(f"signals: {told(counts)}")


# --- Together

def together(trial, interference, report, options):
    chance = random.Random(options.seed)
    rounds = 5 if options.short else 125
    for count in [2, 8]:
        trial.reset(0)
        for number in range(rounds):
            versions = [chance.randrange(4) for _ in range(count)]
            started = [trial.start(version, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for version in versions]
            what = f"round {number} of {count} builds at once"
            for process in started:
                try:
                    _, text = process.communicate(timeout=TIME_LIMIT)
                    if process.returncode != 0: report.fault(what, [f"exit code {process.returncode}: {text.decode()}"])
                except subprocess.TimeoutExpired:
                    report.fault(what, ["a build never ends"])
                    process.kill()
            found = trial_site.tree(trial.output)
            if not any(found == trial.clean[version] for version in versions):
                report.fault(what, ["the folder is none of theirs"] + list(trial_site.differences(found, trial.clean[versions[0]])))
        report.figure(f"{rounds} rounds of {count} builds at once")
    if not options.short: held(trial, report)
    edited(trial, report, options, chance)


def held(trial, report):
    """Another process locks the folder and does not release it."""
    trial.reset(0)
    lock = os.open(trial.output, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    run = trial.build(1, timeout=3 * TIME_LIMIT)
    os.close(lock)
    report.fault("a lock that is held", refused(run, ["another build has been writing to this folder"]))
    report.fault("a lock that is held", trial_site.differences(trial_site.tree(trial.output), trial.clean[0]))
    mend(trial, report, 1, "a lock that is held")
    report.figure("a lock that another process holds is told")


def edited(trial, report, options, chance):
    """Cards that another program rewrites while a build reads them: the result is the build of one reading. A card that is
    overwritten is an empty file for a moment, which is a card too, named after its file; the build must say so."""
    root, output = trial.folder / "edited", trial.folder / "EditedOutput"
    sources = {"cardshelf.yml": "title: Edited\ntheme: trial\n", "Content/_index.md": "---\ntitle: Edited\n---\n"}
    trial_site.write_site(root, sources)
    cards = [root / f"Content/s{number % 8}/card{number:03}.md" for number in range(1000 if not options.short else 200)]
    text = lambda number, letter: f"---\ntitle: Card {number} {letter}\n---\nSays {number} {letter}.\n"
    for number, card in enumerate(cards):
        card.parent.mkdir(exist_ok=True)
        card.write_text(text(number, "a"))
    stopped = threading.Event()

    def rewrite(way):
        letters = random.Random(options.seed)
        while not stopped.is_set():
            number = letters.randrange(len(cards))
            new = text(number, letters.choice("ab"))
            if way == "replaced":
                beside = cards[number].with_name(".new")
                beside.write_text(new)
                os.replace(beside, cards[number])
            elif way == "overwritten":
                with open(cards[number], "w") as card:
                    time.sleep(letters.choice([0, 0.02]))
                    card.write(new)
            else:
                cards[number].unlink()
                cards[number].write_text(new)
            time.sleep(letters.choice([0, 0.0005, 0.005, 0.02]))

    outcomes, empty = collections.Counter(), 0
    for way in ["replaced", "overwritten", "removed for a moment"]:
        for number in range(3 if options.short else 40):
            stopped.clear()
            shutil.rmtree(output, ignore_errors=True)
            writer = threading.Thread(target=rewrite, args=[way])
            writer.start()
            command = [PROGRAM, "build", "--root", str(root), "--output", str(output), "--format", "json", "--all-findings"]
            run = subprocess.run(command, env=trial.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT)
            stopped.set()
            writer.join()
            what = f"build {number} of cards that are {way}"
            outcomes[f"{way}, {'built' if run.returncode == 0 else 'refused'}"] += 1
            if run.returncode != 0:
                if way == "replaced" or run.returncode not in (1, 2):
                    report.fault(what, [f"exit code {run.returncode}: {(run.stdout + run.stderr).decode()[:400]}"])
                if output.exists() and list(output.rglob("*.html")): report.fault(what, ["it publishes pages"])
                continue
            # What it read, according to itself; a build of exactly this must give the same result.
            found = trial_site.tree(output)
            page = found["index.html"][1].decode()
            letters = dict(re.findall(r">Card (\d+) ([ab])<", page))
            told_as_empty = {finding["path"] for finding in json.loads(run.stdout)["diagnostics"] if finding["rule"] == "title-missing"}
            stable = trial.folder / "stable"
            shutil.rmtree(stable, ignore_errors=True)
            trial_site.write_site(stable, sources)
            for index, card in enumerate(cards):
                copy = stable / card.relative_to(root)
                copy.parent.mkdir(exist_ok=True)
                if str(index) in letters: copy.write_text(text(index, letters[str(index)]))
                elif str(card.relative_to(root)) in told_as_empty: copy.write_text("")
            shutil.rmtree(output)
            command[3] = str(stable)
            subprocess.run(command, env=trial.environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            report.fault(what, trial_site.differences(found, trial_site.tree(output)))
            empty += len(told_as_empty)
            if way != "removed for a moment" and len(letters) + len(told_as_empty) != len(cards):
                report.fault(what, [f"{len(cards) - len(letters) - len(told_as_empty)} cards are lost"])
    for place in [root, trial.folder / "stable", output]: shutil.rmtree(place, ignore_errors=True)
    report.figure(f"builds of {len(cards)} cards while they are edited: {told(outcomes)}; {empty} cards read while empty")


# --- Proof

def prove(trial, interference, options):
    """Damages what is published, as a faulty writer would, and counts undetected damage."""
    missed = []
    path = lambda ending: next(str(trial.output / name) for name in sorted(trial.clean[0]) if name.endswith(ending))
    write = lambda name, content: pathlib.Path(name).write_bytes(content)
    halves = lambda: trial.clean[0]["index.html"][1][:300] + trial.clean[3]["index.html"][1][300:]
    damages = {
        "a font is gone": lambda: os.unlink(path(".woff2")),
        "an image is gone": lambda: os.unlink(path(".svg")),
        "a style sheet is empty": lambda: write(path(".css"), b""),
        "a page is cut": lambda: write(path("index.html"), b"<!DOCTYPE html>"),
        "a page is of two versions": lambda: write(trial.output / "index.html", halves()),
        "layout.json is cut": lambda: write(trial.output / "layout.json", b"{"),
        "layout.json is gone": lambda: os.unlink(trial.output / "layout.json"),
        "another's file is changed": lambda: write(trial.output / "CNAME", b"cardshelf"),
        "another's file is gone": lambda: os.unlink(trial.output / "planets/notes.txt"),
    }
    for name, damage in damages.items():
        trial.reset(0)
        damage()
        if not trial.torn(): missed.append(name)
    leavings = {
        "a staged file is left": lambda: (os.mkdir(trial.output / ".cardshelf-staging"), write(trial.output / ".cardshelf-staging/0", b"")),
        "an empty folder is left": lambda: os.mkdir(trial.output / "comets"),
        "the record is gone": lambda: trial.record().unlink(),
        "a mode is another": lambda: os.chmod(trial.output / "assets", 0o700),
        "a page is gone": lambda: os.unlink(trial.output / "index.html"),
        "a scratch file is left": lambda: write(trial.scratch / "spool", b""),
        "a source is touched": lambda: write(trial.roots[2] / "Content/near/moon.md", b"x"),
    }
    for name, leave in leavings.items():
        trial.reset(0)
        leave()
        if not trial.not_clean(0): missed.append(name)
        write(trial.roots[2] / "Content/near/moon.md", trial_site.versions()[2]["Content/near/moon.md"].encode())
        (trial.scratch / "spool").unlink(missing_ok=True)
    # A writer that overwrites files in place.
    torn = at = 0
    restored = trial.folder / "copied"
    while True:
        at += 1
        trial_site.restore(restored, trial.whole[3])
        trial.reset(0)
        environment = {**trial.environment, **interference.environment("change", at, "kill")}
        run = subprocess.run(["cp", "-R", f"{restored}/.", str(trial.output)], env=environment)
        if run.returncode == 0: break
        torn += bool(trial.torn())
    shutil.rmtree(restored)
    if not torn: missed.append(f"cp was killed {at - 1} times over a site")
    # A kernel that only claims to have renamed.
    lies = at = 0
    while True:
        at += 1
        trial.reset(0)
        run = trial.build(1, "--jobs", "1", "--format", "json", environment=interference.environment("rename", at, "lie"))
        _, failed, about = interference.result()
        if failed == 0: break
        lies += 1
        # A record that is not written is written again at the end.
        if f"/{trial_site.STATE}" in about and run.returncode == 0 and not trial.not_clean(1): continue
        if not judge(trial, run, 1, "EIO", "program", True, True): missed.append(f"rename {at} was not made ({about})")
    answer = lambda code, *messages: subprocess.CompletedProcess([], code, json.dumps({"diagnostics": [
        {"severity": "error", "path": "Output/index.html", "message": message} for message in messages]}).encode(), b"")
    trial.reset(0)
    for name, run in {
        "a crash": answer(-6), "exit code 1": answer(1, "cannot write: input/output error"), "no message": answer(2),
        "two messages": answer(2, "cannot write: input/output error", "cannot write: input/output error"),
        "no reason": answer(2, "cannot write"), "success": answer(0),
    }.items():
        if not judge(trial, run, 1, "EIO", "program", True, True): missed.append(name)
    for name in missed: print(f"not found: {name}", file=sys.stderr)
    print(f"{len(damages) + len(leavings) + 6} damages, {lies} renames that were not made and a copy that was killed "
          f"({torn} times torn): {len(missed)} not found")
    return 1 if missed else 0


PARTS = {"kills": kills, "calls": calls, "errors": errors, "limits": limits, "signals": signals, "together": together}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--origin", choices=["program", "libraries"], help="whose calls are refused; default: both")
    parser.add_argument("--calls", type=lambda text: text.split(","), metavar="KIND,…", help="which calls are refused; default: all")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--prove", action="store_true")
    options = parser.parse_args()
    if unknown := [part for part in options.parts if part not in PARTS]: parser.error(f"there is no part called {unknown[0]}")
    if not os.access(PROGRAM, os.X_OK): parser.error(f"no program {PROGRAM}; build it, or name it with CARDSHELF")
    options.origins = [options.origin] if options.origin else ["program", "libraries"]
    options.kills = options.kills or (100 if options.short else 5000)
    options.stride = 7 if options.short else 1
    options.scratch_errors = 1 if options.short else 100
    options.coarseness = 8 if options.short else 1
    options.seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    with_own_mounts()
    # In memory, where a build takes a few hundredths of a second independently of the disk.
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="cardshelf-faults-", dir=base) as folder:
        interference = Interference(compiled(folder), pathlib.Path(folder) / "tally")
        trial = Trial(f"{folder}/trial")
        try:
            if options.prove: return prove(trial, interference, options)
            report = Report()
            os.chmod(folder, 0o755)
            for part in options.parts or PARTS: PARTS[part](trial, interference, report, options)
        finally:
            trial.close()
    print(f"{report.faults} faults (seed {options.seed})")
    return 1 if report.faults else 0


def with_own_mounts():
    """Restarts in a namespace where this process may mount file systems that only it and its children see."""
    if os.environ.pop("CARDSHELF_OWN_MOUNTS", None): return
    try_first = ["unshare", "--mount"] + ([] if os.getuid() == 0 else ["--map-root-user"])
    if subprocess.run([*try_first, "true"], stderr=subprocess.DEVNULL).returncode != 0: return
    os.environ["CARDSHELF_OWN_MOUNTS"] = "yes"
    os.execvp("unshare", [*try_first, sys.executable, *sys.argv])


if __name__ == "__main__":
    sys.exit(main())
