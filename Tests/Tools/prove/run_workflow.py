#!/usr/bin/env python3
"""Runs a job of a workflow like the service would, on this machine: in a work tree, with the same files and variables.

    run_workflow.py FILE --job NAME --in FOLDER [--event push|pull_request] [--base COMMIT] [--program PATH] [--artifacts FOLDER]

FILE is a workflow of GitHub or a .gitlab-ci.yml; FOLDER is a git work tree. Scripts run in bash -e -o pipefail, like in
the service. A checkout of the site is the work tree itself, one of cardshelf a link to this project; artifacts are
copied into a folder; a composite action runs step by step. With --program, scripts find that program instead of
building one. Prints the name and the output of each step, then the summary; exits with the code of the first step that
fails, or with 2 if the file needs something that this script does not support.
Needs python3 with yaml, git and bash.
"""
import argparse, glob, os, pathlib, re, shutil, subprocess, sys, tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from lint_workflows import Loader
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Unknown(Exception):
    pass


# MARK: Expressions

TOKEN = re.compile(r"\s*(?:('(?:[^']|'')*')|(\d+)|([A-Za-z_][\w-]*(?:\.[A-Za-z_*][\w-]*)*)|(==|!=|&&|\|\||[!(),]))")


class Expression:
    """The text between ${{ and }}: values, comparisons, and, or, not, hashFiles."""

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
    def __init__(self, document, name, options, scratch):
        self.document, self.job, self.options = document, document["jobs"][name], options
        self.folder, self.scratch = options.folder.resolve(), scratch
        self.summary = scratch / "summary.md"
        self.summary.touch()
        head = git(self.folder, "rev-parse", "HEAD")
        branch = git(self.folder, "rev-parse", "--abbrev-ref", "HEAD")
        event = {"repository": {"default_branch": "main"}}
        if options.event == "pull_request":
            event["pull_request"] = {"base": {"sha": options.base}}
        else:
            event["before"] = options.base
        self.context = {
            "github": {"workflow": document["name"], "ref": f"refs/heads/{branch}", "ref_name": branch, "sha": head,
                       "event_name": options.event, "event": event, "workspace": str(self.folder)},
            "runner": {"os": "Linux", "temp": str(scratch)}, "steps": {}, "inputs": {}, "env": {},
        }
        self.context["env"] = {key: filled(value, self.context) for key, value in document.get("env", {}).items()}

    def run(self):
        if not holds(self.job.get("if"), self.context):
            print("the job does not run: " + self.job["if"])
            return 0
        return self.steps(self.job["steps"], self.context)

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
        variables = {**os.environ, **context["env"], **own, "CI": "true", "GITHUB_ACTIONS": "true",
                     "GITHUB_OUTPUT": str(file), "GITHUB_STEP_SUMMARY": str(self.summary),
                     "GITHUB_WORKSPACE": str(self.folder), "GITHUB_EVENT_NAME": self.options.event,
                     "GITHUB_REF_NAME": context["github"]["ref_name"], "GITHUB_REPOSITORY": "sample/site"}
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
            return 0
        if name in ("actions/upload-artifact", "actions/upload-pages-artifact"):
            source = self.folder / given["path"]
            if not source.exists():
                print(f"nothing to upload: {given['path']}")
                return 1
            target = self.options.artifacts / given.get("name", "github-pages")
            shutil.copytree(source, target, dirs_exist_ok=True)
            return 0
        if name == "actions/download-artifact":
            for source in self.options.artifacts.glob(given["pattern"]):
                shutil.copytree(source, self.folder / given["path"] / source.name)
            return 0
        if name in ("actions/cache", "actions/deploy-pages"):
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


# MARK: GitLab

def run_gitlab(document, name, options, scratch):
    job, folder = document[name], options.folder.resolve()
    variables = {**document.get("variables", {}), **job.get("variables", {})}
    branch = git(folder, "rev-parse", "--abbrev-ref", "HEAD")
    own = {"CI": "true", "GITLAB_CI": "true", "CI_DEFAULT_BRANCH": "main", "CI_COMMIT_BRANCH": branch}
    own["CI_MERGE_REQUEST_DIFF_BASE_SHA" if options.event == "pull_request" else "CI_COMMIT_BEFORE_SHA"] = options.base
    # The clone of cardshelf is a link to this project, and building it does nothing if there is a program.
    link = folder / ".cardshelf"
    if not link.exists():
        link.mkdir()
        (link / ".git").mkdir()
        (link / ".ci").symlink_to(ROOT / ".ci")
        (link / ".build/release").mkdir(parents=True)
        (link / ".build/release/cardshelf").symlink_to((options.program or ROOT / ".build/release/cardshelf").resolve())
    tools = scratch / "tools"
    tools.mkdir()
    (tools / "swift").write_text("#!/bin/sh\necho 'swift is left out'\n")
    (tools / "swift").chmod(0o755)
    script = "set -eo pipefail\n" + "\n".join(f"echo {quoted(line)}\n{line}" for line in job["script"])
    environment = {**os.environ, **{key: str(value) for key, value in variables.items()}, **own,
                   "PATH": f"{tools}:{os.environ['PATH']}"}
    code = subprocess.run(["bash", "-c", script], cwd=folder, env=environment).returncode
    if code:
        print(f"failed with {code}")
        return code
    for pattern in job.get("artifacts", {}).get("paths", []) + list(job.get("artifacts", {}).get("reports", {}).values()):
        found = glob.glob(str(folder / pattern.rstrip("/")))
        for path in map(pathlib.Path, found):
            target = options.artifacts / path.relative_to(folder)
            shutil.copytree(path, target, dirs_exist_ok=True) if path.is_dir() else shutil.copy(path, target)
        if not found:
            print(f"no artifact: {pattern}")
    return 0


def quoted(line):
    return "'" + ("$ " + line.strip().splitlines()[0]).replace("'", "'\\''") + "'"


def git(folder, *arguments):
    return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--job", required=True)
    parser.add_argument("--in", dest="folder", type=pathlib.Path, required=True)
    parser.add_argument("--event", choices=["push", "pull_request"], default="push")
    parser.add_argument("--base", default="0" * 40)
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
                code = run_gitlab(document, options.job, options, scratch)
            else:
                job = GitHubJob(document, options.job, options, scratch)
                code = job.run()
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
