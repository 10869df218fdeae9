import Fonts
import TextSegmentation

/// The ideographs of one style: characters of Chinese and Japanese that every engine measures alike, alone and beside
/// each other, because no rule of their font involves them.
///
/// Most texts of these languages consist of them, so all that is asked about one is found at once.
struct IdeographTable {
  private struct Ideograph {
    let advance: Advance
    let kind: BreakKind
    /// For the pair after it.
    let context: BreakContext
  }

  enum IdeographDivision {
    case pieces([ShapedToken.TokenPiece])
    /// Some character was not looked for.
    case unknown
    /// Some character is not an ideograph, or engines may break the token differently.
    case other
  }

  private let context: Int
  private let size: Int
  private let language: String
  private let breaks: BreakTable
  /// nil until a character is looked for.
  private var untouched: CharacterCoverage?
  /// The pages of 64 scalars, by their number; the first page is that of all whose scalars were not looked for.
  private var pages = [UInt16](repeating: 0, count: 1024)
  /// By page: indices in `ideographs`, or one of the numbers below.
  private var places = [UInt16](repeating: unknown, count: 64)
  private var ideographs: [Ideograph] = []

  private static let unknown = UInt16.max
  private static let other = UInt16.max - 1

  init(context: Int, size: Int, language: String) {
    self.context = context
    self.size = size
    self.language = language
    breaks = BreakTables.measured[LineBreakTailoring(language: language)]
  }

  /// The pieces of a token that consists of ideographs, as `BreakPolicy` divides it.
  ///
  /// Mutating, because the table in an array would be copied otherwise.
  ///
  /// - Parameter bytes: of the token.
  /// - Returns: pieces that have the advance of their last character.
  mutating func division(of bytes: Span<UInt8>) -> IdeographDivision {
    let (pages, places, ideographs) = (pages.span, places.span, ideographs.span)
    var failure: IdeographDivision?
    let pieces = [ShapedToken.TokenPiece](capacity: bytes.count / characterLength) { pieces in
      var (next, pieceStart) = (0, 0)
      var (last, context, separator) = (0, BreakContext.start, ShapedToken.TokenPiece.Separator?.none)
      while next < bytes.count {
        guard next + 2 < bytes.count, bytes[next] >= 0xE3, bytes[next] < 0xF0 else {
          failure = .other
          return
        }
        let page = Int(bytes[next] & 0xF) << 6 | Int(bytes[next + 1] & 0x3F)
        let place = Int(places[Int(pages[page]) << 6 | Int(bytes[next + 2] & 0x3F)])
        guard place < ideographs.count else {
          failure = place == Self.unknown ? .unknown : .other
          return
        }
        if next > 0 {
          switch breaks.verdict(ideographs[last].kind, ideographs[place].kind, context: context) {
          case .never: break
          case .contested:
            failure = .other
            return
          case .always:
            pieces.append(
              ShapedToken.TokenPiece(
                range: pieceStart..<next, part: 0, kind: .text, advance: ideographs[last].advance,
                separator: separator))
            separator = .opportunity
            pieceStart = next
          }
          context = ideographs[last].context
        }
        last = place
        next += characterLength
      }
      guard next > 0 else { return }
      pieces.append(
        ShapedToken.TokenPiece(
          range: pieceStart..<next, part: 0, kind: .text, advance: ideographs[last].advance, separator: separator))
    }
    return failure ?? (pieces.isEmpty ? .other : .pieces(pieces))
  }

  /// Looks for all characters of a token, up to the first that is not an ideograph.
  mutating func learn(_ range: Range<Int>, of text: ShapingText, words: inout WordShaper) {
    for (offset, scalar) in ScalarSequence(bytes: text.bytes[range]) {
      guard (0x3000...0xFFFF).contains(scalar) else { return }
      let page = Int(scalar >> 6)
      if pages[page] == 0 {
        pages[page] = UInt16(places.count >> 6)
        places += repeatElement(Self.unknown, count: 64)
      }
      let index = Int(pages[page]) << 6 | Int(scalar & 63)
      if places[index] == Self.unknown {
        if let ideograph = measured(scalar, at: offset..<offset + characterLength, of: text, words: &words) {
          places[index] = UInt16(ideographs.count)
          ideographs.append(ideograph)
        } else {
          places[index] = Self.other
        }
      }
      if places[index] == Self.other { return }
    }
  }

  private mutating func measured(
    _ scalar: UInt32, at range: Range<Int>, of text: ShapingText, words: inout WordShaper
  ) -> Ideograph? {
    guard size > 0, let stack = words.stack(ofContext: context) else { return nil }
    let untouched = untouched ?? words.untouchedIdeographs(context: context, language: language)
    self.untouched = untouched
    let kind = BreakTables.measured.kinds.kind(of: scalar)
    guard untouched.contains(scalar), kind != 0, kind != BreakTables.measured.kinds[.mark],
      let face = stack.faceIndex(of: scalar)
    else { return nil }
    let advance = words.word(range, of: text, context: context, size: size)
    // A width that was rounded differs from its share of a sum.
    guard advance.itemCount == 1, advance.width * stack.faces[face].font.unitsPerEm % (size << 16) == 0 else {
      return nil
    }
    return Ideograph(advance: advance, kind: kind, context: breaks.context(after: kind))
  }
}

/// All ideographs have so many bytes.
private let characterLength = 3

extension WordShaper {
  /// The characters of Chinese and Japanese in a context that its fonts draw alike beside each other and alone.
  fileprivate func untouchedIdeographs(context: Int, language: String) -> CharacterCoverage {
    var result = CharacterCoverage()
    for face in stack(ofContext: context)?.faces ?? [] {
      let scalars = face.characters.scalars.filter(isIdeographOrSign)
      if scalars.isEmpty { continue }
      result.formUnion(
        face.font.untouchedCharacters(among: scalars, language: language, scripts: ideographicScripts))
    }
    return result
  }
}

/// The scripts in which texts of ``isIdeographOrSign(_:)`` are shaped.
private let ideographicScripts = [
  CharacterProperties.han, CharacterProperties.hiragana, CharacterProperties.katakana, CharacterProperties.common,
]

/// Returns whether a scalar is one of Chinese and Japanese that is visible, no mark, and does not compose with others:
/// kana, ideographs, and their signs.
func isIdeographOrSign(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x3001...0x3003, 0x3005, 0x3007...0x3011, 0x3014...0x301C, 0x3041...0x3096, 0x309D...0x309E, 0x30A1...0x30FE,
    0x3400...0x4DBF, 0x4E00...0x9FFF, 0xFF01...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF60:
    true
  default: false
  }
}
