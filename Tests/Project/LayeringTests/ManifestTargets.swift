/// A target as the manifest declares it; tests are omitted.
struct ManifestTarget: Equatable {
  let name: String
  /// Names of targets, and of products of other packages.
  let dependencies: [String]
}

/// Finds the targets in the text of a manifest. Their names must be literals.
func manifestTargets(in manifest: String) -> [ManifestTarget] {
  let tokens = manifestTokens(of: manifest)
  var targets: [ManifestTarget] = []
  for (index, token) in tokens.enumerated() where [".target", ".executableTarget", ".systemLibrary"].contains(token) {
    let arguments = group(in: tokens, from: index + 1)
    // `.target(name: …)` inside a list of dependencies is not a declaration.
    guard let name = literal(after: "name", in: arguments), !isInDependencies(index, of: tokens) else { continue }
    var dependencies: [String] = []
    if let label = arguments.firstIndex(of: "dependencies") {
      let list = group(in: Array(arguments), from: label + 2)
      var position = list.startIndex
      while position < list.endIndex {
        if list[position].hasPrefix("\"") {
          dependencies.append(unquoted(list[position]))
          position += 1
        } else if list[position].hasPrefix(".") {
          let reference = group(in: list, from: position + 1)
          if let name = literal(after: "name", in: reference) { dependencies.append(name) }
          position += 1 + reference.count
        } else {
          position += 1
        }
      }
    }
    targets.append(ManifestTarget(name: name, dependencies: dependencies))
  }
  return targets
}

/// Returns whether a token is inside the brackets of a `dependencies:` label.
private func isInDependencies(_ index: Int, of tokens: [String]) -> Bool {
  tokens.indices.contains { label in
    guard label < index, tokens[label] == "dependencies", label + 2 < tokens.count, tokens[label + 2] == "[" else {
      return false
    }
    return label + 2 + group(in: tokens, from: label + 2).count > index
  }
}

/// Returns the tokens from an opening bracket to the matching closing one.
private func group(in tokens: [String], from start: Int) -> [String] {
  var depth = 0
  for index in tokens.indices where index >= start {
    if ["(", "["].contains(tokens[index]) { depth += 1 }
    if [")", "]"].contains(tokens[index]) { depth -= 1 }
    if depth == 0 { return Array(tokens[start...index]) }
  }
  return []
}

private func literal(after label: String, in tokens: [String]) -> String? {
  guard let index = tokens.firstIndex(of: label), index + 2 < tokens.count, tokens[index + 1] == ":",
    tokens[index + 2].hasPrefix("\"")
  else { return nil }
  return unquoted(tokens[index + 2])
}

private func unquoted(_ literal: String) -> String { String(literal.dropFirst().dropLast()) }

/// Returns words (with a leading dot), string literals (with their quotes) and single characters; comments are skipped.
private func manifestTokens(of text: String) -> [String] {
  var tokens: [String] = []
  for line in text.split(separator: "\n") {
    var rest = line[...]
    while let first = rest.first {
      if rest.hasPrefix("//") { break }
      if first == "\"" {
        let end = rest.dropFirst().firstIndex(of: "\"") ?? rest.index(before: rest.endIndex)
        tokens.append(String(rest[...end]))
        rest = rest[rest.index(after: end)...]
      } else if first.isLetter || first == "." {
        let word = first == "." ? rest.dropFirst().prefix { $0.isLetter || $0.isNumber } : rest.prefix { $0.isLetter }
        tokens.append((first == "." ? "." : "") + word)
        rest = rest[word.endIndex...]
      } else {
        if !first.isWhitespace { tokens.append(String(first)) }
        rest = rest.dropFirst()
      }
    }
  }
  return tokens
}
