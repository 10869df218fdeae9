/// A part of a text that an engine shapes in one script.
public struct ScriptRun: Sendable, Hashable {
  /// In bytes; it starts at the end of the previous run.
  public var end: Int
  /// An ISO 15924 tag, big-endian.
  public var script: UInt32

  public init(end: Int, script: UInt32) {
    self.end = end
    self.script = script
  }
}

/// The rule by which an engine gives scripts to characters that have none (UAX #24, 5.1 and 5.2).
///
/// In all of them, Common and Inherited characters take the script of the characters before them, and those at the
/// start that of the first letter. They differ in the range of text, in brackets, and in characters of several scripts.
public enum ScriptRule: Sendable, Hashable, CaseIterable {
  /// WebKit, for each of its text items. Brackets are treated like other characters.
  case adjacent
  /// Blink, for a whole block (`ScriptRunIterator`): a closing bracket takes the script of its opening one, and a
  /// character that a few scripts use (Script_Extensions) starts a run unless the script before it is one of them.
  case extensions
  /// Gecko, for a text run, which continues until the font or the direction changes (`gfxScriptItemizer`): brackets as
  /// in Blink.
  case brackets
}

extension ScriptRun {
  /// The runs of a text, in order. A run without a known script has `CharacterProperties.common`.
  ///
  /// - Parameter text: valid UTF-8; offsets count from its start.
  /// - Complexity: O(text).
  public static func all(in text: ArraySlice<UInt8>, rule: ScriptRule) -> [ScriptRun] {
    let scalars = ScriptScalar.all(in: text)
    switch rule {
    case .adjacent: return adjacent(scalars, end: text.count)
    case .extensions:
      var iteration = ExtensionRuns()
      return iteration.runs(of: scalars, end: text.count)
    case .brackets:
      var iteration = BracketRuns()
      return iteration.runs(of: scalars, end: text.count)
    }
  }

  private static func adjacent(_ scalars: [ScriptScalar], end: Int) -> [ScriptRun] {
    var runs: [ScriptRun] = []
    var current = CharacterProperties.common
    for scalar in scalars {
      let script = CharacterProperties.script(of: scalar.value)
      if CharacterProperties.isNeutral(script: script) || script == current { continue }
      if !CharacterProperties.isNeutral(script: current) { runs.append(ScriptRun(end: scalar.offset, script: current)) }
      current = script
    }
    runs.append(ScriptRun(end: end, script: current))
    return runs
  }
}

extension CharacterProperties {
  /// Returns whether a few scripts use a Common or Inherited character (Script_Extensions), and a given script is not
  /// one of them.
  public static func isForeign(_ scalar: UInt32, toScript script: UInt32) -> Bool {
    // Characters of all scripts, which is the usual case.
    if scalar < 0xB7 || (0x2010...0x2027).contains(scalar) || (0x2030...0x204E).contains(scalar) { return false }
    let scripts = ScriptCode.extensions(of: scalar)
    return scripts.contains { !$0.isNeutral } && !scripts.contains { $0.tag == script }
  }
}

/// A scalar and its position in a text.
struct ScriptScalar {
  /// In bytes, from the start.
  let offset: Int
  let value: UInt32

  static func all(in text: ArraySlice<UInt8>) -> [ScriptScalar] {
    var scalars: [ScriptScalar] = []
    scalars.reserveCapacity(text.count)
    var offset = text.startIndex
    while offset < text.endIndex {
      let lead = text[offset]
      let length = min(lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4, text.endIndex - offset)
      var value = length == 1 ? UInt32(lead) : UInt32(lead) & (0x7F >> UInt32(length))
      for place in offset + 1..<offset + length { value = value << 6 | UInt32(text[place] & 0x3F) }
      scalars.append(ScriptScalar(offset: offset - text.startIndex, value: value))
      offset += length
    }
    return scalars
  }
}

/// The number of opening brackets that Blink and Gecko remember.
let mostOpenBrackets = 32
