import CLibXML2

/// Receives libxml2's events while it parses, and builds the page.
@safe struct XMLEvents {
  /// nil while a document is made.
  private(set) var page: PageTree?
  let collector: XMLFaultCollector

  /// The open elements.
  private var open: [Int32] = []
  /// True if more than spaces came since the last tag.
  private var hasText = false
  /// The numbers of names by their addresses in libxml2's dictionary, which has each name once.
  private var knownNames: [(address: UInt, number: Int32)] = Array(repeating: (0, 0), count: 256)
  private var xhtml: UInt = 0

  init(page: consuming PageTree?, collector: XMLFaultCollector) {
    self.page = page
    self.collector = collector
  }

  mutating func start(
    _ name: UnsafePointer<xmlChar>?, uri: UnsafePointer<xmlChar>?,
    namespaces: (count: Int, list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?),
    attributes: (count: Int, list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?)
  ) {
    guard let element = page?.elements.count else { return }
    for index in unsafe 0..<attributes.count {
      // Local name, prefix, URI, start and end of the value.
      guard let list = unsafe attributes.list else { break }
      let start = unsafe list[index * 5 + 3]
      let end = unsafe list[index * 5 + 4]
      let number = unsafe number(of: list[index * 5], prefix: list[index * 5 + 1])
      guard let start = unsafe start, let end = unsafe end else { continue }
      let value = unsafe UnsafeBufferPointer(start: start, count: end - start)
      unsafe page?.addAttribute(number, value.span)
    }
    let isPlainRoot = unsafe open.isEmpty && namespaces.count == 1 && namespaces.list?[0] == nil
    let number = unsafe number(of: name, prefix: nil)
    let isXHTML = unsafe isXHTML(uri)
    unsafe page?.addElement(
      number, in: open.last ?? -1, attributes: attributes.count,
      declaresNamespace: namespaces.count > 0 && !isPlainRoot, isXHTML: isXHTML, followsText: hasText)
    open.append(Int32(clamping: element))
    hasText = false
  }

  mutating func end() {
    if let element = open.popLast() { page?.endElement(element, withText: hasText) }
    hasText = false
  }

  mutating func characters(_ text: UnsafeBufferPointer<UInt8>) {
    if hasText { return }
    for index in 0..<text.count where unsafe !text[index].isSpace {
      hasText = true
      return
    }
  }

  private mutating func number(of name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> Int32 {
    guard let name = unsafe name else { return -1 }
    if let prefix = unsafe prefix {
      let whole = Array(unsafe (String(cString: prefix) + ":" + String(cString: name)).utf8)
      return page?.number(ofName: whole.span) ?? -1
    }
    let address = UInt(bitPattern: name)
    let slot = Int((address >> 3) & 255)
    if knownNames[slot].address == address { return knownNames[slot].number }
    let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(xmlStrlen(name)))
    let number = unsafe page?.number(ofName: bytes.span) ?? -1
    knownNames[slot] = (address, number)
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
