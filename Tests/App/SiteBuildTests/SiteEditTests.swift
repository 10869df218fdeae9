import RandomSites
import TestSupport
import Testing

/// What keeps results between builds makes of every edit what a build from nothing makes.
/// `Tests/Tools/hostile/edited_sites.py` tries many more edits.
struct SiteEditTests {
  private static let seed: UInt64 = 51
  private static let editCount = 20

  @Test(arguments: [nil, "storefront", "library", "cinema"])
  func editsShowAsInBuildsFromNothing(theme: String?) async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let files = try ["theme.yml", "page.mustache", "paint.css"].map { name in
      (name: name, text: try #require(Folder.project.text(of: "Themes/\(theme ?? "storefront")/\(name)")))
    }
    let assets = files.dropFirst().map { (path: "Themes/storefront/" + $0.name, text: $0.text) }
    // Many random sites are wrong from the start.
    for number in 1...40 {
      let site = try EditedSite(
        seed: Self.seed, number: number, theme: theme.map { _ in WrittenTheme(files: files) }, assets: assets)
      try folder.make(folder: "\(number)")
      var trial = try EditTrial(site, seed: Self.seed, in: folder.absolute("\(number)"))
      var built = 0
      for index in 0...Self.editCount {
        let step = try await trial.step()
        try #require(step.faults == [], "seed \(Self.seed), site \(number), edit \(index): \(step.edit.name)")
        if step.isBuilt { built += 1 }
        if built == 0 { break }
      }
      if built > Self.editCount / 4 { return }
    }
    Issue.record("no random site of seed \(Self.seed) can be edited")
  }
}
