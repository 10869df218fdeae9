import Pages

/// A set of page widths.
public struct WidthSpan: Sendable, Hashable {
  public struct WidthRange: Sendable, Hashable {
    public var from: Int
    /// The greatest width; nil means no end.
    public var to: Int?
  }

  /// The ranges in ascending order; no two touch.
  public var stretches: [WidthRange] = []
  /// A label such as `all widths`, `compact`, `compact-medium`, `600-767 px`; empty if no width is concerned.
  public var label = ""
  /// The width classes that overlap it.
  public var classes: [String] = []

  public init() {}

  /// - Parameters:
  ///   - widths: the least page widths of steps, among `steps`.
  ///   - steps: all compared steps, ascending.
  init(_ widths: Set<Int>, of steps: [Int], in widthClasses: [ClassRecord]) {
    var start: Int?
    for (index, step) in steps.enumerated() {
      if widths.contains(step) {
        start = start ?? step
      } else if let from = start {
        stretches.append(WidthRange(from: from, to: step - 1))
        start = nil
      }
      if index == steps.count - 1, let from = start { stretches.append(WidthRange(from: from, to: nil)) }
    }
    let ranges = widthClasses.enumerated().map { index, widthClass in
      (
        widthClass.name, widthClass.minWidth,
        index + 1 < widthClasses.count ? widthClasses[index + 1].minWidth - 1 : nil
      )
    }
    for (name, from, to) in ranges
    where widths.contains(where: { $0 >= from && $0 <= to ?? Int.max }) { classes.append(name) }
    if widths.isEmpty { return }
    if widths.count == steps.count {
      label = "all widths"
      return
    }
    let names = stretches.map { stretch -> String in
      // The first class begins with the first step that is compared.
      let isFirst = stretch.from == steps.first
      let first = isFirst ? ranges.first : ranges.first { $0.1 == stretch.from }
      let last = ranges.first { $0.2 == stretch.to }
      if let first, let last { return first.0 == last.0 ? first.0 : "\(first.0)-\(last.0)" }
      guard let to = stretch.to else { return "from \(stretch.from) px" }
      return isFirst ? "to \(to) px" : "\(stretch.from)-\(to) px"
    }
    label = names.count <= 3 ? names.joined(separator: ", ") : "\(widths.count) of \(steps.count) widths"
  }
}
