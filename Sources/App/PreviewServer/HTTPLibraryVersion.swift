import CHTTPParser

/// The version of http_parser as a line, such as `http_parser 2.9.4`.
public func httpLibraryVersion() -> String {
  let number = http_parser_version()
  return "http_parser \(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
}
