import Diagnostics

/// A page with the script that keeps it up to date.
///
/// The page's policy is extended by the needs of the script: the script itself, and requests to this server.
func livePage(_ page: [UInt8], script: String, generation: Int) -> [UInt8] {
  let tag = "<script src=\"\(script)\" data-generation=\"\(generation)\" defer=\"defer\"></script>\n"
  var result = page
  // Positions are handled from the end to the start, so that the earlier ones stay valid.
  if let end = place(of: "</head>", in: result) { result.insert(contentsOf: tag.utf8, at: end) }
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
