public import Arrangements
import Geometry
public import SiteContent
public import Themes

/// The limits on lines and rows of tags in a card, and how its tags fill their rows, from its theme and its shelf, for
/// one width class.
public struct CardLimits: Sendable, Hashable {
  public var eyebrow: Int?
  public var title: Int?
  public var subtitle: Int?
  public var footer: Int?
  public var tags: TagRules
  /// True if the page is narrower than devices: text is enlarged, rows are stacked, and nothing is cut.
  public var isEnlarged: Bool

  /// The settings of the shelf take precedence over those of the theme. At accessibility text sizes, and if text is
  /// enlarged, lines of text and rows of tags are unlimited; tags that are hidden (zero rows) stay hidden.
  ///
  /// - Parameters:
  ///   - classNames: the names of the width classes up to the current one, narrowest first.
  ///   - isEnlarged: true if the page is narrower than devices.
  public init(
    theme: Theme, upTo classNames: [String], tags: TagSettings = TagSettings(), lines: LineSettings = LineSettings(),
    isEnlarged: Bool = false
  ) {
    func most(_ ofShelf: ByWidthClass<Int>?, _ ofTheme: ClassLimit?) -> Int? {
      ofShelf?.value(upTo: classNames) ?? ofTheme?.value(upTo: classNames)
    }
    self.isEnlarged = isEnlarged
    let isLifted = isEnlarged || theme.textSize.isAccessibilityCategory
    let styles = theme.textStyles
    eyebrow = isLifted ? nil : most(lines.eyebrow, styles.eyebrow.maxLines)
    title = isLifted ? nil : most(lines.title, styles.title.maxLines)
    subtitle = isLifted ? nil : most(lines.subtitle, styles.subtitle.maxLines)
    footer = isLifted ? nil : most(lines.footer, styles.footer.maxLines)
    let rows = most(tags.maxRows, theme.tags.maxRows)
    self.tags = TagRules(
      alignment: tags.align ?? theme.tags.align, lastLine: tags.lastLine ?? theme.tags.lastLine,
      distribution: tags.distribute ?? theme.tags.distribute, spacing: Pixels(theme.tags.spacing),
      lineSpacing: Pixels(theme.tags.lineSpacing), maximumRows: isLifted && rows != 0 ? nil : rows)
  }

  public init(theme: Theme, shelf: Shelf, at step: Step) {
    self.init(
      theme: theme, upTo: step.classNames, tags: shelf.tags, lines: shelf.maxLines,
      isEnlarged: step.isNarrowerThanDevices)
  }

  func lines(of slot: TextSlot) -> Int? {
    switch slot {
    case .eyebrow: eyebrow
    case .title: title
    case .subtitle: subtitle
    case .footer: footer
    case .body, .tags: nil
    }
  }
}

extension Theme {
  /// The limits at the steps, without those that are the same at the step before.
  func limits(tags: TagSettings) -> [CardLimits] {
    var limits: [CardLimits] = []
    var last: Step?
    for step in steps {
      let isKnown = last.map {
        $0.classNames == step.classNames && $0.isNarrowerThanDevices == step.isNarrowerThanDevices
      }
      if isKnown == true { continue }
      limits.append(
        CardLimits(theme: self, upTo: step.classNames, tags: tags, isEnlarged: step.isNarrowerThanDevices))
      last = step
    }
    return limits
  }
}
