/// The files that the links of a page can lead to.
struct KnownFiles {
  let shared: [ExactText: SiteFile]
  /// The names of those that are not at hand.
  let pagesToCome: Set<ExactText>
  private let own: [ExactText: SiteFile]

  init(shared: [ExactText: SiteFile], pagesToCome: Set<ExactText>, own: [SiteFile] = []) {
    self.shared = shared
    self.pagesToCome = pagesToCome
    self.own = Dictionary(own.map { (ExactText($0.path), $0) }) { first, _ in first }
  }

  func contains(_ name: ExactText) -> Bool { self[name] != nil || pagesToCome.contains(name) }

  subscript(name: ExactText) -> SiteFile? { shared[name] ?? own[name] }
}
