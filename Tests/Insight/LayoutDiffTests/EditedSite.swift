import Diagnostics
import Review
import SiteBuild
import TestSupport

/// The files of a site and edits of them, both written as text.
struct EditedSite: Sendable {
  var files: [String: String]

  /// The site of `Site.txt`: a line `-- path --` begins a file.
  init() throws {
    files = [:]
    var path = ""
    for line in try EditedSite.fixture("Site.txt").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        path = String(line.dropFirst(3).dropLast(3))
        files[path] = ""
      } else if !path.isEmpty {
        files[path, default: ""] += line + "\n"
      }
    }
    files["Themes/storefront/page.mustache"] = Folder.project.text(of: "Themes/storefront/page.mustache")
  }

  /// A file beside these tests.
  static func fixture(_ name: String) throws -> String {
    let path = "Tests/Insight/LayoutDiffTests/" + name
    guard let text = Folder.project.text(of: path) else { throw Folder.Failure(what: "no \(path)") }
    return text
  }

  func write(to folder: Folder) throws { for (path, text) in files { try folder.write(text, to: path) } }

  struct NotLaidOut: Error { let diagnostics: [String] }

  func laidOut(in folder: Folder, jobs: Int = 1, memory: SiteMemory = SiteMemory()) async throws -> ReviewedSite {
    try write(to: folder)
    let result = await layOutSite(BuildOptions(root: folder.path, jobs: jobs), memory: memory)
    guard let site = result.site, result.exitCode == 0 else {
      throw NotLaidOut(diagnostics: result.diagnostics.map(\.rendered))
    }
    return site
  }

  func side(memory: SiteMemory = SiteMemory()) async throws -> LayoutSide { try await reviewed(memory: memory).side }

  func reviewed(memory: SiteMemory = SiteMemory()) async throws -> (site: ReviewedSite, side: LayoutSide) {
    let files = files
    let site = try await Folder.withTemporary { try await laidOut(in: $0, memory: memory) }
    return (site, LayoutSide(site) { path in files[path].map { SourceText(path: path, text: $0) } })
  }
}

/// One kind of edit and its expected report, as in `Edits.txt`.
struct Edit: CustomStringConvertible, Sendable {
  let name: String
  private(set) var steps: [Step] = []
  private(set) var expected = ""

  enum Step: Sendable {
    case replace(path: String, old: String, new: String)
    case add(path: String, text: String)
    case remove(path: String)
    case move(path: String, to: String)
  }

  var description: String { name }

  struct Failure: Error { let what: String }

  func applied(to site: EditedSite) throws -> EditedSite {
    var site = site
    for step in steps {
      switch step {
      case .replace(let path, let old, let new):
        guard let text = site.files[path], text.contains(old) else { throw Failure(what: "\(path) has no \(old)") }
        site.files[path] = text.replacing(old, with: new, maxReplacements: 1)
      case .add(let path, let text): site.files[path] = text
      case .remove(let path):
        let gone = site.files.keys.filter { $0 == path || $0.hasPrefix(path + "/") }
        if gone.isEmpty { throw Failure(what: "no \(path)") }
        for path in gone { site.files[path] = nil }
      case .move(let path, let target):
        for (name, text) in site.files where name == path || name.hasPrefix(path + "/") {
          site.files[name] = nil
          site.files[target + name.dropFirst(path.count)] = text
        }
      }
    }
    return site
  }

  /// Reads `# name`, followed by edits, then `expect` and the expected lines.
  ///
  /// `edit path` is followed by `- old line` and `+ new line`. Without `-`, the lines are added at the end of the front
  /// matter. `add path` is followed by `+ lines`.
  static func all(in text: String) -> [Edit] {
    var edits: [Edit] = []
    var path = ""
    var isAdding = false
    var isExpecting = false
    var old: String?
    var new: [String] = []
    func finish(_ edit: inout Edit) {
      defer { (old, new) = (nil, []) }
      if path.isEmpty { return }
      let lines = new.map { $0 + "\n" }.joined()
      if isAdding {
        edit.steps.append(.add(path: path, text: lines))
      } else if let old {
        edit.steps.append(.replace(path: path, old: old + "\n", new: lines))
      } else if !new.isEmpty {
        edit.steps.append(.replace(path: path, old: "\n---\n", new: "\n" + lines + "---\n"))
      }
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("# ") {
        edits.append(Edit(name: String(line.dropFirst(2))))
        (isExpecting, path) = (false, "")
        continue
      }
      guard let last = edits.indices.last else { continue }
      if isExpecting {
        if !line.isEmpty { edits[last].expected += line + "\n" }
        continue
      }
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("- ") {
        finish(&edits[last])
        old = String(line.dropFirst(2))
      } else if line.hasPrefix("+ ") || line == "+" {
        new.append(String(line.dropFirst(2)))
      } else if line == "expect" {
        finish(&edits[last])
        (isExpecting, path) = (true, "")
      } else if words.count >= 2 {
        finish(&edits[last])
        path = ""
        switch words[0] {
        case "edit": (path, isAdding) = (words[1], false)
        case "add": (path, isAdding) = (words[1], true)
        case "remove": edits[last].steps.append(.remove(path: words[1]))
        case "move": edits[last].steps.append(.move(path: words[1], to: words[2]))
        default: break
        }
      }
    }
    return edits
  }
}
