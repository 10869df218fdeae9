import Diagnostics

/// A page with the script that keeps it up to date.
///
/// The page's policy is extended by the needs of the script: the script itself, and requests to this server.
///
/// - Parameter comparison: the path of its compare page, to which the script links; nil if there is none.
func livePage(_ page: [UInt8], script: String, generation: Int, comparison: String? = nil) -> [UInt8] {
  var tag = Array("<script src=\"\(script)\" data-generation=\"\(generation)\"".utf8)
  if let comparison {
    tag += Array(" data-compare=\"".utf8)
    tag.append(escaping: Array(comparison.utf8)[...], inAttribute: true)
    tag.append(UInt8(ascii: "\""))
  }
  tag += Array(" defer=\"defer\"></script>\n".utf8)
  var result = page
  // Positions are handled from the end to the start, so that the earlier ones stay valid.
  if let end = place(of: "</head>", in: result) { result.insert(contentsOf: tag, at: end) }
  let policy = "http-equiv=\"Content-Security-Policy\" content=\""
  if let start = place(of: policy, in: result) {
    // If a directive occurs twice, the first one applies.
    result.insert(
      contentsOf: "script-src 'self'; connect-src 'self'; ".utf8, at: start + policy.utf8.count)
  }
  return result
}

/// A page for an address without a page, or without one so far.
func standInPage(_ message: String, script: String) -> [UInt8] {
  let page = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'"/>
    <title>\(message)</title>
    </head>
    <body><p>\(message)</p></body>
    </html>

    """
  return livePage(Array(page.utf8), script: script, generation: 0)
}

/// The offset of a text in the first part of a page.
private func place(of text: String, in page: [UInt8]) -> Int? {
  let wanted = Array(text.utf8)
  let end = min(page.count, 64 << 10) - wanted.count
  guard end >= 0 else { return nil }
  return (0...end).first { page[$0] == wanted[0] && page[$0...].starts(with: wanted) }
}
