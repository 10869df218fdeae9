import Content
import Diagnostics
import SiteBuild

/// What was made of a folder, for people: what was taken, how its keys are read, what was left out and why.
struct FolderReport {
  private let site: FolderSite
  private let others: [(path: String, reason: String)]
  private let result: LayoutResult
  /// What the site does not publish.
  private let keptBack: [KeptBack]

  /// - Parameter unread: files that could not be read.
  init(of site: FolderSite, unread: [String], keptBack: [KeptBack], _ result: LayoutResult) {
    self.site = site
    self.keptBack = keptBack
    others = site.others + unread.map { ($0, "it cannot be read, or has more than 64 MiB") }
    self.result = result
  }

  /// At most 40 lines.
  var lines: [String] {
    let fileCount = site.files.count
    var lines = [
      "took \(counted(site.markdownCount, "Markdown file"))"
        + (fileCount > site.markdownCount ? " and \(counted(fileCount - site.markdownCount, "other file"))" : "")
    ]
    lines += shown
    lines += site.decisions.prefix(6).map { "  " + $0 }
    if !site.guesses.isEmpty {
      lines.append("keys (`fields` in cardshelf.yml):")
      lines += site.guesses.map {
        "  \($0.key): \($0.sources.joined(separator: ", ")) (\(counted($0.fileCount, "file")))"
      }
    }
    lines += omissions(mostNames: 3)
    lines += withheld
    let groups = findings
    if !groups.isEmpty {
      lines.append("found:")
      lines += groups.prefix(8).map { "  \($0.count) × \($0.first)" }
      if groups.count > 8 { lines.append("  and \(groups.count - 8) kinds more") }
      lines.append("cardshelf build names each; --report writes all of this to a file")
    }
    return lines
  }

  /// What the site shows.
  private var shown: [String] {
    let pages = result.pages
    let shelves = pages.flatMap(\.shelves)
    let cardCount = shelves.reduce(0) { $0 + $1.cards.count }
    let whole = pages.count { $0.shelves.isEmpty }
    return [
      "shows \(counted(cardCount, "card")) on \(counted(shelves.count, "shelf", plural: "shelves")), and "
        + "\(counted(whole, "page")) with a whole text"
    ]
  }

  private func omissions(mostNames: Int) -> [String] {
    let reasons = Dictionary(grouping: others, by: \.reason).sorted { $0.key < $1.key }
    guard !reasons.isEmpty else { return [] }
    return ["left out:"]
      + reasons.map { reason, files in
        let names = files.prefix(mostNames).map { printable($0.path) }.joined(separator: ", ")
        return "  \(counted(files.count, "path")): \(names)\(files.count > mostNames ? ", …" : ""): \(reason)"
      }
  }

  /// The reasons for which files are kept back: how many there are, and the first.
  private var withheld: [String] {
    guard !keptBack.isEmpty else { return [] }
    let groups = Dictionary(grouping: keptBack, by: \.reason.kind)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    var lines = ["kept back:"]
    lines += groups.prefix(5).map { kind, items in
      "  \(counted(items.count, "path")): \(printable(items[0].path))\(items.count > 1 ? ", …" : ""): \(printable(kind))"
    }
    if groups.count > 5 { lines.append("  and \(groups.count - 5) kinds more: cardshelf list --kept-back") }
    return lines
  }

  /// The findings of each rule: how many there are, and the first.
  private var findings: [(count: Int, first: String)] {
    Dictionary(grouping: result.diagnostics, by: \.rule.name).values
      .sorted { ($1.count, $0[0].rule.name) < ($0.count, $1[0].rule.name) }
      .map { found in
        let place = printable(found[0].path) + (found[0].position.map { ":\($0.line)" } ?? "")
        return (found.count, "\(found[0].rule.name): \(found[0].message) (\(place))")
      }
  }

  var whole: String {
    let files = site.files.map { "  \(printable($0.source)) -> \(printable($0.path))" }
    return (lines + ["", "files:"] + files + omissions(mostNames: Int.max) + ["", "findings:"]).joined(separator: "\n")
      + "\n" + result.diagnostics.map(\.rendered).joined()
  }
}

extension KeptBack.Reason {
  /// The reason without what differs from file to file.
  fileprivate var kind: String {
    switch self {
    case .until: "a date to come"
    case .since: "a date that is past"
    case .name: "a name that begins with an underscore"
    default: description
    }
  }
}
