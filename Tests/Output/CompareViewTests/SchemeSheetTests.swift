import Testing

@testable import Pages

struct SchemeSheetTests {
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
    let decided = PaneScheme.allCases.map { scheme in
      String(decoding: styleSheet(Array(sheet.utf8), decidedFor: scheme, depth: 1), as: UTF8.self)
    }
    #expect(decided == [light ?? dark, dark])
  }
}
