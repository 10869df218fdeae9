import Diagnostics
import TestSupport

@testable import SiteBuild

/// Takes apart answers of git to `rev-parse`, `ls-tree` and `cat-file --batch`: one after the other, between separators.
func readGitAnswers(_ bytes: [UInt8]) {
  let answers = bytes.split(separator: 0x1E, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
  let name = GitView.objectName(in: answers[0])
  if let name {
    precondition([40, 64].contains(name.utf8.count) && name.utf8.allSatisfy { $0 < 0x80 }, "\(name) is no object")
  }
  guard answers.count > 1 else { return }
  // Answers come in pieces of any size.
  let size = 1 + bytes.count % 16
  for prefix in ["", "site/"] {
    let whole = GitAnswer(answers[1], prefix: prefix, name: name, pieceSize: .max)
    precondition(whole == GitAnswer(answers[1], prefix: prefix, name: name, pieceSize: size), "pieces list otherwise")
    guard let tree = whole.tree else { continue }
    let digits = tree.objects.count - tree.files.count
    precondition(digits == tree.files.count * tree.digitCount, "\(digits) digits for \(tree.files.count) objects")
    for path in tree.files.map(\.path) + tree.links {
      precondition(path.names.allSatisfy { ![".", "..", ""].contains($0) }, "\(path.text) leads out")
    }
    if answers.count > 2 { write(tree, of: answers[2], pieceSize: size) }
    if let batch = batch(of: tree) { write(tree, of: batch, pieceSize: size, isRight: true) }
  }
}

/// A listing, or what was wrong with it.
private struct GitAnswer: Equatable {
  private(set) var tree: GitTree?
  private(set) var lines: [String]

  init(_ bytes: [UInt8], prefix: String, name: String?, pieceSize: Int) {
    var tree = GitTree(prefix: prefix, digitCount: name?.utf8.count ?? 40)
    do throws(GitFault) {
      for piece in pieces(of: bytes, size: pieceSize) { try tree.take(piece) }
      try tree.finish()
      self.tree = tree
      lines = tree.files.map { "\($0.size) \($0.path.text)" } + tree.links.map(\.text)
      lines += tree.diagnostics.map(\.rendered) + [String(decoding: tree.objects, as: UTF8.self)]
    } catch {
      lines = [error.diagnostic(about: "HEAD").rendered]
    }
  }

  static func == (a: GitAnswer, b: GitAnswer) -> Bool { a.lines == b.lines }
}

/// The right answer for the files of a tree; nil for one that is too large to be written often.
private func batch(of tree: GitTree) -> [UInt8]? {
  guard tree.files.reduce(0, { $0 + $1.size }) < 1 << 16 else { return nil }
  var batch: [UInt8] = []
  for (file, name) in zip(tree.files, tree.objects.split(separator: 0x0A)) {
    batch += name
    batch += " blob \(file.size)\n".utf8
    batch += repeatElement(0x61, count: file.size)
    batch.append(0x0A)
  }
  return batch
}

/// - Parameter isRight: true if only the system may refuse it, as it does two files of one name.
private func write(_ tree: GitTree, of batch: [UInt8], pieceSize: Int, isRight: Bool = false) {
  var outcomes: [[String]] = []
  for size in [Int.max, pieceSize] {
    guard let folder = try? Folder.temporary(in: "/dev/shm") else { preconditionFailure("no folder in /dev/shm") }
    defer { folder.remove() }
    do throws(GitFault) {
      var writer = try GitFileWriter(tree: tree, newRoot: folder.path + "/site")
      for piece in pieces(of: batch, size: size) { try writer.take(piece) }
      for link in tree.links { try writer.makeLink(link) }
      precondition(!isRight || writer.isDone, "a whole answer is not the end")
      outcomes.append(["\(writer.isDone)"] + writer.diagnostics.map(\.rendered))
      guard writer.isDone else { continue }
      for file in tree.files {
        let written = folder.bytes(of: "site/" + file.path.text)
        precondition(written?.count == file.size, "\(file.path.text) has \(written?.count ?? -1) bytes")
        precondition(!isRight || written?.allSatisfy { $0 == 0x61 } == true, "\(file.path.text) has other bytes")
      }
    } catch {
      if isRight, case .failed = error {} else { precondition(!isRight, error.diagnostic(about: "HEAD").rendered) }
      outcomes.append([error.diagnostic(about: "HEAD").rendered.replacing(folder.path, with: "")])
    }
    precondition(folder.names() == ["site"], "files outside: \(folder.names())")
  }
  precondition(outcomes[0] == outcomes[1], "pieces write otherwise: \(outcomes)")
}

private func pieces(of bytes: [UInt8], size: Int) -> [ArraySlice<UInt8>] {
  stride(from: 0, to: bytes.count, by: min(size, max(1, bytes.count))).map { start in
    bytes[start..<(bytes.count - start <= size ? bytes.count : start + size)]
  }
}
