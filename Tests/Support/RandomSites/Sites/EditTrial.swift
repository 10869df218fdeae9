import Diagnostics
import Glibc
public import SiteBuild
import SiteValidation

/// Edits a site, and after each edit compares what programs that keep what they know make of it with a build that starts
/// from nothing: the preview, byte for byte and finding for finding, and the output folder of a watching build.
public struct EditTrial: ~Copyable {
  /// The result of an edit.
  public struct Step: Sendable {
    public let edit: EditedSite.Edit
    public let isBuilt: Bool
    public let faults: [String]
  }

  private var site: EditedSite
  private var chance: Chance
  private let folder: String
  private let preview = SiteMemory()
  private let watch = SiteMemory()
  private var options: BuildOptions
  private var isKnown = false
  private var isBuilt = true

  /// - Parameters:
  ///   - seed: of the choice whether an edit that makes the site wrong is taken back.
  ///   - folder: an empty folder for the site and its outputs.
  public init(_ site: EditedSite, seed: UInt64, in folder: String) throws {
    self.site = site
    self.folder = folder
    chance = Chance(seed: seed, number: 1)
    options = BuildOptions(root: folder + "/site", jobs: 2, scratchFolder: folder)
    try site.update(site.files.keys, in: options.root)
    for output in ["fresh", "watched"] where mkdir(folder + "/" + output, 0o755) != 0 {
      throw Refusal(what: "mkdir \(folder)/\(output)")
    }
  }

  public mutating func step() async throws -> Step {
    let edit =
      !isKnown
      ? EditedSite.Edit(name: "none", paths: [])
      : (isBuilt || chance.isTrue(20) ? nil : site.undo()) ?? site.edit()
    try site.update(edit.paths, in: options.root)
    var faults: [String] = []
    var told = options
    // Half of the time, it is told which files changed.
    told.changedFiles = isKnown && chance.isTrue(50) ? edit.paths : nil
    isKnown = true
    let previewed = await previewSite(told, memory: preview)
    var own = options
    own.output = folder + "/fresh"
    let fresh = await buildSite(own)
    faults += differences(previewed.diagnostics, fresh.diagnostics, "preview")
    if (previewed.files == nil) != (fresh.report == nil) {
      faults.append("preview has files: \(previewed.files != nil)")
    }
    own.output = folder + "/watched"
    let watched = await buildSite(own, memory: watch)
    faults += differences(watched.diagnostics, fresh.diagnostics, "watch")
    isBuilt = fresh.report != nil
    if isBuilt {
      site.keep()
      let published = try tree(folder + "/fresh")
      faults += differences(previewed.bytes, published.filter { !$0.key.hasPrefix(".cardshelf") }, "preview")
      let kept = try tree(folder + "/watched").filter { !$0.key.hasPrefix(".cardshelf") }
      faults += differences(kept, published.filter { !$0.key.hasPrefix(".cardshelf") }, "watch")
    }
    return Step(edit: edit, isBuilt: isBuilt, faults: faults)
  }
}

extension PreviewedSite {
  /// How it differs from one that was made of the same files: its findings and its files, byte for byte.
  public func differences(from fresh: PreviewedSite) -> [String] {
    RandomSites.differences(diagnostics, fresh.diagnostics, "kept")
      + ((files == nil) == (fresh.files == nil) ? [] : ["kept has files: \(files != nil)"])
      + RandomSites.differences(bytes, fresh.bytes, "kept")
  }

  /// The files by their paths.
  fileprivate var bytes: [String: [UInt8]] {
    Dictionary((files ?? []).map { ($0.path, $0.bytes) }) { first, _ in first }
  }
}

private func differences(_ known: [Diagnostic], _ fresh: [Diagnostic], _ name: String) -> [String] {
  if known == fresh { return [] }
  let (a, b) = (known.map(\.rendered), fresh.map(\.rendered))
  return ["\(name) says \(a.filter { !b.contains($0) }) and not \(b.filter { !a.contains($0) })"]
}

private func differences(_ known: [String: [UInt8]], _ fresh: [String: [UInt8]], _ name: String) -> [String] {
  Set(known.keys).union(fresh.keys).sorted().compactMap { path in
    if known[path] == fresh[path] { return nil }
    let place = zip(known[path] ?? [], fresh[path] ?? []).enumerated().first { $1.0 != $1.1 }?.offset
    return
      "\(name): \(path) of \(known[path]?.count ?? -1) and \(fresh[path]?.count ?? -1) bytes, from \(place ?? -1)"
  }
}
