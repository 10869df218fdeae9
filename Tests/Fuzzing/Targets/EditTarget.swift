import Diagnostics
import RandomSites
import SiteValidation
import Synchronization
import TestSupport

@testable import SiteBuild

/// Edits a site as the bytes say. A preview that keeps results must make of each edit what a new one makes.
func editSite(_ bytes: [UInt8]) {
  // Made here, because that waits too.
  let sites = editedSites
  waiting { await sites.edit(bytes) }
}

private let editedSites = EditedSites()

private struct EditedSites: Sendable {
  private struct Start: Sendable {
    let site: EditedSite
    let fonts: KeptFonts
  }

  /// An execution must not take long.
  private static let editLimit = 3
  private static let startLimit = 2

  private let starts: [Start]

  init() {
    starts = waiting {
      let sites = (1...40).compactMap(Self.site).sorted { $0.files.count < $1.files.count }
      var starts: [Start] = []
      for site in sites where starts.count < Self.startLimit {
        if let start = await Self.start(site) { starts.append(start) }
      }
      return starts
    }
    precondition(!starts.isEmpty, "no random site is right")
  }

  private static func site(_ number: Int) -> EditedSite? {
    let names = ["theme.yml", "page.mustache", "paint.css"]
    let files = names.map { (name: $0, text: Folder.project.text(of: "Themes/storefront/" + $0) ?? "") }
    let assets = files.dropFirst().map { (path: "Themes/storefront/" + $0.name, text: $0.text) }
    var site = try? EditedSite(seed: 1, number: number, theme: WrittenTheme(files: files), assets: assets)
    // The first edits add shelves of other kinds.
    for _ in 0..<4 { _ = site?.edit() }
    site?.leave(cards: 2)
    site?.keep()
    return site
  }

  /// nil if the site is not right.
  private static func start(_ site: EditedSite) async -> Start? {
    try? await Folder.withTemporary(in: "/dev/shm") { folder in
      try site.update(site.files.keys, in: folder.path)
      let memory = SiteMemory()
      guard await previewSite(options(folder), memory: memory).files != nil else { return nil }
      return memory.fonts.map { Start(site: site, fonts: $0) }
    }
  }

  private static func options(_ folder: Folder) -> BuildOptions {
    BuildOptions(root: folder.path, jobs: 1, scratchFolder: "/dev/shm", writesCompare: false)
  }

  func edit(_ bytes: [UInt8]) async {
    let start = starts[Int(bytes.first ?? 0) % starts.count]
    do {
      try await Folder.withTemporary(in: "/dev/shm") { folder in
        var site = start.site
        site.choices = bytes.dropFirst()
        try site.update(site.files.keys, in: folder.path)
        let memory = SiteMemory()
        memory.keep(fonts: start.fonts)
        var isRight = await previewSite(Self.options(folder), memory: memory).files != nil
        for number in 0..<Self.editLimit where !site.choices.isEmpty {
          let edit = (isRight ? nil : site.undo()) ?? site.edit()
          try site.update(edit.paths, in: folder.path)
          var options = Self.options(folder)
          if number.isMultiple(of: 2) { options.changedFiles = edit.paths }
          let kept = await previewSite(options, memory: memory)
          // Making fonts takes many times as long as the rest.
          let fresh = SiteMemory()
          if let fonts = memory.fonts { fresh.keep(fonts: fonts) }
          let made = await previewSite(Self.options(folder), memory: fresh)
          let faults = kept.differences(from: made)
          precondition(faults.isEmpty, "\(edit.name): \(faults)")
          isRight = kept.files != nil
          if isRight { site.keep() }
        }
      }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
