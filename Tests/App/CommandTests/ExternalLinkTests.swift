import TestSupport
import Testing

struct ExternalLinkTests {
  private static let card = """
    ---
    title: A
    link: https://93.184.216.34/fine
    tags: [{ label: b, href: https://93.184.216.34/gone }]
    ---
    [gone](https://93.184.216.34/gone) [shy](https://93.184.216.34/shy) [dead](https://93.184.216.34/%5C"x)
    [again](https://93.184.216.34/gone) [mail](mailto:a@example.org) [in](http://93.184.216.34:8080/inside)
    [file](https://[2606:2800:220:1::1]/file)

    """

  /// A program that replaces curl and answers according to the address, which is its last argument.
  private static let curl = """
    #!/bin/sh
    printf '%s\\n' "$*" >> "$0.asked"
    for address; do :; done
    case $address in
      */fine) printf '200\\n\\n\\n' ;;
      */gone) printf '404\\n\\n\\n' ;;
      */shy) case $* in *--head*) printf '405\\n\\n\\n' ;; *) printf '403\\n\\n\\n' ;; esac ;;
      */inside) printf '302\\nhttp://169.254.169.254/latest\\n\\n' ;;
      */file) printf '301\\nfile:///etc/passwd\\n\\n' ;;
      *) printf '000\\n\\nConnection refused\\n' ;;
    esac

    """

  private func check(_ card: String, path: String) throws -> (run: CommandRun, asked: [Substring]) {
    let site = try Folder.site(["Content/one/a.md": card, "bin/curl": Self.curl])
    defer { site.remove() }
    let run = try CommandRun.of(
      ["check", "--external"], in: site.path, after: ("chmod +x bin/curl && PATH=\(path)", ""))
    return (run, (site.text(of: "bin/curl.asked") ?? "").split(separator: "\n"))
  }

  @Test func reportsDeadAddressesAtTheirPlace() throws {
    let (run, asked) = try check(Self.card, path: "$PWD/bin:$PATH")
    #expect(run.exitCode == 1)
    let findings = run.errors.split(separator: "\n").filter { $0.hasPrefix("Content/") }
    #expect(
      findings == [
        "Content/one/a.md:4:26: warning: https://93.184.216.34/gone answers 404 [address-dead]",
        "Content/one/a.md:6:1: warning: https://93.184.216.34/gone answers 404 [address-dead]",
        "Content/one/a.md:6:36: warning: https://93.184.216.34/shy answers 403 [address-unclear]",
        "Content/one/a.md:6:69: warning: https://93.184.216.34/%5C%22x does not answer: Connection refused [address-dead]",
        "Content/one/a.md:7:1: warning: https://93.184.216.34/gone answers 404 [address-dead]",
        "Content/one/a.md:7:66: warning: http://93.184.216.34:8080/inside redirects to http://169.254.169.254/latest, which leads to 169.254.169.254, an address for metadata of a cloud [address-private]",
        "Content/one/a.md:8:1: warning: https://[2606:2800:220:1::1]/file does not answer: it redirects to file:///etc/passwd, which is not an address on the web [address-dead]",
      ])
    // Only addresses that did not answer with success are requested again, and nothing else is.
    #expect(asked.count == 10)
    #expect(asked.count { $0.contains("--head") } == 6)
    #expect(!asked.contains { $0.contains("169.254") || $0.contains("file:") })
  }

  /// curl looks nothing up, so a name cannot lead elsewhere than where it was judged to lead.
  @Test func connectsToTheAddressThatWasJudged() throws {
    let (_, asked) = try check(Self.card, path: "$PWD/bin:$PATH")
    for line in asked {
      let place =
        line.hasSuffix("/inside")
        ? "::93.184.216.34:8080" : line.hasSuffix("/file") ? "::[2606:2800:220:1::1]:443" : "::93.184.216.34:443"
      #expect(line.contains("--connect-to \(place) "), "\(line)")
      #expect(line.contains("--proto =http,https ") && line.contains("--max-redirs 0 ") && !line.contains("--location"))
    }
  }

  @Test func reportsMissingCurl() throws {
    let (run, _) = try check(Self.card, path: "/nowhere")
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("curl: error: curl, which requests addresses, is not installed [curl-missing]"))
  }

  @Test func needsNoCurlWithoutLinks() throws {
    let (run, _) = try check("# A\n", path: "/nowhere")
    #expect(run.exitCode == 0)
  }

  // MARK: With a server

  /// The messages of findings about addresses, and the seconds that they took.
  private func check(
    _ addresses: [String], _ options: String...
  ) throws -> (messages: [String], time: Duration) {
    let links = addresses.map { "[a](\($0))\n" }.joined(separator: "\n")
    let site = try Folder.site(["Content/one/a.md": "# A\n\n" + links])
    defer { site.remove() }
    var run: CommandRun?
    let time = try ContinuousClock().measure {
      run = try CommandRun.of(
        ["check", "--external", "--all-findings"] + options, in: site.path,
        after: ("unset http_proxy all_proxy ALL_PROXY", ""))
    }
    let lines =
      run?.errors.split(separator: "\n").filter { $0.contains(": warning: ") && $0.contains("[address-") } ?? []
    return (lines.map { $0.split(separator: ": warning: ", maxSplits: 1).last.map(String.init) ?? "" }, time)
  }

  private func withServer(_ body: (LoopbackServer) throws -> Void) throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    try body(server)
  }

  @Test(arguments: [
    ("/fine", nil), ("/chain/8", nil), ("/gone", "answers 404 [address-dead]"),
    ("/chain/9", "does not answer: it redirects more than 8 times [address-dead]"),
    (
      "/to/file:///etc/passwd",
      "does not answer: it redirects to file:///etc/passwd, which is not an address on the web [address-dead]"
    ),
    (
      "/to/gopher://127.0.0.1/",
      "does not answer: it redirects to gopher://127.0.0.1/, which is not an address on the web [address-dead]"
    ),
    ("/to/http://host.invalid/", "does not answer: the host host.invalid was not found [address-dead]"),
  ])
  func followsRedirections(path: String, message: String?) throws {
    try withServer { server in
      let address = "http://127.0.0.1:\(server.port)\(path)"
      let found = try check([address], "--private-addresses").messages
      #expect(found == (message.map { ["\(address) \($0)"] } ?? []))
      #expect(server.paths.first == path)
    }
  }

  /// Nothing connects to this machine, whatever it is called.
  @Test func requestsNothingOfThisMachine() throws {
    try withServer { server in
      let hosts = ["127.0.0.1", "localhost", "LOCALHOST", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::]"]
      let found = try check(hosts.map { "http://\($0):\(server.port)/fine" }).messages
      #expect(found.count == hosts.count)
      #expect(found.allSatisfy { $0.hasSuffix("[address-private]") }, "\(found)")
      #expect(
        found.contains("http://localhost:\(server.port)/fine leads to 127.0.0.1, a loopback address [address-private]")
          || found.contains("http://localhost:\(server.port)/fine leads to ::1, a loopback address [address-private]"))
      #expect(server.paths == [])
    }
  }

  @Test func requestsEightAtTheSameTime() throws {
    try withServer { server in
      let addresses = (0..<16).map { "http://127.0.0.1:\(server.port)/slow/2?\($0)" }
      let (messages, time) = try check(addresses, "--private-addresses")
      #expect(messages == [])
      #expect(server.mostOpen == 8)
      #expect(time < .seconds(20), "one after the other they take 32 s")
    }
  }

  @Test func endsInTime() throws {
    try withServer { server in
      let addresses = (0..<12).map { "http://127.0.0.1:\(server.port)/slow/15?\($0)" }
      let (messages, time) = try check(addresses, "--private-addresses", "--seconds", "1")
      #expect(messages.count == 12)
      #expect(
        messages.allSatisfy {
          $0.hasSuffix("had no time for an answer: all addresses together have 1 s [address-not-requested]")
        })
      #expect(time < .seconds(14))
    }
  }
}
