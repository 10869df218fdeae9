import TestSupport
import Testing

struct ExternalLinkTests {
  private static let card = """
    ---
    title: A
    link: https://example.org/fine
    ---
    [gone](https://example.org/gone) [shy](https://example.org/shy) [dead](https://example.invalid/%5C"x)
    [again](https://example.org/gone) [mail](mailto:a@example.org)

    """

  /// A program that replaces curl and answers according to the addresses in its configuration.
  private static let curl = """
    #!/bin/sh
    cat > "$0.config"
    number=0
    sed -n 's/^url = "\\(.*\\)"$/\\1/p' "$0.config" | while read -r address; do
      case $address in
        */fine) echo "$number 200 " ;;
        */gone) echo "$number 404 " ;;
        */shy) if grep -q '^head$' "$0.config"; then echo "$number 405 "; else echo "$number 403 "; fi ;;
        *) echo "$number 000 Could not resolve host: example.invalid" ;;
      esac
      number=$((number + 1))
    done
    exit 6

    """

  private func check(_ card: String, path: String) throws -> (run: CommandRun, asked: String) {
    let site = try Folder.site(["Content/one/a.md": card, "bin/curl": Self.curl])
    defer { site.remove() }
    let run = try CommandRun.of(
      ["check", "--external"], in: site.path, after: ("chmod +x bin/curl && PATH=\(path)", ""))
    return (run, site.text(of: "bin/curl.config") ?? "")
  }

  @Test func reportsDeadAddressesAtTheirPlace() throws {
    let (run, asked) = try check(Self.card, path: "$PWD/bin:$PATH")
    #expect(run.exitCode == 1)
    let findings = run.errors.split(separator: "\n").filter { $0.hasPrefix("Content/") }
    #expect(
      findings == [
        "Content/one/a.md:5:1: warning: https://example.org/gone answers 404 [address-dead]",
        "Content/one/a.md:5:34: warning: https://example.org/shy answers 403 [address-unclear]",
        "Content/one/a.md:5:65: warning: https://example.invalid/%5C%22x does not answer: Could not resolve host: example.invalid [address-dead]",
        "Content/one/a.md:6:1: warning: https://example.org/gone answers 404 [address-dead]",
      ])
    // The second round asks only about addresses that did not answer with success.
    #expect(asked.split(separator: "\n").count { $0.hasPrefix("url = ") } == 3)
    #expect(asked.contains("url = \"https://example.invalid/%5C%22x\"\n"))
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
}
