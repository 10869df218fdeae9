import Content

/// Writes a tree as HTML in the form of libcmark's own writer, so that both can be compared directly.
struct TreeHTML {
  private var html = ""

  static func html(of document: MarkdownDocument) -> String {
    var writer = TreeHTML()
    writer.write(document.blocks, isTight: false)
    return writer.html
  }

  private mutating func write(_ blocks: [Block], isTight: Bool) {
    for block in blocks {
      switch block.kind {
      case .paragraph(let content):
        if isTight {
          write(content)
        } else {
          startLine()
          html += "<p>"
          write(content)
          html += "</p>\n"
        }
      case .heading(let level, let content):
        startLine()
        html += "<h\(level)>"
        write(content)
        html += "</h\(level)>\n"
      case .quote(let content):
        startLine()
        html += "<blockquote>\n"
        write(content, isTight: false)
        startLine()
        html += "</blockquote>\n"
      case .list(let list): write(list)
      case .code(let info, let text):
        startLine()
        let language = info.utf8.prefix { $0 != 0x20 && $0 != 0x09 }
        let name = info.isEmpty ? "" : " class=\"language-\(escaped(String(decoding: language, as: UTF8.self)))\""
        // In the tree, a block without lines equals one with an empty line; the specification has only the former.
        html += "<pre><code\(name)>\(escaped(text))\(text.isEmpty ? "" : "\n")</code></pre>\n"
      case .thematicBreak:
        startLine()
        html += "<hr />\n"
      case .table(let table):
        startLine()
        for cell in table.rows.joined() { write(cell, isTight: true) }
      }
    }
  }

  private mutating func write(_ list: Block.BlockList) {
    startLine()
    switch list.start {
    case nil: html += "<ul>\n"
    case 1: html += "<ol>\n"
    case .some(let start): html += "<ol start=\"\(start)\">\n"
    }
    for item in list.items {
      startLine()
      html += "<li>"
      write(item, isTight: list.isTight)
      html += "</li>\n"
    }
    html += list.start == nil ? "</ul>\n" : "</ol>\n"
  }

  private mutating func write(_ inlines: [Inline]) {
    for inline in inlines {
      switch inline.kind {
      case .text(let text): html += escaped(text)
      case .softBreak: html += "\n"
      case .hardBreak: html += "<br />\n"
      case .wordBreak: html += "<wbr>"
      case .code(let text): html += "<code>\(escaped(text))</code>"
      case .span(let span, let content):
        html += "<\(span.rawValue)>"
        write(content)
        html += "</\(span.rawValue)>"
      case .link(let target, let title, let content):
        html += "<a href=\"\(percentEscaped(target.text))\"\(attribute(title: title))>"
        write(content)
        html += "</a>"
      case .image(let target, let title, let alt, width: _):
        html += "<img src=\"\(percentEscaped(target.text))\" alt=\"\(escaped(alt))\"\(attribute(title: title)) />"
      }
    }
  }

  private mutating func startLine() {
    if let last = html.utf8.last, last != 0x0A { html += "\n" }
  }

  private func attribute(title: String) -> String { title.isEmpty ? "" : " title=\"\(escaped(title))\"" }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func percentEscaped(_ address: String) -> String {
    var result = ""
    for byte in address.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;"
      case UInt8(ascii: "'"): result += "&#x27;"
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: result.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-_.+!*(),%#@?=;:/$~".utf8.contains(byte): result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
