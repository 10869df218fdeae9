import CLibXML2
import Diagnostics

/// Reads an SVG image as events, up to its end or to a document type, after which nothing is read.
///
/// - Returns: nil if it cannot be read.
func svgFindings(_ bytes: [UInt8], collecting collector: XMLFaultCollector) -> [SVGFinding]? {
  let image = SVGReading(bytes: bytes, collector: collector)
  let result = unsafe parseXML(bytes, owner: Unmanaged.passUnretained(image).toOpaque()) { handler in
    unsafe handler = xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.serror = takeSVGFault
    unsafe handler.internalSubset = { context, _, _, _ in
      unsafe take(context) { events, place in events.declaration(at: place) }
      unsafe xmlStopParser(context?.assumingMemoryBound(to: xmlParserCtxt.self))
    }
    unsafe handler.processingInstruction = { context, target, _ in
      let target = unsafe text(target)
      unsafe take(context) { events, place in events.instruction(target, at: place) }
    }
    unsafe handler.startElementNs = { context, name, _, uri, _, _, count, _, attributes in
      let name = unsafe text(name)
      let uri = unsafe uri.map { unsafe text($0) }
      let list = unsafe svgAttributes(attributes, count: Int(count))
      unsafe take(context) { events, place in events.start(name, namespace: uri, list, at: place) }
    }
    unsafe handler.endElementNs = { context, name, _, _ in
      let name = unsafe text(name)
      unsafe take(context) { events, place in events.end(name, at: place) }
    }
    unsafe handler.characters = { context, start, count in
      let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
      unsafe take(context) { events, _ in events.characters(bytes) }
    }
    unsafe handler.ignorableWhitespace = unsafe handler.characters
    unsafe handler.cdataBlock = unsafe handler.characters
  }
  guard let result = unsafe result else { return nil }
  if let document = unsafe result.document { unsafe xmlFreeDoc(document) }
  return withExtendedLifetime(image) {
    image.events.finish()
    return image.events.findings
  }
}

/// The shared state of one parse's handlers, which libxml2 passes around.
private final class SVGReading {
  var events = SVGEvents()
  let collector: XMLFaultCollector
  let bytes: [UInt8]

  init(bytes: [UInt8], collector: XMLFaultCollector) {
    self.bytes = bytes
    self.collector = collector
  }

  /// The range from the start of the tag that was read last to its end.
  func place(readUpTo offset: Int) -> SourceRange {
    let end = min(max(offset, 0), bytes.count)
    let start = bytes[..<end].lastIndex(of: UInt8(ascii: "<")) ?? end
    return SourceRange(start, max(end, start + 1))
  }
}

private func reading(of context: UnsafeMutableRawPointer?) -> SVGReading? {
  guard let context = unsafe context else { return nil }
  let parser = unsafe context.assumingMemoryBound(to: xmlParserCtxt.self)
  guard let owner = unsafe parser.pointee._private else { return nil }
  return unsafe Unmanaged<SVGReading>.fromOpaque(owner).takeUnretainedValue()
}

/// Passes on an event to the collected state, until there are enough findings.
private func take(_ context: UnsafeMutableRawPointer?, _ body: (inout SVGEvents, SVGEvents.TagPlace) -> Void) {
  guard let reading = unsafe reading(of: context) else { return }
  let parser = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self)
  body(&reading.events) { unsafe reading.place(readUpTo: Int(xmlByteConsumed(parser))) }
  if reading.events.isFull { unsafe xmlStopParser(parser) }
}

private let takeSVGFault: @convention(c) (UnsafeMutableRawPointer?, xmlErrorPtr?) -> Void = { context, error in
  guard let error = unsafe error else { return }
  unsafe reading(of: context)?.collector.take(error.pointee)
}

private func text(_ bytes: UnsafePointer<xmlChar>?) -> String {
  guard let bytes = unsafe bytes else { return "" }
  return unsafe String(
    decoding: UnsafeBufferPointer(start: bytes, count: Int(xmlStrlen(bytes))), as: UTF8.self)
}

/// Reads the attributes. libxml2 passes five pointers for each: local name, prefix, URI, start and end of the value.
private func svgAttributes(
  _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
) -> [SVGEvents.SVGAttribute] {
  guard let list = unsafe list else { return [] }
  return (0..<count).map { index in
    let uri = unsafe list[index * 5 + 2].map { unsafe text($0) }
    var value: [UInt8] = []
    if let start = unsafe list[index * 5 + 3], let end = unsafe list[index * 5 + 4] {
      value = unsafe Array(UnsafeBufferPointer(start: start, count: end - start))
    }
    return unsafe SVGEvents.SVGAttribute(name: text(list[index * 5]), namespace: uri, value: value)
  }
}
