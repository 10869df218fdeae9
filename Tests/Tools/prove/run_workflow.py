#!/usr/bin/env python3
"""Runs jobs of a workflow like the service would, on this machine: in a work tree, with the same files and variables.

    run_workflow.py FILE --job NAME … --in FOLDER [--event NAME] [--base COMMIT] [--payload FILE] [--ref REF] [--fresh]
                    [--program PATH] [--artifacts FOLDER] [--cache FOLDER]

FILE is a workflow of GitHub or a .gitlab-ci.yml; FOLDER is a git work tree. Scripts run in bash -e -o pipefail, like in
the service. A checkout of the site is the work tree itself, one of cardshelf a link to this project; artifacts are
copied into a folder; a composite action runs step by step. With --fresh, each job has an empty folder of its own, as on a
new machine, and a checkout clones FOLDER, as deep as the step says, with FOLDER as the remote. Jobs of GitHub run in the
order given: a job whose condition or whose needs do not hold is left out; its token is its name and its permissions.
--payload adds to the event. --cache is what the service keeps of the home folder between runs. With --program, scripts find that program instead of building one. Prints the name and the
output of each step, then the summary; exits with the code of the first step that fails, or with 2 if the file needs
something that this script does not support. Needs python3 with yaml, git and bash.
"""
import argparse, glob, json, os, pathlib, re, shutil, subprocess, sys, tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from lint_workflows import Loader
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Unknown(Exception):
    pass


# MARK: Expressions

TOKEN = re.compile(r"\s*(?:('(?:[^']|'')*')|(\d+)|([A-Za-z_][\w-]*(?:\.[A-Za-z_*][\w-]*)*)|(==|!=|&&|\|\||[!(),]))")


class Expression:
    """The text between ${{ and }}: values, comparisons, and, or, not, and a few functions."""

    def __init__(self, text, context):
        self.tokens, place = [], 0
        text = text.strip()
        while place < len(text):
            token = TOKEN.match(text, place)
            if not token:
                raise Unknown(f"expression: {text[place:]}")
            self.tokens.append(token)
            place = token.end()
        self.context = context

    def value(self):
        result = self.either()
        if self.tokens:
            raise Unknown(f"expression: {self.tokens[0][0]}")
        return result

    def takes(self, sign):
        if self.tokens and self.tokens[0][4] == sign:
            self.tokens.pop(0)
            return True
        return False

    def either(self):
        result = self.both()
        while self.takes("||"):
            other = self.both()
            result = result or other
        return result

    def both(self):
        result = self.equal()
        while self.takes("&&"):
            other = self.equal()
            result = result and other
        return result

    def equal(self):
        result = self.one()
        for sign in ["==", "!="]:
            if self.takes(sign):
                same = str(result).lower() == str(self.one()).lower()
                return same if sign == "==" else not same
        return result

    def one(self):
        if self.takes("!"):
            return not self.one()
        if self.takes("("):
            result = self.either()
            self.takes(")")
            return result
        token = self.tokens.pop(0)
        if token[1]:
            return token[1][1:-1].replace("''", "'")
        if token[2]:
            return int(token[2])
        if not token[3]:
            raise Unknown(f"expression: {token[0]}")
        if self.takes("("):
            arguments = []
            while not self.takes(")"):
                arguments.append(self.either())
                self.takes(",")
            if token[3] == "hashFiles":
                return "0" * 64
            if token[3] == "startsWith":
                return str(arguments[0]).lower().startswith(str(arguments[1]).lower())
            # Jobs are not cancelled here.
            if token[3] in ("cancelled", "always"):
                return token[3] == "always"
            raise Unknown(f"function: {token[3]}")
        if token[3] in ("true", "false"):
            return token[3] == "true"
        value = self.context
        for name in token[3].split("."):
            value = value.get(name, "") if isinstance(value, dict) else ""
        return value


def filled(text, context):
    def value(match):
        result = Expression(match[1], context).value()
        return str(result).lower() if isinstance(result, bool) else str(result)
    return re.sub(r"\$\{\{(.*?)\}\}", value, text) if isinstance(text, str) else text


def holds(condition, context):
    if condition is None:
        return True
    return bool(Expression(re.sub(r"^\$\{\{(.*)\}\}$", r"\1", condition.strip()), context).value())


# MARK: GitHub

class GitHubJob:
    def __init__(self, document, name, options, scratch, needs):
        self.document, self.name, self.job, self.options = document, name, document["jobs"][name], options
        self.folder, self.scratch = options.folder.resolve(), scratch
        if options.fresh:
            self.folder = scratch / f"workspace-{name}"
            self.folder.mkdir()
        self.home, self.kept = scratch / "home", {}
        self.home.mkdir(exist_ok=True)
        self.summary = scratch / "summary.md"
        self.summary.touch()
        head = git(options.folder, "rev-parse", options.ref or "HEAD")
        branch = git(options.folder, "rev-parse", "--abbrev-ref", "HEAD")
        event = {"repository": {"default_branch": "main"}}
        if options.event == "pull_request":
            event["pull_request"] = {"base": {"sha": options.base}}
        elif options.event == "push":
            event["before"] = options.base
        if options.payload:
            event |= json.loads(options.payload.read_text())
        self.event = scratch / "event.json"
        self.event.write_text(json.dumps(event))
        granted = self.job.get("permissions", document.get("permissions", {}))
        token = name + "".join(f" {key}={value}" for key, value in granted.items())
        self.context = {
            "github": {"workflow": document["name"], "ref": options.ref or f"refs/heads/{branch}", "ref_name": branch, "sha": head,
                       "event_name": options.event, "event": event, "workspace": str(self.folder), "token": token},
            "runner": {"os": "Linux", "temp": str(scratch)}, "steps": {}, "inputs": {}, "env": {}, "needs": needs,
        }
        self.context["env"] = {key: filled(value, self.context) for key, value in document.get("env", {}).items()}

    def run(self):
        """The result, the code, and the outputs."""
        condition, names = str(self.job.get("if", "")), self.job.get("needs", [])
        needs = [self.context["needs"].get(each, {"result": "skipped"}) for each in ([names] if isinstance(names, str) else names)]
        ready = all(each["result"] == "success" for each in needs) or re.search(r"\b(always|cancelled|failure)\(\)", condition)
        # A job that is named alone has what it needs.
        if not ((ready or len(self.options.job) == 1) and holds(self.job.get("if"), self.context)):
            print(f"the job {self.name} does not run: {condition}")
            return "skipped", 0, {}
        code = self.steps(self.job["steps"], self.context)
        for path, folder in self.kept.items():
            if not code and path.is_dir():
                shutil.copytree(path, folder, dirs_exist_ok=True)
        outputs = {key: filled(value, self.context) for key, value in self.job.get("outputs", {}).items()}
        return "failure" if code else "success", code, outputs

    def steps(self, steps, context):
        for step in steps:
            if not holds(step.get("if"), context):
                print(f"-- {step['name']}: left out", flush=True)
                continue
            print(f"-- {step['name']}", flush=True)
            outputs = {}
            code = self.script(step, context, outputs) if "run" in step else self.action(step, context, outputs)
            if "id" in step:
                context["steps"][step["id"]] = {"outputs": outputs}
            if code:
                print(f"failed with {code}: {step['name']}")
                return code
        return 0

    def script(self, step, context, outputs):
        file = self.scratch / "output"
        file.write_text("")
        own = {key: filled(value, context) for key, value in step.get("env", {}).items()}
        variables = {**os.environ, "HOME": str(self.home), **context["env"], **own, "CI": "true", "GITHUB_ACTIONS": "true",
                     "GITHUB_OUTPUT": str(file), "GITHUB_STEP_SUMMARY": str(self.summary),
                     "GITHUB_WORKSPACE": str(self.folder), "GITHUB_EVENT_NAME": self.options.event, "GITHUB_EVENT_PATH": str(self.event),
                     "GITHUB_REF": context["github"]["ref"], "GITHUB_SHA": context["github"]["sha"], "GITHUB_REF_NAME": context["github"]["ref_name"],
                     "GITHUB_REPOSITORY": "sample/site"}
        # The default shell of a job has only -e; a named shell also has -o pipefail.
        shell = ["bash", "--noprofile", "--norc", "-e"] + (["-o", "pipefail"] if "shell" in step else [])
        code = subprocess.run(shell + ["-c", step["run"]], cwd=self.folder, env=variables).returncode
        outputs.update(line.split("=", 1) for line in file.read_text().splitlines() if "=" in line)
        return code

    def action(self, step, context, outputs):
        given = {key: filled(value, context) for key, value in step.get("with", {}).items()}
        name = step["uses"].split("@")[0]
        if name == "actions/checkout":
            if "path" in given:
                link = self.folder / given["path"]
                if not link.is_symlink():
                    link.symlink_to(ROOT)
            elif self.options.fresh:
                depth = int(given.get("fetch-depth", 1))
                ref = given.get("ref") or self.options.ref or self.context["github"]["sha"]
                checkout(self.options.folder.resolve(), self.folder, ref, depth)
            return 0
        if name in ("actions/upload-artifact", "actions/upload-pages-artifact"):
            source = self.folder / given["path"]
            if not source.exists():
                print(f"nothing to upload: {given['path']}")
                return 1
            target = self.options.artifacts / given.get("name", "github-pages")
            # The service leaves hidden files out.
            shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
            return 0
        if name == "actions/download-artifact":
            if "name" in given:
                if not (self.options.artifacts / given["name"]).is_dir():
                    print(f"no artifact: {given['name']}")
                    return 1
                shutil.copytree(self.options.artifacts / given["name"], self.folder / given["path"])
            else:
                for source in self.options.artifacts.glob(given["pattern"]):
                    shutil.copytree(source, self.folder / given["path"] / source.name)
            return 0
        if name == "actions/cache":
            # Folders of the home are restored, and kept at the end of a job that succeeds.
            if self.options.cache and given["path"].startswith("~/"):
                path, folder = self.home / given["path"][2:], self.options.cache / given["path"][2:]
                if folder.is_dir():
                    shutil.copytree(folder, path)
                shutil.rmtree(folder, ignore_errors=True)
                self.kept[path] = folder
            return 0
        if name == "actions/deploy-pages":
            return 0
        if not name.startswith("./"):
            raise Unknown(f"action: {name}")
        folder = self.folder / name
        action = yaml.load((folder / "action.yml").read_text(), Loader)
        inputs = {key: value.get("default", "") for key, value in action["inputs"].items()}
        for key in given.keys() - inputs.keys():
            raise Unknown(f"input of {name}: {key}")
        inputs.update(given)
        if self.options.program and "program" in inputs:
            inputs["program"] = str(self.options.program.resolve())
        inner = {**context, "inputs": inputs, "steps": {}, "github": {**context["github"], "action_path": str(folder.resolve())}}
        code = self.steps(action["runs"]["steps"], inner)
        outputs.update({key: filled(value["value"], inner) for key, value in action["outputs"].items()})
        return code


def checkout(repository, folder, ref, depth):
    """A work tree with what the service fetches: of branches nothing but the commit, if it is not to be the whole history."""
    git(folder, "init", "--quiet")
    git(folder, "remote", "add", "origin", repository.as_uri())
    git(folder, "config", "core.autocrlf", "false")
    what = [] if depth == 0 else [f"--depth={depth}"]
    branches = ["+refs/heads/*:refs/remotes/origin/*"] if depth == 0 else []
    git(folder, "-c", "protocol.version=2", "fetch", "--quiet", "--no-tags", *what, "origin", *branches, f"+{ref}:refs/remotes/checked-out")
    git(folder, "checkout", "--quiet", "--detach", "refs/remotes/checked-out")


# MARK: GitLab

def run_gitlab(document, name, options, scratch):
    job, folder = document[name], options.folder.resolve()
    variables = {**document.get("variables", {}), **job.get("variables", {})}
    branch = git(folder, "rev-parse", "--abbrev-ref", "HEAD")
    own = {"CI": "true", "GITLAB_CI": "true", "CI_DEFAULT_BRANCH": "main", "CI_COMMIT_BRANCH": branch}
    own["CI_MERGE_REQUEST_DIFF_BASE_SHA" if options.event == "pull_request" else "CI_COMMIT_BEFORE_SHA"] = options.base
    own |= {"CI_COMMIT_SHA": git(folder, "rev-parse", "HEAD"), "CI_PROJECT_ROOT_NAMESPACE": "sample", "CI_PAGES_DOMAIN": "pages.example",
            "CI_PROJECT_PATH": "sample/group/site", "CI_PROJECT_ID": "42", "CI_JOB_ID": "7", "CI_PROJECT_URL": "https://gitlab.example/sample/group/site",
            "CI_PROJECT_DIR": str(folder), "CI_PIPELINE_URL": "https://gitlab.example/sample/group/site/-/pipelines/9"}
    if options.payload:
        own |= json.loads(options.payload.read_text())
    # The clone of cardshelf is a link to this project, and building it does nothing if there is a program.
    link = folder / ".cardshelf"
    if not link.exists():
        link.mkdir()
        (link / ".git").mkdir()
        (link / ".ci").symlink_to(ROOT / ".ci")
        (link / ".build/release").mkdir(parents=True, exist_ok=True)
        (link / ".build/release/cardshelf").symlink_to((options.program or ROOT / ".build/release/cardshelf").resolve())
    tools = scratch / "tools"
    tools.mkdir()
    (tools / "swift").write_text("#!/bin/sh\necho 'swift is left out'\n")
    # A job that gets cardshelf anew gets this project's scripts.
    (tools / "git").write_text(f"""#!/bin/sh
case "$*" in
  "-C $2 fetch --quiet --depth 1 $CARDSHELF_REPOSITORY $CARDSHELF_REF") exit 0 ;;
  "-C $2 checkout --quiet --detach FETCH_HEAD") exec ln -s '{ROOT}/.ci' "$2/.ci" ;;
esac
exec '{shutil.which("git")}' "$@"
""")
    for name in ("swift", "git"):
        (tools / name).chmod(0o755)
    lines = [line for each in job["script"] for line in (each if isinstance(each, list) else [each])]
    script = "set -eo pipefail\n" + "\n".join(f"echo {quoted(line)}\n{line}" for line in lines)
    environment = {**os.environ, **{key: str(value) for key, value in variables.items()}, **own,
                   "PATH": f"{tools}:{os.environ['PATH']}"}
    code = subprocess.run(["bash", "-c", script], cwd=folder, env=environment).returncode
    if code:
        print(f"failed with {code}")
        if job.get("artifacts", {}).get("when") != "always":
            return code
    for pattern in job.get("artifacts", {}).get("paths", []) + list(job.get("artifacts", {}).get("reports", {}).values()):
        found = glob.glob(str(folder / pattern.rstrip("/")))
        for path in map(pathlib.Path, found):
            target = options.artifacts / path.relative_to(folder)
            shutil.copytree(path, target, dirs_exist_ok=True) if path.is_dir() else shutil.copy(path, target)
        if not found:
            print(f"no artifact: {pattern}")
    return code


def quoted(line):
    return "'" + ("$ " + line.strip().splitlines()[0]).replace("'", "'\\''") + "'"


def git(folder, *arguments):
    return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--job", required=True, nargs="+")
    parser.add_argument("--in", dest="folder", type=pathlib.Path, required=True)
    parser.add_argument("--event", choices=["push", "pull_request", "workflow_dispatch", "workflow_run", "issue_comment"], default="push")
    parser.add_argument("--base", default="0" * 40)
    parser.add_argument("--payload", type=pathlib.Path)
    parser.add_argument("--ref")
    parser.add_argument("--cache", type=pathlib.Path)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--program", type=pathlib.Path)
    parser.add_argument("--artifacts", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="run-workflow-") as scratch:
        scratch = pathlib.Path(scratch)
        # A service throws the machine of a job away.
        os.environ["TMPDIR"] = os.environ["RUNNER_TEMP"] = str(scratch)
        options.artifacts = options.artifacts or scratch / "artifacts"
        options.artifacts.mkdir(parents=True, exist_ok=True)
        document = yaml.load(options.file.read_text(), Loader)
        try:
            if "jobs" not in document:
                code = run_gitlab(document, options.job[0], options, scratch)
            else:
                code, needs = 0, {}
                for name in options.job:
                    job = GitHubJob(document, name, options, scratch, needs)
                    result, failed, outputs = job.run()
                    needs[name] = {"result": result, "outputs": outputs}
                    code = code or failed
                print("== summary\n" + job.summary.read_text())
        except Unknown as unknown:
            print(f"run_workflow.py does not know this {unknown}", file=sys.stderr)
            return 2
        print("== artifacts")
        for entry in sorted(options.artifacts.iterdir()):
            files = [each for each in entry.rglob("*") if each.is_file()] if entry.is_dir() else [entry]
            print(f"{entry.name}: {len(files)} files")
        return code


if __name__ == "__main__":
    sys.exit(main())
