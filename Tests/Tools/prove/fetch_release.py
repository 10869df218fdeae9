#!/usr/bin/env python3
"""Downloads releases with `.ci/fetch-release`, from a server on this machine that answers rightly, wrongly, and without end.

    fetch_release.py

What is not the expected file must be refused with a reason, before anything is unpacked. Needs curl and openssl.
"""
import hashlib, http.server, io, os, pathlib, ssl, subprocess, sys, tarfile, tempfile, threading

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / ".ci/fetch-release"
ZEROS = "0" * 64


def archive(program):
    """An archive of a release with just a program."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as packed:
        member = tarfile.TarInfo("cardshelf-1.2.3-linux-x86_64/bin/cardshelf")
        member.mode, member.size = 0o755, len(program)
        packed.addfile(member, io.BytesIO(program))
    return written.getvalue()


RELEASE = archive(b"#!/bin/sh\necho 1.2.3\n")
FONTS = archive(b"#!/bin/sh\necho 1.2.3 with fonts\n")
FOREIGN = archive(b"\x7fELF" + bytes(200))


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client):
        """Says nothing: a client that does not trust the server leaves in the middle of its greeting."""


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.split("?")[0].lstrip("/")
        files = {"release.tar.gz": RELEASE, "fonts.tar.gz": FONTS, "foreign.tar.gz": FOREIGN, "cut.tar.gz": RELEASE[:50]}
        try:
            if name in ("there.tar.gz", "plain.tar.gz", "disk.tar.gz"):
                self.send_response(302)
                self.send_header("Location", {"there.tar.gz": "/release.tar.gz", "plain.tar.gz": f"{self.server.plain}/release.tar.gz",
                                              "disk.tar.gz": "file:///etc/passwd"}[name])
                self.end_headers()
            elif name in files:
                self.send_response(200)
                self.send_header("Content-Length", str(len(RELEASE if name == "cut.tar.gz" else files[name])))
                self.end_headers()
                self.wfile.write(files[name])
            elif name in ("large.tar.gz", "endless.tar.gz"):
                self.send_response(200)
                if name == "large.tar.gz":
                    self.send_header("Content-Length", "300000000")
                self.end_headers()
                for _ in range(3000):
                    self.wfile.write(bytes(100_000))
            else:
                self.send_error(404)
        except OSError:
            pass  # The client is expected to leave.

    def log_message(self, *arguments):
        pass


def serve(folder):
    """Starts a server with a certificate and one without; returns their addresses and the certificate to trust."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    secure, plain = Server(("localhost", 0), Answers), Server(("localhost", 0), Answers)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    secure.socket = context.wrap_socket(secure.socket, server_side=True, do_handshake_on_connect=False)
    secure.plain = f"http://localhost:{plain.server_port}"
    for server in (secure, plain):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"https://localhost:{secure.server_port}", secure.plain, certificate


def cases(address, plain, folder):
    """What is asked for: archives, sums, the reason of a refusal or the version, and whether the certificate is trusted."""
    sum_of = lambda data: hashlib.sha256(data).hexdigest()
    right, other = sum_of(RELEASE), sum_of(FONTS)
    local = folder / "a release's $(touch ran).tar.gz"
    local.write_bytes(RELEASE)
    yield f"{address}/release.tar.gz", right, "cardshelf 1.2.3\n"
    yield f"{address}/release.tar.gz?token=a/b", right.upper(), "cardshelf 1.2.3\n"
    yield f"{address}/there.tar.gz", right, "cardshelf 1.2.3\n"
    yield str(local), right, "cardshelf 1.2.3\n"
    yield f"  {address}/release.tar.gz\r\n\n{address}/fonts.tar.gz\n", f"{right}\n{other}", "cardshelf 1.2.3 with fonts\n"
    yield f"{address}/release.tar.gz", right, "cannot be downloaded", False
    yield f"{address}/release.tar.gz", ZEROS, f"its SHA-256 is {right} instead of {ZEROS}"
    yield f"{address}/release.tar.gz\n{address}/fonts.tar.gz", f"{right}\n{ZEROS}", "fonts.tar.gz is not the expected file"
    yield f"{address}/release.tar.gz\n{address}/fonts.tar.gz", f"{other}\n{right}", "release.tar.gz is not the expected file"
    yield f"{address}/release.tar.gz\n{address}/fonts.tar.gz", right, "archives: 2, sums: 1"
    yield f"{address}/release.tar.gz", "", "archives: 1, sums: 0"
    yield "", right, "no archive"
    yield f"{address}/release.tar.gz", right[:-1], "is not a SHA-256"
    yield f"{address}/release.tar.gz", "$(touch ran)", "is not a SHA-256"
    yield str(local), ZEROS, "is not the expected file"
    yield "$(touch ran).tar.gz", right, "neither an address"
    yield "--help.tar.gz", right, "neither an address"
    yield f"{address}/cut.tar.gz", right, "cannot be downloaded"
    yield f"{address}/missing.tar.gz", right, "cannot be downloaded"
    yield f"{address}/plain.tar.gz", right, "cannot be downloaded"
    yield f"{address}/disk.tar.gz", right, "cannot be downloaded"
    yield f"{address}/large.tar.gz", right, "Maximum file size exceeded"
    yield f"{address}/endless.tar.gz", right, "cannot be downloaded"
    yield f"{plain}/release.tar.gz", right, "does not begin with https://"
    yield f"file://{local}", right, "does not begin with https://"
    yield f"{address}/release.zip", right, "end in .tar.xz or .tar.gz"
    yield f"{address}/foreign.tar.gz", sum_of(FOREIGN), "no program for this machine"


def main():
    wrong = count = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        address, plain, certificate = serve(scratch)
        here = scratch / "here"
        here.mkdir()
        for archives, sums, expected, *trusted in cases(address, plain, scratch):
            target, left = scratch / f"target {count}", scratch / f"left {count}"
            target.mkdir()
            left.mkdir()
            environment = {"PATH": os.environ["PATH"], "TMPDIR": str(left)} | ({} if trusted else {"CURL_CA_BUNDLE": str(certificate)})
            result = subprocess.run([SCRIPT, archives, sums, target], cwd=here, env=environment, capture_output=True, text=True, timeout=60)
            is_fetched = expected.endswith("\n")
            is_right = (result.returncode, result.stdout) == (0, expected) if is_fetched else result.returncode == 1 and expected in result.stderr
            is_clean = not list(here.iterdir()) and not list(left.iterdir()) and (is_fetched or "machine" in expected or not list(target.iterdir()))
            count += 1
            if not (is_right and is_clean):
                wrong += 1
                print(f"{archives!r} with {sums!r}: {expected!r} is expected, not {result.returncode} {result.stdout!r} {result.stderr!r}"
                      + ("" if is_clean else "; files are left"))
    print(f"{count} downloads, {wrong} otherwise than expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
