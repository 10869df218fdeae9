import Content
import Diagnostics
import Glibc
import Images
import Processes

/// A folder of somebody's files, from which a site is made. Nothing in it is changed.
struct SourceFolder {
  /// The files that can be content, as paths from the folder, in order.
  private(set) var files: [String] = []
  /// The files and folders that are left out because of what they are, with the reason.
  private(set) var others: [(path: String, reason: String)] = []
  let path: String

  /// - Parameter path: an absolute path.
  init(_ path: String) {
    self.path = path
    walk("")
    files.sort(by: precedesInBytes)
  }

  /// The most files that are read.
  private static let mostFiles = 200_000

  private mutating func walk(_ folder: String) {
    guard let directory = opendir(path + "/" + folder) else {
      others.append((folder, "it cannot be read"))
      return
    }
    var names: [String] = []
    while let entry = readdir(directory) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if let name = String(validating: bytes, as: UTF8.self) {
        if name != ".", name != ".." { names.append(name) }
      } else {
        others.append((Self.path(of: String(decoding: bytes, as: UTF8.self), in: folder), "its name is not UTF-8"))
      }
    }
    closedir(directory)
    for name in names.sorted(by: precedesInBytes) {
      let place = Self.path(of: name, in: folder)
      var status = stat()
      guard lstat(path + "/" + place, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        if let reason = Self.reasonToLeaveOut(folder: name) {
          if !reason.isEmpty { others.append((place, reason)) }
        } else {
          walk(place)
        }
      case S_IFREG:
        guard !name.hasPrefix("."), isContent(name) else { continue }
        guard files.count < Self.mostFiles else {
          others.append((place, "there are \(grouped(Self.mostFiles)) files before it"))
          continue
        }
        files.append(place)
      default: others.append((place, "it is neither a file nor a folder"))
      }
    }
  }

  private static func path(of name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  /// Nil for a folder with content. Nothing is said of what nobody misses.
  private static func reasonToLeaveOut(folder name: String) -> String? {
    if name.hasPrefix(".") || ["node_modules", "vendor", "bower_components", "__pycache__"].contains(name) {
      return ""
    }
    if ["_site", "public", "_sass", "_includes", "_layouts", "_plugins", "_data", "archetypes", "layouts"].contains(
      name)
    {
      return "it belongs to another program"
    }
    return name == "_drafts" ? "it has drafts" : nil
  }

  private func isContent(_ name: String) -> Bool {
    isMarkdown(name) || ImageKind(path: name) != nil || DownloadTypes.isForReaders(name)
  }

  func read(_ file: String, limit: Int = 64 << 20) -> [UInt8]? {
    let descriptor = open(path + "/" + file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let bytes = contents(of: descriptor, limit: limit), bytes.count <= limit else { return nil }
    return bytes
  }
}
