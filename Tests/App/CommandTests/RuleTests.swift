import Content
import Diagnostics
import TestSupport
import Testing

@testable import cardshelf

struct RuleTests {
  /// The names that `explain --rules` lists.
  private func documentedRules() throws -> [String] {
    let run = try CommandRun.of(["explain", "--rules"], in: "/")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    return run.output.split(separator: "\n").filter { $0.first?.isLowercase == true }
      .map { String($0.prefix { $0 != " " }) }
  }

  /// Each rule in the sources is documented, and no other.
  @Test func eachRuleIsDocumented() throws {
    let documented = try documentedRules()
    let sources = try SourceTree().sources().map(\.text)
    let known = Set(sources.flatMap(rules(in:)))
    #expect(known.count > 200)
    #expect(known.subtracting(documented).sorted() == [])
    #expect(Set(documented).subtracting(known).sorted() == [])
    #expect(Set(documented).count == documented.count)
  }

  /// Each rule says in one of a few ways what `rules` can set, and its text states it.
  @Test func eachRuleListsItsLevels() throws {
    let names = try documentedRules()
    let ends = ["readers", "exactness", "commands", "content"].flatMap {
      ["fixed for \($0)", "warn or error for \($0)"]
    }
    let folder = "Documentation/Rules/Content"
    for (path, text) in Folder.project.tree(below: folder) where path.hasSuffix(".csv") {
      let rows = try #require(text).matches(
        of: /(?:^|\n)[a-z0-9-]+,[^,\n]*(?:"[^"]*")?[^,\n]*,((?:error|warning)[^,]*),/)
      #expect(rows.count > 5, "\(path)")
      for row in rows {
        let last = row.1.split(separator: "; ").last ?? ""
        #expect(last == "can be off" || ends.contains(String(last)), "\(path): \(row.1)")
      }
    }
    let run = try CommandRun.of(["explain"] + names, in: "/")
    for (name, text) in zip(names, run.output.split(separator: "\n\nPage: ")) {
      let isFree = RuleTable.controls[name] == .free
      let isShown = if case .shown = RuleTable.controls[name] { true } else { false }
      let kinds = text.split(separator: "\n").first { $0.hasPrefix("(") } ?? ""
      #expect(kinds.hasSuffix(", can be off)") == isFree, "\(name)")
      #expect(kinds.hasSuffix(", warn or error)") == isShown, "\(name)")
    }
  }

  @Test(arguments: [
    (#"Diagnostic(.error, Rule("a-b"), "x")"#, ["a-b"]), ("error(\n      \"c-d\", \"x y\")", ["c-d"]),
    (#"case textCut = "text-cut""#, []), (#"static let a = fault("e-f")"#, ["e-f"]),
    (#"Self("g-h", fault: x)"#, ["g-h"]),
    (#"error("no rule")"#, []), (#"Rule(a.isB ? "m-n" : "o-p")"#, ["m-n", "o-p"]),
    (#"Diagnostic.Rule("q-r")"#, ["q-r"]), (#"printError("x [i-j]\n")"#, ["i-j"]),
    ("enum ReviewRule: String {\n  case a = \"k-l\"", ["k-l"]),
  ])
  func rulesAreFound(text: String, expected: [String]) { #expect(rules(in: text) == expected) }

  private func rules(in text: String) -> [String] {
    let name = /(?:^|[^A-Za-z])(?:Rule|Self|fault|theme|paint|error|warning)\(\s*"([a-z0-9]+(?:-[a-z0-9]+)+)"/
    var found = text.matches(of: name).map { String($0.1) }
    found += text.matches(of: /\[([a-z]+(?:-[a-z]+)+)\]\\n/).map { String($0.1) }
    for match in text.matches(of: /Rule\([A-Za-z.]+ \? "([a-z0-9-]+)" : "([a-z0-9-]+)"\)/) {
      found += [String(match.1), String(match.2)]
    }
    if text.contains("enum ReviewRule: String") {
      found += text.matches(of: /case \w+ = "([a-z0-9]+(?:-[a-z0-9]+)+)"/).map { String($0.1) }
    }
    return found
  }

  @Test func eachRuleIsExplained() throws {
    let names = try documentedRules()
    let run = try CommandRun.of(["explain"] + names, in: "/")
    #expect(run.exitCode == 0)
    let texts = run.output.split(separator: "\n\nPage: ").dropLast()
    #expect(texts.count == names.count)
    for (name, text) in zip(names, texts) {
      #expect(text.contains("\(name): "))
      #expect(text.contains("error") || text.contains("warning"))
      #expect((3...20).contains(text.split(separator: "\n").count), "\(text)")
    }
    for line in run.output.split(separator: "\n") where !line.hasPrefix("Page: ") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  /// The page of rules is well-formed XML, has an anchor for each rule, and links nowhere else.
  @Test func pageOfRulesHasAnAnchorForEachRule() throws {
    let names = try documentedRules()
    let run = try CommandRun.of(["explain", "--rules", "--format", "html"], in: "/")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.matches(of: /<article id="([^"]+)">/).map { String($0.1) } == names)
    let anchors = Set(run.output.matches(of: /\ id="([^"]+)"/).map { String($0.1) })
    let links = run.output.matches(of: /<a href="([^"]*)"/).map { String($0.1) }
    #expect(links.allSatisfy { $0.hasPrefix("#") && anchors.contains(String($0.dropFirst())) })
    #expect(!run.output.contains("`"), "code is marked up")
    for element in ["p", "code", "pre", "li", "ul", "section", "article"] {
      let opened = try run.output.matches(of: Regex("<\(element)[ >]")).count
      let closed = try run.output.matches(of: Regex("</\(element)>")).count
      #expect(opened > 0 && opened == closed, "\(element)")
    }
  }

  @Test(arguments: [
    ["--format", "html"], ["image-missing", "--format", "html"], ["a/b", "--rules", "--format", "html"],
  ])
  func pageOfRulesTakesNoOtherArguments(arguments: [String]) throws {
    let run = try CommandRun.of(["explain"] + arguments, in: "/")
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("use it with '--rules' alone"))
  }

  @Test func installedPageIsFound() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write("", to: "usr/bin/cardshelf")
    #expect([DocumentedRule].installedPage(for: folder.path + "/usr/bin/cardshelf") == nil)
    try folder.write("", to: "usr/share/doc/cardshelf/rules.html")
    let page = "file://" + folder.path + "/usr/share/doc/cardshelf/rules.html"
    #expect([DocumentedRule].installedPage(for: folder.path + "/usr/bin/cardshelf") == page)
  }

  /// Explaining a rule does not need a site.
  @Test func aRuleIsExplained() throws {
    let run = try CommandRun.of(["explain", "image-missing"], in: "/")
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("image-missing: An image does not exist\n(error, exit 1, can be off)\n\n"))
    #expect(run.output.contains("\nWrong: `image: Moon.JPEG`\n"))
    #expect(run.output.hasSuffix("\n\nPage: cardshelf explain --rules --format html >rules.html\n"))
  }

  @Test func rulesAndCardsTogether() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["explain", "one/a", "text-cut", "--width", "400"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output.contains("text-cut: A text is cut"))
    #expect(run.output.contains("one/a  compact"))
  }

  @Test func aMisspeltRule() throws {
    let run = try CommandRun.of(["explain", "image-mising"], in: "/")
    #expect(run.exitCode == 1)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("error: there is no rule image-mising; did you mean image-missing?\nhelp: "))
  }

  @Test func sarifContainsTheTextOfRules() throws {
    let site = try Folder.site(["Content/one/a.md": "---\ntitle: A\nimage: b.png\n---\n"])
    defer { site.remove() }
    let run = try CommandRun.of(["check", "--format", "sarif"], in: site.path)
    #expect(run.output.contains(#""shortDescription":{"text":"An image does not exist"}"#))
    #expect(run.output.contains(#""help":{"markdown":""#))
  }

  // MARK: - Many findings

  @Test(arguments: ["build", "check"])
  func manyFindingsOfARuleAreShownShort(command: String) throws {
    let cards = (10..<40).map { ("Content/one/c\($0).md", "---\ntitle: A\nimage: none.png\n---\n") }
    let site = try Folder.site(
      Dictionary(uniqueKeysWithValues: cards).merging(["Content/one/z.md": "---\ntitle: A\nsubtitel: B\n---\n"]) { $1 })
    defer { site.remove() }
    let run = try CommandRun.of([command], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.errors.matches(of: /error: image not found/).count == 10)
    #expect(run.errors.contains("[unknown-key]\n"))
    let rest =
      "Content/one/c20.md:3, Content/one/c21.md:3, Content/one/c22.md:3, Content/one/c23.md:3, Content/one/c24.md:3"
    #expect(run.errors.contains("and 20 more of the same [image-missing]: \(rest), …\n"))
    #expect(run.errors.contains("31 errors"))
    let all = try CommandRun.of([command, "--all-findings"], in: site.path)
    #expect(all.errors.matches(of: /error: image not found/).count == 30)
    let json = try CommandRun.of([command, "--format", "json"], in: site.path)
    #expect(json.output.matches(of: /"rule":"image-missing"/).count == 30)
  }

  // MARK: - Mistakes at the command line

  @Test(arguments: [
    (["biuld"], "did you mean 'build'?"), (["chekc"], "did you mean 'check'?"),
    (["build", "--ouput", "x"], "--output"),
    (["build", "--format", "jsn"], "did you mean 'json'?"),
    (["check", "--only", "text-cutt"], "did you mean 'text-cut'?"),
    (["build", "--text-size", "xlarge"], "did you mean 'xLarge'?"), (["build", "--jobs", "0"], "between 1 and 1024"),
    (["explain"], "the rule of a finding"), (["build", "--root"], "--root"), (["build", "Content"], "Content"),
  ])
  func suggestsCommandsAndOptions(arguments: [String], meant: String) throws {
    let run = try CommandRun.of(arguments, in: "/")
    #expect(run.exitCode == 64)
    #expect(run.errors.contains(meant), "\(run.errors)")
  }

  @Test func inTheWrongFolder() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build"], in: "/")
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("no cardshelf.yml in this folder or its parents"))
    #expect(run.errors.contains("help: go to a site's folder, name it with --root, or write a new one: cardshelf init"))
    // Any folder of the site works.
    #expect(try CommandRun.of(["build"], in: site.path + "/Content/one").exitCode == 0)
  }

  @Test func settingsFileWithAnotherName() throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("title: Sample\n", to: "cardshelf.yaml")
    #expect(try CommandRun.of(["build"], in: site.path).exitCode == 0)
    try site.rename("cardshelf.yml", to: "old.yml")
    let run = try CommandRun.of(["build"], in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("help: rename cardshelf.yaml to cardshelf.yml"))
    let named = try CommandRun.of(["build", "--root", site.path], in: "/")
    #expect(named.errors.contains("[settings-misnamed]"))
  }
}
