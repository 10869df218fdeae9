/// The XML error of a page in the words of template authors.
///
/// libxml2's messages name lines of the page, which nobody wrote by hand.
struct XMLAdvice: Equatable {
  let message: String
  let help: String

  /// Creates advice; nil for other messages.
  init?(_ message: String) {
    let words = message.split(separator: " ").map(String.init)
    func word(behind text: String) -> String? {
      message.firstRange(of: text).map { String(message[$0.upperBound...].prefix { $0 != " " && $0 != "'" }) }
    }
    if message.hasPrefix("Opening and ending tag mismatch"), let open = word(behind: "mismatch: "),
      let closed = words.last
    {
      self.init(
        "</\(closed)> is written while `\(open)` is still open",
        "write </\(open)> before it; write an empty element as <br/>")
    } else if message.hasPrefix("Premature end of data"), let open = word(behind: "in tag ") {
      self.init("`\(open)` is never closed", "write </\(open)> where it ends")
    } else if let name = word(behind: "Entity '") {
      self.init(
        "`&\(name);` is an entity that exists only in HTML",
        "write the character itself, or its number: &#160; for &nbsp;")
    } else if message.hasPrefix("EntityRef:") || message.hasPrefix("xmlParseEntityRef:") {
      self.init("`&` is not part of an entity", "write &amp;")
    } else if let name = word(behind: "mandates value for attribute ") {
      self.init("the attribute `\(name)` has no value", "write \(name)=\"\(name)\", or remove it")
    } else if message.hasPrefix("AttValue:") {
      self.init("the value of an attribute has no quotes", "write it between quotes: class=\"wide\"")
    } else if message.hasPrefix("Attribute "), message.hasSuffix(" redefined"), words.count == 3 {
      self.init("the attribute `\(words[1])` occurs twice", "keep one of the two")
    } else if message.hasPrefix("StartTag: invalid element name") {
      self.init("`<` does not begin an element here", "write &lt;")
    } else if message.hasPrefix("Extra content at the end of the document") {
      self.init("there is content after </html>", "move it into body")
    } else if message.hasPrefix("Comment must not contain '--'") || message.hasPrefix("Double hyphen within comment") {
      self.init("a comment contains `--`", "write one dash; comments are between <!-- and -->")
    } else {
      return nil
    }
  }

  private init(_ message: String, _ help: String) {
    self.message = message
    self.help = help
  }
}
