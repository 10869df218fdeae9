import TestSupport
import Testing

@testable import TextLayout

/// In these texts, `_` is a space with which Chromium begins an inline item from right to left that also holds the next
/// word.
@Suite struct LeadingSpaceTests {
  /// Their lines are exact only if such spaces are known: Chromium breaks a line before its last word if exactly the
  /// space after it is too wide.
  @Test(arguments: [
    // Digits run from left to right, whatever their script.
    ("ar", "سعر التذكرة ١٥_دينارًا للكبار و٧_دنانير للأطفال."), ("ar", "سعر التذكرة 15_دينارًا للكبار"),
    ("fa", "قیمت بلیت ۱۵_تومان"), ("he", "מחיר הכרטיס 15_שקלים ו-7_שקלים"),
    ("ar", "من ٢٠٢٦/١١/٢٨_حتى ١٠:٣٠_مساء، ١٬٢٥٠_دينار و٣٫٥_كيلو"),
    // A sign belongs to a European number beside it, unless Arabic letters are before that.
    ("he", "הנחה 15%_לילדים, 15₪_לכל, $15_עד 5°_חום"), ("ar", "خصم ١٥٪ للأطفال و15% للكبار و١٥$ للكل"),
    ("he", "הנחה 15_% לילדים"), ("ar", "المقعد ١٥. الصف ٧، الباب (٣) الدور «٢» الثاني"),
    // A space between two numbers is an item by itself, and one after letters continues their item.
    ("ar", "الصفوف ١٥ ١٦_و١٧"), ("he", "בין 7 8_שקלים"), ("he", "מספר 15_(שני) 16"),
    // Runs against the direction of their block, and numbers in them.
    ("ar", "برنامج VLC_لتحرير VLC 3_بسيط"), ("en", "price of سعر ١٥_دينار today ١٥ and more"),
    ("he", "עם VLC player ו-VLC 15_שקלים"),
    ("en", "only 15 words and 16"),
  ])
  func beginItems(language: String, marked: String) throws {
    #expect(try draw([marked], language: language) == marked)
  }

  /// Elements divide a text, too.
  @Test(arguments: [
    ["سعر ", "كبير", "_جدا"], ["سعر", " ", "كبير"], ["سعر ", "كبير ", "جدا"], ["سعر ", "١٥", "_دينار"],
    ["سعر ", "١٥_دينار"], ["سعر ", "١٥ ", "دينار"],
  ])
  func beginItemsAfterElements(marked: [String]) throws {
    #expect(try draw(marked, language: "ar") == marked.joined())
  }

  /// The text with its spaces as they were found.
  private func draw(_ marked: [String], language: String) throws -> String {
    var preparer = try TestFonts.preparer()
    var text = StyledText.of(
      marked.map { .text(String($0.map { $0 == "_" ? " " : $0 })) }, language: language)
    text.isRightToLeft = language != "en"
    let prepared = preparer.prepare(text)
    return prepared.pieces.indices.map { index in
      let piece = prepared.pieces[index]
      let separator = piece.joint == .space ? (prepared.leadingSpaces.contains(index) ? "_" : " ") : ""
      return separator + prepared.string(piece.lower..<piece.upper)
    }
    .joined()
  }
}
