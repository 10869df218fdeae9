import Glibc

/// A Swift source of a target.
struct TargetSource {
  let target: String
  let path: String
  var text: String
}

/// The sources of this package, found from the path of this file.
struct SourceTree {
  let root: String

  struct Unreadable: Error { let path: String }

  init(filePath: String = #filePath) {
    root = filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  }

  func manifest() throws -> String { try text(of: "Package.swift") }

  /// All Swift sources that are not tests.
  func sources() throws -> [TargetSource] {
    try names(in: "Sources").flatMap { group in
      try names(in: "Sources/" + group).flatMap { target in
        try swiftFiles(below: "Sources/\(group)/\(target)").map { path in
          TargetSource(target: target, path: path, text: try text(of: path))
        }
      }
    }
  }

  private func swiftFiles(below folder: String) throws -> [String] {
    try names(in: folder).flatMap { name in
      let path = folder + "/" + name
      var status = stat()
      guard lstat(root + "/" + path, &status) == 0 else { throw Unreadable(path: path) }
      if status.st_mode & S_IFMT == S_IFDIR { return try swiftFiles(below: path) }
      return name.hasSuffix(".swift") ? [path] : []
    }
  }

  private func names(in folder: String) throws -> [String] {
    guard let stream = opendir(root + "/" + folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      throw Unreadable(path: folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + offset
      names.append(String(cString: start.assumingMemoryBound(to: CChar.self)))
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  func text(of path: String) throws -> String {
    let file = open(root + "/" + path, O_RDONLY)
    guard file >= 0 else { throw Unreadable(path: path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0 { throw Unreadable(path: path) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
