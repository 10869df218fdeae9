#!/usr/bin/env python3
"""Checks the configuration files for CI services: those of this project, and those that `cardshelf init` writes.

    lint_workflows.py [FILE …]    checks the given files, or all
    lint_workflows.py --prove     damages each file in ways that must be found

A file must be well-formed (yamllint), match the schema in Tests/Schemas, and be safe: actions are pinned by full
commits with the version beside them, images by digests, and Cardshelf itself by a commit (`.ci/pin --check` says
whether it is the right one); nothing has more permissions than a job needs, and what has them runs nothing of the
repository; no expression is in a script, where its value would be run as code; bash can parse
every script. Prints a line for each fault; exits with 1 if there are any.

Needs python3 with yaml and jsonschema, yamllint and bash.
"""
import json, pathlib, re, shutil, subprocess, sys, tempfile

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
FILES = [
    *((str(path.relative_to(ROOT)), "github-workflow") for path in sorted(ROOT.glob(".github/workflows/*"))), ("action.yml", "github-action"),
    ("Sources/App/cardshelf/CI/github.yml", "github-workflow"), ("Sources/App/cardshelf/CI/github-review.yml", "github-workflow"),
    ("Sources/App/cardshelf/CI/gitlab.yml", "gitlab-ci"),
]
YAMLLINT = """{extends: default, rules: {line-length: {max: 140}, document-start: disable, truthy: {check-keys: false},
braces: {max-spaces-inside: 1}, comments: {min-spaces-from-content: 1}}}"""
# Jobs with rights: what they are for, by the action or command that needs them; their permissions; and the actions that they may use.
ROLES = [
    ("publishes pages", "actions/deploy-pages@", {"pages": "write", "id-token": "write"}, ("actions/deploy-pages@",)),
    ("attests", "actions/attest-build-provenance@", {"id-token": "write", "attestations": "write"},
     ("actions/download-artifact@", "actions/attest-build-provenance@")),
    ("publishes a release", "gh release create", {"contents": "write"}, ("actions/download-artifact@",)),
    *((purpose, f"python3 .cardshelf/.ci/review/{command}", permissions, ("actions/checkout@", "actions/upload-artifact@", "actions/download-artifact@"))
      for purpose, command, permissions in [
          ("checks what a run made", "check.py", {"actions": "read", "contents": "read", "pull-requests": "read"}),
          ("comments", "comment.py", {"pull-requests": "write"}), ("publishes previews", "publish.py", {"contents": "write"}),
          ("decides who approves", "approve.py may", {"pull-requests": "read"}), ("pushes an approval", "approve.py push", {"contents": "write"}),
          ("starts checks", "approve.py rerun", {"actions": "write"}), ("answers", "approve.py answer", {"pull-requests": "write"})]),
]
# The only code in a workspace with rights, beside what a role says.
SCRIPTS = {"repository": "${{ env.CARDSHELF_REPOSITORY }}", "ref": "${{ env.CARDSHELF_REF }}", "path": ".cardshelf", "persist-credentials": False}
# The commands of a script with rights. Nothing that was built or that is in the repository runs there.
COMMANDS = "for do done cd sha256sum sort gh".split()


class Loader(yaml.SafeLoader):
    """YAML 1.2 treats `on` as a string, and so do services."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def kind_of(path):
    for name, kind in FILES:
        if path.resolve() == ROOT / name:
            return kind
    if path.name == "action.yml":
        return "github-action"
    return "gitlab-ci" if "gitlab" in path.name else "github-workflow"


def faults(path, kind):
    text = path.read_text()
    lint = subprocess.run(["yamllint", "-d", YAMLLINT, "-f", "parsable", str(path)], capture_output=True, text=True)
    for line in lint.stdout.splitlines():
        yield line.split(":", 1)[1]
    try:
        document = yaml.load(text, Loader)
    except yaml.YAMLError as error:
        yield f"not YAML: {error}"
        return
    schema = json.loads((ROOT / f"Tests/Schemas/{kind}.json").read_text())
    for error in jsonschema.Draft202012Validator(schema).iter_errors(document):
        yield f"{'.'.join(map(str, error.absolute_path)) or 'the file'}: {error.message[:60]}{'…' + error.message[-100:] if len(error.message) > 160 else error.message[60:]}"
    yield from pins(text)
    if kind == "gitlab-ci":
        yield from gitlab_faults(document)
        return
    if kind == "github-action":
        yield from script_faults("runs", document.get("runs", {}).get("steps", []))
        return
    if document.get("permissions") not in ({}, {"contents": "read"}):
        yield "permissions of the workflow: more than reading contents"
    for name, job in document.get("jobs", {}).items():
        steps = job.get("steps", [])
        granted = job.get("permissions", document.get("permissions"))
        yield from rights_faults(name, job, granted, document.get("on", {}))
        for step in steps:
            if step.get("uses", "").startswith("actions/checkout@") and step.get("with", {}).get("persist-credentials") is not False:
                yield f"jobs.{name}: a checkout leaves its token in the work tree"
        yield from script_faults(f"jobs.{name}", steps)
    events = document.get("on", {})
    for name, job in document.get("jobs", {}).items():
        checked_out = [step.get("with", {}) for step in job.get("steps", []) if step.get("uses", "").startswith("actions/checkout@")]
        writes = [key for key, value in (job.get("permissions") or {}).items() if value == "write"]
        if {"workflow_run", "issue_comment"} & set(events) and writes and any(each != SCRIPTS for each in checked_out):
            yield f"jobs.{name}: what a pull request brings is checked out with rights to write: {', '.join(writes)}"
    if "pull_request_target" in text:
        yield "pull_request_target runs the code of strangers with permissions"


def rights_faults(name, job, granted, events):
    """A job has only the rights of what it is for, and with rights it does nothing else."""
    steps = job.get("steps", [])
    text = [step.get("uses", "") + step.get("run", "") for step in steps]
    role = next((role for role in ROLES if any(role[1] in each for each in text)), None)
    if role is None:
        if granted not in ({}, {"contents": "read"}):
            yield f"jobs.{name}: permissions {granted}, where reading contents is enough"
        return
    purpose, sign, permissions, actions = role
    if granted != permissions:
        yield f"jobs.{name}: a job that {purpose} has just {permissions}, not {granted}"
    scripts = [step["run"] for step in steps if "run" in step]
    foreign = [step["uses"] for step in steps if "uses" in step and not step["uses"].startswith(actions)]
    is_script = sign.startswith("python3 ")
    if "container" in job or foreign or len(scripts) != (1 if sign.startswith("gh ") or is_script else 0):
        yield f"jobs.{name}: a job that {purpose} does nothing else"
    if is_script:
        if any(not re.fullmatch(re.escape(sign) + r'( "?[\w./$-]+"?)*', script.strip()) for script in scripts):
            yield f"jobs.{name}: a job that {purpose} does nothing else: {scripts[0].strip()}"
        if any(step["uses"].startswith("actions/checkout@") and step.get("with") != SCRIPTS for step in steps if "uses" in step):
            yield f"jobs.{name}: a job that {purpose} has no code but that of Cardshelf"
        secrets = [value for step in steps for value in step.get("env", {}).values() if "secrets." in str(value)]
        if secrets or job.get("env"):
            yield f"jobs.{name}: a job that {purpose} has no secrets"
        return
    for script in scripts:
        for command in re.findall(r"(?:^|[;&|(`]|\bdo\b) *([^\s;&|()]+)", re.sub(r"\\\n", " ", script), re.M):
            if command not in COMMANDS:
                yield f"jobs.{name}: a job that {purpose} does nothing else: {command}"
    if purpose == "publishes pages" and "default_branch" not in job.get("if", ""):
        yield f"jobs.{name}: publishes from any branch"
    if purpose == "publishes a release" and (list(events) != ["push"] or list(events["push"] or ()) != ["tags"]):
        yield f"jobs.{name}: publishes from something else than a tag"


def pins(text):
    for number, line in enumerate(text.splitlines(), 1):
        image = re.match(r"\s*(?:container|image): *(\S.*)", line)
        if image and not re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", image[1]):
            yield f"{number}: the image {image[1]} is not pinned by a digest"
        own = re.match(r"\s*CARDSHELF_REF: *(\S+)(.*)", line)
        if own and not re.fullmatch(r"[0-9a-f]{40}", own[1]):
            yield f"{number}: Cardshelf at {own[1]} is not pinned by a full commit: .ci/pin"
        elif own and not re.fullmatch(r" # v\d+\.\d+\.\d+", own[2]):
            yield f"{number}: Cardshelf has no version beside its commit, as in '# v1.2.3'"
        used = re.match(r"\s*(?:- )?uses: *(\S+)(.*)", line)
        if not used or used[1].startswith("./"):
            continue
        if not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", used[1]):
            yield f"{number}: {used[1]} is not pinned by a full commit"
        elif not re.fullmatch(r" # v\d+\.\d+\.\d+", used[2]):
            yield f"{number}: {used[1].split('@')[0]} has no version beside it, as in '# v1.2.3'"


def script_faults(place, steps):
    for number, step in enumerate(steps):
        if "run" not in step:
            continue
        where = f"{place}.steps.{number}"
        if "${{" in step["run"]:
            yield f"{where}: an expression in a script; it belongs in env"
        yield from bash_faults(where, step["run"])


def bash_faults(where, script):
    check = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
    for line in check.stderr.splitlines():
        yield f"{where}: {line}"


def gitlab_faults(document):
    stages = document.get("stages", [])
    jobs = {name: job for name, job in document.items() if isinstance(job, dict) and "script" in job}
    flat = lambda lines: [line for each in lines for line in (each if isinstance(each, list) else [each])]
    for name, job in jobs.items():
        if job.get("stage") not in stages:
            yield f"{name}: no such stage: {job.get('stage')}"
        for need in job.get("needs", []):
            if need not in jobs:
                yield f"{name}: needs {need}, which is no job"
        yield from bash_faults(name, "\n".join(flat(job["script"])))
    if "pages" in jobs and not any("$CI_DEFAULT_BRANCH" in rule["if"] for rule in jobs["pages"].get("rules", [])):
        yield "pages: publishes from any branch"


# The text to replace in a file, its replacement, and the expected message.
SPOILED = [
    ("Sources/App/cardshelf/CI/github.yml", "@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1", "@v7", "not pinned"),
    ("Sources/App/cardshelf/CI/github.yml", "@sha256:", "@sha512:", "not pinned by a digest"),
    ("Sources/App/cardshelf/CI/gitlab.yml", "@sha256:", " # sha256:", "not pinned by a digest"),
    ("Sources/App/cardshelf/CI/gitlab.yml", "  CARDSHELF_REF: ", "  CARDSHELF_REF: v", "not pinned by a full commit"),
    ("Sources/App/cardshelf/CI/github.yml", "  CARDSHELF_REF: ", "  CARDSHELF_REF: 0123456789abcdef0123456789abcdef01234567 # v1.2.3 # ", "has no version"),
    ("Sources/App/cardshelf/CI/github.yml", " # v7.0.1", "", "no version beside it"),
    ("Sources/App/cardshelf/CI/github.yml", "      contents: read", "      pages: write", "reading contents is enough"),
    ("Sources/App/cardshelf/CI/github.yml", "      contents: read", "      contents: write", "reading contents is enough"),
    ("Sources/App/cardshelf/CI/github.yml", "      contents: read", "      contents: any", "is not one of ['read', 'write']"),
    ("Sources/App/cardshelf/CI/github.yml", "permissions: {}\n", "", "'permissions' is a required property"),
    ("Sources/App/cardshelf/CI/github.yml", "      id-token: write\n", "", "has just"),
    ("Sources/App/cardshelf/CI/github.yml", "persist-credentials: false", "persist-credentials: true", "leaves its token"),
    ("Sources/App/cardshelf/CI/github.yml", "  pull_request:\n", "  pull_request_target:\n", "code of strangers"),
    ("Sources/App/cardshelf/CI/github.yml", "  preview:\n", "  preview:\n    colour: red\n", "'colour' was unexpected"),
    ("Sources/App/cardshelf/CI/github.yml", "    if: github.event_name == 'push' && github.ref_name == github.event.repository.default_branch\n    runs-on",
     "    runs-on", "publishes from any branch"),
    ("action.yml", '"$PROGRAM" check', '${{ inputs.program }} check', "an expression in a script"),
    ("action.yml", "        if [ \"$STRICT\" = true ]; then", "        if [ \"$STRICT\" = true ] then", "syntax error"),
    ("action.yml", "      shell: bash\n", "", "not valid under any"),
    (".github/workflows/ci.yml", "name: CI\n", "name: CI\nname: CI\n", "duplication of key"),
    (".github/workflows/release.yml", "bookworm@sha256:", "bookworm@sha512:", "not pinned by a digest"),
    (".github/workflows/release.yml", "      contents: read", "      contents: write", "reading contents is enough"),
    (".github/workflows/release.yml", "      attestations: write\n", "      attestations: write\n      contents: write\n", "a job that attests has just"),
    (".github/workflows/release.yml", "      contents: write\n", "      contents: write\n      packages: write\n", "'packages' was unexpected"),
    (".github/workflows/release.yml", "      - name: Draft the release\n", "      - name: Check out\n        uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1\n"
     "        with: {persist-credentials: false}\n      - name: Draft the release\n", "a job that publishes a release does nothing else"),
    (".github/workflows/release.yml", "          sort -k 2", "          files/release-x86_64/cardshelf --version; sort -k 2", "does nothing else: files/release-x86_64/cardshelf"),
    (".github/workflows/release.yml", "          sort -k 2", "          sort $(bash files/x) -k 2", "does nothing else: bash"),
    (".github/workflows/release.yml", "SHA256SUMS); done", "SHA256SUMS) || make; done", "does nothing else: make"),
    (".github/workflows/release.yml", '"$GITHUB_REF_NAME" --repo', "${{ github.ref_name }} --repo", "an expression in a script"),
    (".github/workflows/release.yml", '    tags: ["v*"]\n', "    branches: [main]\n", "from something else than a tag"),
    (".github/workflows/release.yml", '    tags: ["v*"]\n', '    tags: ["v*"]\n  pull_request:\n', "from something else than a tag"),
    (".github/workflows/release.yml", "          persist-credentials: false\n", "", "leaves its token"),
    *(("Sources/App/cardshelf/CI/github-review.yml", old, new, said) for old, new, said in [
        ("      pull-requests: write\n    steps:\n", "      pull-requests: write\n      contents: write\n    steps:\n", "a job that comments has just"),
        ("      pull-requests: write\n    steps:\n", "      pull-requests: write\n      contents: write\n    steps:\n", "a job that answers has just"),
        ("      actions: read\n", "      actions: write\n", "a job that checks what a run made has just"),
        ("      contents: read\n      pull-requests: read\n", "      contents: write\n      pull-requests: read\n", "a job that checks what a run made has just"),
        ("      pull-requests: read\n    outputs:\n      number", "      contents: write\n    outputs:\n      number", "a job that decides who approves has just"),
        ("      actions: write\n", "      actions: write\n      contents: write\n", "a job that starts checks has just"),
        ("      contents: write\n", "      contents: write\n      pages: write\n", "a job that publishes previews has just"),
        ("      contents: write\n", "      contents: write\n      pages: write\n", "a job that pushes an approval has just"),
        ("      contents: read\n    steps", "      contents: write\n    steps", "reading contents is enough"),
        ("      contents: read\n    steps", "      contents: write\n    steps", "checked out with rights to write"),
        ("comment.py checked/comment.json", "comment.py checked/comment.json; bash checked/x", "does nothing else: python3 .cardshelf/.ci/review/comment.py"),
        ("comment.py checked/comment.json", "comment.py $(checked/x)", "does nothing else: python3 .cardshelf/.ci/review/comment.py"),
        ("python3 .cardshelf/.ci/review/publish.py", "python3 checked/publish.py", "where reading contents is enough"),
        ("        run: python3 .cardshelf/.ci/review/publish.py checked\n", "        run: python3 .cardshelf/.ci/review/publish.py checked\n      - run: checked/x\n",
         "a job that publishes previews does nothing else"),
        ("          ref: ${{ env.CARDSHELF_REF }}\n", "          ref: ${{ github.event.workflow_run.head_sha }}\n", "has no code but that of Cardshelf"),
        ("          repository: ${{ env.CARDSHELF_REPOSITORY }}\n", "", "has no code but that of Cardshelf"),
        ("          PUBLISHED: ${{ needs.publish.result }}\n", "          TOKEN: ${{ secrets.TOKEN }}\n", "has no secrets"),
        ("    needs: [check, publish]\n", "    needs: [check, publish]\n    container: x:1@sha256:" + "0" * 64 + "\n", "a job that comments does nothing else"),
        ('--preview "$PUBLISHED"', "--preview ${{ needs.publish.result }}", "an expression in a script"),
        ("  workflow_run:\n", "  pull_request_target:\n  workflow_run:\n", "code of strangers"),
        ("permissions: {}\n", "permissions: write-all\n", "more than reading contents"),
        ("persist-credentials: false", "persist-credentials: true", "leaves its token"),
    ]),
    ("Sources/App/cardshelf/CI/gitlab.yml", "needs: [preview]", "needs: [review]", "which is no job"),
    ("Sources/App/cardshelf/CI/gitlab.yml", "stage: publish", "stage: published", "no such stage"),
    ("Sources/App/cardshelf/CI/gitlab.yml", "      fi\n", "", "syntax error"),
    ("Sources/App/cardshelf/CI/gitlab.yml", "    - mv cardshelf-site public\n", "    - mv cardshelf-site $(public\n", "unexpected"),
]


# What happens in a clone with a fresh pin, and what is said of it; nothing if it stays right.
PINNED = {
    "echo >>README.md": "",
    "echo '// more' >>Sources/Core/Geometry/Pixels.swift": "what it builds has changed: Sources/Core/Geometry/Pixels.swift. Run .ci/pin",
    "echo '# more' >>action.yml": "what it builds has changed: action.yml. Run .ci/pin",
    "sed -i 's/CARDSHELF_REF: ..../CARDSHELF_REF: 0000/' Sources/App/cardshelf/CI/*.yml": "is no commit of this history",
    "sed -i 's/CARDSHELF_REF: ..../CARDSHELF_REF: 0000/' Sources/App/cardshelf/CI/github.yml": "the files pin 2 commits",
}


def check_of_pin(clone, change):
    subprocess.run(["git", "-c", "safe.directory=*", "clone", "-q", "--shared", str(ROOT), str(clone)], check=True)
    shutil.copy(ROOT / ".ci/pin", clone / ".ci/pin")
    commit = "git -c user.name=Test -c user.email=test@example.org commit -q --allow-empty -am"
    script = f"{commit} first; .ci/pin; {commit} pin; {change}; {commit} last"
    subprocess.run(["bash", "-euc", script], cwd=clone, check=True, stdout=subprocess.DEVNULL)
    return subprocess.run([clone / ".ci/pin", "--check"], capture_output=True, text=True)


def prove():
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, old, new, said in SPOILED:
            text = (ROOT / name).read_text()
            if old not in text:
                print(f"{name} has no {old!r}")
                missed += 1
                continue
            path = pathlib.Path(folder, pathlib.Path(name).name)
            path.write_text(text.replace(old, new))
            found = list(faults(path, dict(FILES)[name]))
            if not any(said in fault for fault in found):
                print(f"{name} with {new!r} for {old!r}: {said!r} is not in {found}")
                missed += 1
        for change, said in PINNED.items():
            answer = check_of_pin(pathlib.Path(folder, f"clone-{len(said)}"), change)
            if (said not in answer.stderr or answer.returncode != 1) if said else answer.returncode:
                print(f".ci/pin --check after {change!r}: {answer.returncode}, {answer.stderr!r} instead of {said!r}")
                missed += 1
    print(f"{len(SPOILED)} damaged files and {len(PINNED)} pins, {missed} not found")
    return 1 if missed else 0


def main():
    for program in ["yamllint", "bash"]:
        if not shutil.which(program):
            print(f"lint_workflows.py: {program} is missing", file=sys.stderr)
            return 2
    if sys.argv[1:] == ["--prove"]:
        return prove()
    paths = [pathlib.Path(name) for name in sys.argv[1:]] or [ROOT / name for name, _ in FILES]
    count = 0
    for path in paths:
        for fault in faults(path, kind_of(path)):
            count += 1
            print(f"{path.name}: {fault}")
    print(f"{len(paths)} files, {count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
