import CLibXML2

/// A document in libxml2's hands, freed with this value.
@safe struct XMLDocument: ~Copyable {
  private let document: xmlDocPtr

  /// Parses without network, external files, expansion of entities or the lifting of libxml2's limits.
  ///
  /// - Returns: nil if the bytes are not well-formed or there is any other complaint; all complaints are in `faults`.
  init?(_ bytes: [UInt8], faults: inout [XMLFault]) {
    prepareValidation()
    guard let size = Int32(exactly: bytes.count), let context = unsafe xmlNewParserCtxt() else {
      faults.append(XMLFault(message: "The file is too large to be parsed.", line: 0, column: 0, element: nil))
      return nil
    }
    defer { unsafe xmlFreeParserCtxt(context) }
    let collector = XMLFaultCollector()
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue | XML_PARSE_BIG_LINES.rawValue
    let parsed: xmlDocPtr? = unsafe withExtendedLifetime(collector) {
      unsafe context.pointee._private = collector.opaque
      unsafe context.pointee.sax.pointee.serror = { context, error in
        guard let context = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self), let error = unsafe error,
          let opaque = unsafe context.pointee._private
        else { return }
        unsafe XMLFaultCollector.at(opaque).take(error.pointee)
      }
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe xmlCtxtReadMemory(
          context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), size, nil, nil, Int32(options))
      }
    }
    faults += collector.faults
    guard let parsed = unsafe parsed else {
      if collector.faults.isEmpty {
        faults.append(XMLFault(message: "The file cannot be parsed.", line: 0, column: 0, element: nil))
      }
      return nil
    }
    guard collector.faults.isEmpty else {
      unsafe xmlFreeDoc(parsed)
      return nil
    }
    unsafe document = parsed
  }

  deinit { unsafe xmlFreeDoc(document) }

  /// Lends the document to a call that does not keep it.
  borrowing func withPointer<Result>(_ body: (xmlDocPtr) -> Result) -> Result { unsafe body(document) }

  /// All elements in document order, each marked with its position for later complaints.
  ///
  /// - Complexity: O(document); no recursion.
  borrowing func elements() -> [PageElement] {
    var elements: [PageElement] = []
    var parents: [Int] = []
    var next = unsafe xmlDocGetRootElement(document)
    while let node = unsafe next {
      if unsafe node.pointee.type == XML_ELEMENT_NODE {
        elements.append(unsafe element(node, parent: parents.last))
        unsafe node.pointee._private = UnsafeMutableRawPointer(bitPattern: elements.count)
        if let child = unsafe node.pointee.children {
          parents.append(elements.count - 1)
          unsafe next = child
          continue
        }
      }
      unsafe next = node
      while let current = unsafe next {
        if let sibling = unsafe current.pointee.next {
          unsafe next = parents.isEmpty ? nil : sibling
          break
        }
        unsafe next = parents.popLast() == nil ? nil : current.pointee.parent
      }
    }
    return elements
  }
}

private func element(_ node: xmlNodePtr, parent: Int?) -> PageElement {
  var attributes: [PageElement.Attribute] = []
  var next = unsafe node.pointee.properties
  while let attribute = unsafe next {
    var name = unsafe text(attribute.pointee.name)
    if let namespace = unsafe attribute.pointee.ns { name = unsafe text(namespace.pointee.prefix) + ":" + name }
    var value = ""
    var part = unsafe attribute.pointee.children
    while let node = unsafe part {
      value += unsafe text(node.pointee.content)
      unsafe part = node.pointee.next
    }
    attributes.append(PageElement.Attribute(name: name, value: value))
    unsafe next = attribute.pointee.next
  }
  let declaration = unsafe node.pointee.nsDef
  let isPlainRoot: Bool =
    if let declaration = unsafe declaration {
      unsafe parent == nil && declaration.pointee.prefix == nil && declaration.pointee.next == nil
    } else {
      true
    }
  return PageElement(
    name: unsafe text(node.pointee.name), parent: parent, attributes: attributes, declaresNamespace: !isPlainRoot)
}

private func text(_ pointer: UnsafePointer<xmlChar>?) -> String {
  unsafe pointer.map { unsafe String(cString: $0) } ?? ""
}
