/// Assigns every character of every request to one face, and every letter with its marks to one face that has all of
/// them.
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
    var marks: CharacterCoverage
    var declared: CharacterCoverage
    var kind: ServedFace.FaceKind
  }

  public let subsets: [Subset]
  private let assignments: [FontRequest: [Assignment]]

  /// - Parameters:
  ///   - faces: the faces of each request in order of preference.
  ///   - usage: the characters that the site uses for each request.
  ///   - marked: the marks in that usage, with the characters on which they stand.
  public init(
    faces: [FontRequest: [FontFace]], usage: [FontRequest: CharacterCoverage],
    marked: [FontRequest: MarkedLetters] = [:]
  ) {
    var subsets: [Subset] = []
    var assignments: [FontRequest: [Assignment]] = [:]
    var indexOfPart: [PlannedFile: Int] = [:]
    for request in usage.keys.sorted() {
      let stack = faces[request] ?? []
      let joiners = joiners.filter { usage[request]?.contains($0) ?? false }
      let shares = FaceShares(
        of: stack, characters: usage[request]?.addingDecompositions() ?? CharacterCoverage(),
        marked: marked[request] ?? MarkedLetters())
      for share in shares.all {
        let face = stack[share.position]
        let declared = share.kind == .spaces ? share.declared : share.declared.addingJoiners(joiners, of: face)
        let glyphs = declared.addingSpaceForJoiners(of: face)
        let file = PlannedFile(description: face.description, isForSpaces: share.kind == .spaces)
        let index: Int
        if let known = indexOfPart[file] {
          index = known
          var all = subsets[known].characters
          all.formUnion(glyphs)
          subsets[known] = Subset(face: subsets[known].face, characters: all, isForSpaces: file.isForSpaces)
        } else {
          index = subsets.count
          indexOfPart[file] = index
          subsets.append(Subset(face: face, characters: glyphs, isForSpaces: file.isForSpaces))
        }
        assignments[request, default: []].append(
          Assignment(
            subset: index, characters: share.characters, marks: share.marks, declared: declared, kind: share.kind))
      }
    }
    self.subsets = subsets
    self.assignments = assignments
  }

  /// Returns whether a face draws some of the text of a request.
  public func uses(_ face: FontFace, for request: FontRequest) -> Bool {
    assignments[request, default: []].contains { subsets[$0.subset].face === face }
  }

  private struct PlannedFile: Hashable {
    let description: FontDescription
    let isForSpaces: Bool
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
            font: fonts[part.subset], characters: part.characters, marks: part.marks, declared: part.declared,
            fileIndex: part.subset, kind: part.kind)
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

/// Equal subsets have equal files: a source file that changed has a different table directory.
extension FontPlan.Subset: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    a.face.description == b.face.description && a.isForSpaces == b.isForSpaces && a.characters == b.characters
      && a.face.identity == b.face.identity
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(face.description)
    hasher.combine(isForSpaces)
    hasher.combine(characters)
  }
}
