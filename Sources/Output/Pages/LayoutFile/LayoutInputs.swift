public import Content
public import Diagnostics

/// A font file that the site uses.
public struct FontInput: Sendable, Hashable, Comparable {
  public var family: String
  public var weight: Int
  public var isItalic: Bool
  /// A hash that differs if the file does.
  public var hash: String

  public init(family: String, weight: Int, isItalic: Bool, hash: String) {
    self.family = family
    self.weight = weight
    self.isItalic = isItalic
    self.hash = hash
  }

  /// The name, such as `Noto Sans 700 italic`.
  public var name: String { "\(family) \(weight)" + (isItalic ? " italic" : "") }

  public static func < (a: FontInput, b: FontInput) -> Bool { (a.name, a.hash) < (b.name, b.hash) }
}

/// The inputs of a layout in addition to its cards. They are stored next to the layout, so that a comparison of two
/// layouts can explain why they differ.
public struct LayoutInputs: Sendable, Hashable {
  /// The values keyed by the path of the file and then by key, as in ``sourceValues(of:)``: the theme, the settings,
  /// and the front matter of pages, shelves and sections. The text of a page is the key `body`, and a file of the theme
  /// that is not read by keys, or a picture, is an empty one; both are hashes.
  public var files: [String: [String: String]]
  /// The fonts, sorted.
  public var fonts: [FontInput]

  public init(files: [String: [String: String]] = [:], fonts: [FontInput] = []) {
    self.files = files
    self.fonts = fonts
  }

  /// - Parameters:
  ///   - sheets: the files of the theme that paint and that give pages their markup.
  ///   - pictures: the output paths of the content's files that pages show, which differ if their bytes do, by path.
  public init(
    of pages: [Page], theme: SourceText, settings: SourceText, fonts: [FontInput], sheets: [SourceText] = [],
    pictures: [String: String] = [:]
  ) {
    var files: [String: [String: String]] = [:]
    func add(_ source: SourceText) {
      let values = sourceValues(of: source).mapValues(\.text)
      if !values.isEmpty { files[source.path] = values }
    }
    add(theme)
    add(settings)
    for (path, output) in pictures { files[path] = ["": valueHash(Array(output.utf8)[...])] }
    for sheet in sheets { files[sheet.path] = ["": valueHash(sheet.bytes[...])] }
    for page in pages {
      add(page.source)
      if !page.introduction.isEmpty {
        files[page.source.path, default: [:]]["body"] = valueHash(writtenBody(of: page.source))
      }
      for shelf in page.shelves {
        add(shelf.source)
        for section in shelf.sections { add(section.source) }
      }
    }
    self.init(files: files, fonts: fonts)
  }

  /// Writes `{"files":{path:{key:value}},"fonts":[{"family","hash","italic","weight"}]}`, keys sorted, all values as
  /// texts in their source form; lists are `[a, b]`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("files")
      json.object { json in
        for (path, values) in files.sorted(by: { $0.key < $1.key }) {
          json.key(path)
          json.object { json in
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
              json.string(value, for: key)
            }
          }
        }
      }
      json.key("fonts")
      json.array(fonts, onePerLine: true) { json, font in font.write(to: &json) }
    }
  }
}

extension FontInput {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.string(family, for: "family")
      json.string(hash, for: "hash")
      json.boolean(isItalic, for: "italic")
      json.number(weight, for: "weight")
    }
  }
}

/// A hash that stands for a value. It is FNV-1a in 64 bits: nobody benefits from two values with the same hash.
/// Carriage returns are omitted, as a checkout may add them.
private func valueHash(_ bytes: ArraySlice<UInt8>) -> String {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes where byte != 0x0D { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  let digits = String(hash, radix: 16)
  return "#" + String(repeating: "0", count: 16 - digits.count) + digits
}

/// A value of a source file.
public struct SourceValue: Sendable, Hashable {
  /// The source form of the value; a list is `[a, b]`.
  public let text: String
  public let range: SourceRange
}

/// The values of a YAML file, or of the front matter of a Markdown file, keyed by the path of their keys:
/// `card.padding`.
///
/// An item of a list that is a mapping of one key is named by that key, any other mapping by its number from 1:
/// `cards.cover.stack.image.ratio`.
public func sourceValues(of source: SourceText) -> [String: SourceValue] {
  if source.bytes.isEmpty { return [:] }
  var sink = DiagnosticSink()
  let document =
    isMarkdown(source.path)
    ? readFrontMatter(source) : readYAML(source, in: source.fullRange, limits: .theme, into: &sink)
  return document.map(values) ?? [:]
}

/// The values of a card, in its front matter or in its row.
public func sourceValues(of card: Card) -> [String: SourceValue] { card.writtenValues.map(values) ?? [:] }

private func values(in document: YAMLNode) -> [String: SourceValue] {
  var values: [String: SourceValue] = [:]
  collect(document, at: "", into: &values)
  return values
}

/// The depth of documents is limited by ``YAMLLimits/theme``.
private func collect(_ node: YAMLNode, at path: String, into values: inout [String: SourceValue]) {
  func inner(_ name: String) -> String { path.isEmpty ? name : path + "." + name }
  switch node.value {
  case .scalar(let text, isPlain: _):
    if !node.isNothing { values[path] = SourceValue(text: text, range: node.range) }
  case .mapping(let entries):
    for entry in entries { collect(entry.value, at: inner(entry.key), into: &values) }
  case .sequence(let items):
    var names: [String] = []
    for (index, item) in items.enumerated() {
      switch item.value {
      case .scalar(let text, isPlain: _): names.append(text)
      case .mapping(let entries):
        if entries.count == 1, !names.contains(entries[0].key) {
          names.append(entries[0].key)
          collect(entries[0].value, at: inner(entries[0].key), into: &values)
        } else {
          names.append("\(index + 1)")
          collect(item, at: inner("\(index + 1)"), into: &values)
        }
      case .sequence:
        names.append("\(index + 1)")
        collect(item, at: inner("\(index + 1)"), into: &values)
      }
    }
    values[path] = SourceValue(text: "[" + names.joined(separator: ", ") + "]", range: node.range)
  }
}
