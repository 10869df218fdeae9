import Content
import Diagnostics
import Images
import Pages
import SiteValidation

/// A picture of another site that was found to be one, and its line in the lock.
struct FetchedFile: Sendable {
  let entry: PictureLock.Entry
  let bytes: [UInt8]

  /// - Throws: the reason why the bytes are not a picture that pages can show.
  init(
    _ bytes: [UInt8], of address: RemoteAddress, by maker: PictureMaker?, scratchFolder: String
  ) throws(FetchedFault) {
    guard let kind = ImageKind(contentOf: bytes) else {
      throw .unusable(isPage(bytes) ? "the host sends a page of HTML instead" : "it is in no format that pages show")
    }
    let digest = hexadecimal(sha256(bytes))
    let path = address.text.utf8.dropFirst(8).drop { $0 != UInt8(ascii: "/") }.prefix { !"?#".utf8.contains($0) }
    let stem = plainStem(of: String(decoding: percentDecoded(path) ?? [], as: UTF8.self))
    let name = "\(stem)-\(digest.prefix(16)).\(kind.endings[0])"
    let file = PictureLock.folder + "/" + name
    if let fault = imageFaults(SourceText(path: file, bytes: bytes)).first { throw .unusable(fault.message) }
    guard let size = ImageSize(of: bytes, named: file) else { throw .unusable("it has no size") }
    self.bytes = bytes
    entry = PictureLock.Entry(address: address, digest: digest, byteCount: bytes.count, size: size, name: name)
    if let maker { try decode(by: maker, scratchFolder: scratchFolder) }
  }

  /// Decodes the picture in another process. Drawings and animated pictures are not decoded, because nothing is made
  /// from them.
  private func decode(by maker: PictureMaker, scratchFolder: String) throws(FetchedFault) {
    for isTurned in [false, true] {
      guard let order = PictureOrder(entry.path, bytes, uses: [], isTurned: isTurned) else { return }
      let answer: PictureMaker.MakerAnswer?
      do throws(SystemError) {
        answer = try maker.answer(order.trial, bytes, scratchFolder)
      } catch {
        throw .untried(error)
      }
      switch answer {
      case .success?: return
      // Programs disagree about the orientation of some images.
      case .failure(.otherSize(order.request.height, order.request.width))? where !isTurned: continue
      case .failure(.otherSize)?: throw .unusable("it decodes to other sides than its header says")
      case .failure(.undecodable(let message))?:
        throw .unusable("it cannot be decoded\(message.isEmpty ? "" : ": " + message)")
      case .failure(let refusal)?: throw .library(refusal)
      case nil: throw .unusable("decoding it crashes the decoder, or takes too much time or memory")
      }
    }
  }
}

/// The reason why bytes are not accepted as a picture.
enum FetchedFault: Error {
  case unusable(String)
  /// No process could decode it.
  case untried(SystemError)
  /// No picture can be decoded.
  case library(PictureAnswer.Refusal)
}

extension ImageKind {
  /// The format of a whole file. SVG is text with a root element.
  fileprivate init?(contentOf bytes: [UInt8]) {
    if let kind = ImageKind(signatureOf: bytes) {
      self = kind
    } else if bytes.prefix(1024).firstRange(of: "<svg".utf8) != nil, !isPage(bytes) {
      self = .svg
    } else {
      return nil
    }
  }
}

/// Returns whether bytes begin like a page of HTML.
private func isPage(_ bytes: [UInt8]) -> Bool {
  let start = String(decoding: bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(64), as: UTF8.self).lowercased()
  return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
}
