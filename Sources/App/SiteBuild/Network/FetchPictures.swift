import Content
public import Diagnostics
import Glibc
import Images
import Processes

/// Limits on fetching.
public struct FetchLimits: Sendable {
  /// The time for all pictures together.
  public var time: Duration
  /// True to use the proxies that the environment names.
  public var usesProxy: Bool
  /// A program, and its arguments before the name of a host. It prints the result of ``numericAddresses(of:)``.
  public var resolver: (program: String, arguments: [String])

  public init(time: Duration, usesProxy: Bool, resolver: (program: String, arguments: [String])) {
    self.time = time
    self.usesProxy = usesProxy
    self.resolver = resolver
  }
}

/// The result of fetching.
public struct FetchResult: Sendable {
  /// All findings, sorted by path and position.
  public fileprivate(set) var diagnostics: [Diagnostic] = []
  /// The pictures of other sites that the content names, each once.
  public fileprivate(set) var namedCount = 0
  /// Those that are in the site, and were before.
  public fileprivate(set) var presentCount = 0
  public fileprivate(set) var fetchedCount = 0
  public fileprivate(set) var fetchedByteCount = 0

  /// The exit code: 0 for success, 1 for findings, 2 if the command could not run.
  public func exitCode(isStrict: Bool) -> Int32 { exitCodeOfFindings(diagnostics, isStrict: isStrict) }
}

/// Brings the pictures of other sites that the content names into the site, and locks them. Pictures that are locked
/// and present are not requested again.
///
/// - Complexity: O(content read + bytes of the pictures).
public func fetchPictures(_ options: BuildOptions, limits: FetchLimits) async -> FetchResult {
  await fetchPictures(options, limits: limits) { () throws(Diagnostic) in
    guard let curl = executable(named: "curl") else { throw .curlMissing() }
    return PictureTransport(
      HostPrograms(
        curl: curl, scratchFolder: options.scratchFolder, resolver: limits.resolver, usesProxy: limits.usesProxy))
  }
}

/// - Parameter transport: called only if a picture is to be requested.
func fetchPictures(
  _ options: BuildOptions, limits: FetchLimits, transport: () throws(Diagnostic) -> PictureTransport
) async -> FetchResult {
  var sink = DiagnosticSink()
  var result = FetchResult()
  do throws(Diagnostic) {
    if let context = BuildContext(options, into: &sink) {
      try await fetch(context, limits, transport, &result, into: &sink)
    }
  } catch {
    sink.report(error)
  }
  result.diagnostics = sink.diagnostics.sortedByPlace()
  return result
}

private func fetch(
  _ context: BuildContext, _ limits: FetchLimits, _ transport: () throws(Diagnostic) -> PictureTransport,
  _ result: inout FetchResult, into sink: inout DiagnosticSink
) async throws(Diagnostic) {
  guard let settings = SiteSources.readSettingsFile(in: context.tree, into: &sink), !sink.hasErrors else { return }
  sink.levels = settings.rules
  var own = DiagnosticSink()
  own.levels = settings.rules
  let sources = await SiteSources.read(settings, context, isFetching: true, into: &own)
  // Builds report all other findings.
  sink.report(contentsOf: own.diagnostics.filter { $0.rule.isAboutRemotePictures })
  if sink.diagnostics.contains(where: { $0.rule.fault == .cannotRun }) { return }
  let places = Dictionary(grouping: sources.library.namedPictures, by: \.address)
  result.namedCount = places.count
  let lock = sources.library.pictureLock
  var wanted: [RemoteAddress] = []
  for address in places.keys.sorted(by: { precedesInBytes($0.text, $1.text) }) {
    guard let entry = lock.entries[address], context.tree.holds(entry.path) else {
      wanted.append(address)
      continue
    }
    let bytes = try context.tree.readFile(entry.path)
    guard hexadecimal(sha256(bytes)) == entry.digest else {
      sink.report(.pictureDiffers(entry, in: lock.source))
      continue
    }
    result.presentCount += 1
    sink.report(contentsOf: sizeFindings(entry, places[address] ?? []))
  }
  if wanted.isEmpty { return }
  let fetch = PictureFetch(transport: try transport(), hosts: settings.imageHosts, end: .now + limits.time)
  var newLock = lock
  var folder: PictureFolder?
  // What was fetched before is locked nevertheless.
  var failure: Diagnostic?
  for await (address, fetched) in requests(wanted, fetch, context) {
    let places = places[address] ?? []
    func report(_ finding: (NamedPicture) -> Diagnostic) { for place in places { sink.report(finding(place)) } }
    switch fetched {
    case .success(let file):
      let findings = sizeFindings(file.entry, places)
      sink.report(contentsOf: findings)
      if !findings.isEmpty { continue }
      if let entry = lock.entries[address], entry.digest != file.entry.digest {
        sink.report(.pictureChanged(entry, in: lock.source))
        continue
      }
      do throws(Diagnostic) {
        if folder == nil { folder = try PictureFolder(below: context.options.root) }
        try folder?.write(file)
      } catch {
        failure = error
      }
      if failure != nil { break }
      newLock.add(file.entry)
      result.fetchedCount += 1
      result.fetchedByteCount += file.bytes.count
    case .failure(.failure(let reason)): report { .pictureUnfetched($0, reason) }
    case .failure(.restricted(let reason)): report { .picturePrivate($0, reason) }
    case .failure(.unasked): report { .pictureUnasked($0, seconds: limits.time.components.seconds) }
    case .failure(.unusable(let reason)): report { .pictureUnusable($0, reason) }
    case .failure(.library(let refusal)): failure = .libraryOfImages(refusal, settings, context.options.installation)
    case .failure(.system(let error)): failure = .addressesUnasked(error)
    }
    if failure != nil { break }
  }
  if result.fetchedCount > 0 { try writeLock(newLock, in: context.options.root) }
  if let failure { throw failure }
}

/// The reason why a picture was not fetched.
private enum RequestFault: Error {
  case failure(String)
  case restricted(String)
  case unasked
  case unusable(String)
  case library(PictureAnswer.Refusal)
  case system(SystemError)
}

/// The pictures as they arrive, some at a time.
private func requests(
  _ wanted: [RemoteAddress], _ fetch: PictureFetch, _ context: BuildContext
) -> AsyncStream<(RemoteAddress, Result<FetchedFile, RequestFault>)> {
  let (stream, continuation) = AsyncStream.makeStream(of: (RemoteAddress, Result<FetchedFile, RequestFault>).self)
  let task = Task {
    await withTaskGroup(of: Void.self) { group in
      var waiting = wanted[...]
      func start() {
        guard let address = waiting.popFirst() else { return }
        group.addTask { continuation.yield((address, await request(address, fetch, context))) }
      }
      for _ in 0..<HostPrograms.parallel { start() }
      for await _ in group { start() }
    }
    continuation.finish()
  }
  continuation.onTermination = { _ in task.cancel() }
  return stream
}

private func request(
  _ address: RemoteAddress, _ fetch: PictureFetch, _ context: BuildContext
) async -> Result<FetchedFile, RequestFault> {
  let bytes: [UInt8]
  do throws(SystemError) {
    switch try await fetch.picture(address) {
    case .bytes(let found): bytes = found
    case .failure(let reason): return .failure(.failure(reason))
    case .restricted(let reason): return .failure(.restricted(reason))
    case .unasked: return .failure(.unasked)
    }
  } catch {
    return .failure(.system(error))
  }
  do throws(FetchedFault) {
    return .success(
      try FetchedFile(
        bytes, of: address, by: context.options.pictureMaker, scratchFolder: context.options.scratchFolder))
  } catch {
    switch error {
    case .unusable(let reason): return .failure(.unusable(reason))
    case .library(let refusal): return .failure(.library(refusal))
    case .untried(let error): return .failure(.system(error))
    }
  }
}

/// The findings at the cards that state another size.
private func sizeFindings(_ entry: PictureLock.Entry, _ places: [NamedPicture]) -> [Diagnostic] {
  places.compactMap { place in
    guard let stated = place.size, stated != entry.size else { return nil }
    return .pictureOfOtherSize(place, stated: stated, real: entry.size)
  }
}

// MARK: - Writing

/// The folder of pictures, open.
private final class PictureFolder {
  private let folder: FileDescriptor

  init(below root: String) throws(Diagnostic) {
    do throws(SystemError) {
      let top = try FileDescriptor(folderAt: root)
      if let status = try top.status(of: PictureLock.folder), status.kind != .folder {
        throw SystemError(code: status.kind == .symbolicLink ? ELOOP : ENOTDIR)
      }
      folder = try top.makeFolder(PictureLock.folder)
    } catch {
      throw .outputUnwritable(PictureLock.folder, error)
    }
  }

  func write(_ file: FetchedFile) throws(Diagnostic) {
    try replace(file.entry.name, in: folder, with: file.bytes, path: file.entry.path)
  }
}

private func writeLock(_ lock: PictureLock, in root: String) throws(Diagnostic) {
  let top: FileDescriptor
  do throws(SystemError) {
    top = try FileDescriptor(folderAt: root)
  } catch {
    throw .outputUnwritable(PictureLock.name, error)
  }
  try replace(PictureLock.name, in: top, with: Array(lock.text.utf8), path: PictureLock.name)
}

/// Writes a file completely or not at all, and replaces only a regular file.
private func replace(
  _ name: String, in folder: borrowing FileDescriptor, with bytes: [UInt8], path: String
) throws(Diagnostic) {
  do throws(SystemError) {
    if let status = try folder.status(of: name), status.kind != .regularFile {
      throw SystemError(code: status.kind == .symbolicLink ? ELOOP : EEXIST)
    }
    _ = try folder.replaceFile(name, with: bytes)
  } catch {
    throw .outputUnwritable(path, error)
  }
}

// MARK: - Findings

extension Diagnostic.Rule {
  fileprivate var isAboutRemotePictures: Bool {
    fault == .cannotRun || ["image-refused", "image-size-unknown"].contains(name)
  }
}

extension Diagnostic {
  private static func about(
    _ picture: NamedPicture, _ rule: Rule, _ message: String, help: String
  ) -> Diagnostic {
    Diagnostic(
      .error, rule, "\(picture.address.text) \(message)", at: picture.range, in: picture.source, help: help)
  }

  fileprivate static func pictureUnfetched(_ picture: NamedPicture, _ reason: String) -> Diagnostic {
    about(
      picture, Rule("picture-unfetched"), "was not fetched: \(reason)",
      help: "open the address in a browser; if it works there, fetch again, or put the picture into Content")
  }

  fileprivate static func picturePrivate(_ picture: NamedPicture, _ reason: String) -> Diagnostic {
    about(
      picture, Rule("picture-private"), "was not fetched: \(reason)",
      help: "name a host that every reader can reach, or put the picture into Content")
  }

  fileprivate static func pictureUnasked(_ picture: NamedPicture, seconds: Int64) -> Diagnostic {
    about(
      picture, Rule("picture-not-requested"), "was not fetched: all pictures together have \(seconds) s",
      help: "fetch again: pictures that were fetched are kept; or give them more time with --seconds")
  }

  fileprivate static func pictureUnusable(_ picture: NamedPicture, _ reason: String) -> Diagnostic {
    about(
      picture, Rule("picture-unusable"), "is not a picture that pages can show: \(reason)",
      help: "find the address of the picture itself; pages show SVG, PNG, JPEG, GIF, WebP and AVIF")
  }

  fileprivate static func pictureOfOtherSize(
    _ picture: NamedPicture, stated: ImageSize, real: ImageSize
  ) -> Diagnostic {
    about(
      picture, Rule("picture-size-differs"),
      "has \(real.width) × \(real.height) pixels, not \(stated.width) × \(stated.height)",
      help: "write imageWidth: \(real.width) and imageHeight: \(real.height), or remove both")
  }

  fileprivate static func pictureChanged(_ entry: PictureLock.Entry, in lock: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("picture-changed"), "the host sends another picture than \(PictureLock.name) names", at: entry.range,
      in: lock, help: "restore \(entry.path); or delete this line to accept the other picture, and fetch again")
  }
}
