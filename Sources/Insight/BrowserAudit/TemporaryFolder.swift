import Diagnostics
import FoundationEssentials
import Glibc
import Processes

/// A folder for one browser, which only this user can enter. The caller removes it.
struct TemporaryFolder: Sendable {
  let path: String

  init() throws(Diagnostic) {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/cardshelf-audit-XXXXXX").utf8CString)
    guard let made = unsafe mkdtemp(&template) else {
      throw Diagnostic.cannotStart("audit", "a folder in \(parent)", reason: reason(ofError: errno))
    }
    path = unsafe String(cString: made)
  }

  func write(_ text: String, to name: String) throws(Diagnostic) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    } catch {
      throw .cannotStart("audit", path + "/" + name, reason: "\(error)")
    }
  }

  /// Opens a file in it for writing; the caller closes it.
  func openFile(_ name: String) throws(Diagnostic) -> Int32 {
    let file = unsafe open(path + "/" + name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    if file < 0 { throw .cannotStart("audit", path + "/" + name, reason: reason(ofError: errno)) }
    return file
  }

  /// The last line of a file that is not empty, cut to 300 characters.
  func lastLine(of name: String) -> String {
    let bytes = contents(ofFile: path + "/" + name) ?? []
    let line = bytes.suffix(1 << 14).split(separator: UInt8(ascii: "\n")).last ?? []
    return String(String(decoding: line, as: UTF8.self).prefix(300))
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
