"""Runs programs and measures their costs."""
import dataclasses, os, pathlib, statistics, subprocess, sys, tempfile

LAUNCH = pathlib.Path(__file__).resolve().parent / "launch.py"


@dataclasses.dataclass
class Cost:
    """Seconds, and peak resident memory in kB."""

    wall: float
    user: float
    system: float
    peak: int
    output: str
    status: int


def run(command, environment=None):
    """The costs of the process itself, from start to end."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "output"
        done = subprocess.run(
            [sys.executable, "-I", "-S", LAUNCH, output, *map(str, command)], check=True, capture_output=True, text=True,
            env={**os.environ, **(environment or {})})
        wall, user, system, peak, status = done.stdout.split()
        text = output.read_text(encoding="utf-8", errors="replace")
    return Cost(float(wall), float(user), float(system), int(peak), text, int(status))


def checked(command, **options):
    cost = run(command, **options)
    if cost.status != 0:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {cost.status}:\n{cost.output[-2000:]}")
    return cost


def output_of(command):
    """The first line that a program prints; empty if the program is missing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return (done.stdout.strip() or done.stderr.strip()).split("\n")[0]
    except (OSError, subprocess.TimeoutExpired):
        return ""


def medians(costs):
    return {key: statistics.median(getattr(c, key) for c in costs) for key in ("wall", "user", "system", "peak")}
