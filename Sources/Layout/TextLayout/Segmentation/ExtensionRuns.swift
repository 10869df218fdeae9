import CICU

/// Script runs as in Blink: `ScriptRunIterator` in `platform/text/script_run_iterator.cc`.
///
/// Each character has a set of scripts, the preferred one first. A run continues as long as its characters have scripts
/// in common.
struct ExtensionRuns {
  private struct PendingBracket {
    let character: UInt32
    var script: ScriptCode
  }

  private var current = ScriptSet(.common)
  /// The preferred script of a run that has only Common characters.
  private var preferredOfCommon = ScriptCode.common
  private var brackets: [PendingBracket] = []
  /// The number of `brackets`, counted from the end, that were opened in the current run.
  private var openInRun = 0

  mutating func runs(of items: ArraySlice<ScriptItem>, end: Int) -> [ScriptRun] {
    if items.isEmpty { return [] }
    var runs: [ScriptRun] = []
    let items = items.span
    var ahead = ScriptSet(of: items[0])
    for index in items.indices {
      var next = ahead
      if index + 1 < items.count {
        ahead = ScriptSet(of: items[index + 1])
        if ahead.first == .inherited, !ahead.others.isEmpty {
          // A mark of a few scripts passes them on to the character below it.
          if next.first == .common { next = ScriptSet(ahead.others[0], others: Array(ahead.others.dropFirst())) }
          ahead.others = []
        }
      }
      let bracket = items[index].bracket
      if bracket == .opening { open(items[index].scalar, &next) }
      if bracket == .closing { close(items[index].scalar, &next) }
      if merge(next) { continue }
      runs.append(ScriptRun(end: items[index].start, script: resolved.tag))
      // A bracket that opens here belongs to the next run.
      let opened = bracket == .opening ? 1 : 0
      for index in brackets.indices.suffix(openInRun).dropLast(opened) { brackets[index].script = resolved }
      openInRun = min(opened, openInRun)
      current = next
    }
    runs.append(ScriptRun(end: end, script: resolved.tag))
    return runs
  }

  private var resolved: ScriptCode { current.first == .common ? preferredOfCommon : current.first }

  private mutating func open(_ character: UInt32, _ next: inout ScriptSet) {
    if brackets.count == mostOpenBrackets {
      brackets.removeFirst()
      openInRun = min(openInRun, mostOpenBrackets - 1)
    }
    // Fullwidth brackets are Common, and are treated like ideographs.
    if next.others.isEmpty, next.first == .common, cicu_is_east_asian_width(Int32(clamping: character)) {
      next = ScriptSet(of: ScriptItem(0x300C, at: 0))
    }
    brackets.append(PendingBracket(character: character, script: .common))
    openInRun += 1
  }

  private mutating func close(_ character: UInt32, _ next: inout ScriptSet) {
    let target = UInt32(clamping: cicu_paired_bracket(Int32(clamping: character)))
    guard let index = brackets.lastIndex(where: { $0.character == target }) else { return }
    var script = brackets[index].script
    if script.isOfHan, let own = current.all.first(where: \.isOfHan) { script = own }
    if script != .common { next = ScriptSet(script) }
    // The opening bracket stays, and can be closed again.
    let closed = brackets.count - index - 1
    brackets.removeLast(closed)
    openInRun = max(0, openInRun - closed)
  }

  /// Continues with the scripts that the run and the next character have in common. Returns false if there are none.
  private mutating func merge(_ next: ScriptSet) -> Bool {
    if next.first.isNeutral {
      if next.others.count == 1, current.first.isNeutral, preferredOfCommon == .common {
        preferredOfCommon = next.others[0]
      }
      return true
    }
    if current.first.isNeutral {
      current = next
      return true
    }
    if current.others.isEmpty { return next.contains(current.first) }
    if next.others.isEmpty {
      guard current.contains(next.first) else { return false }
      current = next
      return true
    }
    var common: [ScriptCode] = []
    if next.contains(current.first) {
      common.append(current.first)
    } else if current.others.contains(next.first) {
      common.append(next.first)
    }
    common += current.others.filter { $0 != common.first && next.contains($0) }
    guard let first = common.first else { return false }
    current = ScriptSet(first, others: Array(common.dropFirst()))
    return true
  }
}

/// The scripts of a character, one of which is preferred. Nearly all characters have only one.
private struct ScriptSet {
  var first: ScriptCode
  var others: [ScriptCode]

  init(_ first: ScriptCode, others: [ScriptCode] = []) {
    self.first = first
    self.others = others
  }

  var all: [ScriptCode] { [first] + others }

  func contains(_ script: ScriptCode) -> Bool { first == script || others.contains(script) }

  init(of item: borrowing ScriptItem) {
    switch (item.kind, item.scalar) {
    case (.character, 0x600...0x6FF): self = Self.arabic[Int(item.scalar & 0xFF)]
    case (.character, 0x3000...0x30FF): self = Self.kana[Int(item.scalar & 0xFF)]
    default: self.init(item.code, extensions: item.extensions)
    }
  }

  // Texts have many signs of these blocks.
  private static let arabic = all(in: 0x600...0x6FF)
  private static let kana = all(in: 0x3000...0x30FF)

  private static func all(in block: ClosedRange<UInt32>) -> [ScriptSet] {
    block.map { ScriptSet(ScriptCode(of: $0), extensions: ScriptCode.extensions(of: $0)) }
  }

  /// Follows `ICUScriptData::GetScripts`.
  private init(_ code: ScriptCode, extensions: [ScriptCode]) {
    // Both kana are 'kana' in OpenType.
    let primary = code == .katakana ? .hiragana : code
    self.init(primary)
    if extensions.isEmpty { return }
    if extensions[0] == primary {
      others = Array(extensions.dropFirst())
      return
    }
    if !primary.isNeutral || extensions.count == 1 {
      others = extensions.filter { $0 != primary }
      return
    }
    let preferred = extensions.filter { $0 != .latin }.min() ?? extensions[0]
    let rest = extensions.filter { $0 != preferred }
    if primary == .common {
      self.init(preferred, others: rest)
    } else {
      others = [preferred] + rest
    }
  }
}
