import Arrangements
public import Content
import Geometry

/// One page width that is laid out.
public struct Step: Sendable, Hashable {
  /// Its index among all steps, by ascending width.
  public let index: Int
  /// The name of its width class.
  public let className: String
  /// The names of the classes that include it, narrowest first: all width classes up to its own, and the size classes
  /// ``compactWidth`` and ``regularWidth``. Those of its window's shape follow.
  public private(set) var classNames: [String]
  /// The least page width that shows this layout, in CSS pixels.
  public let minimumWidth: Int
  /// The page width that is laid out.
  public let width: Int
  /// The margin on both sides.
  public let margin: Int
  /// The shape of the window.
  public private(set) var window = WindowShape()
  /// True if a page that is at least as wide as the narrowest device can show this layout.
  public private(set) var isShownOnDevices = true

  public var contentWidth: Int { width - 2 * margin }

  /// The width of the narrowest device in CSS pixels (WCAG 2.2, 1.4.10). Pages have less room in rem only if their text
  /// is enlarged. They then have fewer columns, not columns of a few letters.
  public static let narrowestDevice = 320

  public var isNarrowerThanDevices: Bool { width < Self.narrowestDevice }

  /// Every width is at least a compact one.
  public static let compactWidth = "compactWidth"
  /// The class that begins with the least width at which a window that is not low has the regular horizontal size
  /// class.
  public static let regularWidth = "regularWidth"

  /// The same step in windows of a shape.
  public func shaped(_ window: WindowShape) -> Step { window == WindowShape() ? self : shaped(window, names: nil) }

  /// - Parameter names: its names there, if they are known.
  func shaped(_ window: WindowShape, names: [String]?) -> Step {
    var step = self
    step.window = window
    step.classNames = names ?? classNames + window.classNames
    return step
  }

  /// The classes of widths that every theme has.
  public static let sizeClassNames = [compactWidth, regularWidth]

  /// All steps of a theme, ascending. The first of a class holds from the class's own start.
  public static func all(of classes: [WidthClass]) -> [Step] {
    var steps: [Step] = []
    for (position, widthClass) in classes.enumerated() {
      // Shared by the steps of the class, because there are many of them for each shelf.
      let names = [false, true].map { classNames(upTo: classes[...position], isRegular: $0) }
      for (number, width) in widthClass.steps.enumerated() {
        steps.append(
          Step(
            index: steps.count, className: widthClass.name, classNames: names[isRegular(width) ? 1 : 0],
            minimumWidth: number == 0 ? widthClass.from : width, width: width,
            margin: widthClass.margin))
      }
    }
    for index in steps.indices.dropLast() where steps[index + 1].minimumWidth <= narrowestDevice {
      steps[index].isShownOnDevices = false
    }
    return steps
  }

  private static func isRegular(_ width: Int) -> Bool {
    SizeClasses(width: Pixels(width), height: Pixels(WindowShape.leastHeight)).horizontal == .regular
  }

  /// - Parameter isRegular: whether the width of the step is regular.
  private static func classNames(upTo classes: ArraySlice<WidthClass>, isRegular isWide: Bool) -> [String] {
    guard isWide else { return [compactWidth] + classes.map(\.name) }
    // A class that begins below the regular width counts as narrower.
    let narrow = classes.prefix { !isRegular($0.from) }
    return [compactWidth] + narrow.map(\.name) + [regularWidth] + classes.dropFirst(narrow.count).map(\.name)
  }
}

extension [Step] {
  /// The steps that a device shows at its default text size; all steps if a theme has no others.
  public var ofDevices: [Step] {
    let wide = filter { !$0.isNarrowerThanDevices }
    return wide.isEmpty ? self : wide
  }
}
