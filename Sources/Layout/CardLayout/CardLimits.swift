public import Arrangements
public import Content
import Geometry
public import Themes

/// The limits on lines and rows of tags in a card, and the rules by which its tags fill their rows, from its theme and
/// its shelf, for one width class.
public struct CardLimits: Sendable, Hashable {
  private var lines = LineLimits()
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
    theme: borrowing Theme, upTo classNames: borrowing [String], tags: borrowing TagSettings = TagSettings(),
    lines: borrowing LineSettings = [:], isEnlarged: Bool = false
  ) {
    func most(_ ofShelf: ByWidthClass<Int>?, _ ofTheme: ClassLimit?, _ classNames: borrowing [String]) -> Int? {
      ofShelf?.value(upTo: classNames) ?? ofTheme?.value(upTo: classNames)
    }
    self.isEnlarged = isEnlarged
    let isLifted = isEnlarged || theme.textSize.isAccessibilityCategory
    if !isLifted {
      for slot in theme.slots.texts {
        self.lines[slot] = most(
          lines.isEmpty ? nil : lines[slot], theme.textStyles.maxLines(of: slot), classNames)
      }
    }
    self.tags = TagRules(
      alignment: tags.align ?? theme.tags.align, lastLine: tags.lastLine ?? theme.tags.lastLine,
      distribution: tags.distribute ?? theme.tags.distribute, spacing: Pixels(theme.tags.spacing),
      lineSpacing: Pixels(theme.tags.lineSpacing),
      maximumRows: theme.mostRows(ofTags: tags, upTo: classNames, isEnlarged: isEnlarged))
  }

  public init(theme: borrowing Theme, shelf: borrowing Shelf, at step: borrowing Step) {
    self.init(
      theme: theme, upTo: step.classNames, tags: shelf.tags, lines: shelf.maxLines,
      isEnlarged: step.isNarrowerThanDevices)
  }

  /// The smaller of two greatest heights of a card; nil if text is enlarged.
  func maximumHeight(_ height: Int?, _ other: Int?) -> Int? {
    if isEnlarged { return nil }
    guard let height, let other else { return height ?? other }
    return min(height, other)
  }

  /// The greatest number of lines of a slot with one text; nil is unlimited.
  public func lines(of slot: Slot) -> Int? { lines[slot] }
}

extension Theme {
  /// The greatest number of rows of tags in the last of some classes, which are names in ascending order of width; nil
  /// means unlimited.
  func mostRows(ofTags settings: TagSettings, upTo classNames: [String], isEnlarged: Bool) -> Int? {
    let rows = settings.maxRows?.value(upTo: classNames) ?? tags.maxRows?.value(upTo: classNames)
    return (isEnlarged || textSize.isAccessibilityCategory) && rows != 0 ? nil : rows
  }

  /// The greatest number of rows of tags at each step whose limits differ from those of the previous step.
  func mostRows(ofTags settings: TagSettings) -> [Int?] {
    var rows: [Int?] = []
    let names = [settings.maxRows?.named.keys, tags.maxRows?.named.keys].reduce(into: Set()) {
      $0.formUnion($1 ?? [:].keys)
    }
    for shape in WindowShape.all(distinguishedBy: names) {
      let steps = steps.shaped(shape)
      let span = steps.span
      for index in span.indices where index == 0 || !span[index].hasLimits(of: span[index - 1]) {
        rows.append(
          mostRows(ofTags: settings, upTo: span[index].classNames, isEnlarged: span[index].isNarrowerThanDevices))
      }
    }
    return rows
  }
}

extension Step {
  /// Returns whether all limits are the same at this step and another.
  func hasLimits(of other: Step) -> Bool {
    isNarrowerThanDevices == other.isNarrowerThanDevices && classNames == other.classNames
  }
}
