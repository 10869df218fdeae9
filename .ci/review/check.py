#!/usr/bin/env python3
"""Checks what the run of a pull request made, and writes the comment on it. It may read, and nothing of the pull request
runs here.

    check.py FOLDER

Reads the event `workflow_run`. FOLDER gets comment.json for the job that comments, and publish.json with the folder
`files` for the job that publishes. Sets the outputs `comment` and `publish`. Exits with 1, and one line that names the
file, if an artifact is not what it may be.
"""
import json, os, pathlib, re, sys, tarfile, io

import archive, compose, service
from archive import Refused

MOST_DOWNLOADED = {"review": 20_000_000, "preview": 300_000_000, "report": 300_000_000, "github-pages": 400_000_000}
PREVIEWS = re.compile(r"pr/([1-9][0-9]*)(-[a-z0-9-]+)?")


def slug_of(name):
    """What tells the comment and the preview of a site from those of other sites in the repository."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return "" if slug == "cardshelf" else slug.removeprefix("cardshelf-")


def pull_request(github, event):
    """The pull request whose newest commit the run is of; None if there is none any more."""
    run, repository = event["workflow_run"], event["repository"]["id"]
    if not run.get("head_repository"):
        return None
    head = service.quoted(f"{run['head_repository']['owner']['login']}:{run['head_branch']}")
    found = [pull for pull in github.items(f"pulls?state=all&sort=updated&direction=desc&head={head}")
             if pull["head"]["sha"] == run["head_sha"] and (pull["head"]["repo"] or {}).get("id") == run["head_repository"]["id"]
             and pull["base"]["repo"]["id"] == repository]
    return min(found, key=lambda pull: pull["state"] != "open", default=None)


def artifacts(github, run):
    """The newest artifact of each name."""
    result = {}
    for each in github.items(f"actions/runs/{service.number_of(run['id'], 'the run')}/artifacts", "artifacts"):
        if not each.get("expired"):
            result[each["name"]] = each
    return result


def download(github, artifact, rules):
    most = MOST_DOWNLOADED[rules.kind]
    if artifact["size_in_bytes"] > most:
        raise Refused(f"{rules.kind}: {artifact['size_in_bytes']:,} bytes, where {most:,} are the most")
    data = github.bytes("GET", f"actions/artifacts/{service.number_of(artifact['id'], 'the artifact')}/zip", most)
    if data is None:
        raise Refused(f"{rules.kind}: cannot be downloaded")
    return archive.files(data, rules)


def site_of(files):
    """The files of the tar archive from which pages are published."""
    result = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(files["artifact.tar"]), mode="r:") as tar:
            for member in tar:
                name = member.name.removeprefix("./")
                if member.isdir():
                    continue
                fault = archive.name_fault(name) or (None if member.isreg() else "is not a regular file")
                fault = fault or (f"has {member.size:,} bytes" if member.size > archive.PAGES.most_file_bytes else None)
                content = tar.extractfile(member).read() if fault is None else b""
                fault = fault or archive.content_fault(name, content)
                if fault:
                    raise Refused(f"github-pages: {archive.shown(name)} {fault}")
                result[name] = content
    except (tarfile.TarError, KeyError, EOFError) as error:
        raise Refused("github-pages: not a tar archive") from error
    return result


def closed_previews(github, branch):
    """Folders of previews whose pull request is closed."""
    open_numbers, result = None, []
    for each in github.call("GET", f"contents/pr?ref={service.quoted(branch)}") or []:
        match = PREVIEWS.fullmatch(f"pr/{each['name']}")
        if match:
            if open_numbers is None:
                open_numbers = {pull["number"] for pull in github.items("pulls?state=open")}
            number = int(match[1])
            if number not in open_numbers and (github.call("GET", f"pulls/{number}") or {}).get("state") == "closed":
                result.append(match[0])
    return result


class Checked:
    def __init__(self, folder):
        self.folder = folder
        self.publish, self.comment = {}, {}

    def files(self, files, folder):
        for name, content in files.items():
            path = self.folder / "files" / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def write(self):
        for name, value in (("publish", self.publish), ("comment", self.comment)):
            if value:
                (self.folder / f"{name}.json").write_text(json.dumps(value, indent=1) + "\n")
        service.output(comment=bool(self.comment), publish=bool(self.publish))


def check_pull_request(github, event, checked, branch, address):
    run = event["workflow_run"]
    pull = pull_request(github, event)
    if pull is None:
        return print("The pull request has a newer commit: there is nothing to say of this one.")
    number, commit = service.number_of(pull["number"]), service.commit_of(run["head_sha"])
    if pull["state"] != "open":
        return print(f"Pull request {number} is closed: there is nothing to say.")
    slug = slug_of(run["name"])
    folder = f"pr/{number}" + (f"-{slug}" if slug else "")
    found = artifacts(github, run)
    title = "Layout" + (f" of {compose.code(slug)}" if slug else "")
    server = f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{github.repository}"
    address_of_run = f"{server}/actions/runs/{service.number_of(run['id'], 'the run')}"
    checked.comment = {"number": number, "commit": commit, "marker": compose.marker(slug), "isQuiet": False}
    if "review" not in found:
        if run.get("conclusion") != "failure":
            checked.comment = {}
            return print("The run made nothing to comment on.")
        checked.comment["text"] = f"{compose.marker(slug)}\n\n### {title}: the site has errors\n\n<a href=\"{address_of_run}\">The run</a> names them · commit <code>{commit[:12]}</code>\n"
        return None
    files = download(github, found["review"], archive.REVIEW)
    place = compose.Place(commit, f"{address_of_run}#artifacts", source=f"{server}/blob/{commit}/")
    checked.comment["text"] = compose.comment(files, slug, title, place)
    review = compose.read(files["review.json"], "review.json")
    checked.comment["isQuiet"] = ": nothing " in checked.comment["text"].split("\n\n")[1] and not review["approval"].value
    is_own = run["head_repository"]["id"] == event["repository"]["id"]
    if not branch or "preview" not in found or not (is_own or os.environ.get("PREVIEW_FORKS") == "true"):
        return None
    preview = download(github, found["preview"], archive.PREVIEW)
    report = download(github, found["report"], archive.REPORT) if "report" in found else {}
    checked.files({name: data for name, data in preview.items() if not name.startswith(("review/", "report/"))}, folder)
    checked.files({f"report/{name}": data for name, data in report.items()}, folder)
    checked.files({f"review/{name.removeprefix('pictures/')}": data for name, data in files.items() if name.startswith("pictures/")}, folder)
    checked.publish["add"] = folder
    if address:
        place.run = address_of_run
        place.preview, place.pictures = f"{address}{folder}/", f"{address}{folder}/review/"
        place.report = f"{address}{folder}/report/" if report else ""
        checked.comment["textWithPreview"] = compose.comment(files, slug, title, place)
    return None


def main():
    checked = Checked(pathlib.Path(sys.argv[1]))
    checked.folder.mkdir(parents=True)
    event, github = service.event(), service.Service()
    run = event["workflow_run"]
    branch, address = os.environ.get("PREVIEW_BRANCH", ""), os.environ.get("PREVIEW_ADDRESS", "")
    if address:
        if not re.fullmatch(r"https?://[\w.:\[\]-]+(/[\w.~%-]+)*/?", address):
            raise Refused("PREVIEW_ADDRESS is no address")
        address = address.rstrip("/") + "/"
    # After `/approve`, the checks of a branch are started by hand.
    if run["event"] in ("pull_request", "workflow_dispatch"):
        check_pull_request(github, event, checked, branch, address)
    elif branch and run["event"] == "push" and run["conclusion"] == "success" and run["head_branch"] == event["repository"]["default_branch"] \
            and run["head_repository"]["id"] == event["repository"]["id"]:
        found = artifacts(github, run)
        if "github-pages" in found and not slug_of(run["name"]):
            checked.files(site_of(download(github, found["github-pages"], archive.PAGES)), "")
            checked.publish["add"] = ""
    if branch:
        closed = [folder for folder in closed_previews(github, branch) if folder != checked.publish.get("add")]
        if closed:
            checked.publish["remove"] = closed
    checked.write()


if __name__ == "__main__":
    service.run(main)
