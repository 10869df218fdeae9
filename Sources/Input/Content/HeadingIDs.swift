import Diagnostics

/// The ids of the headings of a page's text, for links to its parts.
///
/// An id is the one that the author wrote (`## Part {#part}`), or made of the heading's text as GitHub does: small
/// letters, with hyphens for blanks and without signs.
public struct HeadingIDs: Sendable, Hashable {
  /// One for each heading, in the order of the text; nil for a heading without letters.
  public private(set) var all: [String?] = []
  /// The ids by what links can call them.
  private var byName: [String: String] = [:]
  /// The title of the page as links call it: it is above its text.
  private var title = ""

  public init() {}

  /// - Parameter taken: ids that the page has besides.
  /// - Complexity: O(length); O(1) without headings
  init(of document: MarkdownDocument, titled title: String, besides taken: Set<String>) {
    self.title = slug(of: title)
    guard document.hasHeadings else { return }
    var names = UniqueNames(taken)
    var counts: [String: Int] = [:]
    document.blocks.forEachLeaf { block in
      guard case .heading(_, let content) = block.kind else { return }
      let text = collapsed(plainText(of: content, withImages: false))
      let wanted = document.writtenIDs[block.range.lower] ?? Self.id(of: text)
      guard !wanted.isEmpty else { return all.append(nil) }
      let id = names.insert(wanted)
      all.append(id)
      let earlier = counts[wanted, default: 0]
      counts[wanted] = earlier + 1
      let calledByGitHub = earlier == 0 ? wanted : "\(wanted)-\(earlier)"
      for name in [calledByGitHub, slug(of: text), text.lowercased()] where byName[name] == nil { byName[name] = id }
    }
  }

  /// The id that a link means: other programs make ids in ways of their own, and notes are linked by the text itself.
  func id(named name: String) -> String? {
    byName[name] ?? byName[name.lowercased()] ?? byName[slug(of: name)]
  }

  /// Returns whether a link means the title, which is the beginning of the page.
  func isTitle(_ name: String) -> Bool { !title.isEmpty && slug(of: name) == title }

  private static func id(of text: String) -> String {
    var id = ""
    for scalar in text.lowercased().unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .connectorPunctuation: id.unicodeScalars.append(scalar)
      default:
        if properties.isWhitespace || scalar == "-" {
          id += "-"
        } else if properties.isAlphabetic || properties.numericType != nil {
          id.unicodeScalars.append(scalar)
        }
      }
    }
    return id.contains { $0 != "-" } ? id : ""
  }
}
