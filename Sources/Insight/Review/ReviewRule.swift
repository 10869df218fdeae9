public import Diagnostics

/// The rules of a review.
public enum ReviewRule: String, Sendable, Hashable, CaseIterable {
  case contrastLow = "contrast-low"
  case imageAltMissing = "image-alt-missing"
  case imageCropped = "image-cropped"
  case imageEnlarged = "image-enlarged"
  case longNavigation = "long-navigation"
  case noBreakSpaces = "no-break-spaces"
  case paintClassUnused = "paint-class-unused"
  case readingOrderJump = "reading-order-jump"
  case slotWithoutEffect = "slot-without-effect"
  case tagNeverShown = "tag-never-shown"
  case tallCard = "tall-card"
  case textAt200Percent = "text-200-percent"
  case textCut = "text-cut"
  case textSpacing = "text-spacing"
  case tooManyColumns = "too-many-columns"

  /// The finding, in a few words.
  public var summary: String {
    switch self {
    case .contrastLow: "colours of the theme with too little contrast (WCAG 1.4.3)"
    case .imageAltMissing: "an image without imageAlt"
    case .imageCropped: "an image of which less than half is visible"
    case .imageEnlarged: "an image that is shown larger than its size"
    case .longNavigation: "a navigation with too many pages"
    case .noBreakSpaces: "words that no-break spaces join"
    case .paintClassUnused: "a class in paint.css that occurs in no markup"
    case .readingOrderJump: "consecutive cards of a waterfall that are far apart"
    case .slotWithoutEffect: "a slot that never affects the height of a card"
    case .tagNeverShown: "a tag that is hidden or cut at every width"
    case .tallCard: "one card that makes all others of its shelf taller"
    case .textAt200Percent: "text that is lost at 200 % (WCAG 2.2, 1.4.4)"
    case .textCut: "text that is cut by a number of lines or a height"
    case .textSpacing: "text that is lost with wider spacing (WCAG 2.2, 1.4.12)"
    case .tooManyColumns: "columns that do not fit, or are too narrow for a word"
    }
  }

  var diagnosticRule: Diagnostic.Rule { Diagnostic.Rule(rawValue) }
}

extension ReviewedSite {
  /// The findings of some rules, sorted by path and location, with the severity that the site sets.
  ///
  /// - Parameter isGrouped: true to merge findings that come from one key of the theme or of a shelf.
  /// - Complexity: O(rules x steps x pieces of text); no shaping.
  public func findings(of rules: Set<ReviewRule>, isGrouped: Bool = false) -> [Diagnostic] {
    var findings: [ReviewFinding] = []
    if rules.contains(.longNavigation) { findings += longNavigation().map { ReviewFinding($0) } }
    if rules.contains(.contrastLow) { findings += lowContrasts().map { ReviewFinding($0) } }
    if rules.contains(.paintClassUnused) { findings += unusedPaintClasses().map { ReviewFinding($0) } }
    for shelf in shelves {
      for rule in ReviewRule.allCases where rules.contains(rule) {
        switch rule {
        case .contrastLow, .longNavigation, .paintClassUnused: break
        case .imageAltMissing: findings += shelf.imagesWithoutAlt(settings: settings)
        case .imageCropped: findings += shelf.croppedImages(settings: settings, size: imageSize)
        case .imageEnlarged: findings += shelf.enlargedImages(settings: settings, size: imageSize)
        case .noBreakSpaces: findings += shelf.textsWithNoBreakSpaces().map { ReviewFinding($0) }
        case .readingOrderJump: findings += shelf.readingOrderJumps().map { ReviewFinding($0) }
        case .slotWithoutEffect: findings += shelf.slotsWithoutEffect()
        case .tagNeverShown: findings += shelf.tagsNeverShown()
        case .tallCard: findings += shelf.tallCards()
        case .textAt200Percent: findings += shelf.textLostAt200Percent()
        case .textCut: findings += shelf.textsCut()
        case .textSpacing: findings += shelf.textLostToSpacing()
        case .tooManyColumns: findings += shelf.tooManyColumns().map { ReviewFinding($0) }
        }
      }
    }
    let wanted = findings.compactMap { finding in levels.applied(to: finding.diagnostic).map(finding.with) }
    return (isGrouped ? wanted.grouped() : wanted.map(\.diagnostic)).sortedByPlace()
  }
}
