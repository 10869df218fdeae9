import Diagnostics
import Images
import TestSupport
import Testing

@testable import Content

struct RemoteAddressTests {
  // MARK: Hosts

  @Test(arguments: [
    "cdn.example.org", "a.b", "xn--bcher-kva.example", "1and1.com", "a-b.c-d.example", "3.example", "a1.b2.c3",
    String(repeating: "a", count: 63) + ".example",
  ])
  func acceptsHosts(name: String) throws {
    #expect(try HostName(name).text == name)
  }

  @Test(
    arguments: [
      ("*.example.org", .wildcard), ("*", .wildcard), ("https://cdn.example.org", .scheme), ("//a.example", .scheme),
      ("me@cdn.example.org", .credentials), ("cdn.example.org/a", .path), ("cdn.example.org?", .path),
      ("a.example#b", .path), ("a.example\\b", .path), ("cdn.example.org:443", .port), ("127.0.0.1", .address),
      ("127.1", .address), ("0x7f.1", .address), ("a.0x7f", .address), ("a.7", .address), ("[::1]", .address),
      ("::1", .address), ("2130706433", .address), ("localhost", .local), ("a.localhost", .local), ("intranet", .local),
      ("CDN.example.org", .capitals), ("bücher.example", .script), ("例え.example", .script),
      ("cdn.example.org.", .characters), (".example", .characters), ("a..b", .characters), ("-a.example", .characters),
      ("a-.example", .characters), ("a_b.example", .characters), ("a b.example", .characters), ("", .characters),
      ("a.example;script-src *", .wildcard), ("a.example;script-src x", .characters), ("a.example'", .characters),
      ("a.example\"", .characters), ("a.example\n", .characters), ("a.example\u{0}", .characters),
      ("a.example,b.example", .characters), ("a%2eexample.org", .characters), ("'self'", .characters),
      (String(repeating: "a", count: 64) + ".example", .characters),
      (String(repeating: "a.", count: 126) + "example", .characters),
    ] as [(String, HostNameFault)])
  func refusesOtherHosts(name: String, fault: HostNameFault) {
    #expect(throws: fault) { try HostName(name) }
    #expect(!fault.reason.isEmpty && !fault.help(for: name).isEmpty)
  }

  @Test(arguments: [
    ("https://cdn.example.org/a", "write only the host: cdn.example.org"),
    ("me:secret@CDN.example.org:443", "write only the host: cdn.example.org"),
    ("CDN.example.org", "write only the host: cdn.example.org"),
  ])
  func tellsTheHostThatIsMeant(written: String, help: String) {
    let fault = #expect(throws: HostNameFault.self) { try HostName(written) }
    #expect(fault?.help(for: written) == help)
  }

  /// Every host that is accepted is safe in a policy.
  @Test func nothingElseGetsIntoAPolicy() {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      "a", "z9", ".", "-", "xn--", ";", " ", "'", "\"", ":", "/", "*", "@", "é", "\u{0}", "\n", ",", "_", "A", "%",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      var text = (0..<6).map { _ in "ab.-9".randomElement(using: &random).map(String.init) ?? "" }.joined()
      // One of two has something else in it.
      if Bool.random(using: &random), let piece = pieces.randomElement(using: &random) {
        text.insert(contentsOf: piece, at: text.indices.randomElement(using: &random) ?? text.startIndex)
      }
      for host in [try? HostName(text), (try? RemoteAddress("https://\(text)/a"))?.host].compactMap(\.self) {
        accepted += 1
        #expect(host.text.wholeMatch(of: /[a-z0-9.-]+/) != nil, "\(text)")
      }
    }
    #expect(accepted > 500)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("https://cdn.example.org/a.png", "https://cdn.example.org/a.png"),
    ("HTTPS://CDN.Example.org/A.png", "https://cdn.example.org/A.png"),
    ("https://cdn.example.org", "https://cdn.example.org/"),
    ("https://cdn.example.org?x=1", "https://cdn.example.org/?x=1"),
    (" https://cdn.example.org/a\n.png ", "https://cdn.example.org/a.png"),
    ("https://cdn.example.org/a b\"c'<d>.png", "https://cdn.example.org/a%20b%22c%27%3Cd%3E.png"),
    ("https://cdn.example.org/ü.png", "https://cdn.example.org/%C3%BC.png"),
    ("https://cdn.example.org/a;b,c?d=e&f=%20#g", "https://cdn.example.org/a;b,c?d=e&f=%20#g"),
    ("https://cdn.example.org/a#b#c", "https://cdn.example.org/a#b%23c"),
    ("https://cdn.example.org/[a]{b}|`^", "https://cdn.example.org/%5Ba%5D%7Bb%7D%7C%60%5E"),
  ])
  func writesAddressesForMarkup(written: String, text: String) throws {
    let address = try RemoteAddress(written)
    #expect(address.text == text && address.host.text == "cdn.example.org")
    #expect(try RemoteAddress(text) == address)
  }

  @Test(
    arguments: [
      ("http://cdn.example.org/a", .scheme("http")), ("ftp://cdn.example.org/a", .scheme("ftp")),
      ("data:image/png;base64,AA==", .scheme("data")), ("javascript:alert(1)", .scheme("javascript")),
      ("https://me@cdn.example.org/a", .credentials), ("https://cdn.example.org@evil.example/a", .credentials),
      ("https://cdn.example.org\\@evil.example/a", .notOnTheWeb),
      ("https://cdn.example.org:443/a", .host("cdn.example.org:443", .port)),
      ("https://cdn.example.org:99999/a", .host("", .port)), ("https://127.0.0.1/a", .host("127.0.0.1", .address)),
      ("https://[::1]/a", .host("[::1]", .address)), ("https://localhost/a", .host("localhost", .local)),
      ("https://bücher.example/a", .host("bücher.example", .script)), ("https:///a", .notOnTheWeb),
      ("https:cdn.example.org", .notOnTheWeb), ("//cdn.example.org/a", .notOnTheWeb), ("/a.png", .notOnTheWeb),
      ("a.png", .notOnTheWeb), ("", .notOnTheWeb), ("https://cdn.example.org/%zz", .notOnTheWeb),
      ("https://cdn.example.org/\u{202E}gnp", .notOnTheWeb), ("https://cdn.example.org/\u{7}x", .notOnTheWeb),
      ("https://cdn.example.org/" + String(repeating: "a", count: 2048), .tooLong),
      ("https://cdn.example.org/" + String(repeating: "ü", count: 500), .tooLong),
      ("https://*.example.org/a", .host("*.example.org", .wildcard)),
      ("https://a.example;img-src/a", .host("a.example;img-src", .characters)),
    ] as [(String, RemoteAddressFault)])
  func refusesOtherAddresses(written: String, fault: RemoteAddressFault) {
    #expect(throws: fault) { try RemoteAddress(written) }
  }

  // MARK: Sizes

  private func size(_ width: String?, _ height: String?) -> Result<ImageSize, StatedSizeFault> {
    let field = { (text: String?) in text.map { FieldText($0, range: SourceRange(0, 0)) } }
    do {
      return .success(try StatedSize(width: field(width), height: field(height)).size)
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [("1", "1"), ("32767", "1"), ("10000", "10000")])
  func acceptsSizes(width: String, height: String) throws {
    #expect(try size(width, height).get() == ImageSize(width: Int(width) ?? 0, height: Int(height) ?? 0))
  }

  @Test(arguments: [
    ("0", "1"), ("1", "0"), ("-1", "1"), ("+1", "1"), ("1.5", "1"), ("1", "8px"), ("32768", "1"), ("1", "1e3"),
    ("99999999999999999999", "1"), ("20001", "10000"), ("٣", "1"), ("", "1"), (" 1", "1"), (nil, "1"), ("1", nil),
    (nil, nil),
  ])
  func refusesSizes(width: String?, height: String?) {
    #expect(throws: StatedSizeFault.self) { try size(width, height).get() }
  }
}

struct PictureLockTests {
  private static let digest = String(repeating: "0a", count: 32)
  private static let line = "https://cdn.example.org/a.png \(digest) 12 3x4 a-0a0a.png"

  @Test func readsWhatItWrites() throws {
    var lock = PictureLock()
    for (name, address) in [
      ("b", "https://b.example/x?y=1"), ("a", "https://a.example/x"), ("c", "https://b.example/x"),
    ] {
      lock.add(
        PictureLock.Entry(
          address: try RemoteAddress(address), digest: Self.digest, byteCount: 9, size: ImageSize(width: 3, height: 4),
          name: name + ".svg"))
    }
    let lines = lock.text.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("# "))
    #expect(
      lines.dropFirst().map { $0.split(separator: " ")[0] } == [
        "https://a.example/x", "https://b.example/x", "https://b.example/x?y=1",
      ])
    let read = try PictureLock(reading: SourceText(path: PictureLock.name, text: lock.text))
    #expect(read.text == lock.text)
    #expect(read.entriesByPath.keys.sorted() == ["Pictures/a.svg", "Pictures/b.svg", "Pictures/c.svg"])
  }

  @Test(arguments: [line, "# a\n\n" + line + "\r\n", ""])
  func readsLines(text: String) throws {
    let lock = try PictureLock(reading: SourceText(path: PictureLock.name, text: text))
    #expect(lock.entries.count == (text.isEmpty ? 0 : 1))
  }

  @Test(arguments: [
    line + "\n" + line, line + " ", " " + line, "x", line.replacing("https:", with: "http:"),
    line.replacing("cdn.example.org/a", with: "127.0.0.1/a"), line.replacing("0a0a0a", with: "0A0A0A"),
    line.replacing("0a0a0a", with: ""), line.replacing(" 12 ", with: " 0 "), line.replacing(" 12 ", with: " -1 "),
    line.replacing("3x4", with: "3"), line.replacing("3x4", with: "0x4"), line.replacing("3x4", with: "3x99999"),
    line.replacing("a-0a0a.png", with: "../a.png"), line.replacing("a-0a0a.png", with: "a.html"),
    line.replacing("a-0a0a.png", with: "a/b.png"), line.replacing("a-0a0a.png", with: ".png"),
    line.replacing("a-0a0a.png", with: "A.png"), line.replacing("a-0a0a.png", with: "a.b.png"),
    "<<<<<<< HEAD\n" + line, line.replacing("a.png ", with: "a'.png "),
  ])
  func refusesOtherLines(text: String) throws {
    let fault = #expect(throws: Diagnostic.self) {
      try PictureLock(reading: SourceText(path: PictureLock.name, text: "\n" + text))
    }
    #expect(fault?.rule == Diagnostic.Rule("picture-lock-damaged", fault: .cannotRun))
    #expect((fault?.position?.line ?? 0) >= 2 && fault?.help != nil)
  }
}
