#!/usr/bin/env python3
"""Plays what a team meets with the files that `cardshelf init --ci` writes, against a service that stands in for GitHub or
GitLab: the first run, changes, forced pushes, moved folders, shallow clones, forks, closed pull requests, reruns, previews,
approvals, and a repository with two sites.

    play_reviews.py PROGRAM [--keep FOLDER] [--only PLAY …]

--keep writes the comment on a change, with its preview, to a folder. Prints each play; exits with 1 at the first fault.
"""
import argparse, json, os, pathlib, re, shutil, stat, struct, subprocess, sys, tempfile, time, zlib

from stand_in import GitHub, GitLab

TOOLS = pathlib.Path(__file__).parent
ROOT = TOOLS.resolve().parents[2]
REVIEW_JOBS = ["check", "publish", "comment"]
APPROVAL_JOBS = ["may-approve", "approve", "push-approval", "check-again", "answer"]
LONG = "Saturn with its rings wide open, and all of its moons in a row beside it"
WORKFLOW, REVIEW = ".github/workflows/cardshelf.yml", ".github/workflows/cardshelf-review.yml"


class Fault(Exception):
    pass


def expect(what, holds, seen=""):
    if not holds:
        raise Fault(f"not so: {what}\n{seen}")


def run(*command, **options):
    return subprocess.run([str(each) for each in command], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, **options).stdout.strip()


class Play:
    """A repository with a site in the folder `docs`, its remote, and the services."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.remote = folder / "server/sample/site.git"
        self.work = folder / "work"
        os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1", **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
                                                                                   for what, value in (("NAME", "Sample"), ("EMAIL", "sample@example.org"))})
        run("git", "init", "--quiet", "--bare", "--initial-branch=main", self.remote)
        run("git", "init", "--quiet", "--initial-branch=main", self.work)
        self.git("remote", "add", "origin", self.remote)
        self.github, self.gitlab = GitHub(self.remote), GitLab()
        # Tokens of a machine stay out.
        for name in [name for name in os.environ if re.match("CI_|GITHUB_|CARDSHELF_|GH_", name)]:
            del os.environ[name]
        os.environ.update(GITHUB_API_URL=self.github.address, GITHUB_SERVER_URL=(folder / "server").as_uri())
        self.runs, self.log = 0, ""

    def git(self, *arguments):
        return run("git", "-C", self.work, *arguments)

    def card(self, name, title, site="docs", body="A planet."):
        path = self.work / site / f"Content/planets/{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\ntitle: {title}\n---\n{body}\n")

    def site(self, folder="docs"):
        (self.work / folder).mkdir(parents=True)
        shutil.copytree(ROOT / "Themes/storefront", self.work / folder / "Themes/storefront")
        (self.work / folder / "cardshelf.yml").write_text("title: Sample\n")
        for name in ("mercury", "venus", "saturn"):
            self.card(name, name.capitalize(), folder)
        (self.work / folder / "Content/planets/_index.md").write_text("---\ntitle: Planets\n---\n")
        (self.work / folder / "Content/stars").mkdir()
        (self.work / folder / "Content/stars/_index.md").write_text("---\ntitle: Stars\n---\n")
        (self.work / folder / "Content/stars/sun.md").write_text("---\ntitle: Sun\n---\nA star.\n")

    def commit(self, message, push=True):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        if push:
            self.git("push", "--quiet", "--force", "origin", "HEAD")
        return self.git("rev-parse", "HEAD")

    def branch(self, name, start="main"):
        self.git("checkout", "--quiet", "--force", "-B", name, start)

    def play(self, jobs, event, *options, file=WORKFLOW, status=0, program=None, payload=None, artifacts=None, where=None):
        """Runs jobs on new machines; returns the folder of their artifacts. The log is kept."""
        self.runs += 1
        kept = artifacts or self.folder / f"artifacts/{self.runs}"
        if payload is not None:
            (self.folder / "payload.json").write_text(json.dumps(payload))
            options = (*options, "--payload", self.folder / "payload.json")
        command = [sys.executable, TOOLS / "run_workflow.py", where or self.work / file, "--job", *jobs, "--in", self.remote if "--fresh" in options else self.work,
                   "--event", event, "--program", program or self.program, "--artifacts", kept, *options]
        played = subprocess.run([str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        self.log = played.stdout
        expect(f"{event}: {' '.join(jobs)} end with {status}", status in (None, played.returncode), self.log)
        return kept

    # MARK: GitHub

    def pull_request(self, number, file=WORKFLOW, merge=True, **options):
        """The run of a pull request, on the merge commit that the service makes of it."""
        pull = self.github.pulls[number]
        ref = f"refs/pull/{number}/merge"
        pull["head"]["sha"] = run("git", "-C", self.remote, "rev-parse", pull["head"]["ref"])
        if merge:
            tree = run("git", "-C", self.remote, "merge-tree", "--write-tree", "main", pull["head"]["sha"]).split("\n")[0]
            made = run("git", "-C", self.remote, "commit-tree", tree, "-p", "main", "-p", pull["head"]["sha"], "-m", "Merge")
        else:
            made = pull["head"]["sha"]
        run("git", "-C", self.remote, "update-ref", ref, made)
        return self.play(["preview"], "pull_request", "--fresh", "--ref", ref if merge else pull["head"]["sha"], "--base", pull["base"]["sha"], file=file, **options)

    def review(self, number, kept, conclusion="success", status=0, event="pull_request", name="Cardshelf", file=REVIEW, **changes):
        """What follows the run that made these artifacts."""
        # A rerun has the number of the run.
        number_of_run = next((key for key, folder in self.github.runs.items() if folder == kept), len(self.github.runs) + 1)
        self.github.runs[number_of_run] = kept
        pull = self.github.pulls.get(number, {"head": {"ref": "main", "sha": run("git", "-C", self.remote, "rev-parse", "main"), "repo": {"id": 1}, "label": "sample:main"}})
        owner = pull["head"]["label"].partition(":")[0]
        payload = {"repository": {"id": 1, "full_name": "sample/site", "default_branch": "main"}, "workflow_run": {
            "id": number_of_run, "name": name, "event": event, "conclusion": conclusion, "head_sha": pull["head"]["sha"], "head_branch": pull["head"]["ref"],
            "head_repository": {"id": pull["head"]["repo"]["id"], "full_name": f"{owner}/site", "owner": {"login": owner}}, **changes}}
        self.github.requests.clear()
        self.play(REVIEW_JOBS, "workflow_run", "--fresh", file=file, payload=payload, status=status)
        return self.github.written()

    def approve(self, number, login, status=0, body="/approve"):
        payload = {"repository": {"id": 1, "default_branch": "main"}, "comment": {"id": 1, "body": body, "user": {"login": login}},
                   "issue": {"number": number, "state": self.github.pulls[number]["state"], "pull_request": {"url": "x"}}}
        self.github.requests.clear()
        self.play(APPROVAL_JOBS, "issue_comment", "--fresh", file=REVIEW, payload=payload, status=status)
        return self.github.written()

    def said(self, number):
        return self.github.comments[number][-1]["body"] if self.github.comments[number] else ""

    def published(self):
        """The files of the branch of previews."""
        there = run("git", "-C", self.remote, "for-each-ref", "refs/heads/gh-pages")
        return run("git", "-C", self.remote, "ls-tree", "-r", "--name-only", "gh-pages").split("\n") if there else []

    def edit(self, name, *changes):
        path = self.work / name
        text = path.read_text()
        for old, new in changes:
            expect(f"{name} has {old!r}", old in text)
            text = text.replace(old, new)
        path.write_text(text)

    def summary(self):
        return self.log.partition("== summary\n")[2]


def first_run(play):
    """A repository without a site, and the pull request that adds it."""
    (play.work / "README.md").write_text("A project.\n")
    play.commit("A project")
    play.branch("add-site")
    play.site()
    print(run(play.program, "init", "--ci", "github", "--root", "docs", cwd=play.work))
    text = (play.work / WORKFLOW).read_text()
    expect("only changes of the site start a run", text.count("    paths: ['docs/**', '.github/workflows/cardshelf.yml']\n") == 2, text)
    expect("other branches are checked once, in their pull request", "  push:\n    branches: [main, master]\n" in text, text)
    play.commit("Add a site")
    play.github.open_pull(1, "add-site")
    kept = play.pull_request(1)
    expect("the first run says what is added", "## Layout: site added: 1 page, 2 shelves" in play.summary(), play.log)
    expect("and keeps a preview, but no report", (kept / "preview/index.html").is_file() and not (kept / "report").exists())
    expect("the comment says so", play.review(1, kept) == ["POST issues/1/comments 201"] and "site added: 1 page, 2 shelves" in play.said(1), play.said(1))
    play.git("push", "--quiet", "origin", "HEAD:main")
    play.git("branch", "--force", "main")
    play.github.pulls[1]["state"] = "closed"


def changed_layout(play):
    play.branch("longer-title")
    play.card("saturn", LONG)
    play.commit("A longer title")
    play.github.open_pull(2, "longer-title")
    # The target branch has moved on since the event: its changes are not those of the pull request.
    play.branch("main")
    play.card("venus", "Venus, the second planet from the Sun, and the hottest of all of them, by far", body="A planet.\n\nIt is hot.")
    play.commit("Another title")
    kept = play.pull_request(2)
    expect("the change is told", "saturn.md:2" in play.summary() and "venus.md" not in play.summary(), play.summary())
    expect("annotations name files from the root of the repository",
           re.search(r"^::warning file=docs/Content/planets/saturn\.md,line=2", play.log, re.M) and "file=Content" not in play.log, play.log)
    expect("pictures of the shelf are kept", {"1-390-before.png", "1-390-after.png", "1-1280-before.png", "1-1280-after.png"} <= set(os.listdir(kept / "review/pictures")))
    expect("a comment is made", play.review(2, kept) == ["POST issues/2/comments 201"], play.log)
    text = play.said(2)
    expect("it tells the change, and leads to the run", "### Layout: 1 of 2 shelves changed" in text and "/blob/" in text and "docs/Content/planets/saturn.md#L2" in text
           and "/actions/runs/" in text and "<img" not in text, text)
    expect("each job has only its rights", [request for request in play.github.requests if request[2] == 403] == [])
    expect("a rerun repeats nothing", play.review(2, kept) == [] and len(play.github.comments[2]) == 1, play.log)
    # Somebody else writes the marker into a comment, before ours.
    play.github.comments[2].insert(0, {"id": 1, "user": {"login": "mallory"}, "body": text.split("\n")[0] + "\nAll is well."})
    play.branch("longer-title")
    play.card("saturn", LONG + ", and more")
    play.commit("A title that is longer still")
    kept = play.pull_request(2)
    written = play.review(2, kept)
    expect("the comment is brought up to date", len(written) == 1 and written[0].startswith("PATCH issues/comments/") and written[0].endswith(" 200"), f"{written}\n{play.log}")
    expect("and only ours", play.github.comments[2][0]["body"].endswith("All is well.") and len(play.github.comments[2]) == 2 and play.said(2) != text)
    # The run of an older commit ends later.
    expect("what is said of an older commit comes to nothing", play.review(2, kept, head_sha="1" * 40) == [], play.log)
    return kept


def quiet_change(play):
    play.branch("readme")
    (play.work / "README.md").write_text("Another project.\n")
    play.commit("Another text")
    play.github.open_pull(3, "readme")
    kept = play.pull_request(3)
    expect("nothing changed, and nobody is told", play.review(3, kept) == [] and "Layout: unchanged" in play.summary() + play.log or not play.github.comments[3], play.log)
    play.branch("broken")
    play.card("saturn", "'")
    play.commit("A fault")
    play.github.open_pull(4, "broken")
    kept = play.pull_request(4, status=1)
    expect("an error is annotated from the root of the repository", "::error file=docs/Content/planets/saturn.md" in play.log, play.log)
    expect("the comment says that there are errors", play.review(4, kept, conclusion="failure") == ["POST issues/4/comments 201"] and "the site has errors" in play.said(4), play.said(4))
    expect("a run that was cancelled says nothing", play.review(4, kept, conclusion="cancelled") == [])


def odd_bases(play):
    """What can happen to a branch: nothing of it is red."""
    expect("a new branch has nothing to compare with", play.play(["preview"], "push", "--fresh") and "There is nothing to compare with" in play.summary(), play.log)
    play.branch("main")
    old = play.git("rev-parse", "HEAD")
    play.branch("rewritten", "main~1")
    play.card("mercury", LONG)
    play.commit("A branch that was rewritten")
    # The commit before a forced push is there still, but no branch has it.
    lost = play.git("commit-tree", "HEAD^{tree}", "-p", "main~1", "-m", "Lost")
    play.git("push", "--quiet", "origin", f"{lost}:refs/heads/x")
    play.git("push", "--quiet", "origin", ":refs/heads/x")
    head = ["--fresh", "--ref", play.git("rev-parse", "HEAD")]
    play.play(["preview"], "push", *head, "--base", lost)
    expect("a forced push is compared with the last common commit", "the last commit that this branch shares with" in play.summary() and "mercury.md:2" in play.summary(), play.log)
    play.play(["preview"], "push", *head, "--base", "1" * 40)
    expect("if the commit is gone, a notice says so", "::notice title=Cardshelf::Nothing is compared" in play.log, play.log)
    play.play(["preview"], "pull_request", *head, "--base", old)
    expect("a branch behind the target is compared where it left", "mercury.md:2" in play.summary() and "venus.md" not in play.summary(), play.log)
    play.play(["preview"], "workflow_dispatch", *head)
    expect("by hand, it is compared with the default branch", "mercury.md:2" in play.summary() and "venus.md" not in play.summary(), play.log)
    play.play(["preview"], "pull_request", *head, "--base", run("git", "-C", play.remote, "commit-tree", "main^{tree}", "-m", "No parent"))
    expect("histories with nothing in common are compared, with a notice", "no commit in common" in play.log and "mercury.md:2" in play.summary(), play.log)
    play.play(["preview"], "push", *head, "--base=--upload-pack=touch ran")
    expect("an option is no commit", "Nothing is compared" in play.log, play.log)
    # A workflow that checks out the head of the change, which is a merge of its own.
    play.branch("merging", "main~1")
    play.card("mercury", LONG)
    play.commit("A longer title")
    play.git("merge", "--quiet", "--no-edit", "main")
    play.git("push", "--quiet", "--force", "origin", "HEAD")
    play.github.open_pull(10, "merging")
    headed = play.folder / "headed.yml"
    headed.write_text((play.work / WORKFLOW).read_text().replace("          fetch-depth: 0\n", "          fetch-depth: 0\n          ref: refs/heads/merging\n"))
    play.pull_request(10, where=headed)
    expect("a merge of the change hides nothing of it", "mercury.md:2" in play.summary(), play.log)
    # From a shallow clone.
    shallow = play.folder / "shallow.yml"
    shallow.write_text((play.work / WORKFLOW).read_text().replace("fetch-depth: 0", "fetch-depth: 1"))
    play.play(["preview"], "pull_request", *head, "--base", old, where=shallow)
    expect("a shallow clone fetches what is missing", "mercury.md:2" in play.summary() and "venus.md" not in play.summary(), play.log)
    play.pull_request(2, where=shallow)
    expect("also below a merge commit", "saturn.md:2" in play.summary() and "venus.md" not in play.summary(), play.log)
    # The remote goes away after the checkout.
    away = play.folder / "away.yml"
    away.write_text(shallow.read_text().replace("      - name: Build, check", "      - name: Lose\n        run: git remote set-url origin /nowhere\n      - name: Build, check"))
    play.play(["preview"], "pull_request", *head, "--base", old, where=away)
    expect("a remote that does not answer ends in a notice", "check out with fetch-depth: 0" in play.summary(), play.log)
    # A moved folder.
    play.branch("moved", "main")
    play.git("mv", "docs", "website")
    play.edit(WORKFLOW, ("SITE_ROOT: 'docs'", "SITE_ROOT: 'website'"))
    play.commit("Move the site")
    play.play(["preview"], "pull_request", "--fresh", "--ref", play.git("rev-parse", "HEAD"), "--base", play.git("rev-parse", "main"))
    expect("a moved site says where it was", "the site moved here from docs/" in play.summary(), play.log)
    # A theme at the base that no version of today can read.
    play.branch("old-theme", "main")
    play.edit("docs/Themes/storefront/theme.yml", ("cards:", "cardz:"))
    bad = play.commit("A theme of another time")
    play.branch("repaired", "old-theme")
    play.git("checkout", "--quiet", "main", "--", "docs")
    play.commit("Repair it")
    play.play(["preview"], "pull_request", "--fresh", "--ref", play.git("rev-parse", "HEAD"), "--base", bad)
    expect("a base that cannot be laid out is a notice", "compared" in play.summary(), play.log)
    # A folder of the site that looks like a repository, with a command.
    play.branch("hostile", "main")
    for path, text in {"objects/info/alternates": "x", "refs/x": "", "HEAD": "ref: refs/heads/main\n",
                       "config": f"[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = \"touch {play.folder}/ran; false\"\n\thooksPath = .\n"}.items():
        (play.work / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (play.work / "docs" / path).write_text(text)
    (play.work / "docs/.gitattributes").write_text("* filter=x export-subst\n")
    play.card("saturn", LONG)
    (play.work / "docs/Content/planets/link.md").symlink_to("/etc/passwd")
    play.commit("A site that looks like a repository")
    play.play(["preview"], "pull_request", "--fresh", "--ref", play.git("rev-parse", "HEAD"), "--base", play.git("rev-parse", "main"), status=2)
    (play.work / "docs/Content/planets/link.md").unlink()
    play.commit("Without a link")
    play.play(["preview"], "pull_request", "--fresh", "--ref", play.git("rev-parse", "HEAD"), "--base", play.git("rev-parse", "main"))
    expect("no command of a branch is run", "saturn.md:2" in play.summary() and not (play.folder / "ran").exists(), play.log)


def previews(play, kept, keep):
    """A branch with a preview for each pull request."""
    play.branch("main")
    play.edit(REVIEW, ("PREVIEW_BRANCH: ''", "PREVIEW_BRANCH: 'gh-pages'"), ("PREVIEW_ADDRESS: ''", "PREVIEW_ADDRESS: 'https://sample.example/site/'"))
    play.commit("Previews")
    written = play.review(2, kept)
    expect("the preview is on its branch", {"pr/2/index.html", "pr/2/layout.json", "pr/2/report/index.html", "pr/2/review/1-390-after.png", ".nojekyll"} <= set(play.published()),
           play.log)
    text = play.said(2)
    expect("and the comment shows it", len(written) == 1 and 'src="https://sample.example/site/pr/2/review/1-390-before.png?' in text
           and 'href="https://sample.example/site/pr/2/"' in text and 'href="https://sample.example/site/pr/2/report/"' in text, text)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / "comment.md").write_text(text)
        shutil.copytree(kept / "review/pictures", keep / "pictures", dirs_exist_ok=True)
    # The default branch is published beside it.
    site = play.play(["preview"], "push", "--fresh", "--base", play.git("rev-parse", "main~1"))
    expect("the site is kept for its publication", (site / "github-pages/index.html").is_file(), play.log)
    play.review(0, site, event="push")
    names = play.published()
    expect("the site is at the root", {"index.html", "pr/2/index.html"} <= set(names) and "layout.json" not in names, names)
    play.review(0, site, event="push", name="Cardshelf", head_branch="longer-title")
    expect("another branch is not", play.published() == names)
    # A fork.
    run("git", "-C", play.remote, "update-ref", "refs/heads/of-a-fork", "longer-title")
    play.github.open_pull(5, "of-a-fork", owner="mallory")
    fork = play.pull_request(5)
    expect("a fork has a comment", play.review(5, fork) == ["POST issues/5/comments 201"] and "saturn" in play.said(5), play.log)
    expect("but no preview", not any(name.startswith("pr/5") for name in play.published()) and "sample.example" not in play.said(5))
    play.edit(REVIEW, ("PREVIEW_FORKS: 'false'", "PREVIEW_FORKS: 'true'"))
    play.review(5, fork)
    expect("unless that is wanted", "pr/5/index.html" in play.published() and "pr/5/" in play.said(5), play.log)
    # Two jobs push at the same time.
    racing = (play.remote / "hooks/update")
    racing.write_text('#!/bin/sh\n[ "$1" = refs/heads/gh-pages ] || exit 0\n[ -e raced ] && exit 0\ntouch raced\nexit 1\n')
    racing.chmod(racing.stat().st_mode | stat.S_IXUSR)
    kept_again = play.pull_request(5, merge=False)
    shutil.rmtree(kept_again / "preview/compare")
    play.review(5, kept_again)
    expect("a push that was refused is tried again", (play.remote / "raced").exists() and not any("pr/5/compare" in name for name in play.published()), play.log)
    racing.unlink()
    # Closed.
    play.github.pulls[5]["state"] = "closed"
    comments = list(map(dict, play.github.comments[5]))
    expect("a closed pull request is not commented on", play.review(5, play.folder / "artifacts", conclusion="skipped") == [] and play.github.comments[5] == comments, play.log)
    names = play.published()
    expect("and its preview is removed, but no other", not any(name.startswith("pr/5") for name in names) and {"pr/2/index.html", "index.html"} <= set(names), names)
    play.play(["preview"], "pull_request", "--fresh", payload={"action": "closed"})
    expect("nothing is built for it", "the job preview does not run" in play.log, play.log)
    # Previews cannot replace the site.
    play.edit(REVIEW, ("PREVIEW_BRANCH: 'gh-pages'", "PREVIEW_BRANCH: 'main'"))
    before = run("git", "-C", play.remote, "rev-parse", "main")
    play.review(2, kept, status=1)
    expect("the default branch is no branch of previews", "refused: previews cannot be on the branch" in play.log and before == run("git", "-C", play.remote, "rev-parse", "main"), play.log)
    expect("and the comment comes without them", "sample.example" not in play.said(2))
    play.git("checkout", "--quiet", "--", REVIEW)


def attacks(play, kept):
    """Artifacts of a run that lies: one line names the file, and nothing is written."""
    before = play.published()
    for name, spoil, said in [
        ("review", lambda folder: (folder / "review/number").write_text("7"), "review: 'number' is no file of this archive"),
        ("review", lambda folder: (folder / "review/pictures/1-390-after.png").write_text("<!doctype html>"), "review: 'pictures/1-390-after.png' is no PNG"),
        ("preview", lambda folder: (folder / "preview/x.exe").write_text("MZ"), "preview: 'x.exe' is of a kind that no site has"),
        ("preview", lambda folder: (folder / "preview/index.html").write_text("hello"), "preview: 'index.html' is no HTML page"),
        ("report", lambda folder: (folder / "report/x.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"), "report: 'x.svg' contains script"),
        ("review", lambda folder: (shutil.rmtree(folder / "review"), (folder / "review.zip").write_bytes(b"PK")), "review: not a zip archive"),
        ("review", lambda folder: (shutil.rmtree(folder / "review"), (folder / "review.zip").write_bytes(b"x" * 20_000_001)), "review: 20,000,001 bytes"),
    ]:
        spoiled = play.folder / "spoiled"
        shutil.rmtree(spoiled, ignore_errors=True)
        shutil.copytree(kept, spoiled)
        spoil(spoiled)
        written = play.review(2, spoiled, status=1)
        expect(f"refused: {said}", f"refused: {said}" in play.log and written == [] and play.published() == before, play.log)
        expect("in one line", play.log.count("refused: ") == 1 and "Traceback" not in play.log, play.log)
    # The number is the service's, and so is never a path; if it were one, it would be refused.
    number = play.github.pulls[2]["number"]
    play.github.pulls[2]["number"] = "2/../../../user"
    expect("a number that is a path is refused", play.review(2, kept, status=1) == [] and "the number of the pull request is not a number" in play.log, play.log)
    play.github.pulls[2]["number"] = number
    # What a run of another pull request made is not taken for this one.
    expect("a commit of nobody", play.review(2, kept, head_sha="2" * 40) == [] and "newer commit" in play.log, play.log)


def approvals(play):
    play.branch("main")
    play.edit(WORKFLOW, ("APPROVAL: ''", "APPROVAL: 'required'"))
    play.commit("Approval")
    play.branch("approved")
    play.card("mercury", LONG)
    play.commit("A longer title")
    play.github.open_pull(6, "approved")
    play.github.members.update(writer="write", reader="read", owner="admin")
    kept = play.pull_request(6, status=1)
    expect("without a baseline it is red, and says why",
           "::error title=Cardshelf::The layout is not approved: run cardshelf approve --root=docs and commit layout.baseline" in play.log
           and "Run `cardshelf approve --root docs` and commit `docs/layout.baseline`." in play.summary(), play.log)
    expect("but there are a preview and a comment", play.review(6, kept, conclusion="failure")[0].startswith("POST") and "cannot be compared with an approved one" in play.said(6) and "&#47;approve" in play.said(6)
           and (kept / "preview/index.html").exists(), play.said(6))
    before = run("git", "-C", play.remote, "rev-parse", "approved")
    expect("who may only read approves nothing", play.approve(6, "reader") == [] and "may not write" in play.log, play.log)
    expect("nor does somebody unknown", play.approve(6, "mallory") == [], play.log)
    expect("other comments are not approvals", play.approve(6, "writer", body="/approved") == [] and play.approve(6, "writer", body="LGTM /approve") == [], play.log)
    expect("the branch is as it was", before == run("git", "-C", play.remote, "rev-parse", "approved"))
    written = play.approve(6, "writer")
    expect("somebody who may write approves", written == ["POST git/blobs 201", "POST git/trees 201", "POST git/commits 201", "PATCH git/refs/heads/approved 200",
                                                        "POST actions/workflows/cardshelf.yml/dispatches 204"], f"{written}\n{play.log}")
    expect("with the baseline alone", run("git", "-C", play.remote, "diff", "--name-only", before, "approved") == "docs/layout.baseline"
           and run("git", "-C", play.remote, "rev-parse", "approved~1") == before)
    kept = play.pull_request(6)
    play.review(6, kept)
    expect("then it is green", "The layout is approved." in play.said(6), play.log)
    play.github.comments[6][-1]["body"] += "old"
    expect("also after the checks that the approval started", play.review(6, kept, event="workflow_dispatch")[0].startswith("PATCH"), play.log)
    play.approve(6, "owner")
    expect("once is enough", "approved already" in play.log, play.log)
    play.git("fetch", "--quiet", "origin", "+refs/heads/*:refs/remotes/origin/*")
    play.branch("approved", "origin/approved")
    play.card("venus", LONG)
    play.commit("Another title")
    kept = play.pull_request(6, status=1)
    play.review(6, kept, conclusion="failure")
    expect("another change is red again", "The layout differs from the approved one." in play.said(6), play.said(6))
    # Approved by hand.
    run(play.program, "approve", "--root", play.work / "docs")
    play.commit("Approve")
    play.pull_request(6)
    # Somebody pushes between the decision and the push.
    play.card("venus", LONG + "!")
    play.commit("One more")
    play.github.pulls[6]["head"]["sha"] = play.git("rev-parse", "HEAD")
    play.card("venus", LONG + "?")
    newest = play.commit("And one more")
    written = play.approve(6, "writer", status=1)
    expect("what was pushed since is not approved", written[-1] == "PATCH git/refs/heads/approved 422" and newest == run("git", "-C", play.remote, "rev-parse", "approved"), play.log)
    # A baseline that leads elsewhere.
    play.branch("linked", "main")
    (play.work / "docs/layout.baseline").symlink_to("/etc/passwd")
    play.commit("A link")
    play.github.open_pull(7, "linked")
    play.approve(7, "writer", status=None)
    pushed = run("git", "-C", play.remote, "ls-tree", "linked", "docs/layout.baseline")
    text = run("git", "-C", play.remote, "show", "linked:docs/layout.baseline")
    expect("a link is no baseline: nothing is read from where it leads", pushed.startswith("120000") and text == "/etc/passwd" or "root:" not in text, f"{pushed}\n{text}")
    # In a fork.
    run("git", "-C", play.remote, "update-ref", "refs/heads/of-a-fork", "approved")
    play.github.open_pull(8, "of-a-fork", owner="mallory")
    expect("a fork is told what to do", play.approve(8, "writer") == ["POST issues/8/comments 201"] and "cardshelf approve" in play.said(8), play.log)
    expect("but not for everybody", play.approve(8, "mallory") == [], play.log)
    play.github.pulls[8]["state"] = "closed"
    expect("a closed pull request is not approved", play.approve(8, "writer") == [], play.log)
    play.branch("main")
    play.edit(WORKFLOW, ("APPROVAL: 'required'", "APPROVAL: ''"))
    play.commit("No approval")


def two_sites(play):
    play.branch("main")
    play.site("handbook")
    print(run(play.program, "init", "--ci", "github", "--root", "handbook", cwd=play.work))
    file, review = ".github/workflows/cardshelf-handbook.yml", ".github/workflows/cardshelf-handbook-review.yml"
    play.edit(review, ("PREVIEW_BRANCH: ''", "PREVIEW_BRANCH: 'gh-pages'"), ("PREVIEW_ADDRESS: ''", "PREVIEW_ADDRESS: 'https://sample.example/site/'"))
    run(sys.executable, TOOLS / "lint_workflows.py", play.work / file, play.work / review)
    play.commit("Another site")
    play.branch("both")
    play.card("saturn", LONG)
    play.card("saturn", LONG, "handbook")
    play.commit("Both")
    play.github.open_pull(9, "both")
    first, second = play.pull_request(9), play.pull_request(9, file=file)
    expect("files of the other site are named from the root", "file=handbook/Content/planets/saturn.md" in play.log and "file=docs" not in play.log, play.log)
    expect("each has a comment", play.review(9, first) == ["POST issues/9/comments 201"]
           and play.review(9, second, name="Cardshelf handbook", file=review) == ["POST issues/9/comments 201"], play.log)
    expect("that names its site", "### Layout of <code>handbook</code>" in play.said(9) and "### Layout:" in play.github.comments[9][0]["body"], play.said(9))
    expect("and a preview", {"pr/9/index.html", "pr/9-handbook/index.html"} <= set(play.published()), play.published())
    expect("a rerun of one changes nothing of the other", play.review(9, second, name="Cardshelf handbook", file=review) == [] and len(play.github.comments[9]) == 2, play.log)
    play.github.pulls[9]["state"] = "closed"
    play.review(9, play.folder / "artifacts", conclusion="skipped")
    expect("both previews are removed", not any(name.startswith("pr/9") for name in play.published()), play.published())
    again = subprocess.run([play.program, "init", "--ci", "github", "--root", "handbook"], cwd=play.work, capture_output=True, text=True)
    expect("a file that is there stays", again.returncode == 2 and "file-exists" in again.stderr, again.stderr)


def sarif(play):
    """What other tools read names files from the root of the repository."""
    play.branch("main")
    play.card("saturn", LONG + ", " + LONG + ", " + LONG)
    for command in (["check"], ["build", "--output", play.folder / "sarif"]):
        for variable in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
            found = subprocess.run([str(each) for each in (play.program, *command, "--root", "docs", "--format", "sarif")], cwd=play.work, capture_output=True, text=True,
                                   env={**os.environ, variable: str(play.work)})
            results = json.loads(found.stdout)["runs"][0]["results"]
            names = {each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in results}
            expect(f"SARIF of {command[0]} names files from the root", all(name.startswith("docs/") for name in names) and (names or command[0] == "build"), names)
    play.git("checkout", "--quiet", "--", ".")


def pictures(play):
    """Renditions are kept between runs, and made again if they were changed."""
    play.branch("pictures", "main")
    rows = b"".join(b"\0" + bytes((x * y // 9 + x) % 256 for x in range(900) for _ in range(3)) for y in range(600))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    (play.work / "docs/Content/planets/saturn.png").write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 900, 600, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    play.edit("docs/Content/planets/saturn.md", ("---\nA planet.", "image: saturn.png\nimageAlt: Saturn\n---\nA planet."))
    (play.work / "docs/cardshelf.yml").write_text("title: Sample\nimages: responsive\n")
    play.commit("A picture")
    cache = play.folder / "cache"
    kept_folder = cache / ".cache/cardshelf/pictures"

    def built():
        kept = play.play(["preview"], "push", "--fresh", "--ref", "refs/heads/pictures", "--cache", cache)
        return {path.name: path.read_bytes() for path in (kept / "preview/images").rglob("*") if path.is_file()}

    first, names = built(), set(os.listdir(kept_folder))
    expect("renditions are made and kept", any(name.endswith(".avif") for name in first) and names, play.log)
    stamps = {name: (kept_folder / name).read_bytes() for name in names}
    expect("the next run has the same", built() == first and {name: (kept_folder / name).read_bytes() for name in os.listdir(kept_folder)} == stamps)
    # A rendition of another picture under the name of this one would be published if it were taken.
    for name in names:
        data = (kept_folder / name).read_bytes()
        (kept_folder / name).write_bytes(data[:-40] + bytes(20) + data[-20:])
    (kept_folder / "of-another-time").write_text("x")
    expect("what was changed is made again, and what is not used is removed",
           built() == first and {name: (kept_folder / name).read_bytes() for name in os.listdir(kept_folder)} == stamps)
    for name in names:
        (kept_folder / name).unlink()
    expect("without them all are made", built() == first)


def gitlab(play):
    """The same with GitLab."""
    play.branch("gitlab", "main")
    print(run(play.program, "init", "--ci", "gitlab", "--root", "docs", cwd=play.work))
    (play.work / ".gitignore").write_text(".cardshelf\ncardshelf-*\npreview\npreview.env\npublic\nnamed\n")
    base = play.commit("GitLab")
    play.card("saturn", LONG)
    play.commit("A longer title")

    def job(name, base=base, status=0, **variables):
        play.git("clean", "-ffdqx")
        payload = {"CI_PIPELINE_SOURCE": "merge_request_event", "CI_MERGE_REQUEST_IID": "3", "CI_API_V4_URL": f"{play.gitlab.address}/api/v4", "CARDSHELF_TOKEN": "token", **variables}
        return play.play([name], "pull_request", "--base", base, file=".gitlab-ci.yml", payload=payload, status=status)

    kept = job("preview")
    expect("GitLab keeps what a note shows", (kept / "cardshelf-review/review.json").is_file() and (kept / "cardshelf-report/index.html").is_file(), play.log)
    expect("and where the preview is", (kept / "preview.env").read_text() == "PREVIEW_ADDRESS=https://sample.pages.example/-/group/site/-/jobs/7/artifacts/\n")
    expect("and the changes as tests", "<testsuite" in (kept / "cardshelf-changes.xml").read_text())

    def note(status=0, **variables):
        play.git("clean", "-ffdqx")
        shutil.copytree(kept, play.work, dirs_exist_ok=True)
        payload = {"CI_MERGE_REQUEST_IID": "3", "CI_API_V4_URL": f"{play.gitlab.address}/api/v4", "CARDSHELF_TOKEN": "token", "HOME": str(play.folder),
                   "PREVIEW_ADDRESS": "https://sample.pages.example/-/group/site/-/jobs/7/artifacts/", **variables}
        play.play(["note"], "pull_request", file=".gitlab-ci.yml", payload=payload, status=status)
        return play.gitlab.notes.get(3, [])

    notes = note()
    expect("a note is written", len(notes) == 1 and "1 of 2 shelves changed" in notes[0]["body"] and "/artifacts/preview/index.html" in notes[0]["body"]
           and "/artifacts/cardshelf-review/pictures/1-390-before.png" in notes[0]["body"], play.log)
    notes[0]["body"] += "old"
    expect("and brought up to date", len(note()) == 1 and not notes[0]["body"].endswith("old"), play.log)
    expect("without a token there is none", len(note(CARDSHELF_TOKEN="")) == 1 and "no note is written" in play.log, play.log)
    note(status=1, CI_MERGE_REQUEST_IID="3/../../x")
    expect("a number that is a path is refused", "is not a number" in play.log, play.log)
    (kept / "cardshelf-review/pictures/1-390-after.png").write_text("<!doctype html>")
    note(status=1)
    expect("a picture that is HTML is refused", "refused: review: 'pictures/1-390-after.png' is no PNG" in play.log, play.log)
    shutil.rmtree(kept / "cardshelf-review")
    expect("a site with errors has a note", "the site has errors" in note()[0]["body"], play.log)
    play.git("clean", "-ffdqx")
    play.play(["remove"], "pull_request", file=".gitlab-ci.yml", payload={"CI_MERGE_REQUEST_IID": "3", "CI_API_V4_URL": f"{play.gitlab.address}/api/v4", "CARDSHELF_TOKEN": "token"})
    expect("previews of a closed merge request are removed", play.gitlab.removed == [7], play.log)
    job("preview", base=play.git("commit-tree", play.git("mktree", "--missing"), "-m", "Nothing"))
    expect("the first run is green", "site added: 1 page, 2 shelves" in play.log, play.log)
    job("preview", base="1" * 40)
    expect("a commit that is gone is a notice", "Nothing is compared" in play.log, play.log)
    job("preview", status=1, CARDSHELF_APPROVAL="required")
    expect("an approval can be required", "The layout is not approved: run cardshelf approve --root docs and commit layout.baseline" in play.log, play.log)
    run(play.program, "approve", "--root", play.work / "docs")
    job("preview", CARDSHELF_APPROVAL="required", status=1)
    play.git("clean", "-ffdqx")
    run(play.program, "approve", "--root", play.work / "docs")
    play.commit("Approve")
    job("preview", CARDSHELF_APPROVAL="required")


PLAYS = [first_run, changed_layout, quiet_change, odd_bases, previews, attacks, approvals, two_sites, sarif, pictures, gitlab]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", choices=[task.__name__ for task in PLAYS])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        play = Play(folder, options.program.resolve())
        try:
            kept = None
            for task in PLAYS:
                needed = {"first_run", *(options.only or [])} | ({"changed_layout"} if {"odd_bases", "previews", "attacks"} & set(options.only or []) else set())
                if options.only and task.__name__ not in needed:
                    continue
                started = time.monotonic()
                if task is previews:
                    task(play, kept, options.keep)
                elif task is attacks:
                    task(play, kept)
                else:
                    kept = task(play) or kept
                print(f"{task.__name__}: {time.monotonic() - started:.0f} s", flush=True)
        except Fault as fault:
            print(fault, file=sys.stderr)
            return 1
        finally:
            play.github.close()
            play.gitlab.close()
    print(f"{play.runs} runs of jobs, with both services: comments, previews and approvals as they should be.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
