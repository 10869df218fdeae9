import Diagnostics
import Review
import SiteBuild
import TestSupport
import Testing

/// Comparisons with a commit.
struct CommitTests {
  private func lines(_ folder: Folder, _ reference: String) async -> [String] {
    let result = await compareSite(BuildOptions(root: folder.path, jobs: 2), with: .commit(reference))
    return result.diagnostics.map { "\($0.path): \($0.message) [\($0.rule.name)]" }
      + (result.report.map { [$0.difference.lines()] } ?? [])
  }

  private static let grown =
    "planets   all widths   202 -> 224 px   Content/planets/mars.md:2 title 1 -> 2 lines\n"
    + "1 shelf of 4 changed\n"

  private func grow(_ folder: Folder) throws {
    let path = "Content/planets/mars.md"
    let text = try #require(folder.text(of: path))
    try folder.write(text.replacing("title: Mars", with: "title: Mars, the red planet next door"), to: path)
  }

  @Test func uncommittedChanges() async throws {
    try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      let repository = try Repository(folder)
      try repository.commitAll()
      #expect(await lines(folder, "HEAD") == [""])
      try grow(folder)
      try folder.write("---\ntitle: New\n---\n", to: "Content/facts/zzz.md")
      let before = try repository.git("status", "--porcelain")
      let found = await lines(folder, "HEAD")
      #expect(found.first?.contains("Content/planets/mars.md:2 title 1 -> 2 lines") == true)
      #expect(found.first?.contains("card added") == true)
      // The index and the work tree do not change.
      #expect(try repository.git("status", "--porcelain") == before)
      try repository.git("add", "-A")
      #expect(await lines(folder, "HEAD") == found)
    }
  }

  @Test(arguments: ["main", "HEAD", "v1", "HEAD~0", "refs/heads/main", "main^{tree}", "-dash", "a b"])
  func namesOfCommits(name: String) async throws {
    try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      let repository = try Repository(folder)
      try repository.commitAll()
      try repository.git("tag", "v1")
      // git does not accept these as names of branches, but they can be in its files.
      let head = try repository.git("rev-parse", "HEAD")
      try folder.write(head, to: ".git/refs/heads/-dash")
      try grow(folder)
      let found = await lines(folder, name)
      if name == "a b" {
        #expect(
          found == ["a b: git does not know a commit with this name [reference-unknown]"])
      } else {
        #expect(found == [Self.grown])
      }
    }
  }

  /// A name that looks like an option is not used as one.
  @Test(arguments: ["--help", "-h", "--exec=touch /tmp/never", "--all", "", "^main", "main..main", ":Content", "a\nb"])
  func refusesNamesThatAreNotCommits(name: String) async throws {
    try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      let repository = try Repository(folder)
      try repository.commitAll()
      let found = await lines(folder, name)
      #expect(found.count == 1)
      #expect(found.first?.contains("[reference-unknown]") == true || found.first?.contains("[other-side]") == true)
    }
  }

  @Test func aSiteInAFolderOfTheRepository() async throws {
    try await Folder.withTemporary { folder in
      let site = Folder(path: folder.path + "/sites/my site")
      try folder.write("* text=auto\n", to: ".gitattributes")
      var files = try EditedSite()
      for (path, text) in files.files { files.files["sites/my site/" + path] = text }
      for (path, text) in files.files where path.hasPrefix("sites/") { try folder.write(text, to: path) }
      try folder.write("other", to: "sites/other/cardshelf.yml")
      let repository = try Repository(folder)
      try repository.commitAll()
      try grow(site)
      #expect(await lines(site, "HEAD") == [Self.grown])
    }
  }

  @Test func aCommitWithoutTheSite() async throws {
    try await Folder.withTemporary { folder in
      let repository = try Repository(folder)
      try folder.write("x", to: "x")
      try repository.commitAll()
      try EditedSite().write(to: folder)
      #expect(await lines(folder, "HEAD") == ["HEAD: the commit does not contain the site [other-side]"])
    }
  }

  @Test func noRepository() async throws {
    try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      let found = await lines(folder, "HEAD")
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix("HEAD: the site is not in a git repository: ") == true)
    }
  }

  /// Files are compared as committed: no filter runs, and line ends do not change the layout.
  @Test func attributesAndFilters() async throws {
    try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      try folder.write(
        "Content/planets/*.md text eol=crlf\nContent/facts export-ignore\nContent/notes/*.md filter=shout\n",
        to: ".gitattributes")
      let repository = try Repository(folder)
      try repository.git("config", "filter.shout.smudge", "touch ran; sed s/First/Primal/")
      try repository.git("config", "filter.shout.clean", "cat")
      try repository.commitAll()
      try repository.git("config", "core.autocrlf", "true")
      #expect(await lines(folder, "HEAD") == [""])
      // The work tree differs from the commit.
      try folder.remove(".gitattributes")
      #expect(await lines(folder, "HEAD") == [""])
      #expect(!folder.holds("ran"))
    }
  }

  /// All readers treat both kinds of line ends alike, so a commit can be compared with a work tree that has the other
  /// kind.
  @Test func lineEndsOfTheWorkTree() async throws {
    try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      try folder.write(
        "---\ntitle: Sample\nshelves: [planets, notes, words, facts, rows]\n---\n", to: "Content/_index.md")
      try folder.write(
        "---\ntitle: Rows\ncards: rows.csv\nfields: {title: name, body: text}\n---\n", to: "Content/rows/_index.md")
      try folder.write(
        "name,text\nOne,\"Two lines\n\n    and code\"\nTwo,\"A paragraph\nin two lines\"\n",
        to: "Content/rows/rows.csv")
      let repository = try Repository(folder)
      try repository.commitAll()
      let before = await lines(folder, "HEAD")
      for path in try repository.git("ls-files").split(separator: "\n").map(String.init) {
        let text = try #require(folder.text(of: path))
        try folder.write(text.replacing("\n", with: "\r\n"), to: path)
      }
      #expect(before == [""])
      #expect(await lines(folder, "HEAD") == [""])
    }
  }

  /// Files that are missing from the commit are reported, and the rest is compared.
  @Test func linksSubmodulesAndPointers() async throws {
    try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      let repository = try Repository(folder)
      try repository.commitAll()
      let head = try repository.git("rev-parse", "HEAD").split(separator: "\n")[0]
      try folder.write("/etc/passwd", to: "target")
      let target = try repository.git("hash-object", "-w", "target").split(separator: "\n")[0]
      try repository.git("update-index", "--add", "--cacheinfo", "120000,\(target),Content/notes/link.md")
      try repository.git("commit", "-q", "-m", "x")
      try folder.remove("target")
      let linked = await lines(folder, "HEAD")
      #expect(
        linked == [
          "HEAD: it has an error: Content/notes/link.md this is a symbolic link, not a regular file "
            + "[not-a-regular-file] [other-side]", "",
        ])
      try repository.git("update-index", "--force-remove", "Content/notes/link.md")
      try repository.git("update-index", "--add", "--cacheinfo", "160000,\(head),Content/more")
      try repository.git("commit", "-q", "-m", "x")
      let submodule = await lines(folder, "HEAD")
      #expect(
        submodule == [
          "HEAD: it has an error: Content/more this is a submodule, whose files are in another repository "
            + "[not-in-commit] [other-side]", "",
        ])
      try repository.git("update-index", "--force-remove", "Content/more")
      try folder.write(
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "0", count: 64))\nsize 9\n",
        to: "Content/notes/a.png")
      try repository.commitAll()
      try folder.remove("Content/notes/a.png")
      let pointer = await lines(folder, "HEAD")
      #expect(pointer.first?.contains("Content/notes/a.png the commit contains only the name of this file") == true)
    }
  }

  @Test(arguments: ["sha1", "sha256"])
  func aSubmoduleOfEitherFormat(format: String) async throws {
    try await Folder.withTemporary { folder in
      let inner = Folder(path: folder.path + "/inner")
      try EditedSite().files.forEach { try folder.write($1, to: "inner/" + $0) }
      try Repository.git(["init", "-q", "-b", "main", "--object-format", format, "inner"], in: folder)
      let name = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
      try Repository.git(name + ["add", "-A"], in: inner)
      try Repository.git(name + ["commit", "-q", "-m", "x"], in: inner)
      #expect(await lines(inner, "HEAD") == [""])
      try Repository.git(["init", "-q", "-b", "main", "--object-format", format, "outer"], in: folder)
      let outer = Folder(path: folder.path + "/outer")
      try Repository.git(
        ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../inner", "site"], in: outer)
      let site = Folder(path: outer.path + "/site")
      #expect(await lines(site, "HEAD") == [""])
      try grow(site)
      #expect(await lines(site, "origin/main") == [Self.grown])
      // A file that names a repository which does not know this work tree.
      try site.write("gitdir: \(inner.path)/.git\n", to: ".git")
      #expect(await lines(site, "HEAD").first?.contains("does not name a work tree or submodule") == true)
    }
  }

  @Test func aShallowClone() async throws {
    try await Folder.withTemporary { folder in
      let origin = Folder(path: folder.path + "/origin")
      try EditedSite().files.forEach { try folder.write($1, to: "origin/" + $0) }
      let repository = try Repository(origin)
      try repository.commitAll()
      try grow(origin)
      try repository.commitAll()
      try Repository.git(["clone", "-q", "--depth", "1", "file://" + origin.path, "clone"], in: folder)
      let clone = Folder(path: folder.path + "/clone")
      #expect(await lines(clone, "HEAD") == [""])
      let missing = await lines(clone, "HEAD~1")
      #expect(missing.first?.contains("[reference-unknown]") == true)
      try Repository.git(["fetch", "-q", "--depth=2", "origin", "main"], in: clone)
      #expect(await lines(clone, "HEAD~1") == [Self.grown])
    }
  }

  @Test func aLinkedWorkTree() async throws {
    try await Folder.withTemporary { folder in
      let main = Folder(path: folder.path + "/main")
      try EditedSite().files.forEach { try folder.write($1, to: "main/" + $0) }
      let repository = try Repository(main)
      try repository.commitAll()
      try repository.git("worktree", "add", "-q", "../linked", "-b", "other")
      let linked = Folder(path: folder.path + "/linked")
      try grow(linked)
      #expect(await lines(linked, "main") == [Self.grown])
      #expect(await lines(main, "other") == [""])
    }
  }

  /// Errors on the other side are reported, and the rest is compared.
  @Test func aCommitWithErrors() async throws {
    try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      try folder.write("---\ntitle: New\ntitel: x\n---\n", to: "Content/facts/zzz.md")
      let repository = try Repository(folder)
      try repository.commitAll()
      try folder.remove("Content/facts/zzz.md")
      let found = await lines(folder, "HEAD")
      #expect(found.count == 2)
      #expect(
        found.first
          == "HEAD: it has an error: Content/facts/zzz.md:3 unknown key `titel`; did you mean `title`? [unknown-key] [other-side]"
      )
      #expect(found.last?.contains("card removed") == true)
      try folder.write("theme: none\n", to: "cardshelf.yml")
      try repository.commitAll()
      try folder.write("title: x\n", to: "cardshelf.yml")
      let unusable = await lines(folder, "HEAD")
      #expect(unusable.count == 1)
      #expect(unusable.first?.hasPrefix("HEAD: it cannot be laid out: it has an error: cardshelf.yml:1 ") == true)
    }
  }
}
