import CHarfBuzz

/// The characters that each face of a stack draws.
///
/// A character belongs to the first face that has it. A sign of a script belongs to the first face that has both the
/// sign and letters of the script, because some faces have a few signs of other scripts. Engines choose a face for a
/// letter together with its marks, each in its own way. They agree if the letter's face declares the marks, which it
/// can share with other faces. If that face lacks a mark, the letter with its marks is in an element whose family has
/// only the faces for such letters.
struct FaceShares {
  /// The characters that one face draws for one purpose.
  struct Share {
    let position: Int
    let kind: ServedFace.FaceKind
    var characters = CharacterCoverage()
    /// Marks of other faces, on the face's own letters.
    var marks = CharacterCoverage()
    /// All of these, and composed letters that shaping may create from them.
    var declared = CharacterCoverage()

    fileprivate mutating func declare(_ scalar: UInt32) { declared.insert(scalar) }
  }

  private let stack: [FontFace]
  private var spaces: [Share]
  private var text: [Share]
  private var apart: [Share]

  init(of stack: [FontFace], characters: CharacterCoverage, marked: MarkedLetters) {
    self.stack = stack
    spaces = stack.indices.map { Share(position: $0, kind: .spaces) }
    text = stack.indices.map { Share(position: $0, kind: .text) }
    apart = stack.indices.map { Share(position: $0, kind: .apart(position: $0)) }
    for scalar in characters.scalars {
      guard let position = Self.position(of: scalar, in: stack) else { continue }
      if isServedApart(scalar), stack[position].touchesSpace {
        spaces[position].characters.insert(scalar)
        spaces[position].declare(scalar)
      } else {
        text[position].characters.insert(scalar)
        text[position].declare(scalar)
      }
    }
    add(marked)
  }

  /// The shares of spaces first, and those of letters apart last, each kind in the order of the stack.
  var all: [Share] { (spaces + text + apart).filter { !$0.declared.isEmpty } }

  /// The index in the stack of the face to which a character belongs; nil if none has it.
  private static func position(of scalar: UInt32, in stack: [FontFace]) -> Int? {
    guard let first = stack.firstIndex(where: { $0.contains(scalar) }) else { return nil }
    guard let script = scriptOfSign(scalar) else { return first }
    return stack[first...].firstIndex { $0.contains(scalar) && $0.hasLetters(of: script) } ?? first
  }

  // MARK: Marks

  private mutating func add(_ marked: MarkedLetters) {
    var marksOfBase: [UInt32: [UInt32]] = [:]
    for (mark, bases) in marked.all {
      for base in bases.scalars { marksOfBase[base, default: []].append(mark) }
    }
    for (base, marks) in marksOfBase.sorted(by: { $0.key < $1.key }) {
      // The marks of a letter that no face has need no face.
      guard let own = Self.position(of: base, in: stack) else { continue }
      let held = marks.filter(stack[own].contains)
      for mark in held where !text[own].characters.contains(mark) { text[own].marks.insert(mark) }
      text[own].declare(base: base, with: held, of: stack[own]) { [stack] in Self.position(of: $0, in: stack) == own }
      if held.count < marks.count { addApart(base, with: marks, lacking: marks.filter { !held.contains($0) }) }
    }
  }

  /// Adds a letter with marks to every face that may be the first one that has it with some of them. The choice depends
  /// only on the faces, so that equal texts have equal layouts in all sites.
  private mutating func addApart(_ base: UInt32, with marks: [UInt32], lacking lacked: [UInt32]) {
    for position in stack.indices.prefix(256) where stack[position].contains(base) {
      let held = marks.filter(stack[position].contains)
      guard lacked.contains(where: held.contains) else { continue }
      apart[position].declare(base)
      apart[position].declare(base: base, with: held, of: stack[position]) { _ in true }
      if held.count == marks.count { return }
    }
  }
}

extension FaceShares.Share {
  /// Declares the marks of a letter, and the letters that HarfBuzz composes from both: Blink passes it only the
  /// declared characters, other engines all characters of the file.
  fileprivate mutating func declare(
    base: UInt32, with marks: [UInt32], of face: FontFace, where isOwn: (UInt32) -> Bool
  ) {
    var letters = [base]
    for mark in marks {
      declare(mark)
      for letter in letters {
        var composed: hb_codepoint_t = 0
        guard unsafe hb_unicode_compose(hb_unicode_funcs_get_default(), letter, mark, &composed) != 0,
          face.contains(composed), isOwn(composed)
        else { continue }
        letters.append(composed)
        declare(composed)
      }
    }
  }
}
