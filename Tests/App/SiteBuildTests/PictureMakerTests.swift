import Images
import TestSupport
import Testing

@testable import SiteBuild

struct PictureMakerTests {
  /// A process that a damaged image ends takes the answers about the others with it: each gets a process of its own.
  @Test func asksAgainAboutEachImageOfACrashedProcess() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    try folder.write(
      """
      case $(cat) in
        batch* | *harmful) kill -9 $$ ;;
        *) printf 'color abc\\nend\\n' >&3 ;;
      esac

      """, to: "maker")
    let maker = PictureMaker(program: "/bin/sh", arguments: [folder.path + "/maker"])
    let answers = try maker.answers(["one", "harmful", "two"].map { Array($0.utf8) }, folder.path)
    #expect(answers == [.success(.init(color: "abc", files: [])), nil, .success(.init(color: "abc", files: []))])
  }
}
