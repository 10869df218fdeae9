import Glibc
import SiteValidation
import Synchronization

/// Bytes that are needed later: in memory while they are few, beyond that in a file without a name, which the kernel
/// removes with the last descriptor.
///
/// The output of a large site takes more memory than everything else in a build.
final class Spool: Sendable {
  /// The limit in bytes.
  static let mostInMemory = 8 << 20

  private struct SpoolState: ~Copyable {
    var inMemory = 0
    var file: FileDescriptor?
    /// True if no file can be created, or written to any more: then memory is used.
    var isClosed = false
    var end = 0
    var failure: SystemError?
  }

  private let folder: String
  private let mostInMemory: Int
  private let state = Mutex(SpoolState())

  /// - Parameters:
  ///   - folder: the folder in which the file is created.
  ///   - mostInMemory: the limit of bytes in memory.
  init(folder: String, mostInMemory: Int = Spool.mostInMemory) {
    self.folder = folder
    self.mostInMemory = mostInMemory
  }

  /// The reason why bytes could not be read back, if that has happened.
  var failure: SystemError? { state.withLock { $0.failure } }

  /// - Complexity: O(bytes).
  func keep(_ bytes: consuming [UInt8]) -> SpooledBytes {
    let count = bytes.count
    let offset = state.withLock { state -> Int? in
      if state.inMemory + count <= mostInMemory || state.isClosed {
        state.inMemory += count
        return nil
      }
      do {
        if state.file == nil { state.file = try FileDescriptor(namelessFileIn: folder) }
        try state.file?.write(bytes, at: state.end)
      } catch {
        state.isClosed = true
        state.inMemory += count
        return nil
      }
      defer { state.end += count }
      return state.end
    }
    return offset.map { SpooledBytes(count: count, place: .file(self, offset: $0)) }
      ?? SpooledBytes(count: count, place: .memory(bytes))
  }

  /// Releases the room in the file, from which nothing can be read any more.
  func discard() {
    state.withLock { state in
      state.file = nil
      state.isClosed = true
    }
  }

  fileprivate func read(_ count: Int, at offset: Int) -> [UInt8] {
    state.withLock { state in
      do throws(SystemError) {
        guard let bytes = try state.file?.read(count, at: offset) else { throw SystemError(code: EIO) }
        return bytes
      } catch {
        state.failure = error
        return []
      }
    }
  }
}

/// Bytes in a spool.
struct SpooledBytes: Sendable {
  fileprivate enum SpoolStorage: Sendable {
    case memory([UInt8])
    case file(Spool, offset: Int)
    case parts([SpooledBytes])
  }

  let count: Int
  fileprivate let place: SpoolStorage

  /// The bytes; empty if they cannot be read: then the spool has a `failure`.
  ///
  /// - Complexity: O(bytes) if they are in a file.
  var bytes: [UInt8] {
    switch place {
    case .memory(let bytes): bytes
    case .file(let spool, let offset): spool.read(count, at: offset)
    case .parts(let parts):
      parts.reduce(into: Self.room(for: count)) { $0 += $1.bytes }
    }
  }

  /// Appends a range of the bytes.
  ///
  /// - Complexity: O(range), but O(bytes) if they were joined.
  func append(_ range: Range<Int>, to other: inout [UInt8]) {
    switch place {
    case .memory(let bytes): other += bytes[range]
    case .file(let spool, let offset): other += spool.read(range.count, at: offset + range.lowerBound)
    case .parts: other += bytes[range]
    }
  }

  private static func room(for count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    return bytes
  }
}

extension SpooledBytes {
  /// The concatenation of bytes.
  init(joining parts: [SpooledBytes]) {
    self.init(count: parts.reduce(0) { $0 + $1.count }, place: .parts(parts.flatMap(\.pieces)))
  }

  /// The bytes without the last one.
  ///
  /// - Complexity: O(bytes of the last part).
  var withoutLastByte: SpooledBytes {
    let parts = pieces
    guard let last = parts.last else { return self }
    let rest = SpooledBytes(count: last.count - 1, place: .memory(Array(last.bytes.dropLast())))
    return SpooledBytes(joining: parts.dropLast() + [rest])
  }

  /// The parts that were stored separately.
  private var pieces: [SpooledBytes] {
    guard case .parts(let parts) = place else { return count == 0 ? [] : [self] }
    return parts
  }
}

extension SiteFile {
  init(path: String, _ content: SpooledBytes, role: FileRole = .publication) {
    switch content.place {
    case .memory(let bytes): self.init(path: path, bytes: bytes, role: role)
    case .file: self.init(path: path, byteCount: content.count, role: role) { content.bytes }
    case .parts(let parts):
      self.init(path: path, byteCount: content.count, role: role, pieceCount: parts.count) { parts[$0].bytes }
    }
  }
}
