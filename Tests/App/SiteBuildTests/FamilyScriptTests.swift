import Testing

@testable import SiteBuild

/// What the names of families say about their characters.
@Suite struct FamilyScriptTests {
  @Test(arguments: [
    ("Noto Sans", "aЯω→“", "אក日"), ("Noto Serif Display", "aЯω", "אក日"), ("Noto Sans Mono", "a1→", "ក日"),
    ("Noto Naskh Arabic", "ع،", "a日→“"), ("Noto Nastaliq Urdu", "a", ""), ("Noto Rashi Hebrew", "א", "aع"),
    ("Noto Looped Thai", "ก", "ក\u{17C9}a"), ("Noto Sans Khmer", "ក\u{17C9}", "กa"),
    ("Noto Sans Tai Viet", "ꪀ", "aก"), ("Noto Sans Tamil Supplement", "த", "a"), ("Noto Sans Georgian", "ა", "a։"),
    ("Noto Sans Devanagari UI", "क।", "a"), ("Noto Sans Math", "→∑", "aα日。"), ("Noto Sans Symbols2", "☃", "aक"),
    ("Noto Sans CJK JP", "日かカ한。、", "aЯ→क"), ("Noto Sans Mono CJK KR", "한日", "aक"), ("Noto Serif CJK SC", "国，「", "a"),
    // Any character may be in these.
    ("Inter", "a日ក→", ""), ("Noto Sans Unheard Of", "a日", ""), ("", "a", ""),
  ])
  func mayHave(family: String, characters: String, others: String) {
    let scripts = FamilyScripts(ofFamily: family)
    for scalar in characters.unicodeScalars { #expect(scripts.mayHave(scalar.value), "\(scalar)") }
    for scalar in others.unicodeScalars { #expect(!scripts.mayHave(scalar.value), "\(scalar)") }
  }
}
