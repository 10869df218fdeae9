import Diagnostics
import EmbeddedFiles
import SiteContent

/// The documentation of a rule.
struct DocumentedRule {
  let name: String
  /// The fault, in a few words.
  let title: String
  /// `error`, `warning`, `exit 1`
  let kinds: [String]
  /// Markdown.
  let body: String
  let subject: RuleBook.RuleSubject
}

/// The rules of all findings. They are read from the data files of the site in `Documentation/Rules`.
enum RuleBook {
  struct RuleSubject {
    let title: String
    /// The name of the subject's folder in the documentation, and of the data file in that folder.
    let file: String
  }

  /// Reads all rules: in the order of ``subjects``, and by name within each subject.
  static func read() -> [DocumentedRule] {
    subjects.flatMap { subject in
      // A test proves that these files are read without findings.
      var sink = DiagnosticSink()
      let path = "Documentation/Rules/Content/\(subject.file)/\(subject.file).csv"
      let table = readTable(SourceText(path: path, bytes: embeddedFile(path)), into: &sink)
      let titles = table.texts(ofColumn: "title")
      let kinds = table.texts(ofColumn: "tags")
      let bodies = table.texts(ofColumn: "body")
      return table.texts(ofColumn: "id").enumerated().map { row, name in
        DocumentedRule(
          name: name, title: titles[row], kinds: kinds[row].split(separator: ";").map { String($0.drop { $0 == " " }) },
          body: bodies[row], subject: subject)
      }
    }
  }

  static let subjects = [
    RuleSubject(title: "Front matter and settings", file: "front-matter"),
    RuleSubject(title: "Cards, shelves and pages", file: "cards-and-shelves"),
    RuleSubject(title: "Data files", file: "data-files"),
    RuleSubject(title: "Text", file: "text"),
    RuleSubject(title: "Images", file: "images"),
    RuleSubject(title: "Links", file: "links"),
    RuleSubject(title: "Themes", file: "themes"),
    RuleSubject(title: "Fonts", file: "fonts"),
    RuleSubject(title: "Templates and paint", file: "templates-and-paint"),
    RuleSubject(title: "Files and output", file: "files-and-output"),
    RuleSubject(title: "Page validation", file: "pages"),
    RuleSubject(title: "Checks", file: "check"),
    RuleSubject(title: "Diff and audit", file: "diff-and-audit"),
  ]
}

extension DocumentedRule {
  /// The rule as text for a terminal of 80 columns.
  var text: String {
    var text = "\(name): \(title)\n(\(kinds.joined(separator: ", ")))\n"
    var isCode = false
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        text += "    \(line)\n"
      } else if line.isEmpty {
        if !text.hasSuffix("\n\n") { text += "\n" }
      } else {
        if text.hasSuffix(")\n") { text += "\n" }
        text += wrapped(line, at: 78)
      }
    }
    return text
  }

  private func wrapped(_ line: Substring, at width: Int) -> String {
    var text = ""
    var column = 0
    for word in line.split(separator: " ") {
      if column > 0, column + 1 + word.count > width {
        text += "\n"
        column = 0
      }
      text += column > 0 ? " \(word)" : "\(word)"
      column += word.count + (column > 0 ? 1 : 0)
    }
    return text + "\n"
  }
}

extension [DocumentedRule] {
  /// The names and titles of the rules, grouped by subject.
  var list: String {
    let width = map(\.name.count).max() ?? 0
    var text = ""
    var subject = ""
    for rule in self {
      if rule.subject.title != subject {
        text += (text.isEmpty ? "" : "\n") + rule.subject.title.uppercased() + "\n"
        subject = rule.subject.title
      }
      text += rule.name + String(repeating: " ", count: width + 2 - rule.name.count) + rule.title + "\n"
    }
    return text
  }
}
