import Diagnostics
import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

/// Runs that die, and concurrent runs.
struct OutputRecoveryTests {
  /// The content of each page names the files that it needs.
  private let old = site([
    "a-old.css": "old", "common.css": "common", "index.html": "a-old.css common.css", "gone/index.html": "a-old.css",
    "layout.json": "old",
  ])
  private let new = site([
    "b-new.css": "new", "common.css": "common", "index.html": "b-new.css common.css", "come/index.html": "b-new.css",
    "layout.json": "new",
  ])

  private func writer(_ folder: Folder, patience: Int = 60) -> OutputWriter {
    OutputWriter(place(in: folder), patience: patience)
  }

  /// Plans how to turn the content of the folder into a site, and passes the plan to `body` while the folder is locked.
  private func plan(
    towards site: Site, in folder: Folder, _ body: (BegunWrite, OutputPlan) throws -> Void
  ) throws {
    // A process that another test starts also holds the lock until it executes its program.
    let begun = try writer(folder).begin(site)
    try body(begun, try begun.planned().plan)
  }

  /// Goes the first steps of turning the content of the folder into a site: files are staged, and then published.
  ///
  /// - Returns: how many steps there are.
  private func steps(_ count: Int, towards site: Site, in folder: Folder) throws -> Int {
    let begun = try writer(folder).begin(site)
    for file in begun.files.prefix(count) { begun.staging.prepare(file) }
    guard count >= begun.files.count else { return Int.max }
    let plan = try begun.planned().plan
    for step in plan.steps.prefix(count - begun.files.count) { try begun.staging.output.perform(step, of: plan) }
    return begun.files.count + plan.steps.count
  }

  private func tree(of folder: Folder) -> [String: String?] { folder.tree(below: "Output") }

  private func expectNoPageWithoutItsAssets(in folder: Folder, after count: Int) {
    for (path, text) in folder.tree(below: "Output") where path.hasSuffix(".html") {
      for asset in (text ?? "").split(separator: " ") {
        #expect(folder.status(of: "Output/\(asset)") != nil, "\(path) lacks \(asset) after step \(count)")
      }
    }
  }

  @Test func completesRunsThatDiedAfterAnyStep() throws {
    var clean: [String: [String: String?]] = [:]
    for (name, site) in [("old", old), ("new", new)] {
      clean[name] = try Folder.withTemporary { folder in
        _ = try writer(folder).write(site)
        try folder.write("mine", to: "Output/CNAME")
        return tree(of: folder)
      }
    }
    var count = 0
    var total = Int.max
    while count <= total {
      for (name, next) in [("old", old), ("new", new)] {
        try Folder.withTemporary { folder in
          try folder.write("mine", to: "Output/CNAME")
          _ = try writer(folder).write(old)
          total = try steps(count, towards: new, in: folder)
          expectNoPageWithoutItsAssets(in: folder, after: count)
          _ = try writer(folder).write(next)
          #expect(tree(of: folder) == clean[name], "\(name) after step \(count)")
        }
      }
      count += 1
    }
    #expect(total > 12, "the two sites differ enough for every kind of step")
  }

  /// Where nothing can be recorded, the list of files itself tells what a dead run may have left.
  @Test func completesRunsThatDiedWithoutARecord() throws {
    let mark = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; style-src\"/>"
    let old = site(["a-old.css": "old", "index.html": mark + "a-old.css", "gone/index.html": mark + "a-old.css"])
    let new = site(["b-new.css": "new", "index.html": mark + "b-new.css", "come/index.html": mark + "b-new.css"])
    var count = 0
    var total = Int.max
    while count <= total {
      for next in [old, new] {
        try Folder.withTemporary { folder in
          try folder.write("in the way", to: StateFolder.name)
          _ = try writer(folder).write(old)
          total = try steps(count, towards: new, in: folder)
          _ = try writer(folder).write(next)
          for file in next {
            #expect(folder.bytes(of: "Output/" + file.path) == file.bytes, "\(file.path) after step \(count)")
          }
          #expect(folder.text(of: StateFolder.name) == "in the way")
          #expect(folder.names(in: "Output").filter { $0.hasPrefix(".") } == [OutputFolder.manifestName])
        }
      }
      count += 1
    }
    #expect(total > 8)
  }

  /// A file that a dead run was going to add was made by somebody else.
  @Test func keepsFilesMadeAfterARunDied() throws {
    try Folder.withTemporary { folder in
      _ = try writer(folder).write(old)
      try plan(towards: new, in: folder) { begun, plan in
        for step in plan.steps {
          if case .place = step { break }
          try begun.staging.output.perform(step, of: plan)
        }
      }
      try folder.make(folder: "Output/come")
      try folder.write("mine", to: "Output/come/index.html")
      #expect(throws: Diagnostic.self) { try writer(folder).write(new) }
      #expect(folder.text(of: "Output/come/index.html") == "mine")
      try folder.remove("Output/come/index.html")
      _ = try writer(folder).write(new)
      #expect(folder.text(of: "Output/come/index.html") == "b-new.css")
    }
  }

  /// The run died within a step: folders of a page existed before the page, or still exist after it.
  @Test func removesEmptyFoldersOfDeadRuns() throws {
    try Folder.withTemporary { folder in
      let deep = site(["a/b/c/index.html": "", "x/y/index.html": ""])
      _ = try writer(folder).write(old)
      try plan(towards: deep, in: folder) { begun, plan in
        for step in plan.steps {
          if case .place = step { break }
          try begun.staging.output.perform(step, of: plan)
        }
      }
      for made in ["Output/a/b", "Output/x/y/mine"] { try folder.make(folder: made) }
      let report = try writer(folder).write(old)
      #expect(report.removed.isEmpty, "no file was there")
      let folders = folder.tree(below: "Output").filter { $0.value == nil }.keys
      #expect(folders.sorted() == ["Output/gone", "Output/x", "Output/x/y", "Output/x/y/mine"])
    }
  }

  @Test func plansNoStepsWithoutChanges() throws {
    try Folder.withTemporary { folder in
      _ = try writer(folder).write(old)
      try plan(towards: old, in: folder) { _, plan in #expect(plan.steps.isEmpty) }
    }
  }

  @Test(arguments: [("Output/b-new.css/theirs", "folder"), ("Output/b-new.css", "regular file")])
  func refusalsLeaveThePublishedFiles(appearing: String, kind: String) throws {
    try Folder.withTemporary { folder in
      _ = try writer(folder).write(old)
      let before = tree(of: folder).filter { $0.key != "Output/.cardshelf-manifest" }
      var refusal: Diagnostic?
      try plan(towards: new, in: folder) { begun, plan in
        // Too late for the plan to include it.
        try folder.write("theirs", to: appearing)
        do {
          var isBegun = false
          defer { #expect(isBegun) }
          try begun.carryOut(plan, isBegun: &isBegun)
        } catch let error as Diagnostic {
          refusal = error
        }
      }
      #expect(refusal?.rule == .outputForeignFile)
      #expect(refusal?.path == "Output/b-new.css")
      #expect(refusal?.message == "a \(kind) that Cardshelf did not write is where the build must write")
      #expect(folder.text(of: appearing) == "theirs")
      let after = tree(of: folder).filter { $0.key != "Output/.cardshelf-manifest" }
      #expect(after.filter { !$0.key.hasPrefix("Output/b-new.css") } == before)
    }
  }

  @Test func aSecondRunWaitsAndGivesUp() throws {
    try Folder.withTemporary { folder in
      var refusal: Diagnostic?
      try plan(towards: old, in: folder) { _, _ in
        do {
          _ = try writer(folder, patience: 0).write(old)
        } catch let error as Diagnostic {
          refusal = error
        }
      }
      #expect(refusal?.rule == .outputBusy)
      let report = try writer(folder, patience: 60).write(old)
      #expect(report.written.count == old.count, "the lock is free again")
    }
  }

  @Test func runsAtTheSameTimeDoNotMix() async throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let (old, new, writer) = (old, new, writer(folder))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { _ = try writer.write(number.isMultiple(of: 2) ? old : new) }
      }
      try await group.waitForAll()
    }
    let pages = folder.tree(below: "Output").keys.filter { $0.hasSuffix("/index.html") && $0 != "Output/index.html" }
    #expect(pages == ["Output/gone/index.html"] || pages == ["Output/come/index.html"])
    #expect(folder.text(of: "Output/layout.json") == (pages == ["Output/gone/index.html"] ? "old" : "new"))
  }
}
