public import Geometry

/// Widths of windows (Material 3, window size classes).
public enum WindowWidthClass: String, Hashable, Sendable, CaseIterable, Comparable {
  case compact
  case medium
  case expanded
  case large
  case extraLarge = "extra-large"

  /// The smallest width of the class, in CSS pixels.
  public var minimumWidth: Pixels {
    switch self {
    case .compact: .zero
    case .medium: Pixels(600)
    case .expanded: Pixels(840)
    case .large: Pixels(1200)
    case .extraLarge: Pixels(1600)
    }
  }

  /// The widest class whose minimum is not wider; compact below all.
  public init(width: Pixels) {
    self = WindowWidthClass.allCases.last { $0.minimumWidth <= width } ?? .compact
  }

  /// At both sides of a page.
  public var margin: Pixels { self == .compact ? Pixels(16) : Pixels(24) }

  public static func < (a: WindowWidthClass, b: WindowWidthClass) -> Bool { a.minimumWidth < b.minimumWidth }
}

/// Heights of windows (Material 3, window size classes).
public enum WindowHeightClass: String, Hashable, Sendable, CaseIterable, Comparable {
  case compact
  case medium
  case expanded

  /// The smallest height of the class, in CSS pixels.
  public var minimumHeight: Pixels {
    switch self {
    case .compact: .zero
    case .medium: Pixels(480)
    case .expanded: Pixels(900)
    }
  }

  /// The tallest class whose minimum is not taller; compact below all.
  public init(height: Pixels) {
    self = WindowHeightClass.allCases.last { $0.minimumHeight <= height } ?? .compact
  }

  public static func < (a: WindowHeightClass, b: WindowHeightClass) -> Bool { a.minimumHeight < b.minimumHeight }
}
