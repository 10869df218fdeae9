import Diagnostics
import SiteContent

/// What the documentation says about a rule.
struct DocumentedRule {
  let name: String
  /// What is wrong, in a few words.
  let title: String
  /// `error`, `warning`, `exit 1`
  let kinds: [String]
  /// Markdown.
  let body: String
  /// The file that it is in.
  let subject: RuleBook.Subject

  /// Where the documentation can be read without the program.
  var address: String {
    "https://github.com/cardshelf/cardshelf/blob/main/Documentation/Rules/\(subject.file).md#\(name)"
  }
}

/// All rules of findings, from the data files that are the documentation's own site of them.
enum RuleBook {
  struct Subject {
    let title: String
    /// Of the folder in the documentation, and of the data file in it.
    let file: String
    fileprivate let bytes: [UInt8]
  }

  /// In the order of the documentation, and by name in each subject.
  static func read() -> [DocumentedRule] {
    subjects.flatMap { subject in
      // A test proves that these files are read without findings.
      var sink = DiagnosticSink()
      let table = readTable(SourceText(path: subject.file + ".csv", bytes: subject.bytes), into: &sink)
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
    Subject(title: "Front matter and settings", file: "front-matter", bytes: PackageResources.front_matter_csv),
    Subject(
      title: "Cards, shelves and pages", file: "cards-and-shelves", bytes: PackageResources.cards_and_shelves_csv),
    Subject(title: "Data files", file: "data-files", bytes: PackageResources.data_files_csv),
    Subject(title: "Text", file: "text", bytes: PackageResources.text_csv),
    Subject(title: "Images", file: "images", bytes: PackageResources.images_csv),
    Subject(title: "Links", file: "links", bytes: PackageResources.links_csv),
    Subject(title: "Themes", file: "themes", bytes: PackageResources.themes_csv),
    Subject(title: "Fonts", file: "fonts", bytes: PackageResources.fonts_csv),
    Subject(
      title: "Templates and paint", file: "templates-and-paint", bytes: PackageResources.templates_and_paint_csv),
    Subject(title: "Files and output", file: "files-and-output", bytes: PackageResources.files_and_output_csv),
    Subject(title: "What is proved of each page", file: "pages", bytes: PackageResources.pages_csv),
    Subject(title: "What check asks for", file: "check", bytes: PackageResources.check_csv),
    Subject(title: "Diff and audit", file: "diff-and-audit", bytes: PackageResources.diff_and_audit_csv),
  ]
}

extension DocumentedRule {
  /// The rule for a terminal of 80 columns.
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
    return text + "\nOnline: \(address)\n"
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
  /// Names and titles, by subject.
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
