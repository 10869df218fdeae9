import CMarkdownMemory
import Glibc

/// A tree of libcmark, and its only owner.
@safe struct CmarkTree: ~Copyable {
  private let memory: UnsafeMutableRawPointer
  private let document: OpaquePointer

  /// Parses CommonMark. Returns nil only if libcmark has no memory to begin with.
  ///
  /// `CMARK_OPT_SOURCEPOS` makes libcmark count lines inside code spans too.
  init?(_ bytes: ArraySlice<UInt8>) {
    // This is enough for most texts; libcmark allocates the rest. A larger buffer would not be a small allocation.
    let size = min(2048 + 12 * bytes.count, 14 * 1024)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    let document = unsafe bytes.withUnsafeBytes { buffer -> OpaquePointer? in
      let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let start = unsafe start else {
        return unsafe parse_markdown("", 0, CMARK_OPT_SOURCEPOS, memory, size)
      }
      return unsafe parse_markdown(start, buffer.count, CMARK_OPT_SOURCEPOS, memory, size)
    }
    guard let document = unsafe document else {
      unsafe memory.deallocate()
      return nil
    }
    unsafe self.memory = unsafe memory
    unsafe self.document = unsafe document
  }

  deinit {
    unsafe free_markdown(document, memory)
    unsafe memory.deallocate()
  }

  /// The document, which contains all other nodes.
  var root: CmarkNode { unsafe CmarkNode(document) }

  /// A view of a node. It must not outlive the tree.
  @safe struct CmarkNode {
    private let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    private init?(_ pointer: OpaquePointer?) {
      guard let pointer = unsafe pointer else { return nil }
      unsafe self.pointer = unsafe pointer
    }

    var firstChild: CmarkNode? { unsafe CmarkNode(cmark_node_first_child(pointer)) }
    var next: CmarkNode? { unsafe CmarkNode(cmark_node_next(pointer)) }
    var parent: CmarkNode? { unsafe CmarkNode(cmark_node_parent(pointer)) }

    var type: cmark_node_type { unsafe cmark_node_get_type(pointer) }
    var startLine: Int { Int(unsafe cmark_node_get_start_line(pointer)) }
    var startColumn: Int { Int(unsafe cmark_node_get_start_column(pointer)) }
    var endLine: Int { Int(unsafe cmark_node_get_end_line(pointer)) }
    var endColumn: Int { Int(unsafe cmark_node_get_end_column(pointer)) }
    var literal: String { unsafe string(cmark_node_get_literal(pointer)) }
    var address: String { unsafe string(cmark_node_get_url(pointer)) }
    var title: String { unsafe string(cmark_node_get_title(pointer)) }
    var fenceInfo: String { unsafe string(cmark_node_get_fence_info(pointer)) }
    var headingLevel: Int { Int(unsafe cmark_node_get_heading_level(pointer)) }
    var isTight: Bool { unsafe cmark_node_get_list_tight(pointer) != 0 }

    /// The first number of an ordered list.
    var listStart: Int? {
      guard unsafe cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST else { return nil }
      return Int(unsafe cmark_node_get_list_start(pointer))
    }

    func appendLiteral(to bytes: inout [UInt8]) {
      guard let literal = unsafe cmark_node_get_literal(pointer) else { return }
      let length = Int(unsafe strlen(literal))
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: literal, count: length))
    }

    /// The length of the literal, if the file contains it unchanged: without escapes, entities and line breaks.
    ///
    /// - Parameters:
    ///   - end: the end of the part of the file that may contain it.
    ///   - mayHaveEscapes: whether that part may have escapes or entities.
    func plainLength(in bytes: [UInt8], at offset: Int, upTo end: Int, mayHaveEscapes: Bool) -> Int? {
      guard let literal = unsafe cmark_node_get_literal(pointer) else { return nil }
      let length = Int(unsafe strlen(literal))
      guard offset >= 0, end <= bytes.count, length <= end - offset else { return nil }
      let written = bytes.span.extracting(offset..<offset + length)
      let isEqual = unsafe written.withUnsafeBytes { written in
        guard let start = written.baseAddress else { return true }
        return unsafe memcmp(start, literal, length) == 0
      }
      guard isEqual else { return nil }
      // A line break in a literal came from an entity.
      if !mayHaveEscapes { return length }
      for index in written.indices {
        switch written[index] {
        case UInt8(ascii: "\\"), UInt8(ascii: "&"), 0x0A, 0x0D: return nil
        default: continue
        }
      }
      return length
    }

    private func string(_ text: UnsafePointer<CChar>?) -> String {
      unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
  }
}
