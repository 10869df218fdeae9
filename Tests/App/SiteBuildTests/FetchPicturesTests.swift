import Content
import Diagnostics
import Glibc
import Images
import SampleSites
import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

/// `cardshelf fetch` with hosts that belong to the test.
struct FetchPicturesTests {
  private static let a = "https://cdn.example.org/saturn.jpg"
  private static let b = "https://img.example.net/p/B%20c.png?x=1"

  /// Two cards, the second of which states no size, and a picture in a text.
  private static let site = """
    -- Content/one/a.md --
    ---
    title: A
    image: \(a)
    imageWidth: 1600
    imageHeight: 900
    imageAlt: M
    ---
    Text.
    -- Content/one/b.md --
    ---
    title: B
    image: https://img.example.net/p/B c.png?x=1
    imageAlt: M
    ---
    ![Moon](https://cdn.example.org/moon.svg) and text.

    """

  private static let answers: [String: Hosts.Answer] = [
    a: .picture(Hosts.svg(1600, 900)), b: .picture(Hosts.svg(40, 30)),
    "https://cdn.example.org/moon.svg": .picture(Hosts.svg(200, 100)),
  ]

  private func with(_ text: String = site, _ body: (SampleSite) async throws -> Void) async throws {
    try await SampleSite.with(text, settings: RemotePictureTests.settings) { site in try await body(site) }
  }

  private func drawn(_ result: FetchResult) -> [String] {
    result.diagnostics.map { "\($0.path):\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.rule.name)" }
  }

  @Test func bringsAndLocksThePictures() async throws {
    try await with { site in
      #expect(await site.build().diagnostics.map(\.rule.name) == ["image-size-unknown", "image-refused"])
      let hosts = Hosts(Self.answers)
      let result = await hosts.fetch(into: site)
      #expect(result.diagnostics.map(\.rendered) == [])
      #expect(result.namedCount == 3 && result.fetchedCount == 3 && result.presentCount == 0)
      #expect(result.exitCode(isStrict: true) == 0)
      #expect(hosts.requests.count == 3)
      let lock = try #require(site.folder.text(of: "pictures.lock"))
      let lines = lock.split(separator: "\n").dropFirst().map { $0.split(separator: " ").map(String.init) }
      #expect(
        lines.map { [$0[0], $0[3]] } == [
          ["https://cdn.example.org/moon.svg", "200x100"], [Self.a, "1600x900"], [Self.b, "40x30"],
        ])
      for line in lines {
        let file = try #require(site.folder.text(of: "Pictures/\(line[4])"))
        #expect(hexadecimal(sha256(Array(file.utf8))) == line[1] && file.utf8.count == Int(line[2]))
        #expect(line[4].hasSuffix("-\(line[1].prefix(16)).svg"))
      }
      #expect(lines.map { String($0[4].prefix { $0 != "-" }) } == ["moon", "saturn", "b"])

      let built = await site.build()
      #expect(built.diagnostics.map(\.rendered) == [])
      let page = try site.page()
      #expect(page.matches(of: /<img [^>]*src="images\/(saturn|b-c|moon)-/).count == 3, "\(page)")
      #expect(
        !page.contains("img.example.net") && !page.contains("referrerpolicy")
          && page.contains("img-src &#39;self&#39;;"))

      let again = await Hosts([:]).fetch(into: site)
      #expect(again.diagnostics.map(\.rendered) == [] && again.presentCount == 3 && again.fetchedCount == 0)
      #expect(site.folder.text(of: "pictures.lock") == lock)
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var name: String
    var answers: [String: Hosts.Answer]
    var numbers: [String: [String]] = [:]
    var rule = "picture-unfetched"
    var says: String

    var testDescription: String { name }
  }

  private static let refusals: [Refusal] = [
    Refusal(name: "not found", answers: [a: .status(404)], says: "the host answers 404"),
    Refusal(name: "server error", answers: [a: .status(503, Hosts.svg(1600, 900))], says: "the host answers 503"),
    Refusal(name: "no content", answers: [a: .status(204)], says: "the host answers 204"),
    Refusal(name: "slow", answers: [a: .nothing], says: "more than 30 s"),
    Refusal(
      name: "certificate", answers: [a: .failure("SSL certificate problem: self-signed certificate")],
      says: "self-signed certificate"),
    Refusal(
      name: "cut off", answers: [a: .failure("transfer closed with 9 bytes remaining to read", Hosts.svg(1600, 900))],
      says: "9 bytes remaining"),
    Refusal(name: "no host", answers: [:], numbers: ["cdn.example.org": []], says: "cdn.example.org was not found"),
    Refusal(
      name: "loopback", answers: [a: .picture(Hosts.svg(1600, 900))], numbers: ["cdn.example.org": ["127.0.0.1"]],
      rule: "picture-private", says: "a loopback address"),
    Refusal(
      name: "one private address of two", answers: [a: .picture(Hosts.svg(1600, 900))],
      numbers: ["cdn.example.org": ["93.184.216.34", "fd00::1"]], rule: "picture-private", says: "a private address"),
    Refusal(
      name: "metadata of a cloud", answers: [a: .picture(Hosts.svg(1600, 900))],
      numbers: ["cdn.example.org": ["169.254.169.254"]], rule: "picture-private", says: "metadata"),
    Refusal(
      name: "redirection to a private address", answers: [a: .redirection("https://img.example.net/x")],
      numbers: ["img.example.net": ["10.0.0.1"]], rule: "picture-private",
      says: "it redirects to https://img.example.net/x"),
    Refusal(
      name: "redirection to a number", answers: [a: .redirection("https://10.0.0.1/x")],
      says: "not an https: address of a host by its name"),
    Refusal(
      name: "redirection to http", answers: [a: .redirection("http://cdn.example.org/x")],
      says: "not an https: address"),
    Refusal(
      name: "redirection to a file", answers: [a: .redirection("file:///etc/passwd")], says: "not an https: address"),
    Refusal(
      name: "redirection to another host", answers: [a: .redirection("https://evil.example/x")],
      says: "evil.example, which cardshelf.yml does not name"),
    Refusal(name: "redirection to itself", answers: [a: .redirection(a)], says: "more than 5 times"),
    Refusal(
      name: "HTML", answers: [a: .picture(Array("<!DOCTYPE html><html><svg></svg></html>".utf8))],
      rule: "picture-unusable", says: "a page of HTML"),
    Refusal(
      name: "text", answers: [a: .picture(Array("Not here".utf8))], rule: "picture-unusable", says: "in no format"),
    Refusal(name: "nothing", answers: [a: .picture([])], rule: "picture-unusable", says: "in no format"),
    Refusal(
      name: "drawing with a script", answers: [a: .picture(Hosts.svg(1600, 900, "<script>alert(1)</script>"))],
      rule: "picture-unusable", says: "script"),
    Refusal(
      name: "cut header", answers: [a: .picture([0xFF, 0xD8, 0xFF, 0xC2, 0])], rule: "picture-unusable",
      says: "ends before its size"),
    Refusal(
      name: "other size", answers: [a: .picture(Hosts.jpeg(width: 8, height: 6))], rule: "picture-size-differs",
      says: "has 8 × 6 pixels, not 1600 × 900"),
    Refusal(
      name: "drawing without a size", answers: [a: .picture(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))],
      rule: "picture-unusable", says: "no size"),
  ]

  /// Each fault has one finding at its card, and the other pictures are fetched.
  @Test(arguments: refusals)
  func reportsFaultsAtTheCard(refusal: Refusal) async throws {
    try await with { site in
      var answers = Self.answers
      answers[Self.a] = nil
      if refusal.numbers.isEmpty == false { answers["https://cdn.example.org/moon.svg"] = nil }
      answers.merge(refusal.answers) { $1 }
      // The other picture of the host would have the same fault.
      let text = refusal.numbers["cdn.example.org"] == nil && refusal.numbers["img.example.net"] == nil
      if !text {
        try site.folder.write("---\ntitle: B\n---\nText.\n", to: "Content/one/b.md")
      }
      let hosts = Hosts(answers, numbers: refusal.numbers)
      let result = await hosts.fetch(into: site)
      #expect(drawn(result) == ["Content/one/a.md:3:8 \(refusal.rule)"], "\(result.diagnostics.map(\.rendered))")
      #expect(result.diagnostics.first?.message.contains(refusal.says) == true, "\(result.diagnostics.map(\.rendered))")
      #expect(result.diagnostics.allSatisfy { $0.help != nil && $0.severity == .error })
      #expect(result.exitCode(isStrict: false) == 1)
      #expect(result.fetchedCount == (text ? 2 : 0))
      #expect(site.folder.names(in: "Pictures").count == (text ? 2 : 0))
      #expect(site.folder.text(of: "pictures.lock")?.contains(Self.a) != true)
      #expect(
        !hosts.requests.contains { $0.hasSuffix(" 127.0.0.1") || $0.hasSuffix(" 10.0.0.1") || $0.contains("169.254") })
    }
  }

  @Test func followsRedirectionsToNamedHosts() async throws {
    try await with { site in
      var answers = Self.answers
      answers[Self.a] = .redirection("https://img.example.net/1")
      answers["https://img.example.net/1"] = .redirection("https://cdn.example.org/2")
      answers["https://cdn.example.org/2"] = .picture(Hosts.svg(1600, 900))
      let result = await Hosts(answers).fetch(into: site)
      #expect(result.diagnostics.map(\.rendered) == [] && result.fetchedCount == 3)
      #expect(site.folder.text(of: "pictures.lock")?.contains("\n\(Self.a) ") == true)
    }
  }

  @Test func triesTheOtherFamilyOfAddresses() async throws {
    try await with("-- Content/one/a.md --\n" + RemotePictureTests.card(Self.a)) { site in
      let hosts = Hosts(
        [Self.a: .failure("Network is unreachable")],
        numbers: ["cdn.example.org": ["2606:2800:220:1::1", "93.184.216.34", "93.184.216.35"]])
      _ = await hosts.fetch(into: site)
      #expect(hosts.requests == [Self.a + " 2606:2800:220:1::1", Self.a + " 93.184.216.34"])
    }
  }

  @Test func decodesWhatArrives() async throws {
    try await with(
      "-- Content/one/a.md --\n"
        + RemotePictureTests.card(Self.a).replacing("1600", with: "8").replacing("900", with: "6")
    ) { site in
      let hosts = Hosts([Self.a: .picture(Hosts.jpeg(width: 8, height: 6))])
      let undecodable = PictureMaker { (_, _, _) throws(SystemError) in .failure(.undecodable("premature end")) }
      #expect(drawn(await hosts.fetch(into: site, maker: undecodable)) == ["Content/one/a.md:3:8 picture-unusable"])
      let crashing = PictureMaker { (_, _, _) throws(SystemError) in nil }
      #expect(drawn(await hosts.fetch(into: site, maker: crashing)) == ["Content/one/a.md:3:8 picture-unusable"])
      let missing = PictureMaker { (_, _, _) throws(SystemError) in .failure(.libraryMissing) }
      let result = await hosts.fetch(into: site, maker: missing)
      #expect(result.diagnostics.map(\.rule.name) == ["libvips-missing"] && result.exitCode(isStrict: false) == 2)
      #expect(site.folder.names(in: "Pictures") == [])
      let turned = PictureMaker { (request, _, _) throws(SystemError) in
        request.width == 8 ? .failure(.otherSize(width: 6, height: 8)) : .success(.init(color: nil, files: []))
      }
      #expect(await hosts.fetch(into: site, maker: turned).fetchedCount == 1)
    }
  }

  @Test func buildChecksTheLock() async throws {
    try await with { site in
      _ = await Hosts(Self.answers).fetch(into: site)
      let name = try #require(site.folder.names(in: "Pictures").first { $0.hasPrefix("saturn") })
      let bytes = try #require(site.folder.text(of: "Pictures/" + name))
      for (content, rule) in [(bytes + " ", "picture-differs"), (nil, "picture-absent")] {
        if let content {
          try site.folder.write(content, to: "Pictures/" + name)
        } else {
          try site.folder.remove("Pictures/" + name)
        }
        let result = await site.build()
        #expect(
          result.diagnostics.map { "\($0.path):\($0.position?.line ?? 0) \($0.rule.name)" } == [
            "pictures.lock:3 \(rule)"
          ])
        #expect(result.exitCode == 1 && result.report == nil)
        try site.folder.write(RemotePictureTests.settings + "faulty: skip\n", to: "cardshelf.yml")
        let skipped = await site.build()
        #expect(skipped.exitCode == 0 && skipped.diagnostics.map(\.rule.name) == [rule])
        let page = try site.page()
        #expect(!page.contains("saturn"))
        try site.folder.write(RemotePictureTests.settings, to: "cardshelf.yml")
      }
      // What is missing is fetched again, if it is the same.
      let other = await Hosts([Self.a: .picture(Hosts.svg(1600, 900, "<g/>"))]).fetch(into: site)
      #expect(drawn(other) == ["pictures.lock:3:1 picture-changed"] && other.presentCount == 2)
      #expect(await Hosts(Self.answers).fetch(into: site).fetchedCount == 1)
      #expect(await site.build().diagnostics.map(\.rendered) == [])
    }
  }

  @Test func previewShowsThemAndFollowsTheLock() async throws {
    let memory = SiteMemory()
    try await SampleSite.with(
      "-- Content/one/a.md --\n" + RemotePictureTests.card("https://cdn.example.org/a.png"),
      settings: RemotePictureTests.settings
    ) { site in
      func page() async throws -> String {
        let preview = await previewSite(BuildOptions(root: site.folder.path), memory: memory)
        #expect(preview.diagnostics.map(\.rendered) == [])
        #expect(await preview.faults(jobs: 1).map(\.rendered) == [])
        let file = try #require(preview.files?.first { $0.path == "index.html" })
        return String(decoding: file.bytes, as: UTF8.self)
      }
      #expect(try await page().contains("src=\"https://cdn.example.org/a.png\""))
      let answers = Hosts(["https://cdn.example.org/a.png": .picture(Hosts.svg(1600, 900))])
      let fetched = await answers.fetch(into: site)
      #expect(fetched.diagnostics.map(\.rendered) == [] && fetched.fetchedCount == 1)
      let local = try await page()
      #expect(!local.contains("cdn.example.org") && local.contains("src=\"images/a-"))
    }
  }

  @Test func reportsADamagedLock() async throws {
    try await with { site in
      try site.folder.write("x\n", to: "pictures.lock")
      let result = await Hosts(Self.answers).fetch(into: site)
      #expect(drawn(result) == ["pictures.lock:1:1 picture-lock-damaged"] && result.exitCode(isStrict: false) == 2)
      #expect(site.folder.text(of: "pictures.lock") == "x\n" && site.folder.names(in: "Pictures") == [])
      #expect(await site.build().exitCode == 2)
    }
  }

  @Test(arguments: ["Pictures", "pictures.lock"])
  func followsNoLinks(name: String) async throws {
    try await with { site in
      try site.folder.make(folder: "elsewhere")
      try site.folder.write("", to: "elsewhere/file")
      let target = name == "Pictures" ? "elsewhere" : "elsewhere/file"
      #expect(symlink(site.folder.absolute(target), site.folder.absolute(name)) == 0)
      let result = await Hosts(Self.answers).fetch(into: site)
      #expect(result.exitCode(isStrict: false) == 2 && !result.diagnostics.isEmpty)
      #expect(site.folder.names(in: "elsewhere") == ["file"] && site.folder.text(of: "elsewhere/file") == "")
    }
  }

  @Test func replacesNoLinkInTheFolder() async throws {
    try await with("-- Content/one/a.md --\n" + RemotePictureTests.card(Self.a)) { site in
      _ = await Hosts(Self.answers).fetch(into: site)
      let path = "Pictures/" + (try #require(site.folder.names(in: "Pictures").first))
      try site.folder.remove(path)
      try site.folder.remove("pictures.lock")
      try site.folder.write("kept", to: "other")
      #expect(symlink(site.folder.absolute("other"), site.folder.absolute(path)) == 0)
      let result = await Hosts(Self.answers).fetch(into: site)
      #expect(result.exitCode(isStrict: false) == 2 && result.fetchedCount == 0)
      #expect(site.folder.text(of: "other") == "kept")
    }
  }

  @Test func stopsWhenTheTimeIsOver() async throws {
    try await with { site in
      let hosts = Hosts(Self.answers)
      let result = await hosts.fetch(into: site, time: .zero)
      #expect(Set(result.diagnostics.map(\.rule.name)) == ["picture-not-requested"] && result.diagnostics.count == 3)
      #expect(hosts.requests == [] && result.exitCode(isStrict: false) == 1)
    }
  }

  @Test func requestsNothingThatIsNotNamed() async throws {
    let text =
      Self.site + "-- Content/one/c.md --\n" + RemotePictureTests.card("https://other.example/c.png")
      + "-- Content/one/d.md --\n" + RemotePictureTests.card("http://cdn.example.org/d.png")
      + "-- Content/one/e.md --\n" + RemotePictureTests.card(Self.a).replacing("1600", with: "0")
    try await with(text) { site in
      let hosts = Hosts(Self.answers)
      let result = await hosts.fetch(into: site)
      #expect(
        drawn(result) == [
          "Content/one/c.md:3:8 image-refused", "Content/one/d.md:3:8 image-refused",
          "Content/one/e.md:4:13 image-size-unknown",
        ])
      #expect(result.fetchedCount == 3 && hosts.requests.count == 3)
    }
  }

  /// Findings of cards that are nothing to do with pictures are left to builds; nothing else is asked.
  @Test func leavesOtherFindingsToBuilds() async throws {
    try await with("-- Content/one/a.md --\n---\ntitle: A\nlink: none.md\n---\n") { site in
      let result = await Hosts([:]).fetch(into: site)
      #expect(result.diagnostics.map(\.rendered) == [] && result.namedCount == 0)
      #expect(site.folder.names(in: "").sorted().contains("Pictures") == false)
    }
  }

  @Test(arguments: [("93.184.216.34", "::93.184.216.34:443"), ("2606:2800:220:1::1", "::[2606:2800:220:1::1]:443")])
  func asksCurlForOneAddressAtOnePlace(number: String, place: String) throws {
    let address = try RemoteAddress("https://cdn.example.org/a b")
    let numeric = try #require(NetworkAddress(number))
    let arguments = PictureTransport.arguments(for: address, at: numeric, port: 443, usesProxy: false)
    #expect(arguments.first == "--disable" && arguments.suffix(2) == ["--url", "https://cdn.example.org/a%20b"])
    for pair in [
      ["--connect-to", place], ["--proto", "=https"], ["--max-redirs", "0"], ["--noproxy", "*"],
      ["--max-filesize", "20971520"],
    ] {
      #expect(zip(arguments, arguments.dropFirst()).contains { [$0, $1] == pair }, "\(pair)")
    }
    #expect(!PictureTransport.arguments(for: address, at: numeric, port: 443, usesProxy: true).contains("--noproxy"))
    for word in ["--location", "--cookie", "--referer", "--user", "--netrc", "--insecure", "--config"] {
      #expect(!arguments.contains(word))
    }
  }

  @Test(arguments: [
    (0 as Int32?, "200\n\n\n", 5, 200, nil as String?), (18, "200\n\ntransfer closed\n", 5, 200, "transfer closed"),
    (60, "000\n\nSSL certificate problem\n", 0, 0, "SSL certificate problem"),
    (63, "200\n\nMaximum file size exceeded\n", 0, 0, "more than 20 MiB"),
    (28, "000\n\ntimed out\n", 0, 0, "more than 30 s"),
    (nil, "", 0, 0, "no answer"), (0, "x", 0, 0, "no answer"), (18, "200\n\n\n", 1, 200, "incomplete"),
  ])
  func readsWhatCurlTells(code: Int32?, errors: String, count: Int, status: Int, says: String?) {
    let output = HostPrograms.Output(
      bytes: Array(repeating: 1, count: count), errors: Array(errors.utf8), exitCode: code)
    let response = PictureResponse(output)
    #expect(response.status == status)
    #expect(says.map { response.failure?.contains($0) == true } ?? (response.failure == nil), "\(response)")
  }

  @Test func readsThePictureAndTheAnswerOfCurlApart() async throws {
    try await Folder.withTemporary { folder in
      try folder.write(
        "#!/bin/sh\nprintf '%s ' \"$@\" > \"$0.asked\"\nprintf picture\nprintf '200\\n\\n\\n' >&2\n", to: "curl")
      #expect(chmod(folder.absolute("curl"), 0o755) == 0)
      let programs = HostPrograms(
        curl: folder.absolute("curl"), scratchFolder: folder.path, resolver: ("/bin/false", []), usesProxy: false)
      let transport = PictureTransport(programs)
      let address = try RemoteAddress(Self.a)
      #expect(try await transport.addresses(address.host, .now + .seconds(30)) == nil)
      let number = try #require(NetworkAddress("93.184.216.34"))
      let response = try await transport.response(address, number, .now + .seconds(30))
      #expect(response?.status == 200 && response?.failure == nil && response?.bytes == Array("picture".utf8))
      let asked = PictureTransport.arguments(for: address, at: number, port: 443, usesProxy: false)
      #expect(folder.text(of: "curl.asked") == asked.joined(separator: " ") + " ")
    }
  }

  @Test func endsAProgramThatSendsTooMuch() async throws {
    let programs = HostPrograms(curl: "/bin/sh", scratchFolder: "/tmp", resolver: ("/bin/sh", ["-c", "echo 10.0.0.1"]))
    let endless = try await programs.run(
      "/bin/sh", ["-c", "while :; do echo aaaaaaaaaaaaaaaa; done"], until: .now + .seconds(30), mostBytes: 1 << 20)
    #expect(endless?.isTooLong == true && endless?.bytes == [])
    #expect(
      try await programs.run("/bin/sh", ["-c", "sleep 60"], until: .now + .milliseconds(50), mostBytes: 9) == nil)
    let short = try await programs.run(
      "/bin/sh", ["-c", "printf abc; printf de >&2; exit 7"], until: .now + .seconds(30), mostBytes: 9)
    #expect(short?.bytes == Array("abc".utf8) && short?.errors == Array("de".utf8) && short?.exitCode == 7)
    #expect(
      try await programs.addresses(of: "cdn.example.org", until: .now + .seconds(30)) == [
        try #require(NetworkAddress("10.0.0.1"))
      ])
  }
}
