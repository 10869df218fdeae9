import CICU

/// Script runs as in Gecko: `gfxScriptItemizer` in `gfx/thebes/gfxScriptItemizer.cpp`.
struct BracketRuns {
  private struct OpenBracket {
    let closing: UInt32
    var script: ScriptCode
  }

  private var brackets: [OpenBracket] = []
  /// The number of `brackets`, counted from the end, that were opened before the run had a script.
  private var openWithoutScript = 0

  mutating func runs(of items: ArraySlice<ScriptItem>, end: Int) -> [ScriptRun] {
    var runs: [ScriptRun] = []
    var current = ScriptCode.common
    // The script of a run that has only Common characters.
    var fallback: ScriptCode?
    let items = items.span
    var index = 0
    while index < items.count {
      let scalar = items[index].scalar
      var script = items[index].code
      let bracket = script == .common ? items[index].bracket : .none
      if bracket == .opening { open(scalar, in: current) }
      if bracket == .closing {
        while let last = brackets.last, last.closing != scalar { pop() }
        script = brackets.last?.script ?? script
      }
      if script == .katakana || script == .hiragana { script = .katakana }
      guard current.isNeutral || script.isNeutral || script == current || isUsed(items[index], in: current) else {
        runs.append(ScriptRun(end: items[index].start, script: current.tag))
        // The character is read again, as the first of the next run.
        current = .common
        fallback = nil
        openWithoutScript = 0
        continue
      }
      if current == .common {
        if !script.isNeutral {
          current = script
          for index in brackets.indices.suffix(openWithoutScript) { brackets[index].script = script }
          openWithoutScript = 0
        } else if fallback == nil {
          fallback = items[index].extensions.first.flatMap { $0.isNeutral ? nil : $0 }
        }
      }
      if bracket == .closing { pop() }
      index += 1
    }
    runs.append(ScriptRun(end: end, script: (current == .common ? fallback ?? current : current).tag))
    return runs
  }

  private mutating func open(_ character: UInt32, in script: ScriptCode) {
    if brackets.count == mostOpenBrackets { brackets.removeFirst() }
    openWithoutScript = min(openWithoutScript + 1, mostOpenBrackets)
    brackets.append(
      OpenBracket(closing: UInt32(clamping: cicu_paired_bracket(Int32(clamping: character))), script: script))
  }

  private mutating func pop() {
    if brackets.popLast() == nil { return }
    openWithoutScript = max(0, openWithoutScript - 1)
  }

  /// A mark, or a letter or digit that several scripts share.
  private func isUsed(_ item: borrowing ScriptItem, in script: ScriptCode) -> Bool {
    guard item.kind == .character else { return false }
    return CharacterProperties.lineBreakClass(of: item.scalar) == .combining || item.extensions.contains(script)
  }
}
