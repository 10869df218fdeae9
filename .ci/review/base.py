"""Finds the commit that a change is compared with, whatever happened to the branch, and the site in it."""
import dataclasses, os, pathlib, re, subprocess

HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
FETCH_SECONDS = 120


@dataclasses.dataclass
class Base:
    # `compared`; `added` if the commit has no site; `skipped` if there is nothing to compare with.
    state: str
    commit: str = ""
    # What a reader should know, in a sentence or two; empty if it is as always.
    notice: str = ""


class Repository:
    """The repository that contains a site. Nothing in its files, and none of the machine's settings, runs a command."""

    def __init__(self, root):
        self.site = pathlib.Path(root).resolve()
        # git itself would take a folder of the site for a repository if a change makes it look like one.
        self.folder = next((each for each in (self.site, *self.site.parents) if (each / ".git").exists()), None)

    @property
    def prefix(self):
        """The path of the site in the repository, with a slash at its end; empty if it is the root."""
        path = self.site.relative_to(self.folder).as_posix()
        return "" if path == "." else path + "/"

    def git(self, *arguments, seconds=60, **options):
        """The output of a command; None if it fails."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_CONFIG_NOSYSTEM": "1",
                        "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C", **options.pop("environment", {})}
        command = ["git", f"--git-dir={self.folder / '.git'}", f"--work-tree={self.folder}", "-c", "core.fsmonitor=false",
                   "-c", f"core.hooksPath={os.devnull}", "-c", "credential.helper=", *arguments]
        try:
            run = subprocess.run(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, timeout=seconds, **options)
        except subprocess.TimeoutExpired:
            return None
        return run.stdout.decode(errors="surrogateescape").strip("\n") if run.returncode == 0 else None

    def commit(self, name):
        return self.git("rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}")

    def fetch(self, *arguments):
        return self.git("fetch", "--quiet", "--no-tags", "--no-recurse-submodules", *arguments, seconds=FETCH_SECONDS) is not None

    def parents(self, commit):
        """The parents that a commit names, even if a shallow clone does not have them."""
        head = (self.git("cat-file", "commit", commit) or "").split("\n\n")[0]
        return re.findall(r"^parent (\w+)$", head, re.M)


def find(root, wanted, ref="", made=""):
    """The base for a site.

    `wanted` is the commit that the event names, such as the tip of the target branch. `ref` and `made` are the reference
    and the commit of the event; what was checked out may be another.
    """
    repository = Repository(root)
    if repository.folder is None:
        return Base("skipped", notice="The site is in no git repository: there is nothing to compare with.")
    if not wanted.strip("0"):
        return Base("skipped", notice="There is nothing to compare with: the branch is new.")
    head = repository.commit("HEAD")
    parents = repository.parents("HEAD")
    # The service has merged the change into the target branch, which may be newer than the event. A merge that the change
    # brings has other parents.
    if re.fullmatch(r"refs/pull/\d+/merge", ref) and made == head and len(parents) == 2:
        wanted = parents[0]
    commit = resolved(repository, wanted)
    if commit is None:
        return Base("skipped", notice=f"Nothing is compared: the commit {wanted[:12]} cannot be had. After a forced push it may be gone; "
                                      "in a shallow clone, check out with fetch-depth: 0.")
    base, notice = common(repository, commit, head, parents)
    return site_in(repository, base, head, notice)


def resolved(repository, wanted):
    """The hash of a commit, which is fetched if it is not there; None if it cannot be had."""
    if HASH.fullmatch(wanted):
        if repository.commit(wanted) is None:
            repository.fetch("--depth=1", "origin", wanted)
        return repository.commit(wanted)
    # The branch of the remote, and not a tag of its name.
    commit = repository.commit(f"refs/remotes/origin/{wanted}") or repository.commit(wanted)
    if commit is None and re.fullmatch(r"\w[\w./-]*", wanted) and repository.fetch("--depth=1", "origin", f"refs/heads/{wanted}"):
        commit = repository.commit("FETCH_HEAD")
    return commit


def common(repository, commit, head, parents):
    """The newest commit that both have, and what is to be said of it."""
    if commit in parents or repository.git("merge-base", "--is-ancestor", commit, head) is not None:
        return commit, ""
    if repository.git("rev-parse", "--is-shallow-repository") == "true":
        repository.fetch("--unshallow", "origin", head, commit)
    shared = repository.git("merge-base", commit, head)
    if shared:
        return shared, f"Compared with {shared[:12]}, the last commit that this branch shares with {commit[:12]}."
    return commit, f"Compared with {commit[:12]}, with which this branch has no commit in common."


def site_in(repository, base, head, notice):
    path = repository.prefix + "cardshelf.yml"
    if repository.git("cat-file", "-e", f"{base}:{path}") is not None:
        return Base("compared", base, notice)
    renames = repository.git("diff-tree", "-r", "-M", "-z", "--diff-filter=R", "--name-status", base, head) or ""
    fields = renames.split("\0")
    for old, new in zip(fields[1::3], fields[2::3]):
        if new == path:
            folder = old[:-len("cardshelf.yml")] or "the root of the repository"
            return Base("skipped", notice=f"Nothing is compared: the site moved here from {folder}.")
    return Base("added", base, notice)


def write_site(repository, commit, folder):
    """Writes the site of a commit: no filter is run, and a symbolic link becomes a file."""
    objects = repository.git("rev-parse", "--git-path", "objects")
    store, tree = folder / "store", folder / "site"
    store.mkdir(parents=True)
    tree.mkdir()
    own = {"GIT_DIR": str(store), "GIT_WORK_TREE": str(tree), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull,
           "PATH": os.environ["PATH"], "HOME": str(folder), "GIT_NO_LAZY_FETCH": "1"}
    subprocess.run(["git", "init", "--quiet", "--bare", store], check=True, env={key: own[key] for key in own if key != "GIT_WORK_TREE"})
    (store / "objects/info").mkdir(exist_ok=True)
    (store / "objects/info/alternates").write_text(str((repository.folder / objects).resolve()) + "\n")
    for command in (["read-tree", f"{commit}:{repository.prefix.rstrip('/')}"], ["-c", "core.symlinks=false", "checkout-index", "--all"]):
        subprocess.run(["git", *command], check=True, cwd=tree, env=own, stderr=subprocess.PIPE, timeout=120)
    return tree
