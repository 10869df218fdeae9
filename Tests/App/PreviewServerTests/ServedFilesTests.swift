import Diagnostics
import SiteBuild
import TestSupport
import Testing

@testable import PreviewServer

struct ServedFilesTests {
  private let files = ServedFiles(
    tree: FileTree(root: "/nowhere"), folder: "Output",
    paths: ["index.html", "about/index.html", "images/new moon.png", "images/caf\u{E9}.png", "a%2Fb.css"])

  @Test(arguments: [
    ("/", "index.html"), ("/index.html", "index.html"), ("/about/", "about/index.html"),
    ("/images/new%20moon.png", "images/new moon.png"), ("/images/caf%C3%A9.png", "images/caf\u{E9}.png"),
    ("/a%252Fb.css", "a%2Fb.css"),
  ])
  func findsFilesOfTargets(target: String, path: String) { #expect(files.file(forTarget: target) == path) }

  @Test(arguments: [
    "", "/about", "/nothing.html", "/../Output/index.html", "/%2e%2e/etc/passwd", "/about/../index.html",
    "//index.html",
    "/.cardshelf-manifest", "/index.html%00", "/index.html%", "/index.html%4", "/%zz", "/images/cafe%CC%81.png",
    "/a%2Fb.css", "http://127.0.0.1/index.html",
  ])
  func refusesOtherTargets(target: String) { #expect(files.file(forTarget: target) == nil) }

  @Test func findsEncodedPaths() {
    for path in ["index.html", "images/new moon.png", "images/caf\u{E9}.png", "a%2Fb.css"] {
      #expect(files.file(forTarget: "/" + percentEncoded(path: path)) == path)
    }
  }

  @Test func refusesLinksOutOfTheFolder() throws {
    let folder = try OutputFolder()
    let files = try ServedFiles(output: folder.path)
    #expect(try files.bytes(ofFile: "index.html") == Array("home".utf8))
    try folder.link("link.txt", to: "../secret.txt")
    #expect(!files.contains("link.txt"))
    for path in ["link.txt", "../secret.txt", "../Output/link.txt"] {
      #expect(throws: Diagnostic.self) { try files.bytes(ofFile: path) }
    }
    #expect(throws: Diagnostic.self) { try ServedFiles(output: folder.path) }
  }

  @Test func reportsMissingFolders() throws {
    let error = #expect(throws: Diagnostic.self) { try ServedFiles(output: "/nowhere/Output") }
    #expect(error?.path == "/nowhere/Output")
    #expect(error?.help != nil)
  }

  @Test(arguments: [
    ("index.html", "text/html; charset=utf-8"), ("a.b/c", "application/octet-stream"), ("x.WOFF2", "font/woff2"),
    ("layout.json", "application/json"),
  ])
  func mediaTypesByExtension(path: String, type: String) { #expect(mediaType(ofFile: path) == type) }
}
