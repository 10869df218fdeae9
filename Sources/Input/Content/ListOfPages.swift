import Diagnostics

extension [Page] {
  /// The number of pages above which the navigation to all pages is a separate page. Nobody would read so long a list
  /// on each page, and its bytes would grow with the square of the number of pages.
  public static var mostInNavigation: Int { 100 }

  /// The id of the page that lists all pages. A page of the content with this id replaces it.
  static var idOfList: String { "all-pages" }

  /// The pages to which each page's navigation leads.
  ///
  /// - Complexity: O(pages)
  public var navigation: [Page] {
    let top = onTopLevel
    guard top.count > Self.mostInNavigation else { return top }
    return top.enumerated().filter { $0 == 0 || $1.id == Self.idOfList }.map(\.element)
  }

  /// The pages with pages in them.
  public var parents: [Page] {
    var folders: Set<String> = [""]
    for page in self {
      var folder = page.id
      while let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        if !folders.insert(folder).inserted { break }
      }
    }
    return count > 1 ? filter { folders.contains($0.id) } : []
  }

  /// The pages that are in no other page but the home page.
  private var onTopLevel: [Page] { filter { !$0.id.utf8.contains(UInt8(ascii: "/")) } }

  /// Adds the page that lists the others, if the navigation needs it.
  mutating func addListOfPages(_ settings: SiteSettings, to links: inout LinkIndex) {
    guard onTopLevel.count > Self.mostInNavigation, !contains(where: { $0.id == Self.idOfList }) else { return }
    let folder = ContentPath.root + "/" + Self.idOfList
    let source = SourceText(path: folder + "/" + ContentPath.indexName, text: "")
    let context = TextContext(language: settings.language)
    links.add(page: Self.idOfList, folder: folder, source: source.path)
    append(
      Page(
        id: Self.idOfList, source: source, title: FieldText(settings.titleOfList, range: source.fullRange),
        language: context.language, direction: context.direction(of: settings.titleOfList),
        introduction: MarkdownDocument(listing: self, from: folder, at: source.fullRange), textSize: settings.textSize,
        shelves: [], isListOfPages: true))
  }
}

extension MarkdownDocument {
  /// A list of links to pages.
  ///
  /// - Parameters:
  ///   - folder: the folder of the page with the list.
  ///   - range: the range of all parts.
  fileprivate init(listing pages: [Page], from folder: String, at range: SourceRange) {
    let items = pages.map { page in
      let path = ContentPath.relative(ContentPath.folder(ofID: page.id), from: folder)
      let target = LinkTarget(kind: .relative, text: percentEncoded(path: path))
      let link = Inline(.link(target, title: "", [Inline(.text(page.title.text), range: range)]), range: range)
      return [Block(.paragraph([link]), range: range)]
    }
    let list = Block.BlockList(start: nil, isTight: true, items: items)
    self.init(blocks: [Block(.list(list), range: range)])
  }
}
