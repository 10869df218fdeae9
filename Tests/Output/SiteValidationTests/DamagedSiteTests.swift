import Diagnostics
import PlacementProof
import SampleSites
import SiteValidation
import TestSupport
import Testing

/// No bytes make the validation trap, and damage is always found if a page or its sizes depend on it.
@Suite struct DamagedSiteTests {
  @Test(arguments: ["assets/layout.css", "assets/base.css"]) func readsPrefixesOfStyleSheets(_ path: String)
    throws
  {
    let file = try #require(SampleOutput.files.first { $0.path == path })
    for count in stride(from: 0, to: file.bytes.count, by: 3) {
      let inspection = SiteInspection([SiteFile(path: path, bytes: Array(file.bytes.prefix(count)))])
      #expect(inspection.pages.isEmpty)
    }
  }

  /// The proof of placement must refuse them too, without trapping.
  @Test func prefixesOfLayoutAreRefused() throws {
    let file = try #require(SampleOutput.files.first { $0.path == "layout.json" })
    let end = file.bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
    for count in stride(from: 0, through: end, by: 5) {
      let files = SampleOutput.files.map { $0.path == file.path ? $0.with(Array(file.bytes.prefix(count))) : $0 }
      #expect(SampleOutput.placementFaults(of: files).contains { $0.kind == .unreadable })
    }
  }

  @Test func cutPageIsRefused() throws {
    let file = try #require(SampleOutput.files.first)
    let end = try #require(SampleOutput.home.firstRange(of: "</html>")).upperBound
    var grammar = PageGrammar()
    for count in stride(
      from: 0, to: SampleOutput.home.utf8.distance(from: SampleOutput.home.startIndex, to: end), by: 7)
    {
      let cut = file.with(Array(file.bytes.prefix(count)))
      #expect(!SiteInspection([cut]).inspect(cut, with: &grammar).diagnostics.isEmpty)
    }
  }

  @Test func acceptsRandomDamageWithoutTraps() {
    let seed: UInt64 = 0x5EED_CA4D
    var random = SeededGenerator(seed: seed)
    var grammar = PageGrammar()
    let alphabet = Array("<>&;\"'/={}()[]:,.\\#%-0123456789abc \n\u{E4}".utf8) + [0, 0xFF, 0xC3]
    for round in 0..<160 {
      var files = SampleOutput.files
      let index = [0, 2, 3][round % 3]
      var bytes = files[index].bytes
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let position = Int.random(in: bytes.indices, using: &random)
        let byte = alphabet[Int.random(in: alphabet.indices, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[position] = byte
        case 1: bytes.insert(byte, at: position)
        default: bytes.removeSubrange(position..<min(position + 9, bytes.count))
        }
      }
      files[index] = files[index].with(bytes)
      let inspection = SiteInspection(files)
      let pages = inspection.pages.map { inspection.inspect($0, with: &grammar) }
      var sink = DiagnosticSink()
      let site = inspection.conclude(pages, into: &sink)
      #expect((site == nil) == sink.hasErrors, "seed \(seed), round \(round)")
      for diagnostic in sink.diagnostics { #expect(!diagnostic.rendered.isEmpty) }
    }
  }

  /// Any changed digit of a size in `layout.json` is a mismatch.
  @Test func detectsEveryChangedDigit() throws {
    let text = Array(SampleOutput.json.utf8)
    for key in ["height", "width", "x", "y"] {
      for place in SampleOutput.json.ranges(of: "\"\(key)\":") {
        let start = SampleOutput.json.utf8.distance(from: SampleOutput.json.startIndex, to: place.upperBound)
        // A number, or a list of numbers.
        let end = text[start...].firstIndex { !Array("0123456789.e,[".utf8).contains($0) } ?? start
        let isList = text[start] == UInt8(ascii: "[")
        for position in start..<(isList ? end : start + 1) where (0x30...0x39).contains(text[position]) {
          // Only first digits: others may come after a point or in an exponent.
          if position > start, text[position - 1] != UInt8(ascii: ","), text[position - 1] != UInt8(ascii: "[") {
            continue
          }
          var bytes = text
          bytes[position] = bytes[position] == UInt8(ascii: "9") ? UInt8(ascii: "7") : bytes[position] + 1
          let files = SampleOutput.files.map { $0.path == "layout.json" ? $0.with(bytes) : $0 }
          let faults = SampleOutput.placementFaults(of: files)
          #expect(faults.contains { $0.kind == .mismatch }, "\(key) at byte \(position)")
        }
      }
    }
  }
}
