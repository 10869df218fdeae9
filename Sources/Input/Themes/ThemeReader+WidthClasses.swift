import Content
import Diagnostics

extension ThemeReader {
  /// The limit on the steps of all classes, because every step is laid out.
  static let mostSteps = 64
  /// The least space between the margins, in CSS pixels.
  static let leastContentWidth = 100
  static let pageWidths = 0...10_000

  /// A width class as it is written, with the ranges of possible faults.
  private struct Draft {
    let nameRange: SourceRange
    let from: Placed<Int>
    let margin: Placed<Int>
    let steps: [Placed<Int>]
    let stepsRange: SourceRange
    let name: String

    var widthClass: WidthClass {
      WidthClass(name: name, from: from.value, margin: margin.value, steps: steps.map(\.value))
    }
  }

  /// Reads `widthClasses`: replaces all default classes.
  mutating func widthClasses(_ classes: YAMLMappingReader?) -> [WidthClass] {
    guard let classes else { return WidthClass.standard }
    if classes.entries.isEmpty { sink.report(findings.noWidthClass(at: classes.range)) }
    let drafts = classes.entries.map { entry -> Draft? in
      checkName(entry)
      if (Step.sizeClassNames + WindowShape.classNames).contains(entry.key) {
        sink.report(findings.classNameTaken(entry.key, at: entry.keyRange))
      }
      return draft(entry)
    }
    // If a class is missing, the others cannot be checked against it.
    guard drafts.allSatisfy({ $0 != nil }) else { return classes.entries.map(placeholder) }
    check(drafts.compactMap { $0 })
    return drafts.compactMap { $0?.widthClass }
  }

  /// An empty class that keeps the name valid for the rest of the theme.
  private func placeholder(_ entry: YAMLEntry) -> WidthClass {
    WidthClass(name: entry.key, from: 0, margin: 0, steps: [])
  }

  private mutating func draft(_ entry: YAMLEntry) -> Draft? {
    guard var keys = values.mapping(entry.value, called: entry.key, into: &sink) else { return nil }
    let usual = WidthClass.standard.first { $0.name == entry.key }
    if usual == nil { keys.require("from", "steps", into: &sink) }
    let from =
      length(
        &keys,
        YAMLKey(
          "from",
          """
          The page width in CSS pixels at which the class begins. Default: that of the default class of \
          the same name.
          """), in: Self.pageWidths) ?? usual.map { Placed($0.from, range: entry.keyRange) }
    let margin = length(&keys, YAMLKey("margin", "The space on both sides of the shelves, in CSS pixels. Default: 24."))
    let stepNodes = keys.list(YAMLKey("steps", "The page widths that are laid out, in ascending order."), into: &sink)
    let stepsRange = keys.node("steps")?.range ?? entry.keyRange
    let isWhole = isAsWritten(from, keys.node("from")) && isAsWritten(margin, keys.node("margin"))
    keys.finish(into: &sink)
    var steps = (usual?.steps ?? []).map { Placed($0, range: entry.keyRange) }
    if let stepNodes {
      steps = stepNodes.compactMap { step($0) }
      guard steps.count == stepNodes.count else { return nil }
    } else if keys.node("steps") != nil {
      return nil
    }
    guard isWhole, let from, stepNodes != nil || usual != nil else { return nil }
    let defaultMargin = Placed(usual?.margin ?? 24, range: entry.keyRange)
    return Draft(
      nameRange: entry.keyRange, from: from, margin: margin ?? defaultMargin, steps: steps, stepsRange: stepsRange,
      name: entry.key)
  }

  /// Returns whether a value is either absent or valid.
  private func isAsWritten(_ value: Placed<Int>?, _ node: YAMLNode?) -> Bool {
    node == nil || value?.range == node?.range
  }

  private mutating func step(_ node: YAMLNode) -> Placed<Int>? {
    values.integer(
      node, called: "steps", in: Self.pageWidths, wholeBecause: ThemeFindings.wholePixels, into: &sink)
  }
}

extension ThemeReader {
  /// The keys of a width class.
  static var shapeOfWidthClass: MappingShape {
    let recorder = KeyRecorder()
    var reader = ThemeReader(recordingInto: recorder)
    let nothing = YAMLNode(.mapping([]), range: SourceRange(0, 0))
    _ = reader.draft(YAMLEntry(key: WidthClass.standard[0].name, keyRange: nothing.range, value: nothing))
    var shape = recorder.shape
    shape["steps"] = .list(.integer(pageWidths), count: 1...mostSteps)
    return shape
  }
}

// MARK: - Checks

extension ThemeReader {
  private mutating func check(_ classes: [Draft]) {
    if let first = classes.first, first.from.value != 0 {
      sink.report(findings.firstClassNotFromZero(first.name, at: first.from.range))
    }
    for (before, after) in zip(classes, classes.dropFirst()) where after.from.value <= before.from.value {
      sink.report(findings.classNotAscending(after.name, after: before.widthClass, at: after.from.range))
    }
    for (index, widthClass) in classes.enumerated() {
      checkSteps(of: widthClass, end: index + 1 < classes.count ? classes[index + 1].from.value : nil)
      checkMargin(of: widthClass)
    }
    let steps = classes.flatMap(\.steps)
    if steps.count > Self.mostSteps {
      sink.report(findings.stepsTooMany(Self.mostSteps, at: steps[Self.mostSteps].range))
    }
  }

  private mutating func checkSteps(of widthClass: Draft, end: Int?) {
    let from = widthClass.from.value
    if widthClass.steps.isEmpty { sink.report(findings.noStep(widthClass.name, at: widthClass.stepsRange)) }
    for (before, after) in zip(widthClass.steps, widthClass.steps.dropFirst()) where after.value <= before.value {
      sink.report(findings.stepNotAscending(after.value, after: before.value, at: after.range))
    }
    // If the classes are not in ascending order, that is the fault to report.
    if let end, end <= from { return }
    for step in widthClass.steps where step.value < from || step.value >= end ?? Int.max {
      sink.report(findings.stepOutside(step.value, of: widthClass.name, from: from, to: end, at: step.range))
    }
  }

  private mutating func checkMargin(of widthClass: Draft) {
    guard let narrowest = widthClass.steps.min(by: { $0.value < $1.value }) else { return }
    let margin = widthClass.margin.value
    guard narrowest.value - 2 * margin < Self.leastContentWidth else { return }
    let isMarginWritten = widthClass.margin.range != widthClass.nameRange
    sink.report(
      findings.marginTooWide(
        margin, step: narrowest.value, least: Self.leastContentWidth,
        at: isMarginWritten ? widthClass.margin.range : narrowest.range))
  }
}
