import TestSupport
import Testing

struct FetchTests {
  private static let card =
    "---\ntitle: A\nimage: https://cdn.example.org/a.png\nimageWidth: 8\nimageHeight: 6\n---\nText.\n"
  private static let settings = "images: { hosts: [cdn.example.org] }\n"

  private func run(
    _ arguments: [String], _ files: [String: String], path: String = "/nowhere", in folder: String = ""
  ) throws -> CommandRun {
    let site = try Folder.site(files)
    defer { site.remove() }
    return try CommandRun.of(
      ["fetch"] + arguments.map { $0.replacing("SITE", with: site.path) },
      in: folder.isEmpty ? site.path : folder, after: ("PATH=\(path)", ""))
  }

  @Test func needsCurlOnlyForPictures() throws {
    let files = ["Content/one/a.md": Self.card, "cardshelf.yml": Self.settings]
    let missing = try run([], files)
    #expect(missing.exitCode == 2)
    #expect(missing.errors.contains("[curl-missing]") && missing.errors.contains("apt install curl"))
    let none = try run([], ["Content/one/a.md": "# A\n"])
    #expect(none.exitCode == 0 && none.errors == "no card shows a picture of another site\n")
  }

  @Test func findsTheSite() throws {
    let files = ["Content/one/a.md": "# A\n"]
    #expect(try run(["SITE"], files, in: "/").exitCode == 0)
    #expect(try run(["--root", "SITE"], files, in: "/").exitCode == 0)
    #expect(try run([], files, in: "/").exitCode == 2)
    #expect(try run(["SITE", "--root", "SITE"], files, in: "/").exitCode == 64)
    #expect(try run(["--seconds", "0"], files).exitCode == 64)
  }

  @Test func reportsForPrograms() throws {
    let card = Self.card.replacing("https:", with: "http:")
    let run = try run(["--format", "json"], ["Content/one/a.md": card, "cardshelf.yml": Self.settings])
    #expect(run.exitCode == 1)
    #expect(run.output.contains("\"image-refused\""), "\(run.output)")
  }
}
