import CardLayout
import Content
import Diagnostics
public import Geometry
import Pages
import ShelfArrangements
import Themes

/// A card as it is laid out at one step.
public struct ListedCard: Sendable, Hashable {
  public let id: String
  /// The path of its file.
  public let source: String
  public let title: String
  /// The frame in its shelf.
  public let frame: Frame
}

/// A shelf as it is laid out at one step.
public struct ListedShelf: Sendable, Hashable {
  public let id: String
  public let source: String
  public let title: String
  public let arrangement: String
  /// The path of the page that shows it.
  public let page: String
  public let size: Size
  public let cards: [ListedCard]
}

/// All shelves of a site at one step.
public struct SiteList: Sendable, Hashable {
  /// The least page width, in CSS pixels, at which the step is shown.
  public let minimumWidth: Int
  /// The name, such as `compact (390-411)`.
  public let stepName: String
  public let shelves: [ListedShelf]

  /// The list of shelves only.
  public var withoutCards: SiteList {
    SiteList(
      minimumWidth: minimumWidth, stepName: stepName,
      shelves: shelves.map { shelf in
        ListedShelf(
          id: shelf.id, source: shelf.source, title: shelf.title, arrangement: shelf.arrangement, page: shelf.page,
          size: shelf.size, cards: [])
      })
  }

  /// The list as JSON with sorted keys, numbers in CSS pixels.
  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.number(minimumWidth, for: "minWidth")
      json.key("shelves")
      json.array(shelves, onePerLine: true) { json, shelf in shelf.write(to: &json) }
      json.number(1, for: "version")
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

extension ReviewedSite {
  /// All shelves and cards at a page width.
  ///
  /// - Parameter pageWidth: the page width in CSS pixels.
  /// - Complexity: O(cards).
  public func list(atPageWidth pageWidth: Int) -> SiteList? {
    guard let step = StepChoice.pageWidth(pageWidth).steps(of: steps).first else { return nil }
    return SiteList(
      minimumWidth: step.minimumWidth, stepName: StepNames(steps: steps).names(of: [step.index]),
      shelves: shelves.map { $0.listed(at: step) })
  }
}

extension ReviewedShelf {
  fileprivate func listed(at step: Step) -> ListedShelf {
    let layout = shelf.layouts[step.index]
    return ListedShelf(
      id: settings.id, source: settings.source.path, title: settings.title?.text ?? "",
      arrangement: settings.arrangement.name, page: page.page.outputPath, size: layout.size,
      cards: zip(cards, layout.frames).map { card, frame in
        let card = card.composed.card
        return ListedCard(id: card.id, source: card.source.path, title: card.title?.text ?? "", frame: frame)
      })
  }
}

extension ListedShelf {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.string(arrangement, for: "arrangement")
      json.key("cards")
      json.array(cards) { json, card in card.write(to: &json) }
      json.number(size.height, for: "height")
      json.string(id, for: "id")
      json.string(page, for: "page")
      json.string(source, for: "source")
      json.string(title, for: "title")
      json.number(size.width, for: "width")
    }
  }
}

extension ListedCard {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.number(frame.height, for: "height")
      json.string(id, for: "id")
      json.string(source, for: "source")
      json.string(title, for: "title")
      json.number(frame.width, for: "width")
      json.number(frame.x, for: "x")
      json.number(frame.y, for: "y")
    }
  }
}
