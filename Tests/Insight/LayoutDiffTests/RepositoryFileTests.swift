import Diagnostics
import Glibc
import Review
import SiteBuild
import TestSupport
import Testing

/// Files of a repository with names, sizes or places that could mislead the reader.
struct RepositoryFileTests {
  private static let grown =
    "planets   all widths   202 -> 224 px   Content/planets/mars.md:2 title 1 -> 2 lines\n"
    + "1 shelf of 4 changed\n"

  private func lines(_ folder: Folder, _ reference: String) async -> [String] {
    let result = await compareSite(BuildOptions(root: folder.path, jobs: 2), with: .commit(reference))
    return result.diagnostics.map(\.message) + (result.report.map { [$0.difference.lines()] } ?? [])
  }

  /// A repository with a site in which one title became longer after the commit.
  private func with(_ body: (Folder, Repository) async throws -> Void) async throws {
    try await Folder.withTemporary { folder in
      let site = Folder(path: folder.path + "/site")
      for (path, text) in try EditedSite().files { try folder.write(text, to: "site/" + path) }
      let repository = try Repository(site)
      try repository.commitAll()
      let path = "Content/planets/mars.md"
      let text = try #require(site.text(of: path))
      try site.write(text.replacing("title: Mars", with: "title: Mars, the red planet next door"), to: path)
      try await body(folder, repository)
    }
  }

  /// Anyone who can push a branch or a tag chooses its name.
  @Test(arguments: [
    String(repeating: "ab", count: 31), "fork/" + String(repeating: "a", count: 62),
    "pack-" + String(repeating: "a", count: 64), "ab/" + String(repeating: "a", count: 62),
    "pack/pack-" + String(repeating: "a", count: 64) + ".idx",
    Array(repeating: "a", count: 70).joined(separator: "/"), Array(repeating: "a", count: 1500).joined(separator: "/"),
  ])
  func anyNameOfAReference(name: String) async throws {
    try await with { _, repository in
      let site = repository.folder
      for kind in ["heads", "tags", "remotes"] { try repository.git("update-ref", "refs/\(kind)/\(name)", "HEAD") }
      #expect(await lines(site, "main") == [Self.grown])
      #expect(await lines(site, "tags/" + name) == [Self.grown])
    }
  }

  /// git reads such a file completely, even if it needs only a part.
  @Test(arguments: [("refs/heads/large", 2 << 20), ("packed-refs", 300 << 20), ("objects/info/alternates", 2 << 20)])
  func largeFiles(path: String, size: Int) async throws {
    try await with { _, repository in
      let site = repository.folder
      try site.write("", to: ".git/" + path)
      #expect(truncate(site.path + "/.git/" + path, size) == 0)
      #expect(
        await lines(site, "main") == [
          "git failed: \(site.path)/.git/\(path) is larger than \(path == "packed-refs" ? 256 : 1) MiB"
        ])
    }
  }

  /// Repositories from which objects are borrowed are checked as git finds them, in a list of any length.
  @Test(arguments: [
    ("", "../../../other/objects"), ("#" + String(repeating: "x", count: 70_000), "../../../other/objects"),
    ("", "../../../link/../other/objects"),
  ])
  func checksRepositoriesOfBorrowedObjects(comment: String, path: String) async throws {
    try await with { folder, repository in
      let site = repository.folder
      try Repository.git(["clone", "-q", "--bare", "site", "other"], in: folder)
      try site.write(comment + "\n" + path + "\n", to: ".git/objects/info/alternates")
      // The system would resolve the path from the target of the link.
      try folder.write("", to: "elsewhere/deep/x")
      #expect(symlink("elsewhere/deep", folder.path + "/link") == 0)
      #expect(await lines(site, "main") == [Self.grown])
      #expect(mkfifo(folder.path + "/other/objects/waits", 0o600) == 0)
      let found = await lines(site, "main")
      #expect(found.count == 1)
      #expect(found.first?.hasSuffix(" is neither a regular file nor a folder") == true)
    }
  }

  /// Names that git looks for in the folder of the work tree, in that of the main work tree, or in both.
  @Test(arguments: [
    "HEAD", "main-worktree/HEAD", "bisect/bad", "worktree/x", "main-worktree/refs/bisect/bad", "other", "main",
  ])
  func referencesOfWorkTrees(name: String) async throws {
    try await with { folder, repository in
      try repository.git("worktree", "add", "-q", "-b", "other", "../linked")
      let linked = Folder(path: folder.path + "/linked")
      let path = "Content/planets/mars.md"
      try linked.write(try #require(repository.folder.text(of: path)), to: path)
      for name in ["refs/bisect/bad", "refs/worktree/x"] {
        try repository.git("update-ref", name, "HEAD")
        try Repository.git(["update-ref", name, "HEAD"], in: linked)
      }
      // The work tree has one commit, and the main one the next.
      try Repository.git(
        ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-a", "-m", "x"], in: linked)
      for name in ["refs/bisect/bad", "refs/worktree/x"] {
        try Repository.git(["update-ref", name, "HEAD"], in: linked)
      }
      for site in [repository.folder, linked] {
        let commit = try Repository.git(["rev-parse", name], in: site).filter { $0 != "\n" }
        #expect(await lines(site, name) == (await lines(site, commit)))
      }
      #expect(await lines(linked, "HEAD") == [""])
      #expect(await lines(linked, "main") == [Self.grown])
      let other = await lines(linked, "worktrees/linked/HEAD")
      #expect(
        other == [
          "git failed: references of other work trees are not read; name the commit by a branch or its full hash"
        ])
    }
  }

  /// git would use the references and objects of another folder.
  @Test func refusesFoldersOfAnotherRepository() async throws {
    try await with { folder, repository in
      let site = repository.folder
      try Repository.git(["clone", "-q", "--bare", "site", "other"], in: folder)
      try site.write("../../other\n", to: ".git/commondir")
      #expect(
        await lines(site, "main") == ["the site is not in a git repository: \(site.path)/.git has a file commondir"])
    }
  }
}
