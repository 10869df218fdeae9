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
  /// The characters in the style sheet: those that it draws, and joiners, which several faces can share.
  public let declared: CharacterCoverage
  /// The index of its file in `ServedFonts.files`.
  public let fileIndex: Int
  /// Only spaces: see `FontFace.touchesSpace`.
  public let isForSpaces: Bool
}

/// The faces of one request, in order of preference.
public struct ServedStack: Sendable {
  public let faces: [ServedFace]

  /// The face that draws a character, or nil if none contains it.
  ///
  /// - Complexity: O(faces); usually the first face contains it.
  public func faceIndex(of scalar: UInt32) -> Int? {
    for index in faces.indices where faces[index].characters.contains(scalar) { return index }
    return nil
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

  /// Returns the same fonts with reference counts of their own, for use by one task; see ``MeasuringFont/copy()``.
  public func copy() -> ServedFonts {
    var fonts: [Int: MeasuringFont] = [:]
    let stacks = stacks.mapValues { stack in
      ServedStack(
        faces: stack.faces.map { face in
          let font = fonts[face.fileIndex] ?? face.font.copy() ?? face.font
          fonts[face.fileIndex] = font
          return ServedFace(
            font: font, characters: face.characters, declared: face.declared, fileIndex: face.fileIndex,
            isForSpaces: face.isForSpaces)
        })
    }
    return ServedFonts(stacks: stacks, files: files)
  }
}

/// Assigns every character of every request to the first face that contains it. Joiners are in the files of all faces
/// that have them, because they can be between the letters of each.
///
/// The subsets are independent, so they can be made in parallel; pass the results to `serve`.
public struct FontPlan: Sendable {
  /// A font file to make.
  public struct Subset: Sendable {
    public let face: FontFace
    public let characters: CharacterCoverage
    let isForSpaces: Bool
  }

  private struct Assignment {
    var subset: Int
    var characters: CharacterCoverage
    var declared: CharacterCoverage
  }

  public let subsets: [Subset]
  private let assignments: [FontRequest: [Assignment]]

  /// - Parameters:
  ///   - faces: the faces of each request in order of preference.
  ///   - usage: the characters that the site uses for each request.
  public init(faces: [FontRequest: [FontFace]], usage: [FontRequest: CharacterCoverage]) {
    var subsets: [Subset] = []
    var assignments: [FontRequest: [Assignment]] = [:]
    var indexOfPart: [PlannedFile: Int] = [:]
    for request in usage.keys.sorted() {
      let stack = faces[request] ?? []
      let joiners = joiners.filter { usage[request]?.contains($0) ?? false }
      for share in Self.shares(of: stack, of: usage[request]?.addingDecompositions() ?? CharacterCoverage()) {
        let face = stack[share.position]
        let characters = share.characters
        let declared = share.isForSpaces ? characters : characters.addingJoiners(joiners, of: face)
        let glyphs = declared.addingSpaceForJoiners(of: face)
        let file = PlannedFile(description: face.description, isForSpaces: share.isForSpaces)
        let index: Int
        if let known = indexOfPart[file] {
          index = known
          var all = subsets[known].characters
          all.formUnion(glyphs)
          subsets[known] = Subset(face: subsets[known].face, characters: all, isForSpaces: share.isForSpaces)
        } else {
          index = subsets.count
          indexOfPart[file] = index
          subsets.append(Subset(face: face, characters: glyphs, isForSpaces: share.isForSpaces))
        }
        assignments[request, default: []].append(Assignment(subset: index, characters: characters, declared: declared))
      }
    }
    self.subsets = subsets
    self.assignments = assignments
  }

  private struct PlannedFile: Hashable {
    let description: FontDescription
    let isForSpaces: Bool
  }

  /// The characters that one face of a stack draws, either those that are spaces or the others.
  private struct StackShare {
    let position: Int
    let isForSpaces: Bool
    let characters: CharacterCoverage
  }

  /// The shares with spaces first, each kind in the order of the stack.
  private static func shares(of stack: [FontFace], of characters: CharacterCoverage) -> [StackShare] {
    var spaces = stack.map { _ in CharacterCoverage() }
    var others = spaces
    for scalar in characters.scalars {
      guard let position = stack.firstIndex(where: { $0.contains(scalar) }) else { continue }
      if isServedApart(scalar), stack[position].touchesSpace {
        spaces[position].insert(scalar)
      } else {
        others[position].insert(scalar)
      }
    }
    func shares(_ all: [CharacterCoverage], isForSpaces: Bool) -> [StackShare] {
      all.enumerated().filter { !$1.isEmpty }.map {
        StackShare(position: $0, isForSpaces: isForSpaces, characters: $1)
      }
    }
    return shares(spaces, isForSpaces: true) + shares(others, isForSpaces: false)
  }

  /// Combines the finished subsets.
  ///
  /// - Parameter files: the bytes of each of `subsets`, in order.
  /// - Returns: nil if some of the bytes are not a font.
  public func serve(_ files: [[UInt8]]) -> ServedFonts? {
    guard files.count == subsets.count else { return nil }
    var fonts: [MeasuringFont] = []
    for file in files {
      guard let font = MeasuringFont(file: file) else { return nil }
      fonts.append(font)
    }
    let stacks = assignments.mapValues { parts in
      ServedStack(
        faces: parts.map { part in
          ServedFace(
            font: fonts[part.subset], characters: part.characters, declared: part.declared,
            fileIndex: part.subset,
            isForSpaces: subsets[part.subset].isForSpaces)
        })
    }
    let named = zip(subsets, files).map { subset, bytes in
      ServedFontFile(
        name: subset.face.description.stem + (subset.isForSpaces ? "-space" : ""), origin: subset.face.identity,
        bytes: bytes)
    }
    return ServedFonts(stacks: stacks, files: named)
  }
}

extension FontDescription {
  /// The name of the file without its folder.
  public var fileName: String {
    let name = path.utf8.lastIndex(of: 0x2F).map { path.utf8.index(after: $0) }
    return String(path[(name ?? path.startIndex)...])
  }

  /// The file name without folder and extension. It includes the index of a face in a collection, the weight of an
  /// instance of a variable face, and its slant if the face has more than one.
  public var stem: String {
    let stem = fileName.split(separator: ".").first.map(String.init) ?? fileName
    let face = index == 0 ? stem : "\(stem)-\(index)"
    guard let axes else { return face }
    return "\(face)-\(weight)" + (axes.hasSlant && isItalic ? "-italic" : "")
  }
}
