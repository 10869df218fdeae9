import Diagnostics
import Images
import Pictures
import SiteContent
import SiteValidation

/// What is wrong with a file that is to be published if its name says that it is an image; of others nothing is known.
func imageFaults(_ file: SourceText) -> [Diagnostic] {
  guard let kind = ImageKind(path: file.path) else { return [] }
  if kind == .svg { return inspectSVG(file) }
  do {
    let header = try ImageHeader(of: file.bytes)
    return header.kind == kind ? [] : [.imageKind(file.path, named: kind, is: header.kind)]
  } catch {
    return [.unusableImage(file.path, kind, error)]
  }
}

extension Diagnostic {
  private static let originalHelp = "or publish images as they are: images: original in cardshelf.yml"

  /// - Parameter message: in the words of libvips.
  static func imageUndecodable(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-damaged"), "the image cannot be decoded\(message.isEmpty ? "" : ": " + message)", path: path,
      help: "export it again from the program that made it, \(originalHelp)")
  }

  static func imageHarmful(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-harmful"),
      "decoding the image ends the program that does so, or takes more time or memory than any image should",
      path: path, help: "it is damaged or made to do harm; export it again from the program that made it")
  }

  static func imageUntried(_ path: String, _ error: SystemError) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-untried", fault: .cannotRun), "no rendition of the image can be made: \(error.reason)",
      path: path,
      help:
        "a process of its own makes them: allow the user more processes (ulimit -u), \(originalHelp)"
    )
  }

  static func decodersUnconfined(_ settings: SiteSettings) -> Diagnostic {
    Diagnostic(
      .warning, Rule("decoders-unconfined"),
      "images are decoded without a filter of system calls: the kernel or container offers none (seccomp)",
      path: settings.source.path,
      help: "build on Linux 4.14 or later, in a container that allows seccomp, if images may come from strangers")
  }

  static func tellsPosition(_ path: String) -> Diagnostic {
    Diagnostic(
      .warning, Rule("file-tells-position"),
      "the file is published with a position in its metadata: where a photograph or film was made", path: path,
      help: "remove it if nobody should know: exiftool -gps:all= -xmp:all= FILE, or export without the location")
  }

  /// Nothing can be made of any image.
  static func libraryOfImages(_ refusal: PictureAnswer.Refusal, _ settings: SiteSettings) -> Diagnostic {
    let message =
      switch refusal {
      case .libraryMissing: "libvips is missing, which makes images as small as pages show them"
      case .libraryUnusable(let message):
        "libvips cannot be used; it takes version 8.13 or later\(message.isEmpty ? "" : ": " + message)"
      case .unencodable(let format, let message): "libvips makes no \(format.rawValue) images: \(message)"
      case .undecodable(let message): message
      case .otherSize: "libvips tells another size than the image"
      }
    return Diagnostic(
      .error, Rule("libvips-missing", fault: .cannotRun), message, path: settings.source.path,
      help: "install it: apt-get install libvips42; \(originalHelp)")
  }

  fileprivate static func imageKind(_ path: String, named name: ImageKind, is kind: ImageKind) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-kind"), "the image is \(kind.rawValue), but its name says \(name.rawValue)", path: path,
      help: "rename it, or save it as \(name.rawValue): servers and programs go by the name")
  }

  fileprivate static func unusableImage(_ path: String, _ kind: ImageKind, _ fault: ImageFault) -> Diagnostic {
    let rule = Rule("image-damaged")
    let again = "export it again from the program that made it"
    switch fault {
    case .unknown: return Diagnostic(.error, rule, "this is no \(kind.rawValue) image", path: path, help: again)
    case .truncated:
      return Diagnostic(
        .error, rule, "the image ends before its size is told", path: path, help: "copy it again: a part is missing")
    case .damaged(let what):
      return Diagnostic(.error, rule, "the image is damaged: \(what)", path: path, help: again)
    case .empty: return Diagnostic(.error, rule, "the image has no pixels", path: path, help: again)
    case .tooLarge(let width, let height):
      return Diagnostic(
        .error, Rule("image-too-large"), "the image has \(width) × \(height) pixels", path: path,
        help: "a side may have \(ImageHeader.longestSide) pixels, all of it \(ImageHeader.mostPixels): make it smaller")
    }
  }
}
