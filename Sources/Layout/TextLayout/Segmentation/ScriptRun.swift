/// A part of a text that an engine shapes in one script.
public struct ScriptRun: Sendable, Hashable {
  /// The byte offset of its end in the text; it starts at the end of the previous run.
  public var end: Int
  /// The script as an ISO 15924 tag, big-endian.
  public var script: UInt32

  public init(end: Int, script: UInt32) {
    self.end = end
    self.script = script
  }
}

/// The rule by which an engine gives scripts to characters that have none (UAX #24, 5.1 and 5.2).
///
/// In all rules, Common and Inherited characters take the script of the characters before them, and those at the start
/// that of the first letter. The rules differ in the range of text, in brackets, and in characters of several scripts.
public enum ScriptRule: Sendable, Hashable, CaseIterable {
  /// The rule of WebKit, for each of its text items. Brackets are treated like other characters.
  case adjacent
  /// The rule of Blink, for a whole block (`ScriptRunIterator`): a closing bracket takes the script of its opening one,
  /// and a character that a few scripts use (Script_Extensions) starts a run unless the script before it is one of
  /// them.
  case extensions
  /// The rule of Gecko, for a text run, which continues until the font or the direction changes (`gfxScriptItemizer`):
  /// brackets as in Blink.
  case brackets
}

extension CharacterProperties {
  /// Returns whether a few scripts use a Common or Inherited character (Script_Extensions), and none of the given ones
  /// is among them.
  public static func isForeign(_ scalar: UInt32, toScripts scripts: [UInt32]) -> Bool {
    // Characters of all scripts, which is the usual case.
    if scalar < 0xB7 || (0x2010...0x2027).contains(scalar) || (0x2030...0x204E).contains(scalar) { return false }
    if isSignOfHan(scalar), scripts.contains(han) { return false }
    let users = ScriptCode.extensions(of: scalar)
    return users.contains { !$0.isNeutral } && !users.contains { scripts.contains($0.tag) }
  }
}

/// Returns whether a sign is one of the frequent ones that texts in Han use. ICU needs a thousand instructions to
/// decide that; a test compares the signs with it.
func isSignOfHan(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x3001...0x3003, 0x3006, 0x3008...0x3011, 0x3013...0x301F, 0x30FB: true
  default: false
  }
}

/// The number of opening brackets that Blink and Gecko remember.
let mostOpenBrackets = 32
