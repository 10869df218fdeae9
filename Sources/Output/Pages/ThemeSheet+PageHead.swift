import CardLayout
import Geometry
import Themes

/// The rules for the elements above the shelves: navigation, title and introduction.
extension ThemeSheet {
  var pageHead: String {
    """
    .page-header{padding-block:1.5rem}
    .page-header .n{white-space:normal}

    """ + (uses.hasNavigation ? navigation : "") + (uses.hasBreadcrumbs ? breadcrumbs : "")
      + (theme.steps.first { $0.classNames.contains(Step.regularWidth) }.map(tall) ?? "")
      + (uses.hasIntroduction ? prose + (theme.steps.first(where: PageHeadColumns.areTwo).map(twoColumns) ?? "") : "")
  }

  private var navigation: String {
    """
    .page-header nav{padding-block-end:1.5rem}
    .page-header nav ul{display:flex;gap:.5rem 1.25rem}
    .page-header nav a{padding-block:.25rem;color:var(--accent);text-decoration:none}
    .page-header nav [aria-current]{color:inherit}
    .page-header nav :is(a:hover,a:focus-visible){text-decoration:underline}

    """ + navigationInARow
  }

  private var breadcrumbs: String {
    """
    .breadcrumbs{padding-block-end:.5rem}
    .breadcrumbs a{color:var(--accent);text-decoration:none}
    .breadcrumbs a:is(:hover,:focus-visible){text-decoration:underline}
    .breadcrumbs a::after{content:" / ";color:var(--secondary);white-space:pre}

    """
  }

  /// On a phone, the navigation is a row that scrolls, from one edge of the window to the other, with the page's own entry
  /// in view where CSS can do that. Its padding has room for the outline of an entry that has the focus.
  private var navigationInARow: String {
    """
    .page-header nav ul{overflow:auto hidden;scrollbar-width:none;margin-block:-.5rem;padding-block:.5rem;
    margin-inline:calc(-1*var(--margin) - var(--bleed));padding-inline:calc(var(--margin) + var(--bleed));
    scroll-padding-inline:var(--margin)}
    .page-header nav ul::-webkit-scrollbar{display:none}
    .page-header nav li{flex:none}
    .page-header nav a{white-space:nowrap}
    .page-header nav [aria-current]{scroll-initial-target:nearest}

    """
  }

  /// On wider pages, the navigation shows all entries.
  private func tall(from step: Step) -> String {
    containerQuery(
      from: step,
      body: """
        .page-header{padding-block:2.5rem 1.5rem}

        """
          + (uses.hasNavigation ? navigationInLines : ""))
  }

  private var navigationInLines: String {
    """
    .page-header nav ul{flex-wrap:wrap;overflow:visible;margin:0;padding:0}
    .page-header nav li{flex:initial;min-inline-size:0}
    .page-header nav a{white-space:normal}
    .page-header nav [aria-current]{scroll-initial-target:none}

    """
  }

  /// A short introduction is next to its title if both have room.
  private func twoColumns(from step: Step) -> String {
    let head =
      ".page-header:has(>.page-title+.introduction:not(:empty))"
      + ":not(:has(>.introduction>:nth-child(\(PageHeadColumns.mostBlocks + 1))))"
    return containerQuery(
      from: step,
      body: """
        \(head){display:grid;grid-template-columns:1fr \(rem(PageHeadColumns.second));column-gap:\(rem(PageHeadColumns.gap));align-items:first baseline}
        \(head)>*{grid-column:1/-1}
        \(head)>.page-title{grid-column:1}
        \(head)>.introduction{grid-column:2;padding-block-start:0}

        """)
  }

  /// A page's own text, set like an article. A line has about 70 letters; none of it is measured.
  private var prose: String {
    """
    .introduction{padding-block-start:.75rem;max-inline-size:\(PageHeadColumns.emsOfLine)em}
    .introduction :is(ul,ol){padding-inline-start:1.5em}
    .introduction ul{list-style:disc}
    .introduction ol{list-style:decimal}
    .introduction ::marker{color:var(--secondary)}
    .introduction>*+*,.introduction :is(blockquote,li)>*+*,.introduction .loose>li+li{margin-block-start:.75em}
    .introduction li+li,.introduction li>:is(ul,ol){margin-block-start:.25em}
    .introduction *+:is(h2,h3){margin-block-start:1.25em}
    .introduction *+hr,.introduction hr+*{margin-block-start:1.5em}

    """
  }
}

/// The widths of a page's title and introduction, in CSS pixels.
struct PageHeadColumns {
  static let second = 480
  static let gap = 32
  /// The greatest width of a line of an introduction, in em.
  static let emsOfLine = 34

  /// The most blocks of an introduction that is next to its title; a longer one is a text of its own.
  static let mostBlocks = 3

  /// The greatest width of a line of an introduction, in CSS pixels.
  private let mostWidth: Int
  private let isBeside: Bool

  init(theme: Theme, blockCount: Int) {
    mostWidth = Self.emsOfLine * theme.textStyles.introduction.size
    isBeside = 1...Self.mostBlocks ~= blockCount
  }

  static func areTwo(at step: Step) -> Bool { step.contentWidth >= 1000 }

  func title(at step: Step) -> Int {
    step.contentWidth - (isBeside && Self.areTwo(at: step) ? Self.second + Self.gap : 0)
  }

  func introduction(at step: Step) -> Int {
    min(mostWidth, isBeside && Self.areTwo(at: step) ? Self.second : step.contentWidth)
  }
}
