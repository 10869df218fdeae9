import ArgumentParser
import Content
import Diagnostics
import Glibc
import SiteBuild

/// Ensures that a site of a table builds: columns whose values cannot be shown are removed from the guess.
struct StarterTrial {
  let theme: BundledTheme
  let table: StarterTable
  /// The path of the table, as it was given.
  let path: String

  /// The keys to omit, the most likely cause first. Without a title there are no cards.
  private static let optionalKeys =
    ["body", "link", "tags", "id", "date", "weight", "lang", "imageAlt"]
    + SlotTable.standard.texts.reversed().filter { $0 != .title }.map(SlotTable.standard.name)

  /// The table with a guess with which the site builds.
  ///
  /// - Throws: an exit code, after printing the reasons, if no such guess exists.
  func buildable() async throws -> StarterTable {
    var table = table
    var faults = try await faults(of: table)
    if faults.contains(where: { $0.rule.name == "id-missing" }), let column = table.columnOfIDs {
      table.guess = table.guess.withIDs(from: column)
      faults = try await self.faults(of: table)
    }
    var removed: [FieldGuess.Field] = []
    for key in Self.optionalKeys where !faults.isEmpty {
      guard let field = table.guess.fields.first(where: { $0.key == key && $0.doubt == nil }) else { continue }
      removed.append(field)
      table.guess = table.guess.without(key, because: "")
      faults = try await self.faults(of: table)
    }
    if let fault = faults.first {
      // The site contains the table under another path, which does not exist here.
      let named = faults.map { each in
        each.renamed(from: fault.path, to: path)
          .saying(
            each.message.replacing(fault.path, with: path), help: each.help?.replacing(fault.path, with: path))
      }
      present(named, as: .text, root: ".", isComplete: false)
      printError(tally(of: faults, isStrict: false) + "; nothing was written\n")
      throw ExitCode(1)
    }
    // Only the keys that are a cause stay omitted.
    for field in removed {
      let whole = table.guess
      table.guess = whole.with(field)
      guard let fault = try await self.faults(of: table).first else { continue }
      table.guess = whole.without(field.key, because: fault.message)
    }
    return table
  }

  /// The errors in the cards of a site of the table.
  private func faults(of table: StarterTable) async throws -> [Diagnostic] {
    let site = StarterSite(theme, showing: table)
    let trial = await interruptible { () async -> Result<[Diagnostic], any Error> in
      do { return .success(try await findings(about: site)) } catch { return .failure(error) }
    }
    if trial.wasInterrupted { throw ExitCode(130) }
    return try trial.value.get().filter { $0.severity == .error && $0.path.hasPrefix("Content/\(table.folder)/data/") }
  }
}

/// Lays a site out in a temporary folder.
private func findings(about site: StarterSite) async throws -> [Diagnostic] {
  var template = Array((scratchFolder() + "/cardshelf-init-XXXXXX").utf8CString)
  guard mkdtemp(&template) != nil else {
    printError("error: cannot make a folder in \(printable(scratchFolder())): \(String(cString: strerror(errno)))\n")
    throw ExitCode(2)
  }
  let root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer {
    for (path, _) in site.files { unlink(root + "/" + path) }
    var folders: Set<String> = [""]
    for (path, _) in site.files {
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        folders.insert("/" + folder)
      }
    }
    for folder in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) { rmdir(root + folder) }
  }
  for (path, bytes) in site.files { try writeNewFile(bytes, at: path, in: root, ifThere: "") }
  return await layOutSite(optionsOfThisProgram(root: root)).diagnostics
}
