import CardLayout
public import Content
public import Diagnostics
import Pages
public import Review
import TextLayout
import Themes

/// A site that was laid out and not written.
public struct LayoutResult: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The site; nil if there was nothing to lay out, or nothing to lay it out with. With errors in the content, it
  /// contains what can be laid out in spite of them.
  public let site: ReviewedSite?
  /// External links of the content, if it could be read; only for ``proveSite(_:)``.
  public var outsideLinks: [OutsideLink] = []

  /// The pages with what they show; none if nothing could be laid out.
  public var pages: [Page] { site?.pages.map(\.page) ?? [] }

  /// The exit code: 0 for success, 1 for findings in the content, 2 if the command could not run.
  public var exitCode: Int32 { exitCodeOfFindings(diagnostics, isStrict: false) }
}

/// Lays a site out like a build, and renders nothing.
public func layOutSite(_ options: BuildOptions) async -> LayoutResult {
  await inContext(of: options) { context, sink in await DraftedSite.draft(context, for: .review, into: &sink)?.reviewed
  }
}

/// Lays out the parts of a site that changed since the builds in the memory. Fonts have the characters of all these
/// builds.
public func layOutSite(_ options: BuildOptions, memory: SiteMemory) async -> LayoutResult {
  await layOut(await read(options, memory: memory))
}

/// Does everything that a build does, in memory, and writes nothing.
public func proveSite(_ options: BuildOptions) async -> LayoutResult {
  var outsideLinks: [OutsideLink] = []
  var result = await inContext(of: options) { context, sink in
    guard let draft = await DraftedSite.draft(context, for: .reviewAndProof, into: &sink) else { return nil }
    if sink.hasErrors {
      await draft.tryImages(into: &sink)
    } else {
      _ = await draft.proved(images: .trial, into: &sink)
    }
    outsideLinks = draft.sources.library.outsideLinks
    return draft.reviewed
  }
  result.outsideLinks = outsideLinks
  return result
}

/// Lays out two versions of a site, each like ``layOutSite(_:)``, and does common work only once.
///
/// Their fonts have the characters of both versions.
///
/// - Parameter before: returns the options of the other version; called while this one is laid out.
public func layOutSites<Failure: Error>(
  before: @Sendable @escaping () async throws(Failure) -> BuildOptions, after: BuildOptions
) async throws(Failure) -> (before: LayoutResult, after: LayoutResult) {
  let memory = SiteMemory()
  let finding = Task { () async -> Result<BuildOptions, Failure> in
    do throws(Failure) {
      return .success(try await before())
    } catch {
      return .failure(error)
    }
  }
  let readAfter = await read(after, memory: memory)
  async let layingOut = layOut(readAfter)
  // Much of reading is sequential, and leaves a processor free for laying out.
  let found = await finding.value
  let readBefore = await read(try found.get(), memory: memory)
  let laidOutAfter = await layingOut
  let laidOutBefore = await layOut(readBefore)
  guard readBefore.hasCharacters(notIn: readAfter) else { return (laidOutBefore, laidOutAfter) }
  // It is laid out once more in the fonts of both. That is rare: few changes add the first occurrence of a character,
  // or remove the last.
  return (laidOutBefore, await layOut(readAfter))
}

private struct ReadState {
  var sink = DiagnosticSink()
  /// The context; nil if the root cannot be used.
  var context: BuildContext?
  var site: ReadSite?

  func hasCharacters(notIn other: ReadState) -> Bool {
    guard let own = site?.composed.usage, let others = other.site?.composed.usage else { return false }
    return !own.restricted(to: others).isSubset(of: others)
  }
}

private func read(_ options: BuildOptions, memory: SiteMemory) async -> ReadState {
  var state = ReadState()
  state.context = BuildContext(options, memory: memory, into: &state.sink)
  if let context = state.context { state.site = await ReadSite.read(context, into: &state.sink) }
  return state
}

private func layOut(_ state: ReadState) async -> LayoutResult {
  var sink = state.sink
  var reviewed: ReviewedSite?
  if let site = state.site, let context = state.context {
    reviewed = await DraftedSite.draft(site, context, for: .review, into: &sink)?.reviewed
  }
  return LayoutResult(diagnostics: sink.diagnostics.sortedByPlace(), site: reviewed)
}

private func inContext(
  of options: BuildOptions, _ work: (BuildContext, inout DiagnosticSink) async -> ReviewedSite?
) async -> LayoutResult {
  var sink = DiagnosticSink()
  var site: ReviewedSite?
  if let context = BuildContext(options, into: &sink) { site = await work(context, &sink) }
  return LayoutResult(diagnostics: sink.diagnostics.sortedByPlace(), site: site)
}
