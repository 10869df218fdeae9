import CardLayout
public import Content

/// A compare page: the markup before and after the contents of its page, which it contains once.
public struct ComparePage: Sendable {
  public let head: [UInt8]
  public let tail: [UInt8]
  /// The range of the contents in the page's bytes.
  public let contents: Range<Int>

  /// Creates the page; nil if the bytes are not a page.
  ///
  /// - Parameters:
  ///   - html: the page's bytes.
  ///   - shelves: the shelves in the order of the page.
  ///   - styleSheets: the style sheets of the page, in order; the first is the site's.
  ///   - imageSources: the sources of images for the policy.
  ///   - before: the page in the earlier build with which this one is compared.
  /// - Complexity: O(shelves x steps + bytes).
  public init?(
    of page: Page, html: [UInt8], shelves: [ComparedShelf], styleSheets: [String], imageSources: String = "'self'",
    before: EarlierPage? = nil, in site: CompareSite
  ) {
    guard let parts = PageParts(html) else { return nil }
    let changes = ChangingWidths(shelves, steps: site.steps)
    let data = CompareData(
      page: page, parts: parts, shelves: shelves, changes: changes, styleSheets: styleSheets, site: site,
      before: before)
    var markup = ToolMarkup()
    let chrome = Chrome(
      page: page, site: site, isEmpty: shelves.isEmpty, imageSources: imageSources, before: before)
    chrome.write(to: &markup) { markup in
      if shelves.isEmpty { return }
      WidthChart(shelves: shelves, changes: changes, site: site).write(to: &markup)
    }
    markup.literal("<script type=\"application/json\" class=\"data\">")
    markup.data(data.json)
    markup.literal("</script>\n")
    if let before {
      markup.literal("<template class=\"before\">")
      markup.append(before.contents)
      markup.literal("</template>\n")
    }
    markup.literal("<template class=\"page\">")
    head = markup.bytes
    tail = Array("</template>\n</body>\n</html>\n".utf8)
    contents = parts.contents
  }

  /// The path of the compare page of a page, relative to the output folder.
  public static func path(of page: Page) -> String { compareFolder + "/" + page.outputPath }
}
