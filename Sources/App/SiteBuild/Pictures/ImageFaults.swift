import Content
import Diagnostics
import Images
import SiteValidation
import TextLayout

/// The findings about a file to be published whose name is that of an image; other files have none.
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

extension Diagnostic.Rule {
  static let decodersUnconfined = Diagnostic.Rule("decoders-unconfined")
}

extension Diagnostic {
  private static let originalHelp = "or publish the original images: images: original in cardshelf.yml"

  /// - Parameter message: the reason in the words of libvips.
  static func imageUndecodable(_ path: String, _ message: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-damaged"), "the image cannot be decoded\(message.isEmpty ? "" : ": " + message)", path: path,
      help: "export it again, \(originalHelp)")
  }

  static func imageHarmful(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-harmful"),
      "decoding the image crashes the decoder, or takes more time or memory than any image should",
      path: path, help: "it is damaged or malicious; export it again")
  }

  static func imageUntried(_ path: String, _ error: SystemError) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-untried", fault: .cannotRun), "smaller images cannot be made of it: \(error.reason)",
      path: path,
      help:
        "a separate process makes them: allow the user more processes (ulimit -u), \(originalHelp)"
    )
  }

  static func decodersUnconfined(_ settings: SiteSettings) -> Diagnostic {
    Diagnostic(
      .warning, .decodersUnconfined,
      "images are decoded without a filter of system calls: the kernel or container does not support it (seccomp)",
      path: settings.source.path,
      help:
        "build on Linux 4.14 or later, in a container that allows seccomp, if you do not trust the sources of images")
  }

  static func tellsPosition(_ path: String) -> Diagnostic {
    Diagnostic(
      .warning, Rule("file-tells-position"),
      "the file is published with a position in its metadata: where a photograph or film was made", path: path,
      help: "remove it if nobody should know: exiftool -gps:all= -xmp:all= FILE, or export without the location")
  }

  static func keepsMetadata(_ path: String) -> Diagnostic {
    Diagnostic(
      .warning, Rule("file-tells-position"),
      "the image is published with all of its metadata, which may tell where it was made: its parts are unknown",
      path: path, help: "it is incomplete or damaged; open it and export it again")
  }

  /// The finding if no images can be processed.
  static func libraryOfImages(
    _ refusal: PictureAnswer.Refusal, _ settings: SiteSettings, _ installation: Installation
  ) -> Diagnostic {
    let message =
      switch refusal {
      case .libraryMissing: "libvips, which makes images in the sizes of pages, is not installed"
      case .libraryUnusable(let message):
        "libvips cannot be used; version 8.13 or later is required\(message.isEmpty ? "" : ": " + message)"
      case .unencodable(let format, let message): "libvips cannot make \(format.rawValue) images: \(message)"
      case .undecodable(let message): message
      case .otherSize: "libvips reports another size than the header of the image"
      }
    let command =
      installation.portableFolder.map { folder in
        "tar -xf cardshelf-*-pictures.tar.gz -C \(inShell(folder)) --strip-components=1, "
          + "or pip install 'cardshelf[pictures]'"
      } ?? "apt-get install libvips42"
    return Diagnostic(
      .error, Rule("libvips-missing", fault: .cannotRun), message, path: settings.source.path,
      help: "install it: \(command); \(originalHelp)")
  }

  fileprivate static func imageKind(_ path: String, named name: ImageKind, is kind: ImageKind) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-kind"), "the image is \(kind.rawValue), but its name says \(name.rawValue)", path: path,
      help: "rename it, or save it as \(name.rawValue): servers and programs rely on the name")
  }

  fileprivate static func unusableImage(_ path: String, _ kind: ImageKind, _ fault: ImageFault) -> Diagnostic {
    let rule = Rule("image-damaged")
    let again = "export it again"
    switch fault {
    case .unknown:
      return Diagnostic(.error, rule, "this is not a valid \(kind.rawValue) image", path: path, help: again)
    case .truncated:
      return Diagnostic(
        .error, rule, "the image ends before its size", path: path, help: "copy it again: a part is missing")
    case .damaged(let what):
      return Diagnostic(.error, rule, "the image is damaged: \(what)", path: path, help: again)
    case .empty: return Diagnostic(.error, rule, "the image has no pixels", path: path, help: again)
    case .tooLarge(let width, let height):
      return Diagnostic(
        .error, Rule("image-too-large"), "the image has \(width) × \(height) pixels", path: path,
        help: "a side can have \(ImageHeader.longestSide) pixels, the image \(ImageHeader.mostPixels): scale it down")
    }
  }
}
