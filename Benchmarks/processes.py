"""Runs programs and says what they cost."""
import dataclasses, os, statistics, subprocess, tempfile, time


@dataclasses.dataclass
class Cost:
    """Seconds, and kB of resident memory at the peak."""

    wall: float
    user: float
    system: float
    peak: int
    output: str
    status: int


def run(command, environment=None, **options):
    """What the process itself took, from start to end. Its peak is at least this script's own size, some 20 MB."""
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})}, **options)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Cost(wall, usage.ru_utime, usage.ru_stime, usage.ru_maxrss, text, process.returncode)


def checked(command, **options):
    cost = run(command, **options)
    if cost.status != 0:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {cost.status}:\n{cost.output[-2000:]}")
    return cost


def output_of(command):
    """The first line that a program prints, or nothing when it is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return (done.stdout.strip() or done.stderr.strip()).split("\n")[0]
    except (OSError, subprocess.TimeoutExpired):
        return ""


def medians(costs):
    return {key: statistics.median(getattr(c, key) for c in costs) for key in ("wall", "user", "system", "peak")}
