import TestSupport
import Testing

/// No two types have the same name, except nested ones: these are named by what they are in, too.
struct TypeNameTests {
  @Test func noTwoTypesHaveOneName() throws {
    var files: [String: [String]] = [:]
    for source in try SourceTree().sources() {
      for name in outerTypeNames(in: source.text) { files[name, default: []].append(source.path) }
    }
    #expect(files.count > 700)
    #expect(files.filter { $0.value.count > 1 } == [:])
  }

  @Test(arguments: [
    ("struct A {", ["A"]), ("private final class B: C {\n  struct K {}\n}", ["B"]),
    ("public indirect enum D<E> {", ["D"]),
    ("@safe struct F: ~Copyable {\n}\ntypealias G = Int", ["F", "G"]), ("extension H {\n  class func i() {}", []),
    ("// struct J {", []),
  ])
  func namesAreFound(text: String, names: [String]) { #expect(outerTypeNames(in: text) == names) }
}

private func outerTypeNames(in text: String) -> [String] {
  let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
  ]
  let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
  return text.split(separator: "\n").compactMap { line in
    if line.first == " " { return nil }
    var words = line.split(separator: " ")[...]
    while let word = words.first, modifiers.contains(word) || word.hasPrefix("@") { words.removeFirst() }
    guard let kind = words.popFirst(), kinds.contains(kind), let word = words.first else { return nil }
    let name = word.prefix { $0.isLetter || $0.isNumber }
    return name.first?.isUppercase == true ? String(name) : nil
  }
}
