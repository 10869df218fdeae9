/// A reader's text size: the twelve categories of Dynamic Type.
public enum TextSizeCategory: String, Hashable, Sendable, CaseIterable, Comparable {
  case xSmall
  case small
  case medium
  /// The default.
  case large
  case xLarge
  case xxLarge
  case xxxLarge
  case accessibility1 = "AX1"
  case accessibility2 = "AX2"
  case accessibility3 = "AX3"
  case accessibility4 = "AX4"
  case accessibility5 = "AX5"

  public static func < (a: TextSizeCategory, b: TextSizeCategory) -> Bool { a.index < b.index }

  /// The index of the category, 0 for the smallest.
  var index: Int {
    switch self {
    case .xSmall: 0
    case .small: 1
    case .medium: 2
    case .large: 3
    case .xLarge: 4
    case .xxLarge: 5
    case .xxxLarge: 6
    case .accessibility1: 7
    case .accessibility2: 8
    case .accessibility3: 9
    case .accessibility4: 10
    case .accessibility5: 11
    }
  }

  /// True if images are above labels, the number of lines is unlimited, and there is one column less.
  public var isAccessibilityCategory: Bool { self >= .accessibility1 }

  /// The number of columns: one less at accessibility categories, but at least one.
  public func columnCount(_ count: Int) -> Int { isAccessibilityCategory && count > 1 ? count - 1 : count }

  /// The greatest number of lines: unlimited at accessibility categories.
  public func maximumLines<Limit>(_ lines: Limit?) -> Limit? { isAccessibilityCategory ? nil : lines }

  /// The name in SwiftUI's `DynamicTypeSize`.
  public var swiftUIName: String { isAccessibilityCategory ? "accessibility\(index - 6)" : rawValue }

  /// The name in UIKit's `UIContentSizeCategory`.
  public var uiKitName: String {
    let sizes = ["Medium", "Large", "ExtraLarge", "ExtraExtraLarge", "ExtraExtraExtraLarge"]
    switch self {
    case .xSmall: return "extraSmall"
    case .small, .medium, .large: return rawValue
    case .xLarge: return "extraLarge"
    case .xxLarge: return "extraExtraLarge"
    case .xxxLarge: return "extraExtraExtraLarge"
    default: return "accessibility" + sizes[index - 7]
    }
  }

  /// All names that ``init(name:)`` accepts, each once, by size.
  public static var names: [String] {
    allCases.flatMap { size in
      var names = [size.rawValue]
      for name in [size.swiftUIName, size.uiKitName] where !names.contains(name) { names.append(name) }
      return names
    }
  }

  /// Creates the category with any of its three names.
  public init?(name: String) {
    let match = TextSizeCategory.allCases.first { [$0.rawValue, $0.swiftUIName, $0.uiKitName].contains(name) }
    guard let match else { return nil }
    self = match
  }
}
