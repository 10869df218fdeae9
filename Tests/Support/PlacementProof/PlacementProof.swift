import Diagnostics

/// Compares the layout of a site in `layout.json` with its pages and style sheets.
///
/// This is a second, plain implementation of what browsers do with the rules that Cardshelf writes. It shares no code
/// with the writers. Only the audit in browsers proves more; this takes milliseconds per page. It expects a site that
/// passed the build, so that pages are well-formed and links lead to files.
public struct PlacementProof {
  private let files: [String: [UInt8]]
  private var layouts: [ExactID: StatedPage] = [:]
  private var siteFaults: [PlacementFault] = []
  /// The least page width that shows each step.
  private var widths: [Double] = []

  /// - Parameter files: the files of the output folder by their paths.
  public init(_ files: [String: [UInt8]]) {
    self.files = files
    guard let bytes = files["layout.json"] else {
      siteFaults = [PlacementFault(.missing, in: "layout.json", "the site has no layout.json")]
      return
    }
    do throws(JSONFault) {
      var reader = LayoutReader(bytes)
      let site = try reader.site()
      widths = site.widths
      for page in site.pages {
        if files[page.path] == nil {
          siteFaults.append(PlacementFault(.content, in: "layout.json", "\(page.path) is not a page of the site"))
        }
        if layouts.updateValue(page, forKey: ExactID(page.path)) != nil {
          siteFaults.append(PlacementFault(.content, in: "layout.json", "\(page.path) is listed twice"))
        }
      }
    } catch {
      siteFaults = [PlacementFault(.unreadable, in: "layout.json", "\(error.message) at byte \(error.offset)")]
    }
  }

  /// The published pages in the order of their paths.
  public var pages: [String] {
    files.keys.filter { $0.hasSuffix(".html") && !$0.hasPrefix("compare/") }.sorted()
  }

  /// All faults; empty if the pages of the site show the computed layout.
  public func faults() -> [PlacementFault] { faults(inPages: pages) }

  /// The faults of the site and of some of its pages.
  ///
  /// - Complexity: O(bytes of the pages, their style sheets and layouts, and cards · steps · declarations for each).
  public func faults(inPages pages: [String]) -> [PlacementFault] {
    siteFaults
      + (siteFaults.contains { $0.kind == .unreadable || $0.kind == .missing } ? [] : pages.flatMap(faults(in:)))
  }

  private func faults(in path: String) -> [PlacementFault] {
    let elements = PageElements(files[path] ?? [])
    let found = ShelvesInPage(elements).shelves
    guard let layout = layouts[ExactID(path)] else {
      return found.isEmpty
        ? [] : [PlacementFault(.content, in: path, "the page has shelves, but is not in layout.json")]
    }
    let stated: [StatedShelf]
    do throws(PlacementFault.Unreadable) { stated = try shelves(of: layout) } catch { return [error.fault] }
    let cascade = Cascade(sheets: styleSheets(of: elements, in: path).map { StyleRules($0) })
    var faults = differences("shelf", found.map(\.id), stated.map(\.id), in: path)
    let layouts = Dictionary(stated.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for shelf in found {
      guard let layout = layouts[shelf.id] else { continue }
      if shelf.arrangement != layout.arrangement {
        faults.append(
          PlacementFault(
            .content, in: path,
            "the arrangement is \(layout.arrangement) in layout.json, but \"\(shelf.arrangement)\" in the page"
          ))
      }
      for choice in layout.choices {
        var chosen = cascade
        chosen.window = choice.window
        if choice.columns != nil {
          chosen.scope = (shelf.id, choice.columns == layout.choices[0].columns ? .first : .other)
        }
        let boxes = ShelfBoxes(shelf, by: chosen)
        for step in choice.steps {
          var proof = ShelfProof(
            path: path, shelf: shelf, step: step, arrangement: layout.arrangement, boxes: boxes)
          proof.run()
          faults += proof.faults
        }
      }
    }
    return faults
  }

  private func shelves(of page: StatedPage) throws(PlacementFault.Unreadable) -> [StatedShelf] {
    guard case .file(let name) = page.content else {
      if case .shelves(let shelves) = page.content { return shelves }
      return []
    }
    guard let bytes = files[name] else {
      throw .init(PlacementFault(.missing, in: "layout.json", "the layout of \(page.path) is not in \(name)"))
    }
    do throws(JSONFault) {
      var reader = LayoutReader(bytes)
      let own = try reader.wholePage(widths: widths)
      if case .shelves(let shelves) = own.content, own.path == page.path { return shelves }
      throw JSONFault(offset: 0, message: "not the layout of \(page.path)")
    } catch {
      throw .init(PlacementFault(.unreadable, in: name, "\(error.message) at byte \(error.offset)"))
    }
  }

  private func styleSheets(of page: PageElements, in path: String) -> [[UInt8]] {
    page.elements.filter { $0.name == "link" && $0.attributes["rel"] == "stylesheet" }.compactMap { link in
      var folders = path.split(separator: "/").dropLast()
      var rest = link.attributes["href", default: ""][...]
      while rest.hasPrefix("../") { (folders, rest) = (folders.dropLast(), rest.dropFirst(3)) }
      return files[(folders + [rest]).joined(separator: "/")]
    }
  }
}

extension PlacementFault {
  fileprivate struct Unreadable: Error {
    let fault: PlacementFault

    init(_ fault: PlacementFault) { self.fault = fault }
  }
}

/// The style sheets' boxes for a shelf, its lists and its cards.
struct ShelfBoxes {
  struct List {
    let list: StyledBox
    /// The box of all cards.
    let cards: StyledBox
  }

  let cascade: Cascade
  let shelf: StyledBox
  let lists: [List]
  let cards: [StyledBox]
  private let byClass: [Substring: StyledBox]

  init(_ shelf: ShelvesInPage.Shelf, by cascade: Cascade) {
    self.cascade = cascade
    // The width of a step is said once for all shelves.
    let all = cascade.box(ofClass: "shelf").declarations
    self.shelf = StyledBox(declarations: all + cascade.box(.element, of: shelf.id).declarations)
    lists = shelf.lists.map { List(list: cascade.box(.list, of: $0.owner), cards: cascade.box(.cards, of: $0.owner)) }
    cards = shelf.cards.map { cascade.box(.element, of: $0.id) }
    var names: Set<Substring> = ["tags"]
    for tags in shelf.cards.flatMap(\.tags) {
      names.formUnion(tags.classes)
      names.formUnion(tags.articleClasses)
      for item in tags.items { names.formUnion(item.classes) }
    }
    byClass = Dictionary(uniqueKeysWithValues: names.map { ($0, cascade.box(ofClass: $0)) })
  }

  func classes(_ name: Substring) -> StyledBox { byClass[name] ?? StyledBox(declarations: []) }
}
