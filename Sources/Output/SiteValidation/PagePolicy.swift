import Diagnostics

extension PageTree {
  /// The sources of images that all policies of the page allow, in lower case.
  ///
  /// - Complexity: O(elements)
  var sourcesOfPictures: Set<String> {
    let policies = elements.indices.compactMap {
      text(of: .httpEquiv, in: $0) == nil ? nil : text(of: .content, in: $0)
    }
    let sources = policies.map { policy -> Set<String> in
      let directives = policy.lowercased().split(separator: ";").map { $0.split(separator: " ").map(String.init) }
      // If a directive occurs twice, the first one applies.
      return Set(directives.first { $0.first == "img-src" }?.dropFirst() ?? [])
    }
    return sources.dropFirst().reduce(sources.first ?? []) { $0.intersection($1) }
  }
}

/// Checks that a page has a Content-Security-Policy before all of its links, which allows only what it lists.
func checkPolicy(of page: PageTree, into findings: inout Findings) {
  let policies = page.elements.indices.filter {
    page.name(.meta, is: $0) && page.text(of: .httpEquiv, in: $0)?.lowercased() == "content-security-policy"
  }
  guard let first = policies.first else { return findings.report(.pagePolicy, .policyMissing(in: page)) }
  if let link = page.elements.indices.first(where: { page.name(.link, is: $0) }), link < first {
    findings.report(.pagePolicy, .policyWeak("comes after a link", first, of: page))
  }
  for index in policies {
    let policy = (page.value(of: .content, in: index) ?? []).map(\.lowercasedASCII)
    let directives = policy.split(separator: UInt8(ascii: ";")).map { $0.split(separator: 0x20) }
    let fallbacks = directives.filter { $0.first?.elementsEqual("default-src".utf8) == true }
    let areStrict =
      fallbacks.count == 1 && fallbacks[0].count == 2 && fallbacks[0][1].elementsEqual("'none'".utf8)
    if !areStrict {
      findings.report(.pagePolicy, .policyWeak("does not say default-src 'none'", index, of: page))
    }
    if policy.indices.contains(where: { policy.span.hasText("unsafe-", at: $0) }) {
      findings.report(.pagePolicy, .policyWeak("allows something unsafe", index, of: page))
    }
  }
}
