@preconcurrency import Glibc
import SiteBuild
import Testing

@testable import TextLayout

@Suite struct WOFF2Tests {
  /// The encoder writes to standard error, which is suppressed. Other threads write there at the same time, so the
  /// stream must not be replaced and closed again.
  @Test func standardErrorStaysTheSameStream() async throws {
    let face = try InstalledFonts.face("Noto Sans")
    let file = try #require(face.subset(to: InstalledFonts.coverage("AVATAR office")))
    let expected = try #require(compressedAsWOFF2(file))
    var streams: Set<UInt> = []
    for _ in 0..<20 {
      async let compressed = compressedAsWOFF2(file)
      for _ in 0..<200 {
        streams.insert(UInt(bitPattern: stderr))
        await Task.yield()
      }
      #expect(await compressed == expected)
    }
    #expect(streams.count == 1)
  }
}
