/// The font properties of a text style: a stack of families, a weight and a slant.
public struct FontRequest: Sendable, Hashable, Comparable {
  public var stack: String
  public var weight: Int
  public var isItalic: Bool

  public init(stack: String, weight: Int, isItalic: Bool) {
    self.stack = stack
    self.weight = weight
    self.isItalic = isItalic
  }

  public static func < (a: FontRequest, b: FontRequest) -> Bool {
    (a.stack, a.weight, a.isItalic ? 1 : 0) < (b.stack, b.weight, b.isItalic ? 1 : 0)
  }
}

/// A face that serves some characters of one request.
public struct ServedFace: Sendable {
  public let font: MeasuringFont
  /// The characters of the site that this face draws for the request; no other face of the request draws them.
  public let characters: CharacterCoverage
  /// The marks of other faces that this face draws on its own letters.
  public let marks: CharacterCoverage
  /// The characters in the style sheet: those that the face draws, and joiners and marks, which several faces can
  /// share.
  public let declared: CharacterCoverage
  /// The index of its file in `ServedFonts.files`.
  public let fileIndex: Int
  public let kind: FaceKind

  /// The characters that the face draws where texts have them.
  fileprivate var drawn: CharacterCoverage { kind.positionApart == nil ? characters : declared }

  /// The purpose of a face.
  public enum FaceKind: Sendable, Hashable {
    case text
    /// The face draws only spaces: see `FontFace.touchesSpace`.
    case spaces
    /// The face draws only letters with marks, in separate elements: the face that draws the letters elsewhere lacks a
    /// mark. It has no `characters`.
    ///
    /// - Parameter position: the index of its family in the stack.
    case apart(position: Int)

    /// See ``apart(position:)``.
    public var positionApart: Int? { if case .apart(let position) = self { position } else { nil } }
  }
}

/// The faces of one request, in order of preference; those for letters apart are last.
public struct ServedStack: Sendable {
  public let faces: [ServedFace]

  /// The face that draws a character, or nil if none contains it.
  ///
  /// - Complexity: O(faces); usually the first face contains it.
  public func faceIndex(of scalar: UInt32) -> Int? {
    for index in faces.indices where faces[index].characters.contains(scalar) { return index }
    return nil
  }

  /// The face that draws a character after one that another face draws: a mark belongs to the face of its letter, if
  /// that face has it.
  public func faceIndex(of scalar: UInt32, after face: Int?) -> Int? {
    if let face, faces[face].marks.contains(scalar) { return face }
    return faceIndex(of: scalar)
  }

  /// True if some letters are in separate elements.
  public var hasLettersApart: Bool { faces.last?.kind.positionApart != nil }

  /// The first face that draws a letter with its marks, in a separate element; nil if the letter's own face draws all
  /// of it, and if no face does.
  ///
  /// - Parameters:
  ///   - cluster: the letter and its marks.
  ///   - isIgnorable: true for characters that need no glyph.
  public func faceApart(of cluster: some Sequence<UInt32>, where isIgnorable: (UInt32) -> Bool) -> Int? {
    guard hasLettersApart else { return nil }
    var scalars = cluster.makeIterator()
    guard let base = scalars.next(), let own = faceIndex(of: base) else { return nil }
    var marks: [UInt32] = []
    while let scalar = scalars.next() {
      if isIgnorable(scalar) { continue }
      if !isMark(scalar) { return nil }
      marks.append(scalar)
    }
    if marks.allSatisfy({ faceIndex(of: $0, after: own) == own }) { return nil }
    return faces.indices.first { index in
      faces[index].kind.positionApart != nil && faces[index].declared.contains(base)
        && marks.allSatisfy(faces[index].declared.contains)
    }
  }
}

/// A font file that the site serves.
public struct ServedFontFile: Sendable {
  /// The name of the source file without folder and extension, for people.
  public let name: String
  /// The source file.
  public let origin: FontIdentity
  /// TrueType or OpenType: the bytes that were measured.
  public let bytes: [UInt8]
}

/// All fonts of a site: the same bytes are measured and served.
public struct ServedFonts: Sendable {
  public let stacks: [FontRequest: ServedStack]
  public let files: [ServedFontFile]

  /// Returns whether every character that both have is drawn by the same face: then texts that both can show have the
  /// same layouts in both.
  public func drawsLike(_ other: ServedFonts) -> Bool {
    stacks.allSatisfy { request, stack in
      guard let others = other.stacks[request] else { return true }
      return stack.faces.allSatisfy { face in
        others.faces.allSatisfy { another in
          face.kind == another.kind && files[face.fileIndex].origin == other.files[another.fileIndex].origin
            || face.drawn.isDisjoint(with: another.drawn)
            || (face.kind.positionApart == nil) != (another.kind.positionApart == nil)
        }
      }
    }
  }

  /// Returns the same fonts with separate reference counts, for use by one task; see `MeasuringFont.copy()`.
  public func copy() -> ServedFonts {
    var fonts: [Int: MeasuringFont] = [:]
    let stacks = stacks.mapValues { stack in
      ServedStack(
        faces: stack.faces.map { face in
          let font = fonts[face.fileIndex] ?? face.font.copy() ?? face.font
          fonts[face.fileIndex] = font
          return ServedFace(
            font: font, characters: face.characters, marks: face.marks, declared: face.declared,
            fileIndex: face.fileIndex, kind: face.kind)
        })
    }
    return ServedFonts(stacks: stacks, files: files)
  }
}

extension FontDescription {
  /// The name of the file without its folder.
  public var fileName: String {
    let name = path.utf8.lastIndex(of: 0x2F).map { path.utf8.index(after: $0) }
    return String(path[(name ?? path.startIndex)...])
  }

  /// The file name without folder and extension. It includes the index of a face in a collection, the weight of an
  /// instance of a variable face, and its slant if the face has several.
  public var stem: String {
    let stem = fileName.split(separator: ".").first.map(String.init) ?? fileName
    let face = index == 0 ? stem : "\(stem)-\(index)"
    guard let axes else { return face }
    return "\(face)-\(weight)" + (axes.hasSlant && isItalic ? "-italic" : "")
  }
}
