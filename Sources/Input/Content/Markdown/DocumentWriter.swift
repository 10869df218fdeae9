import Diagnostics

/// Writes the parts of the code of a document; its callers combine them into nodes.
struct DocumentWriter {
  private static let mostBytesOfNumber = 10

  let source: [UInt8]
  private var bytes: [UInt8] = []
  /// The start of the last range: the next one is near.
  private var last = 0

  /// - Parameter capacity: the expected number of bytes.
  init(source: [UInt8], capacity: Int) {
    self.source = source
    bytes.reserveCapacity(capacity)
  }

  /// Begins a node.
  ///
  /// - Parameter number: its first value, if that is a number.
  @inline(__always)
  mutating func begin(_ mark: UInt8, _ range: SourceRange, _ number: Int? = nil) {
    let (step, length) = (range.lower &- last, range.upper &- range.lower)
    last = range.lower
    bytes.append(room: 1 + 3 * Self.mostBytesOfNumber) {
      $0.append(mark)
      Self.append(step, to: &$0)
      Self.append(length, to: &$0)
      if let number { Self.append(number, to: &$0) }
    }
  }

  /// Begins a text that the file contains at its range.
  mutating func begin(sourceText range: SourceRange) { begin(DocumentCode.CodeMark.text, range, 0) }

  mutating func write(_ target: LinkTarget) {
    bytes.append(target.kind.rawValue)
    write(target.text)
  }

  /// Writes the flags of a list and its first number.
  mutating func write(listFrom start: Int?, isTight: Bool) {
    bytes.append((isTight ? 1 : 0) | (start == nil ? 0 : 2))
    if let start { write(start) }
  }

  mutating func write(hasHeader: Bool, columns: [Block.BlockTable.ColumnAlignment]) {
    bytes.append(hasHeader ? 1 : 0)
    write(columns.count)
    bytes += columns.map(\.rawValue)
  }

  /// Writes a text, or a note that the file contains it at the range of its node.
  mutating func write(_ text: Span<UInt8>, at range: SourceRange) {
    if !text.isEmpty, isSource(text, range) { return bytes.append(0) }
    write(text)
  }

  mutating func write(_ text: String) { write(text.utf8Span.span) }

  mutating func write(_ text: Span<UInt8>) {
    bytes.append(room: Self.mostBytesOfNumber + text.count) {
      Self.append(text.count + 1, to: &$0)
      $0.append(text)
    }
  }

  mutating func write(_ number: Int) { bytes.append(room: Self.mostBytesOfNumber) { Self.append(number, to: &$0) } }

  private func isSource(_ text: Span<UInt8>, _ range: SourceRange) -> Bool {
    guard range.lower >= 0, range.lower <= range.upper, range.upper <= source.count else { return false }
    return source.span.extracting(range.lower..<range.upper).isEqual(to: text)
  }

  /// Numbers near 0, of either sign, take one byte.
  @inline(__always)
  private static func append(_ number: Int, to bytes: inout ByteCursor) {
    var rest = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// The code, in no more memory than it needs.
  consuming func finish() -> [UInt8] { unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
}
