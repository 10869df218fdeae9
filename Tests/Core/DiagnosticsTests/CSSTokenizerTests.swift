import TestSupport
import Testing

@testable import Diagnostics

struct CSSTokenizerTests {
  private func tokens(_ text: String) -> [String] {
    var tokenizer = CSSTokenizer(Array(text.utf8))
    var found: [String] = []
    while let token = tokenizer.next() {
      let space = token.followsSpace ? " " : ""
      switch token.kind {
      case .opening(let byte), .closing(let byte), .delimiter(let byte):
        found.append(space + String(UnicodeScalar(byte)))
      case .colon: found.append(space + ":")
      case .semicolon: found.append(space + ";")
      case .comma: found.append(space + ",")
      case .number:
        found.append(space + (tokenizer.number(in: token).map { "number \($0.value) \($0.unit)" } ?? "no number"))
      default: found.append(space + "\(token.kind) \(tokenizer.text(of: token))")
      }
    }
    return found
  }

  @Test(
    arguments: [
      ("a-b --c -d _é", ["identifier a-b", " identifier --c", " identifier -d", " identifier _é"]),
      ("#a #1 #", ["hash a", " hash 1", " #"]),
      ("@media @-x @1", ["atKeyword media", " atKeyword -x", " @", "number 1.0 "]),
      ("calc(1px)", ["function calc", "number 1.0 px", ")"]),
      ("[{}](;:,)>", ["[", "{", "}", "]", "(", ";", ":", ",", ")", ">"]),
      (
        "+1.5PX -.25% 1e3s 1E-2 5.",
        [
          "number 1.5 px", " number -0.25 %", " number 1000.0 s", " number 0.01 ", " number 5.0 ", ".",
        ]
      ),
      ("1.2.3 1e 1-a +a", ["number 1.2 ", "number 0.3 ", " number 1.0 e", " number 1.0 -a", " +", "identifier a"]),
      // Escapes.
      ("\\61 b \\000061x a\\{b \\\nc", ["identifier ab", " identifier ax", " identifier a{b", " \\", " identifier c"]),
      ("u\\72 l( a\\)b ) x", ["function url", "address a)b", ")", " identifier x"]),
      ("\\0 \\110000 \\", ["identifier \u{FFFD}\u{FFFD}", "\\"]),
      // Strings and addresses.
      ("'a\\'b' \"}\" 'a\\\nb'", ["string a'b", " string }", " string ab"]),
      ("'a\n'", ["unterminatedString a", " unterminatedString "]), ("'a\\", ["unterminatedString a\\"]),
      ("url(x;}.png)URL( )", ["function url", "address x;}.png", ")", "function URL", "address ", ")"]),
      ("url( 'x' )url(x", ["function url", " string x", " )", "function url", "address x"]),
      ("myurl(a b)", ["function myurl", "identifier a", " identifier b", ")"]),
      // Comments are no white space.
      ("a/**/b /* */c/", ["identifier a", "identifier b", " identifier c", "/"]),
      ("a /* b", ["identifier a", "unterminatedComment /*"]), ("\u{FEFF}a", ["identifier a"]), ("", []),
    ] as [(String, [String])])
  func splitsAStyleSheet(text: String, expected: [String]) { #expect(tokens(text) == expected) }

  /// Both ways through a sheet find the same tokens.
  @Test func marksAreTheOtherTokens() {
    let pieces = [
      "a", "é", "-", "1", "12px", ".", "#", "@", "(", ")", "[", "]", "{", "}", ";", ":", ",", "'", "\"", "\\", "\n",
      "\r\n",
      " ", "/", "*", "/*", "*/", "url(", "u\\72l(", "\\/", "\\41 ", "calc(", "@import", "!important", "+", "e3", "%",
    ]
    var random = SeededGenerator(seed: 0xC55)
    for round in 0..<4000 {
      let text = (0..<Int.random(in: 0..<12, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
      let bytes = Array(text.joined().utf8)
      var (all, marks) = (CSSTokenizer(bytes), CSSTokenizer(bytes))
      while let token = all.next() {
        switch token.kind {
        case .identifier, .hash, .number, .colon, .comma: continue
        case .delimiter(let byte) where byte != UInt8(ascii: "\\"): continue
        default: break
        }
        let mark = marks.nextMark()
        #expect(
          mark?.kind == token.kind && mark?.range == token.range, "round \(round): \(text.joined().debugDescription)")
      }
      #expect(marks.nextMark() == nil, "round \(round): \(text.joined().debugDescription)")
    }
  }
}
