import FoundationEssentials
import TestSupport
import Testing

struct MeasureTableTests {
  private struct Document: Decodable {
    struct Misfit: Decodable {
      var row: Int
      var line: Int
      var id: String?
      var language: String
      var style: String?
      var font: String?
      var width: Int
      var neededWidth: Int?
      var excess: Int?
      var lines: Int
      var mostLines: Int?
      var dividesWord: Bool
      var shown: String
    }
    struct Summary: Decodable {
      struct Language: Decodable, Equatable {
        var language: String
        var misfits: Int
        var texts: Int
      }
      var empty: Int
      var languages: [Language]
      var misfits: Int
      var texts: Int
    }
    var misfits: [Misfit]
    var summary: Summary
    var version: Int
  }

  private struct Text: Decodable {
    struct Line: Decodable { var text: String }
    var lines: [Line]
    var truncated: Bool
  }

  private static let table = """
    id,language,text,style,width,lines
    save,en,Save,title,80,1
    save,de,Einstellungen speichern,title,120,1
    save,fr,"Enregistrer, ""vite"" et bien",title,100,2
    save,ar,حفظ الإعدادات الجديدة,title,80,1
    save,ja,設定を保存しますか,title,80,1
    save,el,Αποθήκευση των ρυθμίσεων,,90,
    long,de,Donaudampfschifffahrtsgesellschaft,body,100,4
    none,de,,body,100,4

    """

  private func folder(_ table: String, named name: String = "strings.csv") throws -> Folder {
    let folder = try Folder.temporary()
    try folder.write(table, to: name)
    return folder
  }

  /// No site is needed, and each needed width is the least one at which the text fits.
  @Test func agreesWithMeasuringEachText() throws {
    let folder = try folder(Self.table)
    defer { folder.remove() }
    let run = try CommandRun.of(["measure", "--table", "strings.csv", "--format", "json"], in: folder.path)
    #expect(run.exitCode == 1)
    #expect(run.errors == "")
    let found = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    #expect(found.misfits.map(\.line) == [3, 4, 5, 6, 8])
    #expect(found.misfits.map(\.row) == [3, 4, 5, 6, 8])
    #expect(found.summary.texts == 7 && found.summary.misfits == 5 && found.summary.empty == 1)
    #expect(found.summary.languages.map(\.language) == ["ar", "de", "el", "en", "fr", "ja"])
    let texts = ["Einstellungen speichern", "Enregistrer, \"vite\" et bien", "حفظ الإعدادات الجديدة", "設定を保存しますか"]
    let site = try Folder.site()
    defer { site.remove() }
    for (misfit, text) in zip(found.misfits, texts) {
      func measured(_ arguments: [String]) throws -> Text {
        let style = try #require(misfit.style)
        let run = try CommandRun.of(
          ["measure", "--style", style, "--lang", misfit.language, text] + arguments, in: site.path)
        return try JSONDecoder().decode(Text.self, from: Data(run.output.utf8))
      }
      let most = try #require(misfit.mostLines)
      let needed = try #require(misfit.neededWidth)
      #expect(misfit.excess == needed - misfit.width)
      #expect(!misfit.dividesWord)
      let all = ["--max-lines", "99", "--width"]
      #expect(try measured(all + ["\(misfit.width)"]).lines.count == misfit.lines)
      #expect(try measured(all + ["\(needed)"]).lines.count <= most)
      #expect(try measured(all + ["\(needed - 1)"]).lines.count > most)
      let cut = try measured(["--max-lines", "\(most)", "--width", "\(misfit.width)"])
      #expect(cut.truncated)
      #expect(cut.lines.map(\.text).joined(separator: " ") == misfit.shown)
    }
    #expect(found.misfits.last?.dividesWord == true)
  }

  @Test func formatsAndDefaults() throws {
    let folder = try folder("text;id\nEinstellungen speichern;\"a,b\"\nJa;c\n", named: "a.csv")
    defer { folder.remove() }
    let options = [
      "measure", "--table", "a.csv", "--width", "120", "--max-lines", "1", "--lang", "de", "--style", "title",
    ]
    let text = try CommandRun.of(options, in: folder.path)
    #expect(text.exitCode == 1)
    #expect(
      text.output == """
        a.csv:2: de a,b: 2 lines where 1 fits, 85 px too wide for 120 px: Einstellunge…

        de  1 of 2 do not fit
        1 of 2 texts do not fit

        """)
    let csv = try CommandRun.of(options + ["--format", "csv"], in: folder.path)
    #expect(
      csv.output == """
        row,line,id,language,style,width,neededWidth,lines,mostLines,shown
        2,2,"a,b",de,title,120,205,2,1,Einstellunge…

        """)
    let fitting = try CommandRun.of(options + ["--width", "300"], in: folder.path)
    #expect(fitting.exitCode == 0)
    #expect(fitting.output == "de  0 of 2 do not fit\nall 2 texts fit\n")
    let none = try CommandRun.of(options + ["--width", "300", "--format", "json"], in: folder.path)
    let found = try JSONDecoder().decode(Document.self, from: Data(none.output.utf8))
    #expect(found.misfits.isEmpty && found.version == 1)
  }

  /// Fonts are families or files, and a row that names one has a size.
  @Test func fontsByName() throws {
    let path = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
    let folder = try folder(
      """
      {"text": "Save all of it", "font": "Noto Sans", "size": 16, "width": 60, "lines": 1}
      {"text": "Save all of it", "font": "\(path)", "size": 16, "width": 60, "lines": 1, "lineHeight": 20}
      {"text": "Save all of it", "font": "Noto Sans", "weight": 700, "size": 16, "width": 60, "lines": 1}
      {"text": "Save", "font": "No Such Font", "size": 16, "width": 60}
      {"text": "Save", "font": "No Such Font", "size": 16, "width": 60}
      {"text": "Save", "font": "nowhere.ttf", "size": 16, "width": 60}
      {"text": "Save", "font": "Noto Sans", "width": 60}

      """, named: "a.ndjson")
    defer { folder.remove() }
    let run = try CommandRun.of(["measure", "--table", "a.ndjson", "--format", "json"], in: folder.path)
    #expect(run.exitCode == 1)
    let found = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    let widths = found.misfits.compactMap(\.neededWidth)
    #expect(widths.count == 3)
    #expect(widths[0] == widths[1])
    #expect(widths[2] > widths[0])
    #expect(
      run.errors.contains(
        "a.ndjson:4:26: error: font family not found: No Such Font, and 1 more row like it [table-font]"))
    #expect(run.errors.contains("a.ndjson:6:26: error: cannot read the font file nowhere.ttf [table-font]"))
    #expect(run.errors.contains("a.ndjson:7:26: error: the row has no `size` [table-value]"))
  }

  /// One finding for each fault, wherever it is, and the other rows are measured.
  @Test func findings() throws {
    let folder = try folder(
      "text,style,width,lines,language\nA,titel,80,1,en\nB,titel,80,1,en\nC,body,0,1,en\nD,body,,1,en\nE,body,80,one,en\n"
        + "F,body,80,1,e\nG,body\nH\0,body,80,1,en\nI,body,80,1,en\n")
    defer { folder.remove() }
    let run = try CommandRun.of(["measure", "--table", "strings.csv"], in: folder.path)
    #expect(run.exitCode == 1)
    #expect(run.output == "en  0 of 1 do not fit\nthe text fits\n")
    let heads = run.errors.split(separator: "\n").filter { $0.hasPrefix("strings.csv:") }
    #expect(
      heads.map { String($0) } == [
        "strings.csv:2:3: error: a theme has no text style called titel, and 1 more row like it [text-style-unknown]",
        "strings.csv:4:8: error: `width` must be a whole number from 1 to 16384 [table-value]",
        "strings.csv:5:1: error: the row has no `width` [table-value]",
        "strings.csv:6:11: error: `lines` must be a whole number from 1 to 10000 [table-value]",
        "strings.csv:7:13: error: e is not a language [table-value]",
        "strings.csv:8:1: error: the row has 2 cells where the header has 5 [csv-cell-count]",
        "strings.csv:9:2: error: byte 0x00 is a control character [not-utf8]",
      ])
    for (name, code) in [("nowhere.csv", 2), ("/dev/null.csv", 2), (".", 2), ("strings.json", 2)] {
      #expect(try CommandRun.of(["measure", "--table", name], in: folder.path).exitCode == code)
    }
    try folder.write("text\n", to: "empty.csv")
    let empty = try CommandRun.of(["measure", "--table", "empty.csv"], in: folder.path)
    #expect(empty.exitCode == 0 && empty.errors.contains("[data-empty]"))
  }

  @Test(arguments: [
    ["--table", "a.csv", "text"], ["--table", "a.csv", "--card"], ["--format", "csv", "text"],
    ["--table", "a.csv", "--format", "xml"], ["--table", "a.csv", "--width", "0"],
  ])
  func refusesWrongUsage(arguments: [String]) throws {
    #expect(try CommandRun.of(["measure"] + arguments, in: "/").exitCode == 64)
  }

  /// The number of tasks and of blocks does not affect the result.
  @Test func manyRows() throws {
    var generator = SeededGenerator(seed: 3)
    var text = "id,language,text,width\n"
    for number in 0..<12_000 {
      let words = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        ["Save", "the", "settings", "speichern", "größer", "файл", "حفظ", "保存"].randomElement(using: &generator) ?? ""
      }
      text +=
        "\(number),\(["en", "de", "ar", "ja"][number % 4]),\(words.joined(separator: " ")),\(60 + number % 9 * 10)\n"
    }
    let folder = try folder(text)
    defer { folder.remove() }
    let options = ["measure", "--table", "strings.csv", "--format", "json", "--style", "subtitle", "--max-lines", "1"]
    let one = try CommandRun.of(options + ["--jobs", "1"], in: folder.path)
    let three = try CommandRun.of(options + ["--jobs", "3"], in: folder.path)
    #expect(one.exitCode == 1)
    #expect(one.output == three.output)
    let found = try JSONDecoder().decode(Document.self, from: Data(one.output.utf8))
    #expect(found.summary.texts == 12_000)
    #expect(found.misfits.count == found.summary.misfits && found.misfits.count > 1000)
    #expect(found.misfits.map(\.row) == found.misfits.map(\.row).sorted())
  }
}
