import Diagnostics
import EmbeddedFiles

/// The documentation of a rule.
public struct DocumentedRule: Sendable {
  public let name: String
  /// The fault, in a few words.
  public let title: String
  /// The effects of the rule: `error`, `warning`, `exit 1`, `can be off`.
  public let kinds: [String]
  /// The levels that a site can set.
  public let control: RuleControl
  /// The documentation, in Markdown.
  public let body: String
  public let subject: RuleBook.RuleSubject
}

/// The rules of all findings. They are read from the data files of the site in `Documentation/Rules`: a rule is its row
/// there, and the message of its findings.
public enum RuleBook {
  public struct RuleSubject: Sendable {
    public let title: String
    /// The name of the subject's folder in the documentation, and of the data file in that folder.
    public let file: String
  }

  /// Reads all rules: in the order of ``subjects``, and by name within each subject.
  ///
  /// - Complexity: O(bytes of the documentation)
  public static func read() -> [DocumentedRule] {
    subjects.flatMap { subject in
      // A test proves that these files are read without findings.
      var sink = DiagnosticSink()
      let path = "Documentation/Rules/Content/\(subject.file)/\(subject.file).csv"
      let table = readTable(SourceText(path: path, bytes: embeddedFile(path)), into: &sink)
      let titles = table.texts(ofColumn: "title")
      let tags = table.texts(ofColumn: "tags")
      let bodies = table.texts(ofColumn: "body")
      return table.texts(ofColumn: "id").enumerated().map { row, name in
        let kinds = tags[row].split(separator: ";").map { String($0.drop { $0 == " " }) }
        return DocumentedRule(
          name: name, title: titles[row], kinds: kinds.compactMap(RuleControl.shown), control: RuleControl(kinds),
          body: bodies[row], subject: subject)
      }
    }
  }

  public static let subjects = [
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
