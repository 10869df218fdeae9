import Glibc
import Testing

/// An expected result in a file below Tests/Golden. If the file is missing, it is written and the test fails, so that
/// someone reads it before committing it.
struct GoldenFile {
  let path: String

  init(_ name: String, filePath: String = #filePath) {
    path = filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Golden/" + name
  }

  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let golden = read() else {
      write(text)
      Issue.record("\(path) was missing; it is written now: read it and run again", sourceLocation: sourceLocation)
      return
    }
    if golden == text { return }
    write(text, to: path + ".new")
    let pairs = zip(
      golden.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false))
    let line = pairs.enumerated().first { $0.element.0 != $0.element.1 }
    let difference = line.map { "line \($0.offset + 1)\n  was \($0.element.0)\n  is  \($0.element.1)" } ?? "the length"
    Issue.record(
      "\(path) differs from what is written beside it (.new) in \(difference)", sourceLocation: sourceLocation)
  }

  private func read() -> String? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  private func write(_ text: String, to target: String? = nil) {
    mkdir(path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }, 0o755)
    let file = open(target ?? path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    defer { close(file) }
    let bytes = Array(text.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
  }
}
