import CardLayout
import Content
public import Diagnostics
import Images
import Pages
import Review
import Themes

/// The content and the form of a picture.
public struct PagePictureRequest: Sendable {
  public enum Format: String, Sendable, CaseIterable { case svg, png }

  /// The path of a page below the output folder, optionally followed by `#` and the id of a shelf or card.
  public var subject: String
  /// The width of the page, in CSS pixels.
  public var width: Int
  /// The number of device pixels per CSS pixel.
  public var scale: Int
  public var isDark: Bool
  public var format: Format

  public init(_ subject: String, width: Int, scale: Int, isDark: Bool, format: Format) {
    self.subject = subject
    self.width = width
    self.scale = scale
    self.isDark = isDark
    self.format = format
  }
}

/// The result of drawing.
public struct PagePictureResult: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The file; nil if nothing could be drawn, or the content has errors.
  public let bytes: [UInt8]?

  /// The exit code: 0 for success, 1 for findings in the content, 2 if the command could not run.
  public var exitCode: Int32 { exitCodeOfFindings(diagnostics, isStrict: false) }
}

/// Draws shelves of a page as a browser shows them. Only these shelves, and those that are as tall as one of them, are
/// laid out, and only their images are read.
///
/// - Complexity: O(content read + cards of the shelves + pixels).
public func drawPage(_ request: PagePictureRequest, _ options: BuildOptions) async -> PagePictureResult {
  var sink = DiagnosticSink()
  var bytes: [UInt8]?
  if let context = BuildContext(options, into: &sink) { bytes = await draw(request, context, into: &sink) }
  return PagePictureResult(diagnostics: sink.diagnostics.sortedByPlace(), bytes: sink.hasErrors ? nil : bytes)
}

private func draw(
  _ request: PagePictureRequest, _ context: BuildContext, into sink: inout DiagnosticSink
) async -> [UInt8]? {
  guard let sources = await SiteSources.read(context, into: &sink) else { return nil }
  let subject: PictureSubject
  do throws(Diagnostic) {
    subject = try PictureSubject(request.subject, in: sources.library)
  } catch {
    sink.report(error)
    return nil
  }
  let part = subject.part(of: sources.library)
  guard let read = await ReadSite.read(part, of: sources, context, into: &sink),
    let draft = await DraftedSite.draft(read, context, for: .review, into: &sink), let page = draft.laidOut.pages.first
  else { return nil }
  let theme = draft.theme.theme.scaled(to: page.page.textSize)
  let steps = theme.steps
  guard let step = steps.last(where: { $0.minimumWidth <= request.width }) ?? steps.first else { return nil }
  let fonts = DrawingFonts(draft.fonts)
  let parts = page.shelves.compactMap { shelf -> PagePicture.Part? in
    guard !shelf.prepared.cards.isEmpty, subject.shelf.map({ $0 == shelf.prepared.shelf.id }) ?? true else {
      return nil
    }
    return PagePicture.Part(
      side: LaidOutSide(shelf: shelf, layout: step.index, theme: theme, fonts: fonts), card: subject.card)
  }
  guard
    let picture = PagePicture(
      of: parts, pageWidth: request.width, scale: request.scale, isDark: request.isDark, theme: theme)
  else {
    if !sink.hasErrors { sink.report(.pictureEmpty(request.subject)) }
    return nil
  }
  let drawing = DrawingRequest(width: picture.width * request.scale, height: picture.height * request.scale)
  if request.format == .png, drawing.isTooLarge {
    sink.report(.pictureTooLarge(request.subject, drawing))
    return nil
  }
  let images = await PageImages(of: draft, scale: request.scale, context.options).files(
    for: picture.imageUses, into: &sink)
  let svg = picture.svg(images: images)
  return request.format == .svg ? svg : png(of: svg, drawing, context.options, subject: request.subject, into: &sink)
}

/// The drawing is done in another process, because the SVG contains images that anyone may have made.
private func png(
  of svg: [UInt8], _ drawing: DrawingRequest, _ options: BuildOptions, subject: String,
  into sink: inout DiagnosticSink
) -> [UInt8]? {
  do throws(SystemError) {
    switch try options.pictureMaker?.drawing(drawing, svg, options.scratchFolder) {
    case .success(let answer): return answer.files.first
    case .failure(let refusal): sink.report(.pictureUndrawn(subject, refusal))
    case nil: sink.report(.pictureUndrawn(subject, nil))
    }
  } catch {
    sink.report(.imageUntried(subject, error))
  }
  return nil
}

/// A part of a page.
private struct PictureSubject {
  /// The output path.
  let page: String
  /// The id of the shelf to draw; nil for all shelves.
  let shelf: String?
  /// The id of the card to draw; nil for all cards.
  let card: String?

  /// The page with all of its shelves, or with the shelf and those that must be as tall as it.
  func part(of library: Library) -> Library {
    var part = library
    part.pages.removeAll { $0.outputPath != page }
    for index in part.pages.indices {
      guard let own = part.pages[index].shelves.first(where: { $0.id == shelf }) else { continue }
      part.pages[index].shelves.removeAll {
        $0.id != own.id && (own.heightGroup == nil || $0.heightGroup != own.heightGroup)
      }
    }
    return part
  }

  /// - Parameter text: `PAGE`, `PAGE#SHELF` or `PAGE#SHELF/CARD`. `PAGE` may be the folder of a page.
  init(_ text: String, in library: Library) throws(Diagnostic) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = try pagePath(meantBy: String(parts.first ?? ""), among: library.pages.map(\.outputPath))
    guard let page = library.pages.first(where: { $0.outputPath == path }) else { throw .unknownPage(path, known: []) }
    self.page = page.outputPath
    guard parts.count > 1 else {
      shelf = nil
      card = nil
      return
    }
    let id = String(parts[1])
    if page.shelves.contains(where: { $0.id == id }) {
      shelf = id
      card = nil
    } else if let owner = page.shelves.first(where: { $0.cards.contains { $0.id == id } }) {
      shelf = owner.id
      card = id
    } else if let owner = page.shelves.last(where: { id.hasPrefix($0.id + "/") }) {
      throw .unknownCard(id, on: owner.id, known: owner.cards.map(\.id))
    } else {
      throw .unknownShelf(id, on: page.outputPath, known: page.shelves.map(\.id))
    }
  }
}
