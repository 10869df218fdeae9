import Diagnostics
import Images

/// The size of an image as its card states it.
struct StatedSize: Sendable, Hashable {
  var width: FieldText?
  var height: FieldText?
}

/// The reason why a stated size cannot be used.
enum StatedSizeFault: Error {
  case missing(key: String)
  case notALength(FieldText, key: String)
  case tooLarge(width: Int, height: Int)
}

extension StatedSize {
  static let (widthKey, heightKey) = ("imageWidth", "imageHeight")

  /// The size in whole CSS pixels, within the limits of images.
  var size: ImageSize {
    get throws(StatedSizeFault) {
      let (width, height) = (try Self.length(width, Self.widthKey), try Self.length(height, Self.heightKey))
      guard width * height <= ImageHeader.mostPixels else { throw .tooLarge(width: width, height: height) }
      return ImageSize(width: width, height: height)
    }
  }

  private static func length(_ written: FieldText?, _ key: String) throws(StatedSizeFault) -> Int {
    guard let written else { throw .missing(key: key) }
    guard let length = Int(written.text), written.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      (1...ImageHeader.longestSide).contains(length)
    else { throw .notALength(written, key: key) }
    return length
  }
}

extension FieldReader {
  /// Reads the size of an image on another site; nil if neither side is stated. Values are checked with the image,
  /// because only that is left out if one is wrong.
  mutating func statedSize(into sink: inout DiagnosticSink) -> StatedSize? {
    let width = side(YAMLKey(StatedSize.widthKey, "The width of an image on another site, in pixels."), into: &sink)
    let height = side(YAMLKey(StatedSize.heightKey, "The height of an image on another site, in pixels."), into: &sink)
    return width == nil && height == nil ? nil : StatedSize(width: width, height: height)
  }

  private mutating func side(_ key: YAMLKey, into sink: inout DiagnosticSink) -> FieldText? {
    keys.recorder?.note(key, .integer(1...ImageHeader.longestSide))
    return keys.string(key, as: .integer, into: &sink).map { FieldText($0.value, range: $0.range) }
  }
}
