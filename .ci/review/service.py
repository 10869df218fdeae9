"""GitHub's API, and what a job knows of its event. The token is in GH_TOKEN, and goes to no other host."""
import json, os, re, urllib.error, urllib.parse, urllib.request

from archive import Refused

SECONDS = 60
MOST_ANSWER_BYTES = 20_000_000
MOST_PAGES = 30


class Service:
    def __init__(self):
        self.address = os.environ.get("GITHUB_API_URL", "https://api.github.com")
        self.repository = os.environ["GITHUB_REPOSITORY"]

    def open(self, method, path, body=None):
        request = urllib.request.Request(f"{self.address}/repos/{self.repository}/{path}", method=method,
                                         data=None if body is None else json.dumps(body).encode())
        request.add_header("Accept", "application/vnd.github+json")
        request.add_header("X-GitHub-Api-Version", "2022-11-28")
        # A download leads to a store, which must not get the token.
        request.add_unredirected_header("Authorization", "Bearer " + os.environ["GH_TOKEN"])
        try:
            return urllib.request.urlopen(request, timeout=SECONDS)
        except urllib.error.HTTPError as error:
            if error.code == 404 and method == "GET":
                return None
            raise Refused(f"{method} {path.split('?')[0]}: the service answered {error.code}") from error
        except OSError as error:
            raise Refused(f"{method} {path.split('?')[0]}: the service does not answer: {error}") from error

    def bytes(self, method, path, most, body=None):
        answer = self.open(method, path, body)
        if answer is None:
            return None
        with answer:
            data = answer.read(most + 1)
        if len(data) > most:
            raise Refused(f"{path.split('?')[0]}: more than {most:,} bytes")
        return data

    def call(self, method, path, body=None):
        """The answer as an object; None if there is no such thing."""
        data = self.bytes(method, path, MOST_ANSWER_BYTES, body)
        return json.loads(data) if data else None

    def items(self, path, key=None):
        """The items of all pages of a list."""
        for page in range(1, MOST_PAGES + 1):
            answer = self.call("GET", f"{path}{'&' if '?' in path else '?'}per_page=100&page={page}") or []
            found = answer[key] if key and answer else answer
            yield from found
            if len(found) < 100:
                return


def event():
    with open(os.environ["GITHUB_EVENT_PATH"], "rb") as file:
        return json.load(file)


def number_of(value, what="the number of the pull request"):
    """A number that becomes a part of a path and of an address."""
    if type(value) is not int or not 0 < value < 1_000_000_000:
        raise Refused(f"{what} is not a number: {ascii(value)[:80]}")
    return value


def commit_of(value):
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", value):
        raise Refused(f"the commit is not a hash: {ascii(value)[:80]}")
    return value


def quoted(text):
    return urllib.parse.quote(text, safe="")


def output(**values):
    with open(os.environ["GITHUB_OUTPUT"], "a") as file:
        for name, value in values.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if "\n" in text or "\r" in text:
                raise Refused(f"{name} has more than one line")
            file.write(f"{name}={text}\n")


def run(task):
    """Runs a task; what was refused is one line, and ends the job."""
    try:
        task()
    except Refused as refused:
        raise SystemExit(f"::error title=Cardshelf::refused: {str(refused).splitlines()[0]}" if "GITHUB_ACTIONS" in os.environ
                         else f"refused: {refused}") from None
