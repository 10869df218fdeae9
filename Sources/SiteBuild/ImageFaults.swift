import Diagnostics
import Images
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
