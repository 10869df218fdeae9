import Content
public import Diagnostics
import Glibc

/// The files of a site, read by paths that cannot lead out of its root.
///
/// Symbolic links below the root are never followed, and only regular files are read.
public struct FileTree: Sendable {
  /// The path of the root, which may contain symbolic links.
  public let root: String

  public init(root: String) { self.root = root }

  /// All regular files below a folder of the site.
  ///
  /// Names that begin with a dot are ignored. Anything other than regular files and folders is a finding, as is a name
  /// that is not UTF-8; neither affects its neighbours.
  ///
  /// - Parameter folder: the path relative to the root.
  /// - Complexity: O(n log n) for n names.
  public func listing(of folder: String) -> FolderListing {
    var lister = Lister()
    do {
      let path = try relativePath(folder)
      let descriptor = try open(path.names, for: folder)
      lister.list(descriptor, path: folder, depth: 0)
    } catch {
      lister.diagnostics.append(error)
    }
    return FolderListing(
      files: lister.files.sorted(by: precedesInBytes),
      diagnostics: lister.diagnostics.sortedByPlace())
  }

  /// The bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: the path relative to the root.
  ///   - limit: the limit in bytes; a larger file is an error and is not read.
  public func readFile(_ path: String, limit: Int = 64 << 20) throws(Diagnostic) -> [UInt8] {
    try read(path, limit: limit).bytes
  }

  /// Reads the file, unless it is unchanged.
  ///
  /// - Parameter known: the stamp from the previous read.
  func read(_ path: String, limit: Int = 64 << 20, unless known: FileStamp? = nil) throws(Diagnostic) -> FileContent {
    let (folders, name) = try relativePath(path).split
    return try readFile(name, in: try open(folders, for: path), path: path, limit: limit, unless: known)
  }

  /// Stamps with which changes in a folder can be detected; nil if that is not possible.
  func stamps(of files: [String]) -> [FileStamp]? {
    var stamps: [FileStamp] = []
    for path in files {
      do throws(Diagnostic) {
        let (folders, name) = try relativePath(path).split
        let folder = try open(folders, for: path)
        guard let status = try reading(path, { () throws(SystemError) in try folder.status(of: name) }) else {
          return nil
        }
        stamps.append(status.stamp)
      } catch {
        return nil
      }
    }
    return stamps
  }

  /// - Parameters:
  ///   - name: the file's name in its folder; findings use its path.
  ///   - isListed: true if a listing has just named it as a regular file.
  fileprivate func readFile(
    _ name: String, in folder: borrowing FileDescriptor, path: String, limit: Int, isListed: Bool = false,
    unless known: FileStamp? = nil
  ) throws(Diagnostic) -> FileContent {
    let seen = try look(at: name, in: folder, path: path, limit: limit, isListed: isListed, unless: known) {
      file, size throws(SystemError) in try file.read(expecting: size, limit: limit)
    }
    guard let seen else { return .unchanged }
    guard let bytes = seen.result else { throw .fileTooLarge(path, limit: limit) }
    return .read(bytes, seen.stamp)
  }

  /// Inspects a regular file while it is open, unless it is unchanged.
  ///
  /// - Parameters:
  ///   - known: its stamp at the previous inspection.
  ///   - body: receives the size.
  /// - Returns: the result of `body`, and the file's stamp; nil if it is unchanged.
  func look<Result>(
    at path: String, limit: Int = 64 << 20, unless known: FileStamp? = nil,
    _ body: (borrowing FileDescriptor, _ size: Int) throws(SystemError) -> Result
  ) throws(Diagnostic) -> (result: Result, stamp: FileStamp?)? {
    let (folders, name) = try relativePath(path).split
    let folder = try open(folders, for: path)
    return try look(at: name, in: folder, path: path, limit: limit, isListed: false, unless: known, body)
  }

  private func look<Result>(
    at name: String, in folder: borrowing FileDescriptor, path: String, limit: Int, isListed: Bool,
    unless known: FileStamp?, _ body: (borrowing FileDescriptor, _ size: Int) throws(SystemError) -> Result
  ) throws(Diagnostic) -> (result: Result, stamp: FileStamp?)? {
    // The kind is checked before opening, because opening a device may have effects, and again after, when it can no
    // longer change.
    if !isListed || known != nil,
      let status = try reading(path, { () throws(SystemError) in try folder.status(of: name) })
    {
      try requireRegularFile(status, path: path)
      if let known, status.stamp == known { return nil }
    }
    let file = try reading(path) { () throws(SystemError) in try folder.openFile(name) }
    let status = try reading(path) { () throws(SystemError) in try file.status() }
    try requireRegularFile(status, path: path)
    if status.size > limit { throw .fileTooLarge(path, limit: limit) }
    let result = try reading(path) { () throws(SystemError) in try body(file, status.size) }
    return (result, status.stamp.isSettled ? status.stamp : nil)
  }

  /// Reads files one after the other.
  func reader() -> FileReader { FileReader(tree: self) }

  fileprivate func relativePath(_ path: String) throws(Diagnostic) -> RelativePath {
    guard let relative = RelativePath(path) else { throw .pathOutsideSite(path) }
    return relative
  }

  /// Returns whether there is anything at a path. If that is unknown, it counts as existing: reading it reports why.
  func holds(_ path: String) -> Bool { (try? isThere(path)) ?? true }

  /// Reads a file as `readFile` does; nil if there is nothing at the path.
  func readFileIfThere(_ path: String, limit: Int) throws(Diagnostic) -> [UInt8]? {
    do throws(SystemError) {
      guard try isThere(path) else { return nil }
    } catch {
      throw .unreadable(path, error)
    }
    return try readFile(path, limit: limit)
  }

  private func isThere(_ path: String) throws(SystemError) -> Bool {
    let names = path.split(separator: "/").map(String.init)
    var folder = try FileDescriptor(folderAt: root)
    for name in names.dropLast() {
      guard try folder.status(of: name) != nil else { return false }
      folder = try folder.openFolder(name)
    }
    return try folder.status(of: names.last ?? ".") != nil
  }

  /// The folder at the end of a list of names; findings are about `path`.
  fileprivate func open(_ names: [String], for path: String) throws(Diagnostic) -> FileDescriptor {
    let root = root
    let top = try reading(path) { () throws(SystemError) in try FileDescriptor(folderAt: root) }
    if let folder = try? top.openFolder(beneath: names) { return folder }
    // If the kernel does not support the call, or refused it, walking determines the name that is at fault.
    return try walk(names, from: top, for: path)
  }

  /// Opens the folder name by name.
  func walk(
    _ names: [String], from top: consuming FileDescriptor, for path: String
  ) throws(Diagnostic) -> FileDescriptor {
    var folder = top
    var walked: [String] = []
    for name in names {
      walked.append(name)
      if let status = try reading(path, { () throws(SystemError) in try folder.status(of: name) }),
        status.kind == .symbolicLink
      {
        throw .notARegularFile(walked.joined(separator: "/"), .symbolicLink)
      }
      folder = try reading(path) { () throws(SystemError) in try folder.openFolder(name) }
    }
    return folder
  }

  private func requireRegularFile(_ status: FileStatus, path: String) throws(Diagnostic) {
    if status.kind != .regularFile { throw .notARegularFile(path, status.kind) }
  }
}

/// Reads files of a listing one after the other and keeps the folder of the last one open, so that consecutive files of
/// a folder need only one walk.
struct FileReader: ~Copyable {
  private let tree: FileTree
  /// The folder of the last file, with its path.
  private var folder: FileDescriptor?
  private var folderPath = ""

  fileprivate init(tree: FileTree) { self.tree = tree }

  /// See ``FileTree/read(_:limit:unless:)``.
  mutating func read(_ path: String, limit: Int, unless known: FileStamp? = nil) throws(Diagnostic) -> FileContent {
    let last = folder.take()
    let opened: FileDescriptor
    let name: String
    if let last, let known = nameOfEntry(path, of: folderPath) {
      opened = last
      name = known
    } else {
      let parts = try tree.relativePath(path).split
      opened = try tree.open(parts.folders, for: path)
      folderPath = parts.folders.joined(separator: "/")
      name = parts.name
    }
    let content = try tree.readFile(name, in: opened, path: path, limit: limit, isListed: true, unless: known)
    folder = consume opened
    return content
  }
}

/// The name of a file, if it is directly in a folder and may be opened by its name.
private func nameOfEntry(_ path: String, of folder: String) -> String? {
  let (path, folder) = (path.utf8Span.span, folder.utf8Span.span)
  guard path.count > folder.count + 1, path[folder.count] == UInt8(ascii: "/"),
    path.extracting(first: folder.count).isEqual(to: folder)
  else { return nil }
  let name = path.extracting((folder.count + 1)...)
  // Names that begin with a dot are not listed; for them, the path is walked from the root, which checks it.
  guard name[0] != UInt8(ascii: "."), name.firstIndex(of: UInt8(ascii: "/"), from: 0) == nil,
    name.firstIndex(of: 0, from: 0) == nil
  else { return nil }
  return unsafe String(copying: UTF8Span(unchecked: name))
}

/// The result of reading a file.
enum FileContent {
  /// The bytes, and a stamp to recognise them later; nil if a change could go unnoticed.
  case read([UInt8], FileStamp?)
  case unchanged

  var bytes: [UInt8] {
    switch self {
    case .read(let bytes, _): bytes
    case .unchanged: []
    }
  }
}

/// The content of a folder.
public struct FolderListing: Sendable, Hashable {
  /// Paths of regular files, relative to the site's root, in ascending order of their bytes.
  public let files: [String]
  /// Findings about parts that could not be listed, by path.
  public let diagnostics: [Diagnostic]
}

/// Collects a tree with one level of recursion per folder, at most `depthLimit`.
private struct Lister {
  /// The deepest folder that is listed, counted from the listed one.
  static let depthLimit = 16

  var files: [String] = []
  var diagnostics: [Diagnostic] = []

  mutating func list(_ folder: borrowing FileDescriptor, path: String, depth: Int) {
    do {
      // The entries are in the order of their paths, so that the whole list is nearly in order.
      let entries = try folder.entries().sorted { $0.name.span.precedes($1.name.span) }
      for entry in entries where entry.name.first != 0x2E {
        guard let name = try? UTF8Span(validating: entry.name.span) else {
          diagnostics.append(.fileNameNotUTF8(folder: path, name: entry.name))
          continue
        }
        let text = String(copying: name)
        var entryPath = path
        entryPath.reserveCapacity(path.utf8.count + 1 + entry.name.count)
        entryPath += "/"
        entryPath += text
        if entry.kind == .regularFile {
          files.append(entryPath)
        } else {
          visit(text, in: folder, path: entryPath, depth: depth)
        }
      }
    } catch {
      diagnostics.append(.unreadable(path, error))
    }
  }

  private mutating func visit(_ name: String, in folder: borrowing FileDescriptor, path: String, depth: Int) {
    do {
      // A file that disappeared since its name was read does not belong to the site.
      guard let status = try folder.status(of: name) else { return }
      switch status.kind {
      case .regularFile: files.append(path)
      case .folder where isMarkdown(name): diagnostics.append(.folderNamedAsCard(path))
      case .folder where depth >= Self.depthLimit: diagnostics.append(.folderTooDeep(path, limit: Self.depthLimit))
      case .folder: list(try folder.openFolder(name), path: path, depth: depth + 1)
      case let kind: diagnostics.append(.notARegularFile(path, kind))
      }
    } catch {
      diagnostics.append(.unreadable(path, error))
    }
  }
}

/// Adds the path to an error of the kernel.
private func reading<Result: ~Copyable>(
  _ path: String, _ body: () throws(SystemError) -> Result
) throws(Diagnostic) -> Result {
  do {
    return try body()
  } catch {
    throw .unreadable(path, error)
  }
}
