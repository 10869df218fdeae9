import Testing

/// A tar file as GNU tar writes it, and others that it would not write.
struct TarArchive: Sendable {
  struct Part: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: Character
    let content: [UInt8]
    /// The size that the header states.
    let size: Int

    init(_ name: String, kind: Character = "0", content: [UInt8] = [], size: Int? = nil) {
      self.name = name
      self.kind = kind
      self.content = content
      self.size = size ?? content.count
    }

    var testDescription: String { "\(kind) \(name) \(size)" }
  }

  private var parts: [Part] = []

  init(folder: String? = nil) { if let folder { parts.append(Part(folder, kind: "5")) } }

  func adding(_ part: Part) -> TarArchive {
    var archive = self
    archive.parts.append(part)
    return archive
  }

  func adding(folder: String) -> TarArchive { adding(Part(folder, kind: "5")) }

  func adding(_ content: [UInt8], at name: String) -> TarArchive { adding(Part(name, content: content)) }

  /// The file, which ends in two blocks of zeros.
  var bytes: [UInt8] { parts.flatMap(Self.bytes) + [UInt8](repeating: 0, count: 1024) }

  private static func bytes(of part: Part) -> [UInt8] {
    let name = Array(part.name.utf8)
    let long =
      name.count > 100 ? bytes(of: Part("././@LongLink", kind: "L", content: name + [0])) : []
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    header.replaceSubrange(0..<min(name.count, 100), with: name.prefix(100))
    put(octal(part.size, digits: 11), at: 124)
    put("        ", at: 148)
    put(String(part.kind), at: 156)
    put("ustar  ", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
    let padding = [UInt8](repeating: 0, count: (512 - part.content.count % 512) % 512)
    return long + header + part.content + padding
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}
