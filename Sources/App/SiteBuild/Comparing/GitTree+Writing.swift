import Diagnostics
import Glibc

/// Writes the files of a commit.
extension GitTree {
  /// Writes all files with the bytes of the commit: without filters, which are commands, and without changing line
  /// endings, which make no difference to readers. The targets of links are not written: readers refuse links anyway.
  ///
  /// - Parameter folder: the future root of the site; it does not exist yet.
  /// - Returns: findings about files that have been replaced by something else.
  func write(to folder: String, from view: GitView) throws(GitFault) -> [Diagnostic] {
    var writer = try GitFileWriter(tree: self, newRoot: folder)
    try view.run(["cat-file", "--batch", "--buffer"], input: objects) { (piece) throws(GitFault) in
      try writer.take(piece)
    }
    guard writer.isDone else { throw .refused("it ended before all files were there") }
    // Links are last, so that no file is written through one.
    for link in links { try writer.makeLink(link) }
    return writer.diagnostics
  }
}

/// Parses the output of `git cat-file --batch`: for each object its name, kind and size in a line, its bytes, and a
/// line feed (git-cat-file, "Batch output").
struct GitFileWriter: ~Copyable {
  private let tree: GitTree
  private let root: FileDescriptor
  private(set) var diagnostics: [Diagnostic] = []

  /// The number of the file that is being written, or is next.
  private var number = 0
  /// The file; nil before its line was read.
  private var file: FileDescriptor?
  /// The number of the file's bytes that have not arrived yet.
  private var missing = 0
  /// The part of the file's line that has been read, and then its first bytes.
  private var start: [UInt8] = []

  init(tree: GitTree, newRoot path: String) throws(GitFault) {
    self.tree = tree
    root = try writing(path) { () throws(SystemError) in
      _ = try retrying { unsafe mkdir(path, 0o700) }
      return try FileDescriptor(folderAt: path)
    }
  }

  private var files: [GitTree.GitFile] { tree.files }

  var isDone: Bool { number == files.count && start.isEmpty }

  mutating func take(_ piece: ArraySlice<UInt8>) throws(GitFault) {
    var piece = piece
    while !piece.isEmpty {
      if file == nil {
        let line = piece.prefix { $0 != 0x0A }
        start += line
        piece = piece.dropFirst(line.count)
        guard start.count < 200 else { throw .refused("it prints objects in an unknown format") }
        if piece.popFirst() != nil { try open() }
      } else if missing > 0 {
        let part = piece.prefix(missing)
        try write(part)
        missing -= part.count
        piece = piece.dropFirst(part.count)
      } else {
        guard piece.popFirst() == 0x0A else { throw .refused("it prints objects in an unknown format") }
        finish()
      }
    }
  }

  private mutating func open() throws(GitFault) {
    guard number < files.count else { throw .refused("it prints more objects than were requested") }
    let (path, size) = (files[number].path, files[number].size)
    let object = tree.objects.dropFirst(number * (tree.digitCount + 1)).prefix(tree.digitCount)
    let isOfFile = start.starts(with: object)
    let rest = String(decoding: start.dropFirst(tree.digitCount), as: UTF8.self)
    start = []
    if isOfFile, rest == " missing" { throw .notHeld(path.text) }
    guard isOfFile, rest == " blob \(size)" else { throw .refused("it prints objects in an unknown format") }
    missing = size
    file = try writing(path.text) { () throws(SystemError) in
      try root.makeFolders(path.split.folders).createFile(path.split.name)
    }
  }

  func makeLink(_ path: RelativePath) throws(GitFault) {
    try writing(path.text) { () throws(SystemError) in
      let folder = try root.makeFolders(path.split.folders)
      let number = folder.number
      _ = try retrying { unsafe symlinkat("/dev/null/nowhere", number, path.split.name) }
    }
  }

  private mutating func write(_ part: ArraySlice<UInt8>) throws(GitFault) {
    if start.count < GitPointer.lengthLimit { start += part.prefix(GitPointer.lengthLimit) }
    try writing(files[number].path.text) { () throws(SystemError) in try file?.write(part) }
  }

  private mutating func finish() {
    if GitPointer.isPointer(start, size: files[number].size) {
      diagnostics.append(.keptElsewhere(files[number].path.text))
    }
    start = []
    file = nil
    number += 1
  }
}

/// Adds the path to an error of the kernel.
private func writing<Result: ~Copyable>(
  _ path: String, _ body: () throws(SystemError) -> Result
) throws(GitFault) -> Result {
  do {
    return try body()
  } catch {
    throw .failed("cannot write \(path): \(error.reason)")
  }
}

/// The content of a commit for a large file in Git LFS (git-lfs, "Specification").
private enum GitPointer {
  /// The limit in bytes.
  static let lengthLimit = 1024

  static func isPointer(_ start: [UInt8], size: Int) -> Bool {
    size < lengthLimit && start.starts(with: "version https://git-lfs.github.com/spec/".utf8)
  }
}
