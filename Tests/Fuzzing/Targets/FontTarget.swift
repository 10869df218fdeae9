import Glibc
import SiteBuild
import Synchronization

@testable import TextLayout

/// Loads a font, makes the subsets of a site, measures with them and compresses them.
func useFont(_ bytes: [UInt8]) {
  guard let path = memoryFile.holding(bytes), let file = FontFile(path: path) else { return }
  let axes = VariationAxes(of: file, index: 0)
  let description = FontDescription(
    path: path, index: 0, weight: 400, isItalic: false, axes: axes, isNormalWidth: true)
  guard let face = FontFace(description, in: file) else { return }
  var wanted = CharacterCoverage()
  for scalar in Array(UInt32(0x20)...0x7E) + [0xE9, 0x301, 0x627, 0x628, 0x915, 0x93F, 0x4E00, 0x1F600] {
    wanted.insert(scalar)
  }
  guard let subset = face.subset(to: wanted) else { return }
  measure(subset)
  _ = compressedAsWOFF2(subset, quality: .quick)
}

private func measure(_ file: [UInt8]) {
  guard let font = MeasuringFont(file: file), var shaper = Shaper() else { return }
  for (text, script) in texts {
    let tag = script.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let properties = ShapingProperties(script: tag, isRightToLeft: script == "Arab", disablesKerning: false)
    let bytes = Array(text.utf8)
    _ = shaper.advance(of: bytes[...], font: font, language: "en", properties: properties, size: 16)
    _ = shaper.clusterAdvances(of: bytes[...], font: font, language: "en", properties: properties, size: 16)
  }
}

private let texts = [
  ("Waffle fi — AVAVA", "Latn"), ("\u{627}\u{628}\u{628}\u{301}", "Arab"), ("\u{915}\u{93F}", "Deva"),
]

/// One file in memory, because HarfBuzz opens paths.
private let memoryFile = MemoryFile()

private final class MemoryFile: Sendable {
  private let path: String
  private let number: Int32

  /// The name goes at once, so that nothing is left however the fuzzer ends.
  init() {
    let name = "/dev/shm/cardshelf-fuzzed-font-\(getpid())"
    number = open(name, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
    unlink(name)
    path = "/proc/self/fd/\(number)"
  }

  func holding(_ bytes: [UInt8]) -> String? {
    guard number >= 0, ftruncate(number, 0) == 0, pwrite(number, bytes, bytes.count, 0) == bytes.count else {
      return nil
    }
    return path
  }
}
