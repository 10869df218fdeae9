import CBreakTables

extension LineBreakTailoring {
  /// The file with the answers of the browsers, from `Sources/Layout/TextLayout/BreakTables`.
  public var measuredBreaks: [UInt8] {
    let table =
      switch self {
      case .general: GENERAL_BREAKS
      case .japanese: JAPANESE_BREAKS
      case .chinese: CHINESE_BREAKS
      }
    var count = 0
    let bytes = unsafe break_table(table, &count)
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
