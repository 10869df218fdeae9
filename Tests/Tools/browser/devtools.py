"""Chromium over a pipe, with its DevTools protocol, which reports events on a page when they happen."""
import atexit, fcntl, json, os, select, shutil, subprocess, tempfile, time


class Failed(Exception):
    pass


class Chromium:
    """A browser with its own profile. `events` is called with the session, name and parameters of each event."""

    def __init__(self, events, arguments=()):
        self.events, self.loaded = events, set()
        self.folder = tempfile.mkdtemp(prefix="devtools-")
        given, self.write = os.pipe()
        self.read, taken = os.pipe()
        # Not 3 or 4, which are the descriptors of the protocol.
        commands, answers = (fcntl.fcntl(each, fcntl.F_DUPFD, 20) for each in (given, taken))
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            raise Failed("chromium is not installed")
        script = f'exec "$@" 3<&{commands} 4>&{answers} {commands}<&- {answers}>&-'
        self.process = subprocess.Popen(
            ["bash", "-c", script, "chromium", program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-features=Translate,OptimizationHints,MediaRouter", "--window-size=1280,900",
             f"--user-data-dir={self.folder}", *arguments, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[commands, answers])
        atexit.register(self.end)
        for each in (given, taken, commands, answers):
            os.close(each)
        self.buffer, self.number, self.answers = bytearray(), 0, {}
        self.version = self.call("Browser.getVersion")["product"]

    def page(self):
        """A session with a new page."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        return self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def send(self, method, session=None, /, **parameters):
        """Does not wait for the answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = memoryview(json.dumps(message).encode() + b"\0")
        while data:
            data = data[os.write(self.write, data):]
        return self.number

    def call(self, method, session=None, patience=120, /, **parameters):
        number = self.send(method, session, **parameters)
        end = time.monotonic() + patience
        while number not in self.answers:
            if not self.turn(end - time.monotonic()):
                raise Failed(f"{method}: no answer in {patience} s")
        answer = self.answers.pop(number)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def open(self, session, url, patience=60):
        """Waits until the page is loaded; its domain `Page` must be enabled."""
        self.loaded.discard(session)
        self.call("Page.navigate", session, url=url)
        end = time.monotonic() + patience
        while session not in self.loaded:
            if time.monotonic() > end:
                raise Failed(f"{url} did not load")
            self.turn(1)

    def show(self, session, width, height, **settings):
        """Sets the size of the window."""
        self.call("Emulation.setDeviceMetricsOverride", session, width=width, height=height, **{"deviceScaleFactor": 1, "mobile": False, **settings})

    def turn(self, patience=0):
        """Handles received events, waiting for one; False if none arrives."""
        if not select.select([self.read], [], [], max(0, patience))[0]:
            return False
        data = os.read(self.read, 1 << 20)
        if not data:
            raise Failed("Chromium has ended")
        start = len(self.buffer)
        self.buffer += data
        while (end := self.buffer.find(b"\0", start)) >= 0:
            message = json.loads(self.buffer[:end])
            del self.buffer[:end + 1]
            start = 0
            if "id" in message:
                self.answers[message["id"]] = message
            else:
                if message["method"] == "Page.loadEventFired":
                    self.loaded.add(message.get("sessionId"))
                self.events(message.get("sessionId"), message["method"], message["params"])
        return True

    def settle(self, seconds):
        """Handles events until none arrives for the given time."""
        while self.turn(seconds):
            pass

    def run(self, session, expression, patience=120):
        result = self.call("Runtime.evaluate", session, patience, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failed(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def close(self):
        try:
            self.call("Browser.close", None, 10)
            self.process.wait(10)
        except (Failed, OSError, subprocess.TimeoutExpired):
            pass
        os.close(self.read)
        os.close(self.write)
        self.end()
        atexit.unregister(self.end)

    def end(self):
        """Leaves nothing behind, also where a check fails."""
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
