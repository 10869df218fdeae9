import Synchronization
import TextLayout

/// The compression of a site's fonts, which runs alongside its layout: it needs no cards, and for some fonts takes as
/// long as hundreds of them.
final class FontCompression: Sendable {
  /// True if it takes up most of a build.
  let isSlow: Bool
  private let files: [ServedFontFile]
  private let results: Mutex<[[UInt8]?]>

  init(of fonts: ServedFonts, _ context: BuildContext) {
    isSlow = context.options.isRelease
    files = fonts.files
    results = Mutex(
      files.map { [isSlow] in context.memory?.compressed(CompressionKey(bytes: $0.bytes, isSlow: isSlow)) })
  }

  /// The numbers of the fonts to compress, the largest first.
  var order: [Int] {
    let known = compressed
    return files.indices.filter { known[$0] == nil }
      .sorted { (files[$1].bytes.count, $0) < (files[$0].bytes.count, $1) }
  }

  func compress(_ number: Int) {
    let compressed = compressedAsWOFF2(files[number].bytes, quality: isSlow ? .smallest : .quick)
    results.withLock { $0[number] = compressed }
  }

  /// The files as browsers load them; nil for a file that was not or cannot be compressed.
  var compressed: [[UInt8]?] { results.withLock { $0 } }

  func keep(in memory: SiteMemory) {
    let pairs = zip(files, compressed).compactMap { file, bytes in
      bytes.map { (CompressionKey(bytes: file.bytes, isSlow: isSlow), $0) }
    }
    memory.keep(Dictionary(pairs) { first, _ in first })
  }
}

/// The inputs of the compression of a font.
struct CompressionKey: Hashable {
  let bytes: [UInt8]
  let isSlow: Bool
}
