#!/usr/bin/env python3
"""Writes a note on a merge request of GitLab, or brings the one that is there up to date.

    note.py FOLDER
    note.py --remove    removes the previews of the merge request instead

FOLDER is what collect.py gathered. CARDSHELF_TOKEN is a project's access token with the scope `api`; without it, or
outside a merge request, there is nothing to do. PREVIEW_ADDRESS is where the preview is shown.
"""
import json, os, pathlib, sys, urllib.error, urllib.parse, urllib.request

import archive, compose, service
from archive import Refused


def call(method, path, body=None):
    request = urllib.request.Request(f"{os.environ['CI_API_V4_URL']}/{path}", method=method,
                                     data=None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    request.add_unredirected_header("PRIVATE-TOKEN", os.environ["CARDSHELF_TOKEN"])
    try:
        with urllib.request.urlopen(request, timeout=service.SECONDS) as answer:
            return json.loads(answer.read(service.MOST_ANSWER_BYTES) or b"null")
    except urllib.error.HTTPError as error:
        raise Refused(f"{method} {path.split('?')[0]}: the service answered {error.code}") from error
    except OSError as error:
        raise Refused(f"{method} {path.split('?')[0]}: the service does not answer: {error}") from error


def gathered(folder):
    """The files of a folder, checked like an archive from elsewhere."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            continue
        name = path.relative_to(folder).as_posix()
        fault = "is no file of this archive" if not archive.REVIEW.names.fullmatch(name) else \
            "is not a regular file" if path.is_symlink() or not path.is_file() else \
            "is too large" if path.stat().st_size > archive.REVIEW.most_file_bytes else \
            archive.content_fault(name, path.read_bytes(), is_picture=True)
        if fault:
            raise Refused(f"review: {archive.shown(name)} {fault}")
        files[name] = path.read_bytes()
    return files


def remove(project, number):
    """Removes the artifacts of all jobs that made a preview."""
    for pipeline in call("GET", f"{project}/merge_requests/{number}/pipelines?per_page=100"):
        for job in call("GET", f"{project}/pipelines/{service.number_of(pipeline['id'], 'the pipeline')}/jobs?per_page=100"):
            if job["name"] == "preview" and job.get("artifacts"):
                call("DELETE", f"{project}/jobs/{service.number_of(job['id'], 'the job')}/artifacts")
    print(f"Removed the previews of merge request {number}.")


def main():
    number = os.environ.get("CI_MERGE_REQUEST_IID", "")
    if not os.environ.get("CARDSHELF_TOKEN") or not number:
        return print("There is no merge request, or no CARDSHELF_TOKEN: no note is written.")
    number = service.number_of(int(number) if number.isdecimal() else number)
    project = f"projects/{service.number_of(int(os.environ['CI_PROJECT_ID']), 'the project')}"
    if sys.argv[1:] == ["--remove"]:
        return remove(project, number)
    commit = service.commit_of(os.environ["CI_COMMIT_SHA"])
    files = gathered(pathlib.Path(sys.argv[1]))
    preview = os.environ.get("PREVIEW_ADDRESS", "")
    place = compose.Place(commit, os.environ.get("CI_PIPELINE_URL", ""), source=f"{os.environ['CI_PROJECT_URL']}/-/blob/{commit}/")
    place.takes_commands = False
    if preview:
        place.preview, place.pictures = f"{preview}preview/index.html", f"{preview}cardshelf-review/pictures/"
        place.report = f"{preview}cardshelf-report/index.html" if os.path.exists("cardshelf-report/index.html") else ""
    if files:
        text = compose.comment(files, "", "Layout", place)
    else:
        text = f'{compose.marker("")}\n\n### Layout: the site has errors\n\n<a href="{place.run}">The pipeline</a> names them · commit <code>{commit[:12]}</code>\n'
    notes = f"{project}/merge_requests/{number}/notes"
    me = call("GET", "user")["id"]
    for page in range(1, service.MOST_PAGES + 1):
        found = call("GET", f"{notes}?per_page=100&page={page}")
        for note in found:
            if note["author"]["id"] == me and note["body"].startswith(compose.marker("")):
                call("PUT", f"{notes}/{service.number_of(note['id'], 'the note')}", {"body": text})
                return print("Brought the note up to date.")
        if len(found) < 100:
            break
    call("POST", notes, {"body": text})
    return print("Wrote a note.")


if __name__ == "__main__":
    service.run(main)
