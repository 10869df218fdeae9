/// The modules that a Swift source imports, in order.
func importedModules(in text: String) -> [String] {
  var modules: [String] = []
  var isInString = false
  var isInComment = false
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if !isInString, !isInComment { modules += line.split(separator: ";").compactMap(importedModule) }
    if !isInComment, line.ranges(of: "\"\"\"").count % 2 == 1 { isInString.toggle() }
    if !isInString {
      if line.contains("/*") { isInComment = true }
      if line.contains("*/") { isInComment = false }
    }
  }
  return modules
}

/// Parses `@attribute public import struct Module.Submodule.Name`, in which everything except `import Module` is
/// optional.
private func importedModule(in statement: Substring) -> String? {
  let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
  var words = statement.split { $0 == " " || $0 == "\t" }[...]
  while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) { words.removeFirst() }
  guard words.popFirst() == "import" else { return nil }
  if let word = words.first, kinds.contains(word) { words.removeFirst() }
  return words.first?.split(separator: ".").first.map(String.init)
}
