import Diagnostics
import Glibc

extension GitTree {
  /// Writes all files with the bytes of the commit: without filters, which are commands, and without changing line
  /// endings, which make no difference to readers. The targets of links are not written: readers refuse links anyway.
  ///
  /// - Parameter folder: the site's root to be; it does not exist yet.
  /// - Returns: findings about files that have something else in their place.
  func write(to folder: String, from view: GitView) throws(GitFault) -> [Diagnostic] {
    var writer = FileWriter(tree: self, root: folder)
    defer { writer.closeFile() }
    try writer.makeRoot()
    try view.run(["cat-file", "--batch", "--buffer"], input: objects) { (piece) throws(GitFault) in
      try writer.take(piece)
    }
    guard writer.isDone else { throw .refused("it ended before all files were there") }
    // Last, so that no file is written through one.
    for link in links { try writer.makeLink(link) }
    return writer.diagnostics
  }
}

/// Takes apart what `git cat-file --batch` prints: for each object its name, kind and size in a line, its bytes, and a line
/// feed (git-cat-file, "Batch output").
private struct FileWriter {
  private let tree: GitTree
  private let root: String
  private(set) var diagnostics: [Diagnostic] = []
  private var madeFolders: Set<RelativePath> = []

  /// The file that is written, or is next.
  private var number = 0
  /// -1 before the file's line has come.
  private var descriptor: Int32 = -1
  /// How many of the file's bytes are still to come.
  private var missing = 0
  /// The part of the file's line that has been read, and then its first bytes.
  private var start: [UInt8] = []

  init(tree: GitTree, root: String) {
    self.tree = tree
    self.root = root
  }

  private var files: [GitTree.GitFile] { tree.files }

  var isDone: Bool { number == files.count && start.isEmpty }

  mutating func closeFile() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  mutating func take(_ piece: ArraySlice<UInt8>) throws(GitFault) {
    var piece = piece
    while !piece.isEmpty {
      if descriptor < 0 {
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
    let file = files[number]
    let object = tree.objects.dropFirst(number * (tree.digitCount + 1)).prefix(tree.digitCount)
    let isOfFile = start.starts(with: object)
    let rest = String(decoding: start.dropFirst(tree.digitCount), as: UTF8.self)
    start = []
    if isOfFile, rest == " missing" { throw .notHeld(file.path.text) }
    guard isOfFile, rest == " blob \(file.size)" else { throw .refused("it prints objects in an unknown format") }
    missing = file.size
    try makeFolders(above: file.path)
    let path = root + "/" + file.path.text
    descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw failure(file.path.text) }
  }

  func makeRoot() throws(GitFault) {
    if unsafe mkdir(root, 0o700) != 0 { throw failure(root) }
  }

  mutating func makeLink(_ path: RelativePath) throws(GitFault) {
    try makeFolders(above: path)
    if unsafe symlink("/dev/null/nowhere", root + "/" + path.text) != 0 { throw failure(path.text) }
  }

  private mutating func makeFolders(above path: RelativePath) throws(GitFault) {
    // From the innermost: mostly it is there.
    for folder in path.ancestors.prefix(while: { !madeFolders.contains($0) }).reversed() {
      if unsafe mkdir(root + "/" + folder.text, 0o700) != 0 { throw failure(folder.text) }
      madeFolders.insert(folder)
    }
  }

  private mutating func write(_ part: ArraySlice<UInt8>) throws(GitFault) {
    if start.count < GitPointer.lengthLimit { start += part.prefix(GitPointer.lengthLimit) }
    var part = part
    while !part.isEmpty {
      let file = descriptor
      let count = unsafe part.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        part = part.dropFirst(count)
      } else if errno != EINTR {
        throw failure(files[number].path.text)
      }
    }
  }

  private mutating func finish() {
    if GitPointer.isPointer(start, size: files[number].size) {
      diagnostics.append(.keptElsewhere(files[number].path.text))
    }
    start = []
    closeFile()
    number += 1
  }

  private func failure(_ path: String) -> GitFault {
    .failed("cannot write \(path): \(SystemError(code: errno).reason)")
  }
}

/// The content of a commit in place of a large file in Git LFS (git-lfs, "Specification").
private enum GitPointer {
  /// In bytes.
  static let lengthLimit = 1024

  static func isPointer(_ start: [UInt8], size: Int) -> Bool {
    size < lengthLimit && start.starts(with: "version https://git-lfs.github.com/spec/".utf8)
  }
}
