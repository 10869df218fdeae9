import Diagnostics

/// The first page of a comparison of two builds: the pages of the site, and what changed on each.
public struct ComparisonOverview: Sendable {
  /// A page of either build.
  public struct OverviewEntry: Sendable {
    let title: String
    let language: String
    /// The address of its compare page, or of the page itself if there is nothing to compare.
    let address: String
    /// What is not the usual case, such as that the page is new.
    let note: String
    let changes: [String]

    public init(title: String, language: String, address: String, note: String = "", changes: [String]) {
      self.title = title
      self.language = language
      self.address = address
      self.note = note
      self.changes = changes
    }
  }

  let title: String
  let summary: String
  let entries: [OverviewEntry]
  let styleSheet: String

  /// - Parameters:
  ///   - title: what is compared.
  ///   - styleSheet: the path of ``overviewStyleSheet``.
  public init(title: String, summary: String, entries: [OverviewEntry], styleSheet: String) {
    self.title = title
    self.summary = summary
    self.entries = entries
    self.styleSheet = styleSheet
  }

  /// The most changes that are listed for a page; its compare page lists all.
  private static let mostChanges = 12

  public var bytes: [UInt8] {
    var markup = ToolMarkup()
    markup.literal("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n")
    markup.literal("<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
    markup.literal("default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'\"/>\n")
    markup.literal("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
    markup.literal("<meta name=\"robots\" content=\"noindex\"/>\n<title>")
    markup.text(title)
    markup.literal("</title>\n<link rel=\"stylesheet\" href=\"")
    markup.text(styleSheet)
    markup.literal("\"/>\n</head>\n<body>\n<main>\n<h1>")
    markup.text(title)
    markup.literal("</h1>\n<p class=\"summary\">")
    markup.text(summary)
    markup.literal("</p>\n")
    let changed = entries.filter { !$0.changes.isEmpty || !$0.note.isEmpty }
    for entry in changed {
      markup.literal("<section class=\"entry\">\n<h2>")
      writeLink(entry, to: &markup)
      if !entry.note.isEmpty {
        markup.literal(" <span class=\"note\">")
        markup.text(entry.note)
        markup.literal("</span>")
      }
      markup.literal("</h2>\n")
      if !entry.changes.isEmpty {
        markup.literal("<ul>\n")
        let rest = entry.changes.count - Self.mostChanges
        for change in entry.changes.prefix(Self.mostChanges) + (rest > 0 ? ["and \(rest) more"] : []) {
          markup.literal("<li>")
          markup.text(change)
          markup.literal("</li>\n")
        }
        markup.literal("</ul>\n")
      }
      markup.literal("</section>\n")
    }
    let same = entries.filter { $0.changes.isEmpty && $0.note.isEmpty }
    if !same.isEmpty {
      markup.literal("<section class=\"same\">\n<h2>Unchanged</h2>\n<ul>\n")
      for entry in same {
        markup.literal("<li>")
        writeLink(entry, to: &markup)
        markup.literal("</li>\n")
      }
      markup.literal("</ul>\n</section>\n")
    }
    markup.literal("</main>\n</body>\n</html>\n")
    return markup.bytes
  }

  private func writeLink(_ entry: OverviewEntry, to markup: inout ToolMarkup) {
    markup.literal("<a href=\"")
    markup.text(percentEncoded(path: entry.address, keeping: "!$'()*+,;=@"))
    markup.literal("\"><bdi lang=\"")
    markup.text(entry.language)
    markup.literal("\">")
    markup.text(entry.title)
    markup.literal("</bdi></a>")
  }
}
