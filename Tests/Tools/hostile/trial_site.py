"""A small site in several versions, the clean build of each, and a check of folders that builds wrote to.

For tools that disturb builds: after any disturbance, each published page is completely that of one version, with
everything that it needs, and the next build gives the same folder as a clean build.
"""
import ctypes, os, pathlib, re, shutil, stat, struct, subprocess

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.path.abspath(os.environ.get("CARDSHELF", PROJECT / ".build/release/cardshelf"))
TIME_LIMIT = 60

# Files in the output folder that are not Cardshelf's.
FOREIGN = {"CNAME": b"cards.example\n", "fonts/mine.txt": b"mine", "planets/notes.txt": b"notes", ".nojekyll": b""}

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9" width="16" height="9"><path d="{}"/></svg>\n'


def versions():
    """The sources of each version, by path. Neighbouring versions differ in every way in which a site can change."""
    base = {
        "cardshelf.yml": "title: Trial\nlang: en\ntheme: trial\n",
        "Content/_index.md": "---\ntitle: Home\n---\n",
        "Content/near/moon.md": "---\ntitle: Moon\nimage: moon.svg\n---\nThe *nearest* one.\n",
        "Content/near/moon.svg": SVG.format("M1 1h2"),
        "Content/near/venus.md": "---\ntitle: Venus\n---\nThe brightest one.\n",
        "Content/planets/_index.md": "---\ntitle: Planets\nkind: page\n---\n",
        "Content/planets/giants/_index.md": "---\ntitle: Giants\narrangement: grid\n---\n",
        "Content/planets/giants/saturn.md": "---\ntitle: Saturn\nimage: rings.svg\n---\n[Jupiter](jupiter.md)\n",
        "Content/planets/giants/jupiter.md": "---\ntitle: Jupiter\n---\nA storm.\n",
        "Content/planets/giants/rings.svg": SVG.format("M2 2h4"),
        "Content/stars/_index.md": "---\ntitle: Stars\nkind: page\n---\n",
        "Content/stars/bright/sirius.md": "---\ntitle: Sirius\n---\nThe dog star.\n",
    }
    # A card edited, one added, one removed; a page removed; another font, and another image under the same name.
    second = dict(base)
    second["Content/near/moon.md"] = "---\ntitle: The Moon\nimage: moon.svg\n---\nStill the **nearest** one.\n"
    second["Content/near/moon.svg"] = SVG.format("M1 1h9")
    second["Content/near/mars.md"] = "---\ntitle: Mars\nimage: mars.svg\n---\nThe red one.\n"
    second["Content/near/mars.svg"] = SVG.format("M3 3h3")
    del second["Content/near/venus.md"]
    for path in ["Content/stars/_index.md", "Content/stars/bright/sirius.md"]: del second[path]
    # A page becomes a shelf; another page is added; settings and colours of all pages change.
    third = dict(base)
    third["cardshelf.yml"] = "title: Another trial\nlang: en\ntheme: trial\n"
    third["Content/stars/_index.md"] = "---\ntitle: Stars\narrangement: list\n---\n"
    third["Content/stars/sirius.md"] = third.pop("Content/stars/bright/sirius.md")
    third["Content/comets/_index.md"] = "---\ntitle: Comets\nkind: page\ntextSize: xxLarge\n---\n"
    third["Content/comets/old/halley.md"] = "---\ntitle: Halley\nimage: tail.svg\n---\nBack in 2061.\n"
    third["Content/comets/old/tail.svg"] = SVG.format("M4 4h1")
    third["colour"] = "#006600"
    # Everything is edited.
    fourth = {path: text.replace("title: ", "title: New ") for path, text in base.items()}
    fourth["Content/near/moon.svg"] = SVG.format("M9 9h1")
    return [base, second, third, fourth]


def write_theme(folder, colour="#0a58c2"):
    """The project's own theme, reduced to one family."""
    source = PROJECT / "Themes/storefront"
    folder.mkdir(parents=True)
    text = (source / "theme.yml").read_text()
    text = re.sub(r"(?ms)^fonts:.*?^(?=textStyles:)", "fonts:\n  text: [Noto Sans]\n  mono: [Noto Sans]\n\n", text)
    assert "[Noto Sans]" in text and "#0a58c2" in text
    (folder / "theme.yml").write_text(text.replace("#0a58c2", colour))
    for name in ["paint.css", "page.mustache"]: shutil.copy(source / name, folder / name)


def write_site(root, sources):
    for path, text in sources.items():
        if path == "colour": continue
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    write_theme(root / "Themes/trial", sources.get("colour", "#0a58c2"))


def write_fonts(folder):
    """Two faces and a configuration that names no others, so that a build takes a few hundredths of a second."""
    (folder / "faces").mkdir(parents=True)
    for style in ["Regular", "Bold", "Italic"]:
        found = subprocess.run(
            ["fc-match", "-f", "%{file}", f"Noto Sans:style={style}"], capture_output=True, text=True, check=True)
        shutil.copy(found.stdout, folder / "faces")
    (folder / "fonts.conf").write_text(
        f"<fontconfig><dir>{folder}/faces</dir><cachedir>{folder}/cache</cachedir></fontconfig>\n")
    return folder / "fonts.conf"


# The folder in a site's root that proves which outputs the site's builds wrote.
STATE = ".cardshelf"
LIBC = ctypes.CDLL(None, use_errno=True)


def identity(path):
    """The inode of a file and its times of birth, change and modification, in the program's format."""
    facts = ctypes.create_string_buffer(256)
    if LIBC.statx(-100, os.fsencode(path), 0x100, 0xfff, facts) != 0: raise OSError(ctypes.get_errno(), str(path))
    known, = struct.unpack_from("I", facts, 0)
    inode, = struct.unpack_from("Q", facts, 32)
    birth, changed, written = ("%d.%d" % struct.unpack_from("qI", facts, offset) for offset in (80, 96, 112))
    return inode, birth if known & 0x800 else None, changed, written


def tree(folder):
    """Everything in a folder: the mode, and the bytes of a file or the target of a link."""
    found = {}

    def walk(path, prefix):
        for entry in os.scandir(path):
            name = prefix + entry.name
            mode = stat.S_IMODE(entry.stat(follow_symlinks=False).st_mode)
            if entry.is_symlink():
                found[name] = (mode, os.readlink(entry.path))
            elif entry.is_dir():
                found[name] = (mode, None)
                walk(entry.path, name + "/")
            elif entry.is_file():
                with open(entry.path, "rb") as file: found[name] = (mode, file.read())
            else:
                found[name] = (mode, "special")

    if os.path.isdir(folder): walk(folder, "")
    return found


def restore(folder, wanted):
    """Makes the content of a folder equal to a tree."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name, (mode, content) in sorted(wanted.items()):
        path = os.path.join(folder, name)
        if content is None:
            os.mkdir(path)
        else:
            with open(path, "wb") as file: file.write(content)
        os.chmod(path, mode)


def differences(found, wanted):
    for name in sorted(found.keys() | wanted.keys()):
        if name not in wanted: yield f"{name} is left over"
        elif name not in found: yield f"{name} is missing"
        elif found[name][1] != wanted[name][1]: yield f"{name} has other bytes"
        elif found[name][0] != wanted[name][0]: yield f"{name} has mode {found[name][0]:o}"


class Trial:
    """The versions in separate folders, one output folder and one record of it for all of them, and a folder for temporary
    files. As these are versions of one site, they have the same state folder: it is mounted in each, until `close`."""

    def __init__(self, folder, options=()):
        self.folder = pathlib.Path(folder)
        self.output = self.folder / "Output"
        self.scratch = self.folder / "scratch"
        self.scratch.mkdir(parents=True)
        self.state = self.folder / "state"
        self.state.mkdir()
        self.home = self.folder / "home"
        self.home.mkdir()
        self.options = list(options)
        self.environment = {
            "PATH": "/usr/bin:/bin", "TMPDIR": str(self.scratch), "HOME": str(self.home),
            "FONTCONFIG_FILE": str(write_fonts(self.folder / "fonts"))}
        self.roots, self.clean, self.whole = [], [], []
        for number, sources in enumerate(versions()):
            root = self.folder / f"site{number}"
            write_site(root, sources)
            (root / STATE).mkdir()
            if LIBC.mount(os.fsencode(self.state), os.fsencode(root / STATE), None, 4096, None) != 0:
                self.close()
                raise SystemExit(f"{root / STATE} cannot be mounted: {os.strerror(ctypes.get_errno())}")
            self.roots.append(root)
            shutil.rmtree(self.output, ignore_errors=True)
            self.build(number, check=True)
            self.whole.append(tree(self.output))
            with_foreign = dict(self.whole[-1])
            for path, content in FOREIGN.items():
                for above in list(pathlib.PurePath(path).parents)[:-1]: with_foreign.setdefault(str(above), (0o755, None))
                with_foreign[path] = (0o644, content)
            self.clean.append(with_foreign)
        self.surroundings = self.look_around()
        self.learn()

    # --- Builds

    def command(self, version, *more):
        return [PROGRAM, "build", "--root", str(self.roots[version]), "--output", str(self.output), *self.options, *more]

    def start(self, version, *more, environment={}, **options):
        return subprocess.Popen(
            self.command(version, *more), env={**self.environment, **environment}, stdin=subprocess.DEVNULL, **options)

    def build(self, version, *more, environment={}, check=False, **options):
        options.setdefault("timeout", TIME_LIMIT)
        run = subprocess.run(
            self.command(version, *more), env={**self.environment, **environment}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        if check and run.returncode != 0: raise SystemExit(f"a plain build fails: {run.stderr.decode()}")
        return run

    def reset(self, version):
        """An output folder without any disturbance."""
        restore(self.output, self.clean[version])
        self.sign()

    def close(self):
        for root in self.roots: LIBC.umount2(os.fsencode(root / STATE), 2)

    # --- The record of the output folder

    def record(self):
        inode, birth, _, _ = identity(self.output)
        return self.state / "outputs" / f"{inode}-{birth or ''}"

    def proof(self):
        """The lines by which the record names the files of the output folder."""
        inode, birth, _, _ = identity(self.record())
        lines = ["cardshelf-origin 2", f"this {inode} {birth or '-'}"]
        inode, birth, changed, _ = identity(self.state / ".gitignore")
        lines.append(f"marker {inode} {birth or changed}")
        inode, birth, _, _ = identity(self.output)
        lines.append(f"folder {inode} {birth or '-'}")
        inode, birth, _, written = identity(self.output / ".cardshelf-manifest")
        return lines + [f"manifest {inode} {birth or '-'} {written}"]

    def sign(self):
        """Makes a folder that was assembled here look like the output of builds."""
        shutil.rmtree(self.state / "outputs")
        (self.state / "outputs").mkdir()
        self.record().touch()
        self.record().write_text("\n".join(self.proof()) + "\n")

    def unproven(self):
        """Lines that the record lacks; later builds will not treat the folder's files as theirs."""
        try:
            found = self.record().read_text().splitlines()
            return [f"the record lacks {line!r}" for line in self.proof() if line not in found]
        except OSError as error:
            return [f"nothing proves the folder: {error}"]

    # --- What is known

    def learn(self):
        self.pages, self.assets, self.data = {}, {}, {}
        for clean in self.clean:
            for path, (_, content) in clean.items():
                if content is None or path in FOREIGN or path.startswith(".cardshelf"): continue
                if path.endswith(".html"): self.pages.setdefault(path, set()).add(content)
                elif path.endswith(".json"): self.data.setdefault(path, set()).add(content)
                else: self.assets.setdefault(path, set()).add(content)
        for path, contents in self.assets.items(): assert len(contents) == 1, f"{path} names two contents"
        assert any(len(contents) > 1 for contents in self.pages.values())
        # Names contain hashes, so a file needs an asset exactly if it contains the asset's name.
        names = {path.rpartition("/")[2]: path for path in self.assets}
        needs = lambda content: {names[found.decode()] for found in re.findall(rb"[A-Za-z0-9.-]+", content)
                                 if found.decode() in names}
        direct = {path: needs(next(iter(contents))) - {path} for path, contents in self.assets.items()}
        self.needed = {}
        for content in (content for contents in self.pages.values() for content in contents):
            reached, new = set(), needs(content)
            while new:
                reached |= new
                new = set().union(*(direct[path] for path in new)) - reached
            self.needed[content] = reached
            assert reached, "a page without assets proves nothing"

    def look_around(self):
        """Everything except the output folder, which builds must not change."""
        return {
            name: entry for name, entry in tree(self.folder).items()
            if name not in ("Output", "state") and f"/{STATE}/" not in name and not name.startswith(("Output/", "state/", "fonts/cache"))}

    # --- What is wrong

    def torn(self):
        """Faults of the output folder in the middle of a change."""
        found = tree(self.output)
        faults = []
        for path, content in FOREIGN.items():
            if path in self.kept_foreign and found.get(path, (0, None))[1] != content:
                faults.append(f"{path}, which is not Cardshelf's, is gone or changed")
        pages = [path for path in found if path.endswith(".html") and found[path][1] is not None]
        for path in pages:
            content = found[path][1]
            if content not in self.pages.get(path, ()):
                faults.append(f"{path} is no version's page")
                continue
            for asset in sorted(self.needed[content]):
                if asset not in found: faults.append(f"{path} lacks {asset}")
                elif found[asset][1] not in self.assets[asset]: faults.append(f"{asset}, of {path}, has other bytes")
        for path, contents in self.data.items():
            if path in found and found[path][1] not in contents: faults.append(f"{path} is no version's")
            if pages and path not in found: faults.append(f"{path} is missing beside pages")
        return faults

    # The foreign files that were put there.
    kept_foreign = FOREIGN

    def leftovers(self):
        return [f"outside the output folder, {difference}"
                for difference in differences(self.look_around(), self.surroundings)]

    def not_clean(self, version, foreign=True):
        """The differences between the whole folder and a clean build of a version."""
        wanted = self.clean[version] if foreign else self.whole[version]
        return list(differences(tree(self.output), wanted)) + self.leftovers() + self.unproven()
