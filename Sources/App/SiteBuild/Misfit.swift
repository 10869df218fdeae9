import Content
import Diagnostics
import TextLayout

/// The formats of texts that do not fit.
public enum MisfitFormat: String, Sendable, CaseIterable {
  case text, csv, json
}

/// A text that does not fit.
struct Misfit {
  /// The lines that it takes.
  let lineCount: Int
  /// The least width at which it fits, in whole CSS pixels; nil if it fits at none that a page can have.
  let neededWidth: Int?
  /// True if a word is wider than a line.
  let dividesWord: Bool
  /// What readers see: the whole text, or its beginning and an ellipsis.
  let shown: String

  /// Measures a text; nil if it fits.
  ///
  /// - Parameter lines: memory for its lines.
  /// - Complexity: O(text); for a text that does not fit, times the logarithm of the needed width.
  init?(_ text: TableText, _ prepared: PreparedText, in lines: inout TextLines) {
    let most = text.maximumLines
    /// The number of the lines, and the widths with the same ones.
    func measure(_ width: Int, _ lines: inout TextLines) -> (number: Int, widths: ClosedRange<Int>) {
      let widths = lines.append(prepared, width: width)
      return (lines.counts.count - 1, widths)
    }
    func fits(_ number: Int, _ lines: borrowing TextLines) -> Bool {
      lines.counts[number].lineCount <= most ?? .max && !lines.dividesWord(number)
    }
    let whole = measure(text.width, &lines)
    if fits(whole.number, lines) { return nil }
    lineCount = lines.counts[whole.number].lineCount
    dividesWord = lines.dividesWord(whole.number)
    let cut = prepared.lines(width: text.width, maximumLines: most)
    shown = prepared.readable(0..<(cut.cut ?? prepared.bytes.count)) + (cut.isTruncated ? "…" : "")
    var (tooNarrow, enough) = (text.width, text.width)
    repeat {
      if enough > Self.widest {
        neededWidth = nil
        return
      }
      tooNarrow = enough
      enough *= 2
    } while !fits(measure(enough, &lines).number, lines)
    while enough - tooNarrow > 1 {
      let width = (tooNarrow + enough) / 2
      let (number, widths) = measure(width, &lines)
      // The lines are the same at all widths of the interval.
      if fits(number, lines) {
        enough = max(tooNarrow + 1, min(width, widths.lowerBound))
      } else {
        tooNarrow = min(enough - 1, max(width, widths.upperBound))
      }
    }
    neededWidth = enough
  }

  private static let widest = 1 << 20
}

extension TextLines {
  /// Returns whether a line has a part of a word, because the word is wider than the line.
  fileprivate func dividesWord(_ number: Int) -> Bool {
    guard let details = details(number) else { return false }
    return details.overflows || details.forcedBreaks.count > details.settledCount
  }
}

// MARK: Output

extension Misfit {
  func write(to bytes: inout [UInt8], _ text: TableText, of row: TableRow, as format: MisfitFormat, path: String) {
    switch format {
    case .text: bytes += line(text, of: row, path: path).utf8
    case .csv: writeRecord(to: &bytes, text, of: row)
    case .json:
      bytes += (bytes.isEmpty ? "\n" : ",\n").utf8
      bytes += object(text, of: row)
    }
  }

  private func line(_ text: TableText, of row: TableRow, path: String) -> String {
    var reasons: [String] = []
    if let most = text.maximumLines, lineCount > most {
      reasons.append("\(lineCount) lines where \(most) \(most == 1 ? "fits" : "fit")")
    }
    if dividesWord { reasons.append("a word is wider than a line") }
    if let neededWidth {
      reasons.append("\(neededWidth - text.width) px too wide for \(text.width) px")
    } else {
      reasons.append("too wide for any page")
    }
    let name = TableTextReader.id(of: row).map { " " + printable($0) } ?? ""
    return
      "\(printable(path)):\(row.line): \(text.language)\(name): \(reasons.joined(separator: ", ")): \(shortened(shown))\n"
  }

  private func shortened(_ text: String) -> String {
    let most = 80
    let shown = printable(text)
    return shown.count > most ? shown.prefix(most - 1) + "…" : shown
  }

  private func writeRecord(to bytes: inout [UInt8], _ text: TableText, of row: TableRow) {
    let numbers = [text.width, neededWidth, lineCount, text.maximumLines].map { $0.map(String.init) ?? "" }
    let cells =
      [String(row.number), String(row.line), TableTextReader.id(of: row) ?? "", text.language, text.styleName]
      + numbers + [shown]
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendCell(cell, to: &bytes)
    }
    bytes.append(0x0A)
  }

  private func appendCell(_ cell: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard cell.utf8.contains(where: { $0 < 0x20 || $0 == quote || $0 == UInt8(ascii: ",") }) else {
      bytes += cell.utf8
      return
    }
    bytes.append(quote)
    for byte in cell.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  private func object(_ text: TableText, of row: TableRow) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.boolean(dividesWord, for: "dividesWord")
      if let neededWidth { json.number(neededWidth - text.width, for: "excess") }
      if text.hasOwnFont { json.string(text.styleName, for: "font") }
      if let height = text.lineHeight { json.number(lineCount * height, for: "height") }
      if let id = TableTextReader.id(of: row) { json.string(id, for: "id") }
      json.string(text.language, for: "language")
      json.number(row.line, for: "line")
      json.number(lineCount, for: "lines")
      if let most = text.maximumLines { json.number(most, for: "mostLines") }
      if let neededWidth { json.number(neededWidth, for: "neededWidth") }
      json.number(row.number, for: "row")
      json.string(shown, for: "shown")
      if !text.hasOwnFont { json.string(text.styleName, for: "style") }
      json.number(text.width, for: "width")
    }
    return json.bytes
  }
}

/// The output around the texts that do not fit.
struct MisfitOutput {
  private let format: MisfitFormat
  private let path: String
  private var hasMisfits = false

  init(_ format: MisfitFormat, path: String) {
    self.format = format
    self.path = path
  }

  var beginning: [UInt8] {
    switch format {
    case .text: []
    case .csv: Array("row,line,id,language,style,width,neededWidth,lines,mostLines,shown\n".utf8)
    case .json: Array(#"{"misfits":["#.utf8)
    }
  }

  /// The misfits of a block behind those of others.
  mutating func joined(_ misfits: [UInt8]) -> [UInt8] {
    defer { hasMisfits = hasMisfits || !misfits.isEmpty }
    return hasMisfits && !misfits.isEmpty && format == .json ? [UInt8(ascii: ",")] + misfits : misfits
  }

  func end(_ tally: TextTally) -> [UInt8] {
    switch format {
    case .text: Array(summary(tally).utf8)
    case .csv: []
    case .json:
      Array((hasMisfits ? "\n" : "").utf8) + Array(#"],"summary":"#.utf8) + object(tally)
        + Array(",\"version\":1}\n".utf8)
    }
  }

  private func languages(_ tally: TextTally) -> [(name: String, tally: TextTally.LanguageTally)] {
    tally.languages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func summary(_ tally: TextTally) -> String {
    let languages = languages(tally)
    let width = languages.map(\.name.count).max() ?? 0
    let digits = [tally.texts, tally.misfits].map { String($0).count }
    func padded(_ number: Int, _ digits: Int) -> String {
      String(repeating: " ", count: max(0, digits - String(number).count)) + String(number)
    }
    var text = hasMisfits ? "\n" : ""
    for (name, own) in languages {
      let gap = String(repeating: " ", count: width - name.count)
      text +=
        "\(name)\(gap)  \(padded(own.misfits, digits[1])) of \(padded(own.texts, digits[0])) do not fit\n"
    }
    let empty = tally.empty == 0 ? "" : "; \(tally.empty) \(tally.empty == 1 ? "row has" : "rows have") no text"
    let what =
      switch (tally.texts, tally.misfits) {
      case (0, _): "no text was measured"
      case (1, 0): "the text fits"
      case (let texts, 0): "all \(texts) texts fit"
      case (let texts, let misfits): "\(misfits) of \(texts) texts do not fit"
      }
    return text + "\(what)\(empty)\n"
  }

  private func object(_ tally: TextTally) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.number(tally.empty, for: "empty")
      json.key("languages")
      json.array(languages(tally)) { json, own in
        json.object { json in
          json.string(own.name, for: "language")
          json.number(own.tally.misfits, for: "misfits")
          json.number(own.tally.texts, for: "texts")
        }
      }
      json.number(tally.misfits, for: "misfits")
      json.number(tally.texts, for: "texts")
    }
    return json.bytes
  }
}
