import Content
import Diagnostics
import Glibc
import Processes

/// A data file that a new site shows, and the keys that its columns give.
struct StarterTable {
  let title: String
  /// The folder of the shelf.
  let folder: String
  let fileName: String
  let bytes: [UInt8]
  /// The encoding of the file, if it has no byte order mark.
  private let encoding: DataEncoding?
  var guess: FieldGuess
  /// A column with a different name in each row; nil if there is none.
  let columnOfIDs: String?

  /// - Parameter path: the path from the current folder.
  init(_ path: String) throws(Diagnostic) {
    let rule = Diagnostic.Rule("data-file-unreadable", fault: .cannotRun)
    guard isDataFile(path) else {
      throw Diagnostic(
        .error, rule, "this is not a data file", path: path, help: "name a file that ends in \(DataNotation.endings)")
    }
    guard let bytes = Self.read(path, limit: 16 << 20) else {
      let reason = errno == 0 ? "it has more than 16 MiB" : String(cString: strerror(errno))
      throw Diagnostic(.error, rule, "cannot read it: \(reason)", path: path, help: "check the path")
    }
    var sink = DiagnosticSink()
    // Most spreadsheets that do not write UTF-8 write this encoding, in which any bytes are text.
    let isText = String(validating: bytes, as: UTF8.self) != nil
    let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    encoding = isText || hasMark ? nil : .windows1252
    let table = readTable(SourceText(path: path, bytes: bytes), encoding: encoding, into: &sink)
    guard table.rowCount > 0, !sink.hasErrors else {
      throw sink.diagnostics.first { $0.severity == .error } ?? sink.diagnostics.first
        ?? Diagnostic(.error, rule, "the file has no rows", path: path)
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let stem = cardName(ofTitle: String(name[..<dot]))
    // The first build would refuse names that a site uses for other things.
    folder = stem.isEmpty || stem == "data" ? "cards" : stem
    fileName = (stem.isEmpty ? "cards" : stem) + name[dot...].lowercased()
    title = folder.prefix(1).uppercased() + folder.dropFirst().replacing("-", with: " ")
    self.bytes = bytes
    guess = FieldGuess(table)
    columnOfIDs = FieldGuess.columnOfIDs(in: table)
  }

  /// The shelf's front matter, with the guess written out.
  var index: String {
    var lines = [
      "---", "title: \(inQuotes(title))", "# Rows of equal columns. Others are shelf, list, flow and waterfall.",
      "arrangement: grid", "cards: data/\(fileName)",
    ]
    if let encoding { lines.append("encoding: \(encoding.rawValue)") }
    lines += [
      "# Which column gives which key of a card. The keys are",
      "# \(SlotTable.standard.texts.map(SlotTable.standard.name).joined(separator: ", ")), body, tags,"
        + " image, imageAlt, link, id, date, weight and lang.", "fields:",
    ]
    for field in guess.fields {
      let line = "\(field.key): \(inQuotes(field.column))"
      lines.append(field.doubt.map { "  # \(line)   (\($0))" } ?? "  " + line)
    }
    // A column whose name is a key would be used for that key.
    for field in guess.fields where field.doubt != nil && field.column.lowercased() == field.key.lowercased() {
      lines.append("  \(field.key):   # left out")
    }
    for column in guess.unused {
      if let key = RowReader.keys(.standard).first(where: { $0.lowercased() == column.lowercased() }),
        !guess.fields.contains(where: { $0.key == key })
      {
        lines.append("  \(key):   # left out")
      }
    }
    if !guess.unused.isEmpty {
      lines.append("  # not used: " + guess.unused.prefix(20).map(inQuotes).joined(separator: ", "))
    }
    return (lines + ["---", ""]).joined(separator: "\n")
  }

  /// The guess as text for people.
  var summary: String {
    var lines = guess.fields.map { field in
      "  \(field.key)\(String(repeating: " ", count: max(1, 10 - field.key.count)))"
        + (field.doubt.map { "(not from \(printable(field.column)): \($0))" } ?? "from \(printable(field.column))")
    }
    if !guess.unused.isEmpty {
      lines.append("  not used: " + guess.unused.prefix(20).map { printable($0) }.joined(separator: ", "))
    }
    return "the keys of cards come from these columns; change that in Content/\(folder)/_index.md:\n"
      + lines.joined(separator: "\n") + "\n"
  }

  private static func read(_ path: String, limit: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else {
      errno = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
      return nil
    }
    guard let bytes = contents(of: file, limit: limit) else { return nil }
    if bytes.count <= limit { return bytes }
    errno = 0
    return nil
  }
}

/// A text as a double-quoted scalar of YAML, or unchanged if it needs no quotes.
func inQuotes(_ text: String) -> String {
  let isPlain =
    text.utf8.first.map { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) } == true
    && text.utf8.last != 0x20
    && text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x20 || $0 == 0x5F
    } && !["true", "false", "null", "yes", "no", "on", "off"].contains(text.lowercased())
  if isPlain { return text }
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22, 0x5C: quoted += "\\" + String(scalar)
    case ..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF:
      let digits = String(scalar.value, radix: 16)
      quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
