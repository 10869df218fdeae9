/// The shape of a window, as far as values by class distinguish it.
///
/// A value for a shape counts before those for width classes: `compactHeight` before `portrait` and `landscape`, and
/// these before every width.
public struct WindowShape: Sendable, Hashable {
  public enum Orientation: String, Sendable, CaseIterable {
    /// At least as tall as wide, like `(orientation: portrait)`.
    case portrait
    case landscape
  }

  /// nil if no value depends on it.
  public var orientation: Orientation?
  /// True for a window with a compact height; nil if no value depends on it.
  public var isLow: Bool?

  public init(orientation: Orientation? = nil, isLow: Bool? = nil) {
    self.orientation = orientation
    self.isLow = isLow
  }

  /// The class of windows that are less than ``leastHeight`` tall.
  public static let compactHeight = "compactHeight"

  /// The classes by which values can depend on the shape, the most specific last.
  public static let classNames = Orientation.allCases.map(\.rawValue) + [compactHeight]

  /// The height from which a window has a regular vertical size class, in CSS pixels.
  public static let leastHeight = 480

  /// The classes that hold in a window of this shape, the most specific last.
  public var classNames: [String] {
    (orientation.map { [$0.rawValue] } ?? []) + (isLow == true ? [Self.compactHeight] : [])
  }

  /// The classes among some for which one value is written that never counts: every window is upright or on its side.
  public static func neverCounting(among names: some Collection<String>) -> [String] {
    Orientation.allCases.allSatisfy { names.contains($0.rawValue) } ? names.filter { !classNames.contains($0) } : []
  }

  /// All shapes that some classes distinguish, upright and tall ones first; one without any of these classes.
  public static func all(distinguishedBy names: Set<String>) -> [WindowShape] {
    all(
      byOrientation: Orientation.allCases.contains { names.contains($0.rawValue) },
      byHeight: names.contains(compactHeight))
  }

  /// All shapes that differ in orientation, in height, or in both; upright and tall ones first.
  public static func all(byOrientation: Bool, byHeight: Bool) -> [WindowShape] {
    let orientations: [Orientation?] = byOrientation ? Orientation.allCases : [nil]
    let heights: [Bool?] = byHeight ? [false, true] : [nil]
    return heights.flatMap { isLow in orientations.map { WindowShape(orientation: $0, isLow: isLow) } }
  }

  /// `in landscape windows less than 480 px tall`; nil for the shape of all windows.
  public var words: String? {
    if orientation == nil, isLow == nil { return nil }
    let windows = orientation.map { "in \($0.rawValue) windows" } ?? "in windows"
    return windows
      + (isLow.map { $0 ? " less than \(Self.leastHeight) px tall" : " at least \(Self.leastHeight) px tall" } ?? "")
  }

  /// Returns whether a window of a size has this shape.
  public func holds(inWindowOf width: Int, by height: Int) -> Bool {
    if let orientation, orientation != (height >= width ? .portrait : .landscape) { return false }
    return isLow.map { $0 == (height < Self.leastHeight) } ?? true
  }

  /// Returns whether a window can have both shapes.
  public func overlaps(_ other: WindowShape) -> Bool {
    (orientation == nil || other.orientation == nil || orientation == other.orientation)
      && (isLow == nil || other.isLow == nil || isLow == other.isLow)
  }
}
