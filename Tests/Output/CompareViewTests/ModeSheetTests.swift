import Testing

@testable import Pages

struct ModeSheetTests {
  @Test(
    arguments: [
      ("@media (prefers-color-scheme:dark){a{b:c}}", "@media (min-width:0){a{b:c}}", "@media (max-width:0){a{b:c}}"),
      ("@media (prefers-color-scheme: light) {", "@media (max-width:0) {", "@media (min-width:0) {"),
      (
        "@MEDIA screen and ( Prefers-Color-Scheme : DARK ){", "@MEDIA screen and (min-width:0){",
        "@MEDIA screen and (max-width:0){"
      ),
      ("@media not (prefers-color-scheme:dark){", "@media not (min-width:0){", "@media not (max-width:0){"),
      ("@media (prefers-color-scheme){", "@media (min-width:0){", "@media (min-width:0){"),
      ("@media (hover:hover) and (prefers-contrast:more){", "@media (hover:hover) and (prefers-contrast:more){", nil),
      ("/* @media (prefers-color-scheme:dark) */a{}", "/* @media (prefers-color-scheme:dark) */a{}", nil),
      ("@media /* (prefers-color-scheme:dark) */ print{", "@media /* (prefers-color-scheme:dark) */ print{", nil),
      (".a{--x:(prefers-color-scheme:dark)}", ".a{--x:(prefers-color-scheme:dark)}", nil),
      (
        "@font-face{src:url(../fonts/a.woff2)format(\"woff2\")}",
        "@font-face{src:url(../../fonts/a.woff2)format(\"woff2\")}", nil
      ),
      ("", "", nil), ("@media", "@media", nil), ("@media (", "@media (", nil), ("/*", "/*", nil),
      ("url(..", "url(..", nil),
    ] as [(String, String, String?)])
  func resolvesConditionsOnTheScheme(sheet: String, dark: String, light: String?) {
    let decided = [PaneMode.light, .dark].map { decidedSheet(sheet, for: $0) }
    #expect(decided == [light ?? dark, dark])
  }

  /// Print is light. Media are resolved in conditions alone, and only outside of their features.
  @Test(
    arguments: [
      (.print, "@media print{a{b:c}}", "@media all{a{b:c}}"),
      (.print, "@media screen and (pointer:fine){", "@media tty and (pointer:fine){"),
      (.print, "@media (hover), NOT Print{", "@media (hover), NOT all{"),
      (.print, "@media (prefers-color-scheme:dark){", "@media (max-width:0){"),
      (.print, "@media (prefers-color-scheme:light) and (print){", "@media (min-width:0) and (print){"),
      (.print, ".print{content:'@media print{'}", ".print{content:'@media print{'}"),
      (.print, "@media print;a{--x:print}", "@media all;a{--x:print}"),
      (.print, "@supports (a:b){@media print{", "@supports (a:b){@media all{"),
      (.forced, "@media (forced-colors:active){", "@media (min-width:0){"),
      (.forced, "@media (forced-colors){", "@media (min-width:0){"),
      (.forced, "@media not (forced-colors:none){", "@media not (max-width:0){"),
      (.forced, "@media print and (prefers-color-scheme:dark){", "@media print and (prefers-color-scheme:dark){"),
      (.dark, "@media (forced-colors:active){", "@media (forced-colors:active){"),
      (.light, "@media ((prefers-color-scheme:dark) or (hover)){", "@media ((max-width:0) or (hover)){"),
    ] as [(PaneMode, String, String)])
  func resolvesOtherConditions(mode: PaneMode, sheet: String, expected: String) {
    #expect(decidedSheet(sheet, for: mode) == expected)
  }

  private func decidedSheet(_ sheet: String, for mode: PaneMode) -> String {
    String(decoding: styleSheet(Array(sheet.utf8), decidedFor: mode, depth: 1), as: UTF8.self)
  }
}
