import CCmark

/// A tree of libcmark, and its only owner.
@safe struct CmarkTree: ~Copyable {
  private let root: OpaquePointer

  /// Parses CommonMark. Nil only if libcmark has no memory to begin with.
  ///
  /// `CMARK_OPT_SOURCEPOS` makes libcmark count lines inside code spans too.
  init?(_ bytes: ArraySlice<UInt8>) {
    let root = unsafe bytes.withUnsafeBytes { buffer -> OpaquePointer? in
      let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let start = unsafe start else { return unsafe cmark_parse_document("", 0, CMARK_OPT_SOURCEPOS) }
      return unsafe cmark_parse_document(start, buffer.count, CMARK_OPT_SOURCEPOS)
    }
    guard let root = unsafe root else { return nil }
    unsafe self.root = unsafe root
  }

  deinit { unsafe cmark_node_free(root) }

  enum TreeStep {
    case enter(CmarkNode)
    case exit(CmarkNode)
  }

  enum Descent { case into, over }

  /// Walks the tree in document order and visits each container twice. The body says whether to descend into a
  /// container.
  func walk(_ body: (TreeStep) -> Descent) {
    let iterator = unsafe cmark_iter_new(root)
    defer { unsafe cmark_iter_free(iterator) }
    while true {
      let event = unsafe cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, event != CMARK_EVENT_NONE else { return }
      guard let pointer = unsafe cmark_iter_get_node(iterator) else { return }
      let node = unsafe CmarkNode(pointer)
      if event == CMARK_EVENT_EXIT {
        _ = body(.exit(node))
      } else if body(.enter(node)) == .over {
        unsafe cmark_iter_reset(iterator, pointer, CMARK_EVENT_EXIT)
      }
    }
  }

  /// A view of a node. It must not outlive the walk.
  @safe struct CmarkNode {
    private let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

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

    /// The length of the literal, if the file contains it unchanged: without escapes, entities and line breaks.
    func plainLength(in bytes: [UInt8], at offset: Int, upTo end: Int) -> Int? {
      guard let literal = unsafe cmark_node_get_literal(pointer) else { return nil }
      var length = 0
      while true {
        let byte = unsafe UInt8(bitPattern: literal[length])
        if byte == 0 { return length }
        guard offset + length < end, bytes[offset + length] == byte else { return nil }
        if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&") || byte == 0x0A || byte == 0x0D { return nil }
        length += 1
      }
    }

    private func string(_ text: UnsafePointer<CChar>?) -> String {
      unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
  }
}
