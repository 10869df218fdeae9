import Diagnostics

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
    let policy = page.text(of: .content, in: index) ?? ""
    let directives = policy.split(separator: ";").map { $0.split(separator: " ").map { $0.lowercased() } }
    let fallbacks = directives.filter { $0.first == "default-src" }
    if fallbacks != [["default-src", "'none'"]] {
      findings.report(.pagePolicy, .policyWeak("does not say default-src 'none'", index, of: page))
    }
    if policy.lowercased().contains("unsafe-") {
      findings.report(.pagePolicy, .policyWeak("allows something unsafe", index, of: page))
    }
  }
}
