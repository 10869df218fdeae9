import Diagnostics

/// A page in an earlier build, and what changed since.
public struct EarlierPage: Sendable {
  let parts: PageParts
  /// The bytes between the body's tags.
  let contents: [UInt8]
  /// The folder of the build in the output folder, with a slash at its end.
  let folder: String
  /// The style sheets of the page, relative to the folder, in order; the first is the site's.
  let styleSheets: [String]
  let sheets: CompareSite.Sheets?
  /// What changed, in words, with the id of the shelf if it is about one.
  public var differences: [(shelf: String?, sentence: String)] = []
  /// The ids of changed cards of each changed shelf.
  public var changedCards: [String: [String]] = [:]

  /// Creates the value; nil if the bytes are not a page.
  ///
  /// - Parameter sheets: the replacements of the first style sheet.
  public init?(_ html: [UInt8], at path: String, in folder: String, sheets: CompareSite.Sheets?) {
    guard let parts = PageParts(html) else { return nil }
    self.parts = parts
    contents = Array(html[parts.contents])
    self.folder = folder
    styleSheets = Self.styleSheets(of: html, at: path)
    self.sheets = sheets
  }

  /// The paths of a page's style sheets, relative to the folder of its site. Those outside the folder are left out.
  ///
  /// - Parameter path: the path of the page, relative to that folder.
  public static func styleSheets(of html: [UInt8], at path: String) -> [String] {
    let up = String(repeating: "../", count: path.utf8.count { $0 == UInt8(ascii: "/") })
    return PageParts.styleSheets(in: html).compactMap { (address) -> String? in
      guard address.hasPrefix(up) else { return nil }
      let own = address.dropFirst(up.count).replacing("&#39;", with: "'").replacing("&amp;", with: "&")
      guard !own.isEmpty, !own.hasPrefix("/"), !own.contains(":"), !own.split(separator: "/").contains("..") else {
        return nil
      }
      return percentDecoded(own.utf8).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
