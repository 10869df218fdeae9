import CLibXML2
import Diagnostics

/// Receives libxml2's events while it parses a page, and builds the page.
@safe struct XMLEvents {
  private(set) var page: PageTree
  let collector: XMLFaultCollector

  /// A name with its number in the page.
  private struct KnownName {
    /// The address in libxml2's dictionary, which has each name once. No name is at 0.
    var address: UInt = 0
    var number: Int32 = 0
  }

  /// Names indexed by a hash of their addresses.
  private var knownNames = [KnownName](repeating: KnownName(), count: 256)
  private var xhtml: UInt = 0

  init(page: consuming PageTree, collector: XMLFaultCollector) {
    self.page = page
    self.collector = collector
  }

  /// - Parameters:
  ///   - attributes: five pointers each: local name, prefix, URI, start and end of the value.
  ///   - rest: the bytes after the attributes of the tag: its end.
  ///   - offset: the offset of `rest` in the source.
  mutating func start(
    _ name: (local: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?),
    namespaces: (count: Int, list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?),
    attributes: (count: Int, list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?),
    rest: UnsafePointer<xmlChar>?, at offset: Int
  ) {
    let firstAttribute = page.attributes.count
    let isPlainRoot = unsafe page.elements.isEmpty && namespaces.count == 1 && namespaces.list?[0] == nil
    var tag = page.startTag(
      unsafe number(of: name.local, prefix: nil), isXHTML: unsafe isXHTML(name.uri),
      declaresNamespace: unsafe namespaces.count > 0 && !isPlainRoot, hasPrefix: unsafe name.prefix != nil)
    if let list = unsafe attributes.list {
      for index in unsafe 0..<attributes.count {
        let number = unsafe number(of: list[index * 5], prefix: list[index * 5 + 1])
        guard let start = unsafe list[index * 5 + 3], let end = unsafe list[index * 5 + 4] else { continue }
        page.addAttribute(number, unsafe UnsafeBufferPointer(start: start, count: end - start).span, to: &tag)
      }
    }
    let isClosed = unsafe rest?.pointee == UInt8(ascii: "/")
    page.open(tag, attributesFrom: firstAttribute, end: offset + (isClosed ? 2 : 1), isClosed: isClosed)
  }

  mutating func end(at offset: @autoclosure () -> Int) { page.close(end: offset()) }

  mutating func characters(_ text: UnsafeBufferPointer<UInt8>) {
    if page.hasText { return }
    for index in 0..<text.count where unsafe !text[index].isSpace {
      page.noteText()
      return
    }
  }

  mutating func comment(_ text: UnsafePointer<xmlChar>?, at offset: Int) {
    // Most texts begin with a space.
    guard let text = unsafe text, unsafe text.pointee != 0x20 else { return }
    page.noteComment(unsafe String(cString: text), upTo: offset)
  }

  mutating func cdata(at offset: Int) { page.noteCDATA(upTo: offset) }

  mutating func instruction(at offset: Int) { page.noteInstruction(upTo: offset) }

  private mutating func number(of name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> Int32 {
    // libxml2 names everything.
    guard let name = unsafe name else { return page.number(ofName: [UInt8]().span) }
    if let prefix = unsafe prefix {
      let whole = Array(unsafe (String(cString: prefix) + ":" + String(cString: name)).utf8)
      return page.number(ofName: whole.span)
    }
    let address = UInt(bitPattern: name)
    let slot = Int((address &* 0x9E37_79B9_7F4A_7C15) >> (UInt.bitWidth - 8))
    if knownNames[slot].address == address { return knownNames[slot].number }
    let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(xmlStrlen(name))).span
    let number = page.number(ofName: bytes)
    knownNames[slot] = KnownName(address: address, number: number)
    return number
  }

  private mutating func isXHTML(_ uri: UnsafePointer<xmlChar>?) -> Bool {
    guard let uri = unsafe uri else { return false }
    let address = UInt(bitPattern: uri)
    if address == xhtml { return true }
    guard unsafe String(cString: uri) == "http://www.w3.org/1999/xhtml" else { return false }
    xhtml = address
    return true
  }
}

extension PageTree {
  /// Reads a page without creating a document of libxml2, which would take longer than everything else here.
  ///
  /// - Parameter kinds: the kinds of earlier pages.
  /// - Returns: nil if it is not well-formed.
  static func reading(
    _ source: SourceText, kinds: consuming MarkupKinds, collecting collector: XMLFaultCollector
  ) -> PageTree? {
    var page = PageTree(source, kinds: kinds)
    page.reserve(bytes: source.bytes.count)
    var events = XMLEvents(page: page, collector: collector)
    let result = unsafe withUnsafeMutablePointer(to: &events) { events in
      unsafe parseXML(source.bytes, owner: events) { handler in
        unsafe handler = xmlSAXHandler()
        unsafe handler.prepareForPages()
      }
    }
    // libxml2 creates a document only if it reads a document type.
    if let document = unsafe result?.document { unsafe xmlFreeDoc(document) }
    return unsafe result?.isWellFormed == true && collector.faults.isEmpty ? events.page : nil
  }
}

extension xmlSAXHandler {
  fileprivate mutating func prepareForPages() {
    unsafe initialized = UInt32(XML_SAX2_MAGIC)
    unsafe serror = { context, error in
      guard let error = unsafe error else { return }
      unsafe currentEvents(of: context)?.pointee.collector.take(error.pointee)
    }
    unsafe startElementNs = { context, name, prefix, uri, namespaceCount, namespaces, count, _, attributes in
      unsafe currentEvents(of: context)?.pointee.start(
        (name, prefix, uri), namespaces: (Int(namespaceCount), namespaces), attributes: (Int(count), attributes),
        rest: input(of: context)?.pointee.cur, at: offset(in: context))
    }
    unsafe endElementNs = { context, _, _, _ in
      unsafe currentEvents(of: context)?.pointee.end(at: offset(in: context))
    }
    unsafe characters = { context, text, count in
      unsafe currentEvents(of: context)?.pointee.characters(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    unsafe ignorableWhitespace = unsafe characters
    unsafe cdataBlock = { context, text, count in
      guard let events = unsafe currentEvents(of: context) else { return }
      unsafe events.pointee.characters(UnsafeBufferPointer(start: text, count: Int(count)))
      unsafe events.pointee.cdata(at: offset(in: context))
    }
    unsafe processingInstruction = { context, _, _ in
      unsafe currentEvents(of: context)?.pointee.instruction(at: offset(in: context))
    }
    unsafe comment = { context, text in
      unsafe currentEvents(of: context)?.pointee.comment(text, at: offset(in: context))
    }
  }
}

private func currentEvents(of context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLEvents>? {
  unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private?
    .assumingMemoryBound(to: XMLEvents.self)
}

/// The input that is to be read next.
private func input(of context: UnsafeMutableRawPointer?) -> xmlParserInputPtr? {
  unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.input
}

/// The offset of the next input in the source.
private func offset(in context: UnsafeMutableRawPointer?) -> Int {
  guard let input = unsafe input(of: context) else { return 0 }
  return unsafe Int(clamping: input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
}
