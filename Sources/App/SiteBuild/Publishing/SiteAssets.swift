import CardLayout
import Content
import Diagnostics
import Images
import Pages
import SiteValidation

/// Files of the content that pages show or to which they link, under names that contain a hash of their bytes.
struct SiteAssets: Sendable {
  /// The output paths, keyed by path in the content.
  private(set) var paths: [String: String] = [:]
  /// All files, keyed by path in the content.
  private var files: [String: AssetFile] = [:]
  /// The images of cards, by path in the content.
  private(set) var cardImages: Set<String> = []
  /// The paths in the content of files that texts show or to which they link: these are always published.
  private var pathsInTexts: Set<String> = []
  /// Files that cannot be published, by their path in the content.
  private(set) var refused: Set<String> = []
  /// The paths in the content to which pictures in texts lead.
  private var picturesInTexts: [PictureInText: String] = [:]

  static func collect(
    _ library: Library, _ context: BuildContext, into sink: inout DiagnosticSink
  ) async -> SiteAssets {
    var wanted: Set<String> = []
    var images: Set<String> = []
    var pictures: [PictureInText: String] = [:]
    func add(_ target: LinkTarget, isImage: Bool = false, of source: SourceText) {
      if isImage {
        guard let path = library.links.image(target, from: source.path) else { return }
        wanted.insert(path)
        pictures[PictureInText(target: target, source: source.path)] = path
      } else if target.kind != .absolute, case .file(let path)? = library.links.resolve(target, from: source.path) {
        wanted.insert(path)
      }
    }
    func add(filesIn text: MarkdownDocument, of source: SourceText) {
      text.forEachTarget { target, _, isImage in add(target, isImage: isImage, of: source) }
    }
    for page in library.pages {
      add(filesIn: page.introduction, of: page.source)
      for shelf in page.shelves {
        let cards = shelf.cards.span
        for index in cards.indices {
          if let image = cards[index].image?.path { images.insert(image) }
          if let link = cards[index].link { add(link.target, of: cards[index].source) }
          for case let link? in cards[index].tagLinks { add(link.target, of: cards[index].source) }
          add(filesIn: cards[index].body, of: cards[index].source)
        }
      }
    }
    let sources = wanted.union(images).sorted()
    let (tree, memory) = (context.tree, context.memory)
    let read = await parallelMap(count: sources.count, jobs: context.jobs) { indices in
      indices.map { index -> Result<AssetFile, Diagnostic> in
        do throws(Diagnostic) {
          return .success(
            try AssetFile(
              sources[index], in: tree, known: memory?.asset(sources[index]), isKept: memory != nil))
        } catch {
          return .failure(error)
        }
      }
    }
    var assets = SiteAssets()
    assets.pathsInTexts = wanted
    assets.picturesInTexts = pictures
    let isLeftOut = library.settings.faulty == .skip
    let locked = library.pictureLock.entriesByPath
    for (source, read) in zip(sources, read) {
      let result = locked[source].map { read.matching($0, in: library.pictureLock.source, tree) } ?? read
      switch result {
      case .success(let file):
        if isLeftOut, file.diagnostics.contains(where: { $0.severity == .error }) {
          assets.refused.insert(source)
          sink.report(contentsOf: file.diagnostics.map(\.asOmission))
          continue
        }
        assets.files[source] = file
        sink.report(contentsOf: file.diagnostics)
        assets.paths[source] = file.path
        if images.contains(source) { assets.cardImages.insert(source) }
      case .failure(let diagnostic):
        if isLeftOut { assets.refused.insert(source) }
        sink.report(isLeftOut ? diagnostic.asOmission : diagnostic)
      }
    }
    assets.reportForgeries(into: &sink)
    memory?.keep(assets: assets.files)
    return assets
  }

  /// The sizes of images that have one, keyed by path in the content.
  var imageSizes: [String: ImageSize] { files.compactMapValues(\.imageSize) }

  /// The sizes of images in texts.
  var imageSizesInTexts: [PictureInText: ImageSize] { picturesInTexts.compactMapValues { files[$0]?.imageSize } }

  /// The finding for the first image at which the decoded images exceed the limit on pixels; nil if they do not. Each
  /// focus of an image counts as another image.
  func reachedLimit(by uses: [PictureUse], settings: SiteSettings) -> Diagnostic? {
    let limit = settings.limits.megapixels
    var foci: [String: Set<ImageFocus>] = [:]
    for case (let path?, let focus) in uses.map({ ($0.path, $0.focus) }) where ImageKind(path: path) != .svg {
      foci[path, default: []].insert(focus)
    }
    var pixels = 0
    var first: String?
    for (path, foci) in foci.sorted(by: { precedesInBytes($0.key, $1.key) }) {
      guard let size = files[path]?.imageSize else { continue }
      pixels += size.width * size.height * foci.count
      if first == nil, pixels > limit * 1_000_000 { first = path }
    }
    return first.map {
      .siteTooLarge(
        "images of \(pixels / 1_000_000) million pixels", limit: limit, key: "megapixels", reachedIn: $0)
    }
  }

  /// Reports different files with the same hash, which would share their published file. The hash is fast and can be
  /// forged, so the files must be identical.
  private func reportForgeries(into sink: inout DiagnosticSink) {
    var firsts: [String: AssetFile] = [:]
    for file in files.values.sorted(by: { precedesInBytes($0.source, $1.source) }) {
      guard let first = firsts.updateValue(firsts[file.sourceHash] ?? file, forKey: file.sourceHash) else { continue }
      do throws(Diagnostic) {
        if try !first.isCopy(of: file) { sink.report(.fileForged(file.source, likeThat: first.source)) }
      } catch {
        sink.report(error)
      }
    }
  }

  /// The published files if renditions replace some of the cards' images.
  ///
  /// - Parameter replaced: the replaced images, by path in the content.
  func files(without replaced: Set<String>) -> [SiteFile] {
    var outputs: Set<String> = []
    // The same picture in two folders is one file.
    return sources(without: replaced).sorted(by: precedesInBytes).compactMap { files[$0] }
      .filter { outputs.insert($0.path).inserted }.map(\.published)
  }

  /// - Parameter path: the path of a file in the content.
  func read(_ path: String) throws(Diagnostic) -> [UInt8] { try files[path]?.read() ?? [] }

  /// Returns the published bytes of an image for its path in the content; nil for one that reveals, or may reveal,
  /// where it was made.
  var imageByPath: @Sendable (String) -> [UInt8]? {
    { path in
      guard let file = files[path], !file.tellsPosition, !file.keepsMetadata else { return nil }
      return try? file.readPublished()
    }
  }

  /// Warnings about the same files if they reveal more than they show.
  func warnings(without replaced: Set<String>) -> [Diagnostic] {
    sources(without: replaced).sorted(by: precedesInBytes).compactMap { path in
      guard let file = files[path] else { return nil }
      return file.tellsPosition ? .tellsPosition(path) : file.keepsMetadata ? .keepsMetadata(path) : nil
    }
  }

  private func sources(without replaced: Set<String>) -> [String] {
    paths.keys.filter { !replaced.contains($0) || pathsInTexts.contains($0) }
  }
}

/// A picture as a text names it.
struct PictureInText: Hashable {
  let target: LinkTarget
  /// The path of the file with the text.
  let source: String
}

/// The published name: `Content/sky/Saturn Rings.svg` as `saturn-rings-1f2e3d4c5b6a7980.svg`.
func hashedName(of path: String, bytes: [UInt8]) -> String { hashedName(of: path, hash: contentHash(bytes)) }

func hashedName(of path: String, hash: String) -> String {
  let (stem, ending) = stemAndEnding(of: path)
  return plainName(stem) + "-" + hash + ending.lowercased()
}

/// The plain stem: `Content/sky/Saturn Rings.jpg` as `saturn-rings`.
func plainStem(of path: String) -> String { plainName(stemAndEnding(of: path).stem) }

private func stemAndEnding(of path: String) -> (stem: String, ending: String) {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return (name, "") }
  return (String(name[..<dot]), String(name[dot...]))
}

/// The letters and digits of a name with dashes between them, at most 60 characters.
private func plainName(_ name: String) -> String {
  var result: [UInt8] = []
  for byte in name.utf8.prefix(60) {
    let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    if (0x61...0x7A).contains(lower) || (0x30...0x39).contains(lower) {
      result.append(lower)
    } else if let last = result.last, last != 0x2D {
      result.append(0x2D)
    }
  }
  while result.last == 0x2D { result.removeLast() }
  return result.isEmpty ? "file" : String(decoding: result, as: UTF8.self)
}
