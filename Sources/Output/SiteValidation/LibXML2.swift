import CLibXML2

/// Starts libxml2 and its tables of data types, which it would otherwise fill on first use and without a lock.
///
/// It is safe to call from any thread, any number of times; everything in this module that needs libxml2 calls it.
/// After the call, documents and grammars can be used on any number of threads, each on one thread at a time.
public func prepareValidation() { _ = libxml2IsReady }

private let libxml2IsReady: Void = {
  xmlInitParser()
  xmlRelaxNGInitTypes()
}()

/// One error of libxml2.
struct XMLFault: Sendable {
  let message: String
  /// The line, from 1; 0 if unknown.
  let line: Int
  /// The column in bytes, from 1; 0 if unknown.
  let column: Int
  /// The number of the faulty element in document order.
  let element: Int?

  static let cannotParse = XMLFault(message: "The file cannot be parsed.", line: 0, column: 0, element: nil)
  static let outsideGrammar = XMLFault(
    message: "The page violates the grammar of pages.", line: 0, column: 0, element: nil)
}

/// Collects libxml2's errors from one parse or validation, so that nothing is printed and no thread sees the errors of
/// another.
final class XMLFaultCollector {
  private(set) var faults: [XMLFault] = []

  /// The limit on errors, which is enough for any page that people fix by hand.
  private static let limit = 2000

  func take(_ fault: XMLFault) { faults.append(fault) }

  func take(_ error: borrowing xmlError) {
    guard faults.count < Self.limit else { return }
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? "unknown fault"
    var element: Int?
    if let node = unsafe error.node {
      let index = unsafe Int(bitPattern: node.assumingMemoryBound(to: xmlNode.self).pointee._private)
      element = index > 0 ? index - 1 : nil
    }
    faults.append(
      XMLFault(
        message: String(message.split(separator: "\n").first ?? ""), line: unsafe Int(error.line),
        column: unsafe Int(error.int2), element: element))
  }

  /// The collector in the form in which libxml2 passes it around; valid while the collector exists.
  var opaque: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  static func at(_ opaque: UnsafeMutableRawPointer) -> XMLFaultCollector {
    unsafe Unmanaged<XMLFaultCollector>.fromOpaque(opaque).takeUnretainedValue()
  }
}

/// Parses without network, external files or expansion of entities, and within libxml2's limits.
///
/// - Parameters:
///   - prepare: sets the handlers that libxml2 calls; if it sets only those for errors, libxml2 creates a document.
///   - owner: the value of the context's `_private` for the handlers.
/// - Returns: whether the bytes are well-formed, and the document; both are nil if libxml2 has no room for it, or if there
///   are too many bytes.
func parseXML(
  _ bytes: [UInt8], owner: UnsafeMutableRawPointer, prepare: (inout xmlSAXHandler) -> Void
) -> (isWellFormed: Bool, document: xmlDocPtr?)? {
  prepareValidation()
  guard let count = Int32(exactly: bytes.count), let context = unsafe xmlNewParserCtxt() else { return nil }
  defer { unsafe xmlFreeParserCtxt(context) }
  unsafe prepare(&context.pointee.sax.pointee)
  unsafe context.pointee._private = owner
  let options = XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue | XML_PARSE_BIG_LINES.rawValue
  let document = unsafe bytes.withUnsafeBytes { buffer in
    unsafe xmlCtxtReadMemory(
      context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), count, nil, nil, Int32(options))
  }
  return unsafe (context.pointee.wellFormed == 1, document)
}
