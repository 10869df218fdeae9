import CLibXML2

/// Receives libxml2's events while it parses, and builds the page.
@safe struct XMLEvents {
  private(set) var page: PageTree
  let collector: XMLFaultCollector

  /// A name with its number in the page.
  private struct KnownName {
    /// In libxml2's dictionary, which has each name once. Nothing is at 0.
    var address: UInt = 0
    var number: Int32 = 0
    /// True if it is the name of an element without content in HTML.
    var isVoid = false
  }

  /// The open elements.
  private var open: [Int32] = []
  /// True if more than spaces came since the last tag.
  private var hasText = false
  /// By a hash of their addresses.
  private var knownNames = [KnownName](repeating: KnownName(), count: 256)
  private var xhtml: UInt = 0

  init(page: consuming PageTree, collector: XMLFaultCollector) {
    self.page = page
    self.collector = collector
  }

  /// - Parameters:
  ///   - attributes: five pointers each: local name, prefix, URI, start and end of the value.
  ///   - rest: what follows the attributes of the tag: its end.
  ///   - offset: of that in the source.
  mutating func start(
    _ name: (local: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?),
    namespaces: (count: Int, list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?),
    attributes: (count: Int, list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?),
    rest: UnsafePointer<xmlChar>?, at offset: Int
  ) {
    let element = page.elements.count
    let firstAttribute = page.attributes.count
    if let list = unsafe attributes.list {
      for index in unsafe 0..<attributes.count {
        let number = unsafe known(list[index * 5], prefix: list[index * 5 + 1]).number
        guard let start = unsafe list[index * 5 + 3], let end = unsafe list[index * 5 + 4] else { continue }
        page.addAttribute(number, unsafe UnsafeBufferPointer(start: start, count: end - start).span)
      }
    }
    let known = unsafe known(name.local, prefix: nil)
    let isVoid = unsafe known.isVoid && name.prefix == nil
    let mark = unsafe rest?.pointee
    let isClosed = mark == UInt8(ascii: "/")
    if isClosed != isVoid || !isClosed && mark != UInt8(ascii: ">") { page.noteDifferenceInHTML() }
    let isPlainRoot = unsafe open.isEmpty && namespaces.count == 1 && namespaces.list?[0] == nil
    page.addElement(
      StartTag(
        name: known.number, end: Int32(clamping: offset + (isClosed ? 2 : 1)),
        declaresNamespace: unsafe namespaces.count > 0 && !isPlainRoot, isXHTML: unsafe isXHTML(name.uri)),
      in: open.last, attributesFrom: firstAttribute, followsText: hasText)
    open.append(Int32(clamping: element))
    hasText = false
  }

  mutating func end() {
    if let element = open.popLast() { page.endElement(element, withText: hasText) }
    hasText = false
  }

  mutating func characters(_ text: UnsafeBufferPointer<UInt8>) {
    if hasText { return }
    for index in 0..<text.count where unsafe !text[index].isSpace {
      hasText = true
      return
    }
  }

  /// HTML ends some comments earlier.
  mutating func comment(_ text: UnsafePointer<xmlChar>?) {
    let first = unsafe text?.pointee
    if first == UInt8(ascii: ">") || first == UInt8(ascii: "-") { page.noteDifferenceInHTML() }
  }

  /// HTML has no CDATA sections and no processing instructions.
  mutating func otherMarkup() { page.noteDifferenceInHTML() }

  private mutating func known(_ name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> KnownName {
    // libxml2 names everything.
    guard let name = unsafe name else { return KnownName(number: page.number(ofName: [UInt8]().span)) }
    if let prefix = unsafe prefix {
      let whole = Array(unsafe (String(cString: prefix) + ":" + String(cString: name)).utf8)
      return KnownName(number: page.number(ofName: whole.span))
    }
    let address = UInt(bitPattern: name)
    let slot = Int((address &* 0x9E37_79B9_7F4A_7C15) >> (UInt.bitWidth - 8))
    if knownNames[slot].address == address { return knownNames[slot] }
    let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(xmlStrlen(name))).span
    knownNames[slot] = KnownName(
      address: address, number: page.number(ofName: bytes), isVoid: bytes.isVoidElement(bytes.indices))
    return knownNames[slot]
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
