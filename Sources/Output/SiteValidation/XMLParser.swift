import CLibXML2
import Diagnostics

/// A parse in libxml2's hands, freed with this value.
///
/// Parses without network, external files, expansion of entities or the lifting of libxml2's limits.
@safe struct XMLParser: ~Copyable {
  private let context: xmlParserCtxtPtr

  /// nil if libxml2 has no room for it.
  init?() {
    prepareValidation()
    guard let context = unsafe xmlNewParserCtxt() else { return nil }
    unsafe self.context = context
    unsafe context.pointee.sax.pointee.serror = takeFault
  }

  deinit { unsafe xmlFreeParserCtxt(context) }

  /// Makes a document; nil if the bytes are not well-formed, or too many.
  borrowing func document(_ bytes: [UInt8], collecting collector: XMLFaultCollector) -> xmlDocPtr? {
    var events = XMLEvents(
      page: PageTree(SourceText(path: "", bytes: []), kinds: MarkupKinds()), collector: collector)
    return unsafe parse(bytes, events: &events)
  }

  /// Makes the elements of a page, and no document: a document takes longer to make than all else here.
  ///
  /// - Returns: whether the bytes are well-formed.
  borrowing func elements(of page: consuming PageTree, collecting collector: XMLFaultCollector) -> PageTree? {
    let bytes = page.source.bytes
    page.reserve(bytes: bytes.count)
    var events = XMLEvents(page: page, collector: collector)
    let sax = unsafe context.pointee.sax
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.serror = takeFault
    unsafe handler.startElementNs = { context, name, prefix, uri, namespaceCount, namespaces, count, _, attributes in
      unsafe currentEvents(of: context)?.pointee.start(
        (name, prefix, uri), namespaces: (Int(namespaceCount), namespaces), attributes: (Int(count), attributes),
        rest: input(of: context)?.pointee.cur, at: offset(in: context))
    }
    unsafe handler.endElementNs = { context, _, _, _ in
      unsafe currentEvents(of: context)?.pointee.end(at: offset(in: context))
    }
    unsafe handler.characters = { context, text, count in
      unsafe currentEvents(of: context)?.pointee.characters(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    unsafe handler.ignorableWhitespace = unsafe handler.characters
    unsafe handler.cdataBlock = { context, text, count in
      guard let events = unsafe currentEvents(of: context) else { return }
      unsafe events.pointee.characters(UnsafeBufferPointer(start: text, count: Int(count)))
      unsafe events.pointee.cdata(at: offset(in: context))
    }
    unsafe handler.processingInstruction = { context, _, _ in
      unsafe currentEvents(of: context)?.pointee.instruction(at: offset(in: context))
    }
    unsafe handler.comment = { context, text in
      unsafe currentEvents(of: context)?.pointee.comment(text, at: offset(in: context))
    }
    unsafe sax?.pointee = handler
    if let document = unsafe parse(bytes, events: &events) { unsafe xmlFreeDoc(document) }
    return unsafe context.pointee.wellFormed == 1 && collector.faults.isEmpty ? events.page : nil
  }

  private borrowing func parse(_ bytes: [UInt8], events: inout XMLEvents) -> xmlDocPtr? {
    guard Int32(exactly: bytes.count) != nil else {
      events.collector.take(.tooLarge)
      return nil
    }
    return unsafe withUnsafeMutablePointer(to: &events) { events in
      unsafe parse(bytes, owner: UnsafeMutableRawPointer(events))
    }
  }

  /// Tells a handler, and makes no document.
  ///
  /// - Parameter owner: the value of the context's `_private` for the handler.
  borrowing func parse(_ bytes: [UInt8], with handler: inout xmlSAXHandler, owner: UnsafeMutableRawPointer) {
    unsafe context.pointee.sax.pointee = handler
    if let document = unsafe parse(bytes, owner: owner) { unsafe xmlFreeDoc(document) }
  }

  private borrowing func parse(_ bytes: [UInt8], owner: UnsafeMutableRawPointer) -> xmlDocPtr? {
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue | XML_PARSE_BIG_LINES.rawValue
    unsafe context.pointee._private = owner
    defer { unsafe context.pointee._private = nil }
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe xmlCtxtReadMemory(
        context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), nil, nil,
        Int32(options))
    }
  }
}

private func currentEvents(of context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLEvents>? {
  unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private?
    .assumingMemoryBound(to: XMLEvents.self)
}

/// What is to be read next.
private func input(of context: UnsafeMutableRawPointer?) -> xmlParserInputPtr? {
  unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee.input
}

/// The offset of that in the source.
private func offset(in context: UnsafeMutableRawPointer?) -> Int {
  guard let input = unsafe input(of: context) else { return 0 }
  return unsafe Int(clamping: input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
}

private let takeFault: @convention(c) (UnsafeMutableRawPointer?, xmlErrorPtr?) -> Void = { context, error in
  guard let error = unsafe error else { return }
  unsafe currentEvents(of: context)?.pointee.collector.take(error.pointee)
}
