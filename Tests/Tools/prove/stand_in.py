"""Stands in for the services that CI jobs talk to: the parts of the APIs of GitHub and GitLab that .ci/review uses.

A job's token is its name and its permissions (`run_workflow.py`), and a request for which they are not enough is refused,
as the services do. What was written is kept in Python.
"""
import base64, http.server, io, json, os, pathlib, re, subprocess, tarfile, threading, urllib.parse, zipfile

BOT = "github-actions[bot]"


def zipped(folder):
    """The archive of a folder; a file is an archive already."""
    if folder.is_file():
        return folder.read_bytes()
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        if folder.name == "github-pages":
            tar = io.BytesIO()
            with tarfile.open(fileobj=tar, mode="w") as opened:
                opened.add(folder, ".")
            archive.writestr("artifact.tar", tar.getvalue())
        else:
            for path in sorted(each for each in folder.rglob("*") if each.is_file()):
                archive.write(path, path.relative_to(folder))
    return data.getvalue()


class Service:
    """A server on this machine, until it is closed."""

    def __init__(self):
        self.requests, service = [], self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length)) if length else None
                path, _, query = self.path.partition("?")
                found = dict(urllib.parse.parse_qsl(query))
                try:
                    status, answer = service.answer(self.command, path, found, body, self.headers)
                except (KeyError, IndexError, StopIteration) as error:
                    status, answer = 404, {"message": f"Not Found: {error!r}"}
                service.requests.append((self.command, path, status))
                data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", answer["location"])
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def written(self):
        """The requests that changed something, since the last time."""
        result = [f"{method} {path.rpartition('/sample/site/')[2]} {status}" for method, path, status in self.requests if method != "GET"]
        self.requests.clear()
        return result


def page(items, query):
    size, number = int(query.get("per_page", 30)), int(query.get("page", 1))
    return items[(number - 1) * size:number * size]


class GitHub(Service):
    """A repository, `sample/site` with the id 1; `remote` is its git repository."""

    def __init__(self, remote):
        super().__init__()
        self.remote, self.pulls, self.comments, self.runs, self.members = remote, {}, {}, {}, {}
        self.next_id = 100

    def git(self, *arguments, **options):
        identity = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", BOT), ("EMAIL", "bot@example.org"))}
        return subprocess.run(["git", "-C", str(self.remote), *arguments], check=True, stdout=subprocess.PIPE, env={**os.environ, **identity},
                              **options).stdout.decode().strip()

    def open_pull(self, number, branch, owner="sample", base="main"):
        """A pull request from a branch, of a fork if the owner is another."""
        repository = 1 if owner == "sample" else 2
        self.pulls[number] = {
            "number": number, "state": "open", "head": {"ref": branch, "sha": self.git("rev-parse", branch), "repo": {"id": repository}, "label": f"{owner}:{branch}"},
            "base": {"ref": base, "sha": self.git("rev-parse", base), "repo": {"id": 1}}}
        self.comments.setdefault(number, [])
        return self.pulls[number]

    def comment(self, number, body, login):
        self.next_id += 1
        self.comments[number].append({"id": self.next_id, "user": {"login": login}, "body": body})
        return self.comments[number][-1]

    def may(self, headers, permission, level="read"):
        granted = dict(each.split("=") for each in headers["Authorization"].removeprefix("Bearer ").split()[1:])
        return granted.get(permission) in ((level, "write") if level == "read" else ("write",))

    def answer(self, method, path, query, body, headers):
        if path.startswith("/store/"):
            # The store of artifacts is another host.
            return (400, {"message": "the token came along"}) if headers["Authorization"] else (200, self.artifact(int(path[7:])))
        part = path.removeprefix("/repos/sample/site/")
        for pattern, permission, level, act in self.routes():
            match = re.fullmatch(pattern, f"{method} {part}")
            if match:
                if permission and not self.may(headers, permission, level):
                    return 403, {"message": f"Resource not accessible by integration: {permission}: {level}"}
                return act(query, body, *map(urllib.parse.unquote, match.groups()))
        return 404, {"message": "no such address"}

    def routes(self):
        return [
            (r"GET pulls", "pull-requests", "read", self.list_pulls),
            (r"GET pulls/(\d+)", "pull-requests", "read", lambda query, body, number: (200, self.pulls[int(number)])),
            (r"GET actions/runs/(\d+)/artifacts", "actions", "read", self.list_artifacts),
            (r"GET actions/artifacts/(\d+)/zip", "actions", "read",
             lambda query, body, number: (302, {"location": f"http://localhost:{self.port}/store/{number}"})),
            (r"GET contents/pr", "contents", "read", self.list_previews),
            (r"GET issues/(\d+)/comments", "pull-requests", "read", lambda query, body, number: (200, page(self.comments[int(number)], query))),
            (r"POST issues/(\d+)/comments", "pull-requests", "write", lambda query, body, number: (201, self.comment(int(number), body["body"], BOT))),
            (r"PATCH issues/comments/(\d+)", "pull-requests", "write", self.edit),
            (r"GET collaborators/([^/]+)/permission", None, None, lambda query, body, login: (200, {"permission": self.members.get(login, "read")})),
            (r"GET git/commits/(\w+)", "contents", "read", lambda query, body, commit: (200, {"tree": {"sha": self.git("rev-parse", commit + "^{tree}")}})),
            (r"POST git/blobs", "contents", "write",
             lambda query, body: (201, {"sha": self.git("hash-object", "-w", "--stdin", input=base64.b64decode(body["content"]))})),
            (r"POST git/trees", "contents", "write", self.make_tree),
            (r"POST git/commits", "contents", "write",
             lambda query, body: (201, {"sha": self.git("commit-tree", body["tree"], "-p", body["parents"][0], "-m", body["message"])})),
            (r"PATCH git/refs/(heads/.+)", "contents", "write", self.move),
            (r"POST actions/workflows/([\w.-]+)/dispatches", "actions", "write", lambda query, body, name: (204, b"")),
        ]

    def list_pulls(self, query, _):
        found = [pull for pull in self.pulls.values() if query.get("state", "open") in ("all", pull["state"]) and query.get("head") in (None, pull["head"]["label"])]
        return 200, page(found, query)

    def list_artifacts(self, query, _, run):
        folder = self.runs[int(run)]
        found = [{"id": 1000 * int(run) + index, "name": each.name.removesuffix(".zip"), "size_in_bytes": len(zipped(each)), "expired": False}
                 for index, each in enumerate(sorted(folder.iterdir()))]
        return 200, {"artifacts": page(found, query)}

    def artifact(self, number):
        return zipped(sorted(self.runs[number // 1000].iterdir())[number % 1000])

    def list_previews(self, query, _):
        if not self.git("for-each-ref", f"refs/heads/{query['ref']}"):
            return 404, {}
        names = self.git("ls-tree", "--name-only", f"{query['ref']}:pr").split() if self.git("ls-tree", query["ref"], "pr") else []
        return (200, [{"name": name} for name in names]) if names else (404, {})

    def edit(self, _, body, number):
        comment = next(each for all_comments in self.comments.values() for each in all_comments if each["id"] == int(number))
        if comment["user"]["login"] != BOT:
            return 403, {"message": "not your comment"}
        comment["body"] = body["body"]
        return 200, comment

    def make_tree(self, _, body):
        index = {**os.environ, "GIT_INDEX_FILE": str(self.remote / "index-of-api")}
        run = lambda *arguments: subprocess.run(["git", "-C", str(self.remote), *arguments], check=True, stdout=subprocess.PIPE, env=index).stdout.decode().strip()
        run("read-tree", body["base_tree"])
        for each in body["tree"]:
            run("update-index", "--add", "--cacheinfo", f"{each['mode']},{each['sha']},{each['path']}")
        return 201, {"sha": run("write-tree")}

    def move(self, _, body, ref):
        old = self.git("rev-parse", f"refs/{ref}")
        is_ahead = subprocess.run(["git", "-C", str(self.remote), "merge-base", "--is-ancestor", old, body["sha"]], check=False).returncode == 0
        if not is_ahead and not body.get("force"):
            return 422, {"message": "Update is not a fast forward"}
        self.git("update-ref", f"refs/{ref}", body["sha"])
        return 200, {}


class GitLab(Service):
    """The project 42, with notes on merge requests."""

    def __init__(self):
        super().__init__()
        self.notes, self.removed = {}, []

    def answer(self, method, path, query, body, headers):
        if headers["PRIVATE-TOKEN"] != "token":
            return 401, {}
        part = path.removeprefix("/api/v4/")
        if match := re.fullmatch(r"projects/42/merge_requests/(\d+)/notes(?:/(\d+))?", part):
            notes = self.notes.setdefault(int(match[1]), [])
            if method == "POST":
                notes.append({"id": len(notes) + 1, "author": {"id": 5}, "body": body["body"]})
                return 201, notes[-1]
            if method == "PUT":
                notes[int(match[2]) - 1]["body"] = body["body"]
                return 200, {}
            return 200, page(notes, query)
        if part == "user":
            return 200, {"id": 5}
        if re.fullmatch(r"projects/42/merge_requests/\d+/pipelines", part):
            return 200, [{"id": 9}]
        if part == "projects/42/pipelines/9/jobs":
            return 200, [{"id": 7, "name": "preview", "artifacts": [{}]}, {"id": 8, "name": "note", "artifacts": []}]
        if method == "DELETE" and (match := re.fullmatch(r"projects/42/jobs/(\d+)/artifacts", part)):
            self.removed.append(int(match[1]))
            return 204, b""
        return 404, {}
