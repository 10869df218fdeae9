#!/usr/bin/env python3
"""Adds the preview of a pull request to the branch of previews, and removes those of closed ones. It may only write to the
repository, and writes to this branch alone.

    publish.py FOLDER

FOLDER contains publish.json and `files` of check.py; PREVIEW_BRANCH names the branch. If somebody else pushes at the same
time, it starts again.
"""
import base64, json, os, pathlib, re, subprocess, sys, tempfile

import archive, check, service
from archive import Refused

TRIES = 6
# What the root of the branch keeps when the site is published there.
KEPT = re.compile(r"pr/.*|CNAME|\..*")


class Branch:
    def __init__(self, folder):
        self.folder, self.name = folder, os.environ["PREVIEW_BRANCH"]
        if not re.fullmatch(r"[A-Za-z0-9_][\w./-]*", self.name) or self.name == os.environ.get("DEFAULT_BRANCH"):
            raise Refused(f"previews cannot be on the branch {archive.shown(self.name)}")
        self.remote = f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{os.environ['GITHUB_REPOSITORY']}.git"
        secret = base64.b64encode(f"x-access-token:{os.environ['GH_TOKEN']}".encode()).decode()
        # In the environment the token is seen by no other user of the machine, and stays in no file.
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "GIT_DIR": str(folder / "store"), "GIT_INDEX_FILE": str(folder / "index"),
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": f"http.{self.remote}.extraheader", "GIT_CONFIG_VALUE_0": f"AUTHORIZATION: basic {secret}",
            **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in
               (("NAME", "github-actions[bot]"), ("EMAIL", "41898282+github-actions[bot]@users.noreply.github.com"))},
        }

    def git(self, *arguments, may_fail=False, **options):
        run = subprocess.run(["git", *arguments], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, **options)
        if run.returncode and not may_fail:
            raise Refused(f"git {arguments[0]} failed: {archive.shown(run.stderr.decode(errors='replace').strip())}")
        return None if run.returncode else run.stdout.decode(errors="surrogateescape").strip()

    def tip(self):
        """The newest commit of the branch; None if it does not exist yet."""
        listed = self.git("ls-remote", self.remote, f"refs/heads/{self.name}")
        if not listed:
            return None
        self.git("fetch", "--quiet", "--depth=1", "--no-tags", self.remote, f"refs/heads/{self.name}")
        return self.git("rev-parse", "FETCH_HEAD")


def commit(branch, plan, files):
    """One commit with all changes; None if there are none."""
    tip = branch.tip()
    branch.git("read-tree", *(["--empty"] if tip is None else [tip]))
    there = [name for name in (branch.git("ls-files", "-z") or "").split("\0") if name]
    gone = [f"{folder}/" for folder in plan.get("remove", [])]
    if plan.get("add"):
        gone.append(plan["add"] + "/")
    lines = [f"0 {'0' * 40}\t{name}" for name in there
             if name.startswith(tuple(gone)) or plan.get("add") == "" and not KEPT.fullmatch(name)]
    paths = sorted(path for path in files.rglob("*") if path.is_file() and not path.is_symlink()) if files.exists() else []
    for path in paths:
        name = path.relative_to(files).as_posix()
        if fault := archive.name_fault(name):
            raise Refused(f"{archive.shown(name)} {fault}")
    if paths:
        text = "".join(f"{path}\n" for path in paths)
        hashes = branch.git("hash-object", "-w", "--no-filters", "--stdin-paths", input=text.encode(errors="surrogateescape")).split("\n")
        lines += [f"100644 {value}\t{path.relative_to(files).as_posix()}" for value, path in zip(hashes, paths)]
    if tip is None or ".nojekyll" not in there:
        lines.append(f"100644 {branch.git('hash-object', '-w', '--stdin', input=b'')}\t.nojekyll")
    branch.git("update-index", "-z", "--index-info", input="".join(line + "\0" for line in lines).encode(errors="surrogateescape"))
    tree = branch.git("write-tree")
    if tip and tree == branch.git("rev-parse", tip + "^{tree}"):
        return None
    message = f"Publish {plan['add'] or 'the site'}" if "add" in plan else "Remove previews of closed pull requests"
    return branch.git("commit-tree", tree, *(["-p", tip] if tip else []), "-m", message)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    plan = json.loads((folder / "publish.json").read_text())
    for name in [*plan.get("remove", []), *([plan["add"]] if plan.get("add") else [])]:
        if not check.PREVIEWS.fullmatch(name):
            raise Refused(f"{archive.shown(name)} is no folder of a preview")
    with tempfile.TemporaryDirectory() as scratch:
        branch = Branch(pathlib.Path(scratch))
        branch.git("init", "--quiet", "--bare", branch.environment["GIT_DIR"])
        for _ in range(TRIES):
            made = commit(branch, plan, folder / "files")
            if made is None:
                return print("The branch is up to date.")
            if branch.git("push", "--quiet", branch.remote, f"{made}:refs/heads/{branch.name}", may_fail=True) is not None:
                return print(f"Pushed to {branch.name}: {json.dumps(plan)}")
    raise Refused(f"the branch {branch.name} cannot be pushed to")


if __name__ == "__main__":
    service.run(main)
