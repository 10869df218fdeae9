import Fonts
import Synchronization

/// The compression of a site's fonts, which is done beside its layout: it needs no card, and takes some fonts as long as
/// hundreds of them.
final class FontCompression: Sendable {
  /// True if most of a build is spent on it.
  let isSlow: Bool
  private let files: [ServedFontFile]
  private let results: Mutex<[[UInt8]?]>

  init(of fonts: ServedFonts, options: BuildOptions) {
    isSlow = options.isRelease
    files = fonts.files
    results = Mutex(Array(repeating: nil, count: fonts.files.count))
  }

  /// The numbers of the fonts, the largest first.
  var order: [Int] { files.indices.sorted { (files[$1].bytes.count, $0) < (files[$0].bytes.count, $1) } }

  func compress(_ number: Int) {
    let compressed = compressedAsWOFF2(files[number].bytes, quality: isSlow ? .smallest : .quick)
    results.withLock { $0[number] = compressed }
  }

  /// The files as browsers load them; nil for one that was not or cannot be compressed.
  var compressed: [[UInt8]?] { results.withLock { $0 } }
}
