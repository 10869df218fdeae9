#!/usr/bin/env python3
"""Compares a site with commits of repositories that are made to run, write, read or block what they should not.

    hostile_repositories.py [--keep] [NAME…]
    hostile_repositories.py --list

Each trap is first triggered by plain git, in a copy, which shows that it works (otherwise the trap says why git
protects itself). Then `cardshelf diff` runs under strace in another copy, and must

  - start no program but git, by its absolute path, with a repository of its own in its temporary folder
  - open no configuration of the repository, the user or the system, and nothing outside the site, apart from objects
    and references of the repository, the temporary folder, and the files of the system that a build reads
  - write only in its temporary folder, and leave nothing there
  - open no connection
  - leave the repository unchanged, byte for byte, and also the file that the trap would touch
  - end within seconds with the expected result: the changes of the layout, or a finding.

Needs python3, git and strace; one trap needs root. CARDSHELF names the program (default .build/release/cardshelf).
Exits with 1 if there are faults.
"""
import argparse, concurrent.futures, contextlib, hashlib, os, pathlib, pty, re, shutil, signal, stat, subprocess, sys, tempfile, time

from system_files import FONTS, READ_BY_BUILDS

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = pathlib.Path(os.environ.get("CARDSHELF", ROOT / ".build/release/cardshelf")).absolute()
GIT = shutil.which("git")
LONGEST = 60  # seconds, for runs that take one on an idle machine
SECRET = "CANARY-51c7"

# The system's files that a build reads, git among them.
SYSTEM = [
    *READ_BY_BUILDS, "/etc/ld.so", "/usr/share/texmf", "/usr/share/texlive", "/sys/fs/cgroup", "/proc", "/usr/share/zoneinfo",
    "/etc/localtime",
]
CLEAN = {"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
         "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "1700000000 +0000",
         "GIT_COMMITTER_DATE": "1700000000 +0000", "LC_ALL": "C"}
TRAPS = {}


class Place:
    """A folder with a repository whose site has a change, and beside it a home and a secret."""

    def __init__(self, folder, name):
        self.folder = pathlib.Path(folder) / name
        self.repository = self.folder / "repository"
        self.site = self.repository
        self.git_folder = self.repository / ".git"
        self.home, self.outside = self.folder / "home", self.folder / "outside"
        self.temporary, self.canary = self.folder / "temporary", self.folder / "canary"
        self.variables, self.against, self.current = {}, None, None

    def git(self, *words, folder=None, input=None, check=True, **variables):
        run = subprocess.run([GIT, "-C", folder or self.repository, *words], env={**CLEAN, "HOME": str(self.home), **variables},
                             input=input, capture_output=True, timeout=LONGEST)
        if check and run.returncode:
            raise RuntimeError(f"git {words}: {run.stderr.decode(errors='replace')}")
        return run.stdout.decode(errors="replace").strip()

    def config(self, name, value, file=None):
        self.git("config", *(["--file", str(file)] if file else []), name, value)

    def write(self, path, text, mode=0o644):
        path = self.repository / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def commit(self, message="x"):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    def tree(self, entries):
        """A tree object with any names: (mode, name, object)."""
        data = b"".join(f"{mode} ".encode() + name + b"\0" + bytes.fromhex(object) for mode, name, object in entries)
        return self.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", input=data)

    def commit_tree(self, tree):
        return self.git("commit-tree", tree, "-m", "x")

    def blob(self, data):
        return self.git("hash-object", "-w", "--stdin", input=data)

    @property
    def touch(self):
        """A command that triggers the trap, and prints nothing that git could use."""
        return f"touch '{self.canary}'"


def template(folder):
    """The base of all: a commit, and a second one with a longer title that needs one more line."""
    place = Place(folder, "template")
    for each in (place.repository, place.home, place.outside, place.temporary):
        each.mkdir(parents=True)
    place.git("init", "--quiet", "--initial-branch", "main")
    shutil.copytree(ROOT / "Themes/storefront", place.repository / "Themes/storefront")
    place.write("cardshelf.yml", "title: Sample\n")
    place.write("Content/one/a.md", "# A\n")
    place.base = place.commit("base")
    place.write("Content/one/a.md", "# A title that is so long that it takes two lines\n")
    place.commit("head")
    (place.outside / "secret").write_text(SECRET)
    return place


# MARK: Traps

def trap(control, said="1 shelf of 1 changed", code=1, root=False):
    """`control` triggers it with plain git: words, a function of the place, or the reason why git cannot be tricked.
    `said` is the expected output of `cardshelf diff`, on either stream, and `code` its exit code."""
    def add(plant):
        TRAPS[plant.__name__.replace("_", "-")] = (plant, control, said, code, root)
        return plant
    return add


def in_site(*words):
    return lambda place: place.git(*words, folder=place.site, check=False)


@trap(in_site("status"), "does not contain the site", 2)
def bare_repository_in_a_commit(place):
    """The simplest case: the site's folder is a bare repository because of its files."""
    place.site = place.repository / "site"
    for path, text in {"HEAD": "ref: refs/heads/main\n", "refs/x": "", "objects/info/alternates": "../../.git/objects\n",
                       "config": f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = \"{place.touch}; false\"\n",
                       "cardshelf.yml": "title: x\n", "Content/one/a.md": "# A\n"}.items():
        place.write("site/" + path, text)
    shutil.copytree(place.repository / "Themes", place.site / "Themes")
    place.commit()


@trap(in_site("status"), "2 shelves of 2 changed", 1)
def bare_repository_above_the_site(place):
    """The same, with the site in a subfolder, and with a site in the commit for comparison."""
    for name in ("planted/site/Content/one/a.md", "planted/site/Content/two/b.md"):
        place.write(name, "# A\n")
    place.write("planted/site/cardshelf.yml", "title: x\n")
    shutil.copytree(place.repository / "Themes", place.repository / "planted/site/Themes")
    place.against = place.commit()
    for name in ("a.md", "b.md"):
        for each in place.repository.glob("planted/site/Content/*/" + name):
            each.write_text("# A title that is so long that it takes two lines\n")
    for path, text in {"HEAD": "ref: refs/heads/main\n", "refs/x": "", "objects/x": "",
                       "config": f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = \"{place.touch}; false\"\n"}.items():
        place.write("planted/" + path, text)
    place.commit()
    place.site = place.repository / "planted/site"


@trap(in_site("status"))
def file_monitor(place):
    place.config("core.fsmonitor", place.touch + "; false")


@trap(in_site("checkout", "--detach"))
def hooks(place):
    for name in ("post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman"):
        place.write(f".git/hooks/{name}", f"#!/bin/sh\n{place.touch}\n", 0o755)


@trap(in_site("checkout", "--detach"))
def hooks_path(place):
    place.write("Content/one/.hooks/post-checkout", f"#!/bin/sh\n{place.touch}\n", 0o755)
    place.commit()
    place.config("core.hooksPath", "Content/one/.hooks")


def check_out_anew(place):
    for each in place.site.rglob("*.md"): each.unlink()
    place.git("checkout-index", "--all", "--force", folder=place.site, check=False)


def attributes(place, text, path=".gitattributes"):
    place.write(path, text)
    return place.commit() if path == ".gitattributes" else None


@trap(check_out_anew)
def smudge_filter(place):
    attributes(place, "*.md filter=x\n")
    place.config("filter.x.smudge", place.touch + "; cat")


@trap(check_out_anew)
def process_filter(place):
    attributes(place, "*.md filter=x\n")
    place.config("filter.x.process", place.touch)


@trap(check_out_anew)
def required_filter_of_info_attributes(place):
    attributes(place, "* filter=x\n", ".git/info/attributes")
    place.config("filter.x.smudge", place.touch + "; cat")
    place.config("filter.x.required", "true")


@trap(check_out_anew)
def filter_by_an_included_file(place):
    place.write("Content/one/.filters", f"[filter \"x\"]\n\tsmudge = \"{place.touch}; cat\"\n")
    attributes(place, "*.md filter=x\n")
    place.config("include.path", "../Content/one/.filters")


@trap(in_site("status"))
def included_file_by_condition(place):
    place.write("Content/one/.more", f"[core]\n\tfsmonitor = \"{place.touch}; false\"\n")
    place.commit()
    place.config("includeIf.onbranch:**.path", "../Content/one/.more")


@trap(in_site("status"))
def configuration_of_a_work_tree(place):
    place.config("extensions.worktreeConfig", "true")
    place.config("core.fsmonitor", place.touch + "; false", place.git_folder / "config.worktree")


@trap(in_site("diff", "--ext-diff", "HEAD~1"))
def external_diff(place):
    place.config("diff.external", place.touch)


@trap(in_site("diff", "--textconv", "HEAD~2"))
def text_conversion(place):
    attributes(place, "*.md diff=x\n")
    place.config("diff.x.textconv", place.touch + "; cat")


@trap(in_site("x"))
def aliases(place):
    for name in ("x", "rev-parse", "ls-tree", "cat-file"):
        place.config(f"alias.{name}", "!" + place.touch)


def at_a_terminal(*words):
    """git uses a pager for output that a person reads."""
    def spring(place):
        process, terminal = pty.fork()
        if process == 0:
            os.execvpe(GIT, [GIT, "-C", str(place.site), *words], {**CLEAN, "HOME": str(place.home), "TERM": "xterm"})
        with contextlib.suppress(OSError):
            while os.read(terminal, 1024): pass
        os.close(terminal)
        os.waitpid(process, 0)
    return spring


@trap(at_a_terminal("ls-tree", "HEAD"))
def pagers(place):
    place.config("core.pager", place.touch)
    for name in ("rev-parse", "ls-tree", "cat-file"):
        place.config(f"pager.{name}", place.touch)


def partial(place, **settings):
    """A clone that lacks a file of the commit, and would request it from a remote."""
    object = place.git("rev-parse", "HEAD~1:Content/one/a.md")
    place.config("core.repositoryFormatVersion", "1")
    place.config("extensions.partialClone", "origin")
    place.config("remote.origin.promisor", "true")
    place.config("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
    for name, value in settings.items():
        place.config(name.replace("__", "."), value)
    (place.git_folder / "objects" / object[:2] / object[2:]).unlink()


FETCH = in_site("cat-file", "blob", "HEAD~1:Content/one/a.md")
LACKS = ("lacks Content/one/a.md", 2)


@trap(FETCH, *LACKS)
def missing_object_by_ssh(place):
    partial(place, remote__origin__url="ssh://nowhere.invalid/x", core__sshCommand=place.touch + "; false")


@trap(FETCH, *LACKS)
def missing_object_by_a_command(place):
    partial(place, remote__origin__url="ext::sh -c " + f"touch% '{place.canary}'".replace("% ", "%  ").replace("touch%  ", "touch% "),
            protocol__ext__allow="always")


@trap(FETCH, *LACKS)
def missing_object_by_another_upload_pack(place):
    partial(place, remote__origin__url=str(place.repository), remote__origin__uploadpack=place.touch + "; false")


@trap(lambda place: place.git("fetch", "origin", folder=place.site, check=False))
def names_of_borrowed_references(place):
    place.git("clone", "--quiet", "--bare", str(place.repository), str(place.outside / "other"))
    (place.git_folder / "objects/info").mkdir(exist_ok=True)
    (place.git_folder / "objects/info/alternates").write_text(str(place.outside / "other/objects") + "\n")
    place.config("core.alternateRefsCommand", place.touch)
    place.config("remote.origin.url", "file://" + str(place.outside / "other"))


@trap(in_site("log", "-1", "--show-signature"))
def signature_program(place):
    body = place.git("cat-file", "commit", "HEAD")
    head, message = body.split("\n\n", 1) if "\n\n" in body else (body, "x")
    signed = head + "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n" + message + "\n"
    place.git("update-ref", "refs/heads/main", place.git("hash-object", "-t", "commit", "-w", "--stdin", input=signed.encode()))
    place.write(".git/x", f"#!/bin/sh\n{place.touch}\n", 0o755)
    place.config("gpg.program", str(place.git_folder / "x"))
    place.config("log.showSignature", "true")


@trap(lambda place: place.git("credential", "fill", input=b"protocol=https\nhost=x.invalid\n\n", check=False))
def credential_helper(place):
    place.config("credential.helper", "!" + place.touch)


@trap(lambda place: place.git("submodule", "update", "--init", folder=place.site, check=False))
def submodule_with_a_command(place):
    place.git("clone", "--quiet", "--bare", str(place.repository), str(place.git_folder / "modules/more"))
    place.write(".gitmodules", "[submodule \"more\"]\n\tpath = Content/more\n\turl = ./.git/modules/more\n\tupdate = checkout\n")
    place.git("update-index", "--add", "--cacheinfo", f"160000,{place.git('rev-parse', 'HEAD')},Content/more")
    place.git("add", ".gitmodules")
    place.git("commit", "--quiet", "--message", "x")
    place.git("update-index", "--force-remove", "Content/more")
    place.git("reset", "--quiet", "--hard", "HEAD")
    (place.repository / "Content/more").mkdir(exist_ok=True)
    place.config("submodule.more.url", str(place.git_folder / "modules/more"))
    place.config("submodule.more.update", "!" + place.touch)


@trap(lambda place: place.git("status", folder=place.site / "Content/more", check=False))
def submodule_with_a_configuration(place):
    submodule_with_a_command(place)
    place.config("core.bare", "false", place.git_folder / "modules/more/config")
    place.config("core.fsmonitor", place.touch + "; false", place.git_folder / "modules/more/config")
    place.write("Content/more/.git", f"gitdir: {place.git_folder}/modules/more\n")


def planted(place):
    """A complete repository inside the site's files, with a command in its configuration."""
    shutil.copytree(place.git_folder, place.repository / "Content/one/planted")
    place.config("core.fsmonitor", place.touch + "; false", place.repository / "Content/one/planted/config")
    place.config("core.worktree", str(place.site), place.repository / "Content/one/planted/config")


@trap(in_site("status"), "does not name a work tree or submodule", 2)
def git_file_that_names_files_of_the_site(place):
    planted(place)
    shutil.rmtree(place.git_folder)
    place.git_folder.write_text("gitdir: Content/one/planted\n")


@trap(in_site("status"), "does not name a work tree or submodule", 2)
def work_tree_that_nobody_linked(place):
    """Its repository is real, and has another work tree of that name."""
    place.git("worktree", "add", "--quiet", "--detach", str(place.folder / "linked"))
    place.config("core.fsmonitor", place.touch + "; false")
    (place.folder / "other").mkdir()
    shutil.copytree(place.folder / "linked", place.folder / "other/site")
    place.site = place.folder / "other/site"


@trap(in_site("status"))
def linked_work_tree(place):
    place.git("worktree", "add", "--quiet", "--detach", str(place.folder / "linked"))
    place.config("core.fsmonitor", place.touch + "; false")
    place.site = place.folder / "linked"


@trap(in_site("status"), "is neither a folder nor a file", 2)
def git_link(place):
    planted(place)
    shutil.rmtree(place.git_folder)
    place.git_folder.symlink_to("Content/one/planted")


def sees_secret(*words):
    """Plain git prints the secret, or writes it into the work tree."""
    def spring(place):
        said = place.git(*words, folder=place.site, check=False)
        if SECRET in said or any(SECRET in each.read_text(errors="replace") for each in place.site.rglob("*.md") if each.is_file()):
            place.canary.touch()
    return spring


@trap(lambda place: place.git("checkout", "--force", "HEAD", folder=place.site, check=False) or
      (place.outside / "cardshelf.yml").exists() and place.canary.touch())
def work_tree_elsewhere(place):
    place.config("core.worktree", str(place.outside))


@trap(lambda place: place.git("rev-parse", "HEAD~1^{tree}", folder=place.site) != place.git("rev-parse", "HEAD~1^{tree}", GIT_NO_REPLACE_OBJECTS="1")
      and place.canary.touch() or sees_secret("show", "HEAD~1:Content/one/a.md")(place))
def replaced_objects(place):
    """With these, nothing would have changed."""
    place.git("replace", place.git("rev-parse", "HEAD~1:Content/one/a.md"), place.git("rev-parse", "HEAD:Content/one/a.md"))
    place.git("replace", place.git("rev-parse", "HEAD~1"), place.git("rev-parse", "HEAD"))


@trap(lambda place: place.git("rev-parse", "HEAD~1", folder=place.site) == place.against_head and place.canary.touch())
def grafts(place):
    other = place.git("commit-tree", "HEAD^{tree}", "-m", "other")
    (place.git_folder / "info").mkdir(exist_ok=True)
    (place.git_folder / "info/grafts").write_text(f"{place.git('rev-parse', 'HEAD')} {other}\n")
    place.against_head, place.against = other, "HEAD~1"


@trap(lambda place: place.git("checkout", "--force", place.against) or sees_secret("status")(place), "is a symbolic link", 1)
def links_in_the_commit(place):
    """Files, a folder and a part of the site are symbolic links that lead outside."""
    (place.outside / "folder").mkdir()
    (place.outside / "folder/b.md").write_text(SECRET)
    for name, target in {"Content/one/l.md": "../../../outside/secret", "Content/two": "../../outside/folder"}.items():
        (place.repository / name).symlink_to(target)
    place.against = place.commit()
    place.git("rm", "--quiet", "Content/one/l.md", "Content/two")
    place.write("Content/one/a.md", "# A\n")
    place.commit()


@trap("git refuses such names in an index: a tree has to be read by other means", "leads outside", 2)
def paths_that_lead_out(place):
    blob = place.blob(b"# A\n")
    evil = place.tree([("100644", b"escaped.md", blob)])
    content = place.tree([("40000", b"..", place.tree([("40000", b"..", evil)]))])
    place.against = place.commit_tree(place.tree([("40000", b"Content", content), ("100644", b"cardshelf.yml", place.blob(b"title: x\n"))]))


@trap("git refuses such names in an index", "cannot write Content/one", 2)
def a_link_and_a_folder_of_one_name(place):
    inner = place.tree([("100644", b"a.md", place.blob(b"# A\n"))])
    content = place.tree([("120000", b"one", place.blob(str(place.outside).encode())), ("40000", b"one", inner)])
    place.against = place.commit_tree(place.tree([("40000", b"Content", content), ("100644", b"cardshelf.yml", place.blob(b"title: x\n"))]))


@trap("git refuses such names in an index", "shelf", 1)
def git_folder_in_the_commit(place):
    """A folder `.git` with a command inside the checked-out site."""
    evil = place.tree([("100644", b"HEAD", place.blob(b"ref: refs/heads/x\n")),
                       ("100644", b"config", place.blob(f"[core]\n\tfsmonitor = {place.touch}\n".encode()))])
    one = place.tree([("40000", b".git", evil), ("100644", b"a.md", place.blob(b"# A\n"))])
    content = place.tree([("40000", b".git", evil), ("40000", b"one", one)])
    place.against = place.commit_tree(place.tree([
        ("40000", b".git", evil), ("40000", b"Content", content), ("40000", b"Themes", place.git("rev-parse", "HEAD:Themes")),
        ("100644", b"cardshelf.yml", place.blob(b"title: Sample\n"))]))


def lists_more_than(count, *words):
    def spring(place):
        run = subprocess.Popen([GIT, "-C", place.repository, *words], stdout=subprocess.PIPE, env={**CLEAN, "HOME": str(place.home)})
        read = 0
        while read <= count and (piece := run.stdout.read(1 << 20)):
            read += piece.count(b"\n")
        run.kill()
        run.wait()
        if read > count: place.canary.touch()
    return spring


@trap(lists_more_than(200_000, "ls-tree", "-r", "bomb"), "more than 1000000 files", 2)
def billions_of_files(place):
    tree = place.tree([("100644", b"%d.md" % number, place.blob(b"# A\n")) for number in range(10)])
    for _ in range(9):
        tree = place.tree([("40000", b"%d" % number, tree) for number in range(10)])
    place.against = place.commit_tree(place.tree([("40000", b"Content", tree), ("100644", b"cardshelf.yml", place.blob(b"title: x\n"))]))
    place.git("tag", "bomb", place.against)


def hangs(*words):
    def spring(place):
        try:
            subprocess.run([GIT, "-C", place.site, *words], env={**CLEAN, "HOME": str(place.home)}, capture_output=True, timeout=1)
        except subprocess.TimeoutExpired:
            place.canary.touch()
    return spring


@trap(hangs("ls-tree", "-r", "bomb"), "more than 1000000 files and folders", 2)
def billions_of_folders_without_a_file(place):
    """Nothing of them is printed."""
    tree = place.tree([])
    for _ in range(30):
        tree = place.tree([("40000", b"%d" % number, tree) for number in range(10)])
    place.against = place.commit_tree(place.tree([("40000", b"Content", tree), ("100644", b"cardshelf.yml", place.blob(b"title: x\n"))]))
    place.git("tag", "bomb", place.against)


@trap("plain git would fill the disk", "has room for", 2)
def terabytes_of_zeros(place):
    zeros = place.blob(bytes(64 << 20))
    tree = place.tree([("100644", b"%05d.png" % number, zeros) for number in range(5_000)])
    tree = place.tree([("40000", b"%d" % number, tree) for number in range(9)])
    place.against = place.commit_tree(place.tree([("40000", b"Content", tree), ("100644", b"cardshelf.yml", place.blob(b"title: x\n"))]))


@trap(hangs("rev-parse", "waits"), "is neither a regular file nor a folder", 2)
def reference_that_waits(place):
    os.mkfifo(place.git_folder / "refs/heads/waits")
    place.against = "waits"


@trap(hangs("rev-parse", "waits"), "does not know a commit", 2)
def packed_references_that_wait(place):
    (place.git_folder / "packed-refs").unlink(missing_ok=True)
    os.mkfifo(place.git_folder / "packed-refs")
    place.against = "waits"


@trap(hangs("cat-file", "-p", "HEAD"), "is neither a regular file nor a folder", 2)
def pack_that_waits(place):
    place.git("repack", "-adq")
    index = next((place.git_folder / "objects/pack").glob("*.idx"))
    index.unlink()
    os.mkfifo(index)


@trap(hangs("cat-file", "-p", "HEAD~1:none"), "is neither a regular file nor a folder", 2)
def list_of_alternates_that_waits(place):
    os.mkfifo(place.git_folder / "objects/info/alternates")


@trap(hangs("cat-file", "-e", "1" * 40), "is neither a regular file nor a folder", 2)
def pack_that_waits_behind_a_long_list(place):
    """A list of alternates that is longer than a reader with a limit might expect."""
    other = place.outside / "other"
    place.git("clone", "--quiet", "--bare", str(place.repository), str(other))
    place.git("repack", "-adq", folder=other)
    index = next((other / "objects/pack").glob("*.idx"))
    index.unlink()
    os.mkfifo(index)
    (place.git_folder / "objects/info/alternates").write_text("#" + "x" * 70_000 + f"\n{other}/objects\n")


@trap("git reads the format of names from its configuration")
def references_named_like_objects_of_sha256(place):
    for name in ("heads/" + "ab" * 31, "tags/pack-" + "a" * 64, "remotes/ab/" + "a" * 62, "heads/" + "/".join("a" * 70)):
        place.git("update-ref", "refs/" + name, "HEAD")


@trap("git compares with no folder", "git does not know a commit with this name", 2)
def folder_named_like_a_branch(place):
    """This clone does not have the branch; the change has a folder of its name, with the layout after the change."""
    place.write("origin/main/layout.json", "{}\n")
    place.commit()
    place.current, place.against = place.site, "origin/main"


@trap(lambda place: place.git("rev-parse", "bisect/bad", folder=place.site) != place.git("rev-parse", "bisect/bad") and place.canary.touch())
def references_of_a_work_tree(place):
    """The main work tree has a reference of the same name, to a commit since which nothing changed."""
    place.site = place.folder / "linked"
    place.git("worktree", "add", "--quiet", "--detach", str(place.site))
    place.git("update-ref", "refs/bisect/bad", "HEAD")
    place.git("update-ref", "refs/bisect/bad", "HEAD~1", folder=place.site)
    place.against = "bisect/bad"


@trap(lambda place: place.git("rev-parse", "main", folder=place.site) == place.head and place.canary.touch(), "has a file commondir", 2)
def repository_that_names_another(place):
    other = place.outside / "other"
    place.git("clone", "--quiet", "--bare", str(place.repository), str(other))
    place.head = place.git("commit-tree", "HEAD^{tree}", "-m", "other", folder=other)
    place.git("update-ref", "refs/heads/main", place.head, folder=other)
    (place.git_folder / "commondir").write_text(str(other) + "\n")


@trap(sees_secret("cat-file", "-p", "outside"), "is neither a regular file nor a folder", 2)
def objects_behind_a_link(place):
    """A loose object of a private repository."""
    other = place.outside / "other"
    place.git("init", "--quiet", str(other))
    blob = place.git("hash-object", "-w", "--stdin", folder=other, input=SECRET.encode())
    (place.git_folder / "objects" / blob[:2]).mkdir(exist_ok=True)
    (place.git_folder / "objects" / blob[:2] / blob[2:]).symlink_to(other / ".git/objects" / blob[:2] / blob[2:])
    (place.git_folder / "refs/tags/outside").write_text(blob + "\n")


@trap("git goes five levels deep itself", "1 shelf of 1 changed", 1)
def alternates_in_a_circle(place):
    other = place.outside / "other"
    place.git("init", "--quiet", "--bare", str(other))
    (other / "objects/info/alternates").write_text(str(place.git_folder / "objects") + "\n")
    (place.git_folder / "objects/info/alternates").write_text(str(other / "objects") + "\n# x\n\n/nowhere\n")


@trap(lambda place: place.git("status", folder=place.site, check=False, **place.variables))
def variables_of_git(place):
    other = place.outside / "other"
    place.git("init", "--quiet", str(other))
    exchanged = place.folder / "exec"
    exchanged.mkdir()
    for name in ("git", "git-ls-tree", "git-rev-parse", "git-cat-file"):
        (exchanged / name).write_text(f"#!/bin/sh\n{place.touch}\n")
        (exchanged / name).chmod(0o755)
    place.variables = {
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": place.touch + "; false",
        "GIT_CONFIG_PARAMETERS": f"'core.fsmonitor'='{place.folder}/exec/git'", "GIT_EXEC_PATH": str(exchanged), "GIT_TRACE": str(place.canary),
        "GIT_TRACE2_EVENT": str(place.canary), "GIT_TRACE_SETUP": str(place.canary), "GIT_EXTERNAL_DIFF": place.touch,
        "GIT_SSH_COMMAND": place.touch, "GIT_ASKPASS": place.touch, "GIT_PAGER": place.touch, "GIT_EDITOR": place.touch}


@trap(lambda place: place.git("rev-parse", "HEAD:secret", folder=place.site, **place.variables) and place.canary.touch())
def variables_that_name_another_repository(place):
    other = place.outside / "other"
    place.git("init", "--quiet", str(other))
    (other / "secret").write_text(SECRET)
    place.git("add", "--all", folder=other)
    place.git("commit", "--quiet", "--message", "x", folder=other)
    place.variables = {"GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other), "GIT_COMMON_DIR": str(other / ".git"),
                       "GIT_OBJECT_DIRECTORY": str(other / ".git/objects"), "GIT_INDEX_FILE": str(other / ".git/index"),
                       "GIT_NAMESPACE": "x", "GIT_PREFIX": "Content/", "GIT_DEFAULT_HASH": "sha256"}
    place.against = place.git("rev-parse", "HEAD~1")


@trap(in_site("status"))
def configuration_of_the_user(place):
    attributes(place, "*.md filter=lfs\n")
    for file in (place.home / ".gitconfig", place.home / ".config/git/config"):
        file.parent.mkdir(parents=True, exist_ok=True)
        place.config("core.fsmonitor", place.touch + "; false", file)
        place.config("filter.lfs.process", place.touch, file)
        place.config("trace2.normalTarget", str(place.canary), file)
    place.variables = {"XDG_CONFIG_HOME": str(place.home / ".config")}


@trap(lambda place: subprocess.run(["sh", "-c", "git status"], cwd=place.site, env={**CLEAN, "PATH": ".:" + CLEAN["PATH"]}))
def git_in_the_current_folder(place):
    place.write("git", f"#!/bin/sh\n{place.touch}\n", 0o755)
    place.commit()
    place.current = place.site
    place.against = place.git("rev-parse", "HEAD~2")
    place.variables = {"PATH": ".::bin:" + CLEAN["PATH"]}


@trap(lambda place: "dubious ownership" in subprocess.run([GIT, "-C", place.site, "status"], env={**CLEAN, "HOME": str(place.home)}, capture_output=True,
                                                         text=True).stderr and place.canary.touch(), root=True)
def repository_of_another_user(place):
    """git refuses it, because it would obey its configuration; here nothing of it is read."""
    place.config("core.fsmonitor", place.touch + "; false")
    for each in [place.repository, *place.repository.rglob("*")]:
        os.chown(each, 65534, 65534, follow_symlinks=False)


# MARK: Inspection

def snapshot(folder):
    """Every file with its bytes, every link with its target, and everything else by its kind."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        if stat.S_ISREG(status.st_mode): value = hashlib.sha256(path.read_bytes()).hexdigest()
        elif stat.S_ISLNK(status.st_mode): value = os.readlink(path)
        else: value = stat.S_IFMT(status.st_mode)
        found[str(path)] = (value, stat.S_IMODE(status.st_mode))
    return found


CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)(.*)$")
# A folder's descriptor, if there is one, and the text behind it.
PATH = re.compile(r'(?:\w+<([^<>]*)>, )?"((?:[^"\\]|\\.)*)"')


def looks(trace, place):
    """Faults in the output of strace."""
    allowed = SYSTEM + [str(place.temporary), str(place.site), str(PROGRAM.parent)]
    storage = [str(place.git_folder / name) for name in ("objects", "refs", "packed-refs", "HEAD", "FETCH_HEAD", "ORIG_HEAD", "MERGE_HEAD",
                                                         "modules", "worktrees")]
    started = 0
    for line in (line for each in trace.parent.glob("trace.*") for line in each.read_text(errors="replace").splitlines()):
        call = CALL.match(line)
        if not call or int(call[3]) < 0:
            continue
        name, arguments = call[1], call[2]
        paths = [os.path.join(folder, part.encode().decode("unicode_escape", errors="replace")) for folder, part in PATH.findall(arguments)]
        if name in ("execve", "execveat"):
            words = paths
            if pathlib.Path(words[0]).resolve() == PROGRAM.resolve() or words[0] == "/proc/self/exe":
                continue
            started += 1
            if words[0] != GIT or words[1:5] != [GIT, "-C", words[3], "-c"] or not words[3].startswith(str(place.temporary) + "/cardshelf-diff-"):
                yield f"it started {words}"
        elif name in ("connect", "bind", "sendto"):
            if "AF_UNIX" not in arguments and "AF_NETLINK" not in arguments: yield f"it connects: {line[:200]}"
        elif name in ("symlink", "symlinkat"):
            if not paths[1].startswith(str(place.temporary)): yield f"it links {paths[1]}"
        else:
            writes = name not in ("open", "openat", "openat2") or re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND", arguments)
            opened = re.search(r"<([^<>]*)>$", call[4].strip())
            for path in [opened[1]] if opened else paths:
                if not path.startswith("/"): continue
                if path.startswith("/dev/null") or path.startswith(str(place.temporary)): continue
                if path.startswith(str(place.site / "Content")): continue
                if writes: yield f"it writes {path}: {name}"
                elif re.search(r"/(\.gitconfig|gitconfig|config\.worktree|hooks|info/attributes|info/grafts|\.gitattributes|\.gitmodules)$|\.git/config$"
                               r"|/modules/[^/]+/config$|/git/(config|attributes)$", path):
                    yield f"it opens {path}"
                elif str(place.git_folder) in path and not any(path == each or path.startswith(each + "/") for each in storage) \
                        and path != str(place.git_folder):
                    yield f"it opens {path}"
                elif not any(path == each or path.startswith(each.rstrip("/") + "/") or path.startswith(each) and each in SYSTEM for each in allowed) \
                        and not path.startswith(str(place.git_folder)) and path not in map(str, place.site.parents) \
                        and not path.startswith(str(place.outside / "other/objects")):
                    yield f"it opens {path}"
    if not started and place.expects_git: yield "strace saw no git"


def run(name, folder, base):
    plant, control, said, code, needs_root = TRAPS[name]
    if needs_root and os.getuid() != 0:
        return name, [], "left out: it needs root", 0
    faults, note = [], ""
    for turn in ("control", "diff"):
        place = Place(folder, f"{name}/{turn}")
        shutil.copytree(base.folder, place.folder, symlinks=True)
        place.expects_git, place.base = all(words not in said for words in ("does not name a work", "neither", "commondir")), base.base
        plant(place)
        place.against = place.against or place.base
        place.canary.unlink(missing_ok=True)
        if turn == "control":
            if isinstance(control, str):
                note = control
                continue
            try:
                control(place)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                faults.append(f"plain git: {error}")
            if not place.canary.exists(): faults.append("plain git does not spring it: the trap shows nothing")
            continue
        # Not the commit of the branch, which some traps change.
        before = snapshot(place.folder)
        # One file per thread, because lines of several threads in one file would be interleaved.
        trace = pathlib.Path(folder) / name / "trace"
        calls = "execve,execveat,open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat," \
                "symlink,symlinkat,truncate,chmod,fchmodat,chown,lchown,fchownat,utimensat,mknod,mknodat,connect,bind,sendto"
        began = time.monotonic()
        process = subprocess.Popen(
            ["strace", "-ff", "--seccomp-bpf", "-y", "-s", "4096", "-o", trace, "-e", "trace=" + calls, PROGRAM, "diff", "--root",
             place.site, "--against", place.against],
            cwd=place.current or folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", start_new_session=True,
            env={"PATH": CLEAN["PATH"], "HOME": str(place.home), "TMPDIR": str(place.temporary), "FONTCONFIG_FILE": FONTS,
                 **place.variables})
        try:
            output = process.communicate(timeout=LONGEST)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output = process.communicate()[0]
            faults.append(f"it takes more than {LONGEST} s")
        seconds = time.monotonic() - began
        if process.returncode != code: faults.append(f"it ended with {process.returncode}, not {code}: {output[:300]}")
        if said not in output: faults.append(f"it does not say {said!r}: {output[:300]}")
        if SECRET in output: faults.append("it tells the secret")
        if place.canary.exists(): faults.append("a command of the repository was run")
        after = snapshot(place.folder)
        faults += [f"changed: {path}" for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]
        faults += looks(trace, place)
    return name, faults, note, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep", action="store_true", help="keep the folder with all repositories, and print its path")
    options = parser.parse_args()
    if options.list:
        print("\n".join(TRAPS))
        return 0
    if unknown := [name for name in options.names if name not in TRAPS]: parser.error(f"there is no trap called {unknown[0]}")
    if not os.access(PROGRAM, os.X_OK): parser.error(f"no program {PROGRAM}; build it, or name it with CARDSHELF")
    folder, began, count = os.path.realpath(tempfile.mkdtemp(prefix="cardshelf-repositories-")), time.monotonic(), 0
    names = options.names or list(TRAPS)
    shown = 0
    try:
        base = template(folder)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for name, faults, note, _ in pool.map(lambda name: run(name, folder, base), names):
                shown += not note
                for fault in faults[:8]:
                    print(f"FAULT {name}: {fault}", file=sys.stderr)
                count += len(faults)
                if note and options.names: print(f"{name}: {note}")
    finally:
        if options.keep: print(folder)
        else: shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(names)} hostile repositories, {shown} of them work on plain git: {count} faults ({time.monotonic() - began:.0f} s)")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
