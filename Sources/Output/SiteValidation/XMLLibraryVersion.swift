import CLibXML2

/// The version of libxml2 as a line, such as `libxml2 2.9.14`.
public func xmlLibraryVersion() -> String {
  // A number, which a word on its source may follow.
  let text = unsafe clibxml2_version().map { unsafe String(cString: $0) } ?? ""
  let number = Int(text.prefix { $0.isNumber }) ?? 0
  return "libxml2 \(number / 10000).\(number / 100 % 100).\(number % 100)"
}
