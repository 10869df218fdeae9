import TestSupport
import Testing

@testable import PreviewServer

/// Files served over real sockets.
struct FileServingTests {
  private func withFiles(_ body: (UInt16) async throws -> Void) async throws {
    let folder = try OutputFolder()
    let files = try ServedFiles(output: folder.path)
    try folder.link("link.txt", to: "../secret.txt")
    try await serving(.patient { files.response(to: $0) }, body)
  }

  private func answer(_ target: String, method: String = "GET", port: UInt16) async throws -> Client.Answer {
    let client = try Client(port: port)
    try await client.send("\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
    return try await client.answer(hasBody: method != "HEAD")
  }

  @Test func servesFiles() async throws {
    try await withFiles { port in
      for (target, text) in [
        ("/", "home"), ("/index.html", "home"), ("/index.html?v=1", "home"), ("/?", "home"), ("/?a?b", "home"),
        ("/about/", "about"), ("/%61bout/index.html", "about"),
      ] {
        let answer = try await answer(target, port: port)
        #expect(answer.status == 200, "\(target)")
        #expect(answer.text == text, "\(target)")
        #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
      }
      let picture = try await answer("/new%20moon.png", port: port)
      #expect(picture.headers["content-type"] == "image/png")
      #expect(isEqual(picture.body, OutputFolder.picture))
      let head = try await answer("/new%20moon.png", method: "HEAD", port: port)
      #expect(head.headers["content-length"] == "\(OutputFolder.picture.count)")
      for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = try await answer("/", method: method, port: port)
        #expect(answer.status == 405)
        #expect(answer.headers["allow"] == "GET, HEAD")
      }
    }
  }

  @Test func servesNothingElse() async throws {
    let up = ["..", "%2e%2e", ".%2e", "%252e%252e", "..;", "..%00", "%c0%ae%c0%ae", "..%5c..", "..\\.."]
    let starts = ["/", "//", "/./", "/about/", "/about/../", "/@fs/", "/index.html/", "/%2f", "/?raw??/", "/%5c"]
    let ends = [
      "/secret.txt", "%2fsecret.txt", "\\secret.txt", "//secret.txt", "/secret.txt?raw", "/Output/../secret.txt",
    ]
    var targets = [
      "/link.txt", "/secret.txt", "/about", "/.cardshelf-manifest", "/file:///etc/passwd", "/index.html%00",
    ]
    for start in starts {
      for up in up { targets += ends.map { start + up + $0 } }
    }
    try await withFiles { port in
      let client = try Client(port: port)
      try await client.send(
        targets.map { "GET \($0) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n" }.joined())
      for target in targets {
        let answer = try await client.answer()
        // A question mark directly after the first slash requests the home page.
        #expect(answer.status == (target.hasPrefix("/?") ? 200 : 404), "\(target)")
        #expect(!answer.text.contains(OutputFolder.canary), "\(target)")
      }
    }
  }
}
