import Content
import Diagnostics
import Images

/// A site that shows the files of a folder: where each file goes, and the settings with which they are read.
struct FolderSite {
  let title: String
  private(set) var language: String?
  /// True if nothing says the language, so that it was guessed from the texts.
  private var isLanguageGuessed = false
  /// The files of the folder by their paths in the site, in order.
  private(set) var files: [(path: String, source: String)] = []
  /// The files and folders that the site does not have, with the reason.
  private(set) var others: [(path: String, reason: String)]
  private(set) var guesses: [KeySurvey.Guess] = []
  private(set) var markdownCount = 0
  /// What was decided, for people.
  private(set) var decisions: [String] = []
  /// The folder of the files that are next to each other, if it needs an index: the page already has the title.
  private(set) var indexOfLooseFiles: String?
  private let folder: SourceFolder

  init(_ folder: SourceFolder) {
    self.folder = folder
    others = folder.others
    let project = ProjectKind(folder)
    let name = folder.path.split(separator: "/").last.map(String.init) ?? "Site"
    let generic = ["content", "docs", "en", "src", "posts", "_posts", "notes", "pages"]
    let parent = folder.path.split(separator: "/").dropLast().last.map(String.init)
    title = project.title ?? titleOfFolder(generic.contains(name.lowercased()) ? parent ?? name : name)
    language = project.language
    place(project)
    survey()
  }

  // MARK: - Places

  private mutating func place(_ project: ProjectKind) {
    var placed: [(path: String, source: String)] = []
    for source in folder.files {
      switch project.place(of: source) {
      case .content(let path): placed.append((path, source))
      case .leftOut(let reason): others.append((source, reason))
      }
    }
    if let decision = project.decision { decisions.append(decision) }
    let loose = placed.filter { !$0.path.contains("/") && isMarkdown($0.path) }
    let indexes = ["_index.md", "index.md"]
    let home = (indexes + ["home.md", "readme.md"]).lazy
      .compactMap { name in loose.first { $0.path.lowercased() == name } }.first
    let shelf = loose.count > Self.mostLoose ? shelfName(among: placed.map(\.path)) : nil
    let foldersOfTexts = Set(placed.filter { isMarkdown($0.path) }.map { Self.topFolder(of: $0.path) })
    for (path, source) in placed {
      var path = path
      if let home, source == home.source {
        path = "_index.md"
        if home.path != path { decisions.append("\(source) is the text of the home page") }
      } else if let shelf, !path.contains("/") || !foldersOfTexts.contains(Self.topFolder(of: path)) {
        // Pictures in a folder beside the files stay where the files look for them.
        path = shelf + "/" + path
      }
      files.append(("Content/" + path, source))
    }
    if let shelf {
      if !files.contains(where: { $0.path == "Content/\(shelf)/_index.md" }) { indexOfLooseFiles = shelf }
      decisions.append("the \(grouped(loose.count)) files next to each other are the shelf \(shelf)")
    }
    files.sort { precedesInBytes($0.path, $1.path) }
    markdownCount = files.count { isMarkdown($0.path) }
  }

  private static func topFolder(of path: String) -> Substring { path.prefix { $0 != "/" } }

  /// More files than a navigation can lead to are a shelf.
  private static let mostLoose = 8

  private func shelfName(among paths: [String]) -> String {
    let taken = Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) })
    let name = cardName(ofTitle: title)
    for candidate in [name, "all", "cards", "notes"] where !candidate.isEmpty && !taken.contains(candidate) {
      return candidate
    }
    return name + "-2"
  }

  // MARK: - Keys

  private mutating func survey() {
    var survey = KeySurvey()
    var texts = LanguageGuess()
    for file in files where isMarkdown(file.path) {
      guard let bytes = folder.read(file.source, limit: 4 << 20) else { continue }
      let source = SourceText(path: file.path, bytes: bytes)
      survey.add(source)
      if language == nil { texts.add(source) }
    }
    // A key that only a few files have is not mapped.
    guesses = survey.guesses.filter { $0.fileCount > markdownCount / 100 }
    language = survey.language ?? language
    if language == nil, let guess = texts.language {
      language = guess
      isLanguageGuessed = true
      decisions.append("the language of the texts is guessed: \(guess)")
    }
  }

  /// The content of `cardshelf.yml`.
  func settings(theme: String) -> String {
    var lines = ["# The configuration of the site; every key has a default.", "title: \(inQuotes(title))"]
    if isLanguageGuessed { lines.append("# The language of the texts, guessed from their letters and words.") }
    if let language { lines.append("lang: \(inQuotes(language))") }
    lines += [
      "theme: \(theme)", "# Shelves that do not say how their cards are arranged.", "arrangement: grid",
      "# Content with errors is left out, with a warning; `stop` builds nothing until it is fixed.", "faulty: skip",
      "# The files have keys for other programs.", "frontMatter: ignore",
    ]
    if !guesses.isEmpty {
      lines.append("# Which keys of the files give which keys of cards. The text of a card is its body.")
      lines.append("fields:")
      for guess in guesses {
        let sources = guess.sources.map(inQuotes).joined(separator: ", ")
        lines.append("  \(guess.key): \(guess.sources.count == 1 ? sources : "[\(sources)]")")
      }
    }
    lines += ["rules:", "  # A file without a title is named after itself.", "  title-missing: off"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The absolute path of the folder.
  var root: String { folder.path }

  func bytes(of file: (path: String, source: String)) -> [UInt8]? { folder.read(file.source) }
}

/// `based.cooking` becomes `Based cooking`.
private func titleOfFolder(_ name: String) -> String {
  let words = name.split { "-_.+ ".contains($0) }.joined(separator: " ")
  return words.isEmpty ? name : words.prefix(1).uppercased() + words.dropFirst()
}
