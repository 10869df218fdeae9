import Dispatch
import FuzzTargets
import Testing

@Suite struct FuzzTargetTests {
  private static let inputs = [
    "", "a", "\u{0}\u{FFFD}", "---\ntitle: A\ntags: [b, \"c\n",
    "---\ntitle: A\ntags: [b]\n---\n# A\n\nText *and* `code`.\n",
    "colors:\n  light: { text: \"#000000\" }\nfonts: [", ".title { color: var(--text) }",
    "{{#title}}{{{shelves}}}{{/title}}",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>",
    "<!DOCTYPE html><html><p>",
    "title,body\n\"a\"\"b\",c\n", "{\"version\": 2, \"pages\": [", "../other/page.html?a#b", "\u{89}PNG\r\n\u{1A}\n",
    "OTTO",
  ]

  /// A fault would end the program.
  @Test(arguments: FuzzTarget.allCases)
  func readsAnything(target: FuzzTarget) async {
    // A target waits for its tasks, and so cannot run on one of their threads.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        for input in Self.inputs { target.run(Array(input.utf8)) }
        continuation.resume()
      }
    }
  }
}
