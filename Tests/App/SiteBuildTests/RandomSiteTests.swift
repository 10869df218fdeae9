import Diagnostics
import PlacementProof
import RandomSites
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// With any allowed settings, a site is built, or refused at a place in a file of its author.
/// `Tests/Tools/hostile/random_sites.py` tries many more, and reduces those with faults.
struct RandomSiteTests {
  private static let seed: UInt64 = 20

  @Test(arguments: [0..<16, 16..<32, 32..<48, 48..<64])
  func builtOrRefused(numbers: Range<Int>) async throws {
    var built = 0
    for number in numbers {
      let site = try RandomSite(seed: Self.seed, number: number)
      let result = try await SampleSite.with("") { sample async throws in
        for file in site.files() { try sample.folder.write(file.text, to: file.path) }
        let result = await sample.build()
        if result.exitCode == 0 {
          let files = try #require(outputFiles(in: sample.folder.path + "/Output"))
          #expect(PlacementProof(files).faults() == [], "seed \(Self.seed), site \(number)")
        }
        return result
      }
      let faults = site.faults(exitCode: result.exitCode, diagnostics: result.diagnostics)
      #expect(faults == [], "seed \(Self.seed), site \(number)")
      if result.report != nil { built += 1 }
    }
    #expect(built >= numbers.count / 4)
  }

  /// A site is always the same for its number, and shorter without one of its parts.
  @Test func sameNumberGivesTheSameSite() throws {
    let site = try RandomSite(seed: 1, number: 7)
    let again = try RandomSite(seed: 1, number: 7)
    #expect(site.files().map(\.text) == again.files().map(\.text))
    #expect(site.partCount > 10)
    let length = { (site: RandomSite, removed: Set<Int>) in
      site.files(without: removed).reduce(0) { $0 + $1.text.utf8.count }
    }
    #expect(length(site, Set(0..<site.partCount)) < length(site, []))
    #expect(try RandomSite(seed: 1, number: 8).files().map(\.text) != site.files().map(\.text))
  }
}
