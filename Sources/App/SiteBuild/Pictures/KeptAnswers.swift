import Diagnostics
import Glibc
import Images

extension PictureMaker {
  /// A maker that keeps its answers in a folder, and takes them from there: what a CI service restores before a run, in
  /// which checkouts and output folders are new.
  ///
  /// A file is used only if its bytes have the hash that it states. Everything else is made again, so the folder saves
  /// time, and nothing depends on it. After a run, the files that it used are newer than all others.
  public func keepingAnswers(in folder: String) -> PictureMaker {
    var keeping = self
    let make = answer
    keeping.answer = { (request, image, scratchFolder) throws(SystemError) in
      let kept = KeptAnswer(folder: folder, request, image)
      if let answer = kept.read() {
        kept.write(answer)
        return .success(answer)
      }
      let answer = try make(request, image, scratchFolder)
      if case .success(let made) = answer, !made.isUnconfined { kept.write(made) }
      return answer
    }
    return keeping
  }
}

/// The file of one answer: a hash, a line feed, and the bytes.
private struct KeptAnswer {
  let folder: String
  /// The hash of all on which the answer depends.
  let name: String

  init(folder: String, _ request: PictureRequest, _ image: [UInt8]) {
    self.folder = folder
    name = SiteBuild.contentHash(Array("\(PictureOrder.recipe)\n".utf8) + request.bytes + image)
  }

  /// The answer; nil if there is none, or one that was not written here.
  func read() -> PictureAnswer? {
    var bytes: [UInt8]?
    do throws(SystemError) {
      let file = try FileDescriptor(folderAt: folder).openFile(name)
      let status = try file.status()
      if status.kind == .regularFile { bytes = try file.read(expecting: status.size, limit: 1 << 28) }
    } catch {
      return nil
    }
    guard let bytes, let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let rest = Array(bytes[(end + 1)...])
    guard String(decoding: bytes[..<end], as: UTF8.self) == stated(for: rest),
      case .success(let answer) = PictureAnswer.read(rest)
    else { return nil }
    // The colour goes into style sheets.
    let isColor = answer.color?.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isColor == false ? nil : answer
  }

  /// The hash that the file states: also of its name, because a file could be copied over another.
  private func stated(for bytes: [UInt8]) -> String { SiteBuild.contentHash(Array(name.utf8) + bytes) }

  /// Writes the answer, or nothing if that fails.
  func write(_ answer: PictureAnswer) {
    let bytes = answer.bytes
    let temporary = ".\(name)-\(getpid())"
    do throws(SystemError) {
      let parent = try FileDescriptor(folderAt: folder)
      let file = try parent.createFile(temporary)
      do throws(SystemError) {
        try file.write(Array((stated(for: bytes) + "\n").utf8) + bytes)
        try parent.move(temporary, to: parent, as: name)
      } catch {
        try parent.removeFile(temporary)
      }
    } catch {
      return
    }
  }
}
