import CLibXML2

/// A document of libxml2, which is freed with this value.
@safe struct XMLDocument: ~Copyable {
  private let document: xmlDocPtr

  /// - Returns: nil if the bytes are not well-formed or there is any other complaint; all complaints are in `faults`.
  init?(_ bytes: [UInt8], faults: inout [XMLFault]) {
    let collector = XMLFaultCollector()
    let parsed = unsafe parseXML(bytes, owner: collector.opaque) { handler in
      unsafe handler.serror = { context, error in
        guard let error = unsafe error,
          let owner = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private
        else { return }
        unsafe XMLFaultCollector.at(owner).take(error.pointee)
      }
    }?.document
    faults += withExtendedLifetime(collector) { collector.faults }
    guard let parsed = unsafe parsed else {
      if collector.faults.isEmpty { faults.append(.cannotParse) }
      return nil
    }
    guard collector.faults.isEmpty else {
      unsafe xmlFreeDoc(parsed)
      return nil
    }
    unsafe document = parsed
  }

  deinit { unsafe xmlFreeDoc(document) }

  /// Passes the document to a closure that does not keep it.
  borrowing func withPointer<Result>(_ body: (xmlDocPtr) -> Result) -> Result { unsafe body(document) }

  /// Marks all elements with their positions in document order, from 1, for later complaints.
  ///
  /// - Complexity: O(document); no recursion.
  borrowing func markElements() {
    var count = 0
    var depth = 0
    var next = unsafe xmlDocGetRootElement(document)
    while let node = unsafe next {
      if unsafe node.pointee.type == XML_ELEMENT_NODE {
        count += 1
        unsafe node.pointee._private = UnsafeMutableRawPointer(bitPattern: count)
        if let child = unsafe node.pointee.children {
          depth += 1
          unsafe next = child
          continue
        }
      }
      unsafe next = node
      while let current = unsafe next {
        if let sibling = unsafe current.pointee.next {
          unsafe next = depth == 0 ? nil : sibling
          break
        }
        unsafe next = depth == 0 ? nil : current.pointee.parent
        depth = max(0, depth - 1)
      }
    }
  }
}
