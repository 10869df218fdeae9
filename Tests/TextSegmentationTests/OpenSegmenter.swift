import TextSegmentation

extension TextSegmenter {
  struct Unavailable: Error {}

  /// A segmenter, or an error that says that ICU cannot start.
  static func opened() throws -> TextSegmenter {
    guard let segmenter = TextSegmenter() else { throw Unavailable() }
    return segmenter
  }
}
