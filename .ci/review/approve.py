#!/usr/bin/env python3
"""Approves the layout of a pull request after the comment `/approve` of somebody who may write to the repository.

    approve.py may              decides, without rights; sets the outputs `number`, `commit`, `branch`, `answer`
    approve.py push FILE PATH   puts the baseline in FILE to PATH on the branch, if nothing else was pushed since
    approve.py rerun WORKFLOW   runs the checks again: a push with a job's own token does not
    approve.py answer           says in a comment what is to be done instead
"""
import base64, os, pathlib, re, sys, urllib.parse

import archive, service
from archive import Refused

MOST_BYTES = 20_000_000
ANSWERS = {
    "fork": "The branch is in a fork, to which this repository cannot push. Please run <code>cardshelf approve</code> there, and commit <code>layout&#46;baseline</code>.",
}


def may():
    event, github = service.event(), service.Service()
    number = service.number_of(event["issue"]["number"])
    person = event["comment"]["user"]["login"]
    if event["comment"]["body"].strip() != "/approve" or "pull_request" not in event["issue"] or event["issue"]["state"] != "open":
        return print("This is no approval.")
    found = github.call("GET", f"collaborators/{service.quoted(person)}/permission") or {}
    if found.get("permission") not in ("admin", "write"):
        return print(f"::notice title=Cardshelf::{archive.shown(person)} may not write to the repository, and so may not approve.")
    pull = github.call("GET", f"pulls/{number}") or {}
    if pull.get("state") != "open":
        return print("The pull request is closed.")
    if (pull["head"]["repo"] or {}).get("id") != event["repository"]["id"]:
        return service.output(number=number, answer="fork")
    return service.output(number=number, commit=service.commit_of(pull["head"]["sha"]), branch=pull["head"]["ref"])


def push(file, path):
    github = service.Service()
    commit, branch = service.commit_of(os.environ["COMMIT"]), os.environ["BRANCH"]
    path = path.removeprefix("./")
    if fault := archive.name_fault(path):
        raise Refused(f"{archive.shown(path)} {fault}")
    # What was built is data: one regular file of text.
    if not file.is_file() or file.is_symlink() or file.stat().st_size > MOST_BYTES:
        raise Refused(f"the baseline is no file, or has more than {MOST_BYTES:,} bytes")
    content = file.read_bytes()
    try:
        if "\0" in content.decode():
            raise ValueError
    except ValueError as error:
        raise Refused("the baseline is no text") from error
    tree = github.call("GET", f"git/commits/{commit}")["tree"]["sha"]
    blob = github.call("POST", "git/blobs", {"content": base64.b64encode(content).decode(), "encoding": "base64"})["sha"]
    new = github.call("POST", "git/trees", {"base_tree": tree, "tree": [{"path": path, "mode": "100644", "type": "blob", "sha": blob}]})["sha"]
    if new == tree:
        return print("The layout is approved already.")
    made = github.call("POST", "git/commits", {"message": "Approve the layout", "tree": new, "parents": [commit]})["sha"]
    # Without force, this fails if the branch has moved: what was pushed since has not been looked at.
    github.call("PATCH", f"git/refs/heads/{urllib.parse.quote(branch)}", {"sha": made, "force": False})
    return print(f"Pushed {made[:12]}: {path}")


def rerun(workflow):
    if not re.fullmatch(r"[\w.-]+\.ya?ml", workflow):
        raise Refused(f"{archive.shown(workflow)} is no workflow")
    service.Service().call("POST", f"actions/workflows/{workflow}/dispatches", {"ref": os.environ["BRANCH"]})


def answer():
    service.Service().call("POST", f"issues/{service.number_of(int(os.environ['NUMBER']))}/comments", {"body": ANSWERS[os.environ["ANSWER"]]})


def main():
    match sys.argv[1:]:
        case ["may"]: may()
        case ["push", file, path]: push(pathlib.Path(file), path)
        case ["rerun", workflow]: rerun(workflow)
        case ["answer"]: answer()
        case _: raise Refused("approve.py: no such task")


if __name__ == "__main__":
    service.run(main)
