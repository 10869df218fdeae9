import CLibXML2

/// The grammar of pages, parsed; freed with this value.
///
/// Parsing it takes milliseconds: make one for each thread that validates, and keep it.
@safe public struct PageGrammar: ~Copyable {
  private let schema: xmlRelaxNGPtr?

  public init() {
    prepareValidation()
    unsafe schema = unsafe Self.parse()
  }

  deinit { unsafe xmlRelaxNGFree(schema) }

  /// What the grammar finds wrong with a document; the elements are marked by `XMLDocument.elements()`.
  borrowing func faults(in document: borrowing XMLDocument) -> [XMLFault] {
    guard let schema = unsafe schema, let context = unsafe xmlRelaxNGNewValidCtxt(schema) else {
      return [XMLFault(message: "The grammar of pages cannot be read.", line: 0, column: 0, element: nil)]
    }
    defer { unsafe xmlRelaxNGFreeValidCtxt(context) }
    let collector = XMLFaultCollector()
    let result = withExtendedLifetime(collector) {
      unsafe xmlRelaxNGSetValidStructuredErrors(context, collect, collector.opaque)
      return unsafe document.withPointer { unsafe xmlRelaxNGValidateDoc(context, $0) }
    }
    if result != 0, collector.faults.isEmpty {
      return [XMLFault(message: "The page breaks the grammar of pages.", line: 0, column: 0, element: nil)]
    }
    return result == 0 ? [] : collector.faults
  }

  private static func parse() -> xmlRelaxNGPtr? {
    let text = Array(schemaText.utf8)
    let collector = XMLFaultCollector()
    return unsafe text.withUnsafeBytes { buffer -> xmlRelaxNGPtr? in
      guard
        let context = unsafe xmlRelaxNGNewMemParserCtxt(
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
      else { return nil }
      defer { unsafe xmlRelaxNGFreeParserCtxt(context) }
      return unsafe withExtendedLifetime(collector) {
        unsafe xmlRelaxNGSetParserStructuredErrors(context, collect, collector.opaque)
        return unsafe xmlRelaxNGParse(context)
      }
    }
  }
}

private let collect: @convention(c) (UnsafeMutableRawPointer?, xmlErrorPtr?) -> Void = { opaque, error in
  guard let opaque = unsafe opaque, let error = unsafe error else { return }
  unsafe XMLFaultCollector.at(opaque).take(error.pointee)
}
