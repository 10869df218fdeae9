import TextLayout

extension TextSegmenter {
  struct Unavailable: Error {}

  /// Returns a segmenter, or throws if ICU cannot start.
  static func opened() throws -> TextSegmenter {
    guard let segmenter = TextSegmenter() else { throw Unavailable() }
    return segmenter
  }
}
