import CLibXML2

/// A RELAX NG schema of libxml2, which is freed with this value. Use it on one thread at a time.
@safe struct RelaxNGSchema: ~Copyable {
  /// The schema; nil if libxml2 could not read it.
  private let schema: xmlRelaxNGPtr?

  init(_ text: String) {
    prepareValidation()
    unsafe schema = parse(text)
  }

  deinit { unsafe xmlRelaxNGFree(schema) }

  /// The faults of a document whose elements are marked by `XMLDocument.elements()`.
  ///
  /// - Complexity: O(document).
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
      return [XMLFault(message: "The page violates the grammar of pages.", line: 0, column: 0, element: nil)]
    }
    return result == 0 ? [] : collector.faults
  }
}

private func parse(_ text: String) -> xmlRelaxNGPtr? {
  let collector = XMLFaultCollector()
  let bytes = Array(text.utf8)
  return unsafe bytes.withUnsafeBytes { buffer -> xmlRelaxNGPtr? in
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

private let collect: @convention(c) (UnsafeMutableRawPointer?, xmlErrorPtr?) -> Void = { opaque, error in
  guard let opaque = unsafe opaque, let error = unsafe error else { return }
  unsafe XMLFaultCollector.at(opaque).take(error.pointee)
}
