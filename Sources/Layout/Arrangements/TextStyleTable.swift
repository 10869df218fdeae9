public import Geometry

/// A style of text whose size follows the reader's text size.
public enum DynamicTextStyle: String, Hashable, Sendable, CaseIterable {
  case largeTitle
  case title1
  case title2
  case title3
  case headline
  case body
  case callout
  case subhead
  case footnote
  case caption1
  case caption2
}

/// The size of text and its leading, in whole pixels (points).
public struct TextMetrics: Hashable, Sendable {
  public let size: Int
  public let leading: Int

  public init(size: Int, leading: Int) {
    self.size = size
    self.leading = leading
  }
}

/// Sizes and leadings of iOS and iPadOS (Human Interface Guidelines, Typography, Dynamic Type sizes).
public enum TextStyleTable {
  public static func metrics(_ style: DynamicTextStyle, _ category: TextSizeCategory) -> TextMetrics {
    let size = sizes(of: style)[category.index]
    // This is the published value; everywhere else a size of 21 has a leading of 26.
    let isAnomaly = style == .subhead && category == .xxxLarge
    return TextMetrics(size: size, leading: isAnomaly ? 28 : leading(ofSize: size))
  }

  /// A length that scales with text, at a category: `length x leading / leading at large`, rounded to the nearest whole
  /// pixel, halves up.
  ///
  /// At `large` the result is the length itself, rounded. Negative lengths count as zero.
  public static func scaled(_ length: Pixels, _ style: DynamicTextStyle, _ category: TextSizeCategory) -> Pixels {
    let divisor = metrics(style, .large).leading * 64
    let product = length.bounded.sixtyFourths * metrics(style, category).leading
    return Pixels((product * 2 + divisor) / (divisor * 2))
  }

  /// The sizes for each category, the smallest first.
  private static func sizes(of style: DynamicTextStyle) -> [Int] {
    switch style {
    case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
    case .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
    case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
    case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
    case .headline: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
    case .subhead: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
    case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
    case .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
    case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
    }
  }

  /// The leading for a size in any style; the smallest category with that size decides.
  private static func leading(ofSize size: Int) -> Int {
    switch size {
    case 11: 13
    case 12: 16
    case 13: 18
    case 14: 19
    case 15: 20
    case 16: 21
    case 17: 22
    case 18: 23
    case 19: 24
    case 20: 25
    case 21: 26
    case 22: 28
    case 23: 29
    case 24: 30
    case 25: 31
    case 26: 32
    case 27: 33
    case 28: 34
    case 29: 35
    case 30: 37
    case 31: 38
    case 32: 39
    case 33: 40
    case 34: 41
    case 36: 43
    case 37: 44
    case 38: 46
    case 39: 47
    case 40: 48
    case 42: 50
    case 43: 51
    case 44: 52
    case 47: 56
    case 48: 57
    case 49: 58
    case 50: 59
    case 51: 60
    case 52: 61
    case 53: 62
    case 55: 65
    case 56: 66
    case 58: 68
    default: 70
    }
  }
}
