import Dispatch
import FuzzTargets
import Glibc
import TestSupport
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

  /// How long inputs are mutated after the corpus was run, in seconds; `prove corpus` sets it.
  private static let seconds = getenv("CARDSHELF_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) } ?? 0
  private static let seed: UInt64 = 1
  /// Here is the input of each target that is tried, to be found after a fault.
  private static let tried = Folder(path: Folder.project.path + "/.build/fuzzing/tried")

  /// A fault would end the program.
  @Test(arguments: FuzzTarget.allCases)
  func readsAnything(target: FuzzTarget) async throws {
    let folder = Folder(path: Folder.project.path + "/Tests/Fuzzing/Corpus/" + target.rawValue)
    // Each edit is two builds.
    let inputs = target == .edits ? Self.inputs.prefix(4) : Self.inputs[...]
    let corpus = folder.names().compactMap { folder.bytes(of: $0) } + inputs.map { Array($0.utf8) }
    if Self.seconds > 0 { try Folder.project.make(folder: ".build/fuzzing/tried") }
    // A target waits for its tasks, and so cannot run on one of their threads.
    await withCheckedContinuation { continuation in
      DispatchQueue(label: target.rawValue).async {
        for input in corpus { target.run(input) }
        let count = Self.runMutated(corpus, with: target)
        if Self.seconds > 0 { print("\(target.rawValue): \(corpus.count) inputs, \(count) mutated") }
        continuation.resume()
      }
    }
  }

  /// - Returns: how many were run.
  private static func runMutated(_ corpus: [[UInt8]], with target: FuzzTarget) -> Int {
    let end = ContinuousClock.now + .seconds(seconds)
    var mutator = InputMutator(corpus, seed: seed)
    var count = 0
    while ContinuousClock.now < end {
      let input = mutator.next()
      try? tried.write(input, to: target.rawValue)
      target.run(input)
      count += 1
    }
    return count
  }

  @Test func mutationsAreThoseOfTheSeed() {
    let inputs: [[UInt8]] = [Array("one".utf8), Array("another".utf8), []]
    var (first, second) = (InputMutator(inputs, seed: 1), InputMutator(inputs, seed: 1))
    let made = (0..<200).map { _ in first.next() }
    #expect(made == (0..<200).map { _ in second.next() })
    #expect(Set(made).count > 100)
    #expect(made.contains { $0.count > 7 } && made.contains { $0.count < 3 })
  }
}
