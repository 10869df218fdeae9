extension MarkdownDocument {
  /// The tree as indented text, one node per line, to read and to compare.
  public var drawing: String {
    var drawing = Drawing()
    drawing.add(blocks, depth: 0)
    return drawing.text
  }
}

private struct Drawing {
  var text = ""

  mutating func add(_ blocks: [Block], depth: Int) {
    for block in blocks {
      switch block.kind {
      case .paragraph(let content):
        line("paragraph", depth)
        add(content, depth: depth + 1)
      case .heading(let level, let content):
        line("heading \(level)", depth)
        add(content, depth: depth + 1)
      case .quote(let content):
        line("quote", depth)
        add(content, depth: depth + 1)
      case .list(let list):
        line("list \(list.start.map { "from \($0)" } ?? "bulleted")\(list.isTight ? "" : " loose")", depth)
        for item in list.items {
          line("item", depth + 1)
          add(item, depth: depth + 2)
        }
      case .code(let info, let code): line("code \(quoted(info)) \(quoted(code))", depth)
      case .thematicBreak: line("thematicBreak", depth)
      case .table(let table):
        line(
          "table \(table.columns.map { "\($0)" }.joined(separator: " "))\(table.hasHeader ? "" : " headless")", depth)
        for row in table.rows {
          line("row", depth + 1)
          for cell in row {
            line("cell", depth + 2)
            add(cell, depth: depth + 3)
          }
        }
      }
    }
  }

  mutating func add(_ inlines: [Inline], depth: Int) {
    for inline in inlines {
      switch inline.kind {
      case .text(let text): line("text \(quoted(text))", depth)
      case .softBreak: line("softBreak", depth)
      case .hardBreak: line("hardBreak", depth)
      case .wordBreak: line("wordBreak", depth)
      case .code(let code): line("code \(quoted(code))", depth)
      case .span(let span, let content):
        line(span.rawValue, depth)
        add(content, depth: depth + 1)
      case .link(let target, let title, let content):
        line("link \(quoted(target.text))\(title.isEmpty ? "" : " title \(quoted(title))")", depth)
        add(content, depth: depth + 1)
      case .image(let target, let title, let alt, let width):
        line(
          "image \(quoted(target.text))\(title.isEmpty ? "" : " title \(quoted(title))") alt \(quoted(alt))"
            + (width.map { " width \($0)" } ?? ""), depth)
      }
    }
  }

  private mutating func line(_ content: String, _ depth: Int) {
    text += String(repeating: "  ", count: depth) + content + "\n"
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\"", "\\": result += "\\" + String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
