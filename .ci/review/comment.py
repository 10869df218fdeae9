#!/usr/bin/env python3
"""Writes a comment on a pull request, or brings the one that is there up to date. It may do nothing else.

    comment.py FILE [--preview RESULT]

FILE is comment.json of check.py; RESULT is `success` if the preview has been published.
"""
import json, os, pathlib, sys

import compose, service

AUTHOR = "github-actions[bot]"


def main():
    checked = json.loads(pathlib.Path(sys.argv[1]).read_text())
    is_published = sys.argv[2:] == ["--preview", "success"]
    number, commit = service.number_of(checked["number"]), service.commit_of(checked["commit"])
    text = checked.get("textWithPreview") if is_published else None
    text = text or checked["text"]
    if len(text) > compose.MOST_CHARACTERS:
        raise service.Refused(f"the comment has {len(text):,} characters")
    github = service.Service()
    pull = github.call("GET", f"pulls/{number}") or {}
    if pull.get("state") != "open" or pull["head"]["sha"] != commit:
        return print(f"Pull request {number} is closed, or has a newer commit: there is nothing to say.")
    author = os.environ.get("COMMENT_AUTHOR", AUTHOR)
    # Anybody can write the marker into a comment of their own.
    own = next((each for each in github.items(f"issues/{number}/comments")
                if each["user"]["login"] == author and each["body"].startswith(checked["marker"])), None)
    if own is None and checked["isQuiet"] and text == checked["text"]:
        return print("Nothing changed: no comment is needed.")
    if own is None:
        github.call("POST", f"issues/{number}/comments", {"body": text})
        return print(f"Commented on pull request {number}.")
    if own["body"].replace("\r\n", "\n").strip() == text.strip():
        return print("The comment is up to date.")
    github.call("PATCH", f"issues/comments/{service.number_of(own['id'], 'the comment')}", {"body": text})
    return print(f"Brought the comment on pull request {number} up to date.")


if __name__ == "__main__":
    service.run(main)
