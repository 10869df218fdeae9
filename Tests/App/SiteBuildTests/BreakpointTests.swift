import CardLayout
import Content
import Diagnostics
import Geometry
import Review
import SampleSites
import ShelfArrangements
import TestSupport
import Testing
import TextLayout
import Themes

@testable import SiteBuild

struct BreakpointTests {
  private static let words = "So many words that their lines end elsewhere at nearly every width of the page."

  private static let cards = """
    -- Content/one/a.md --
    ---
    title: A title of some words that needs two lines
    tags: [one, another, something else, more of them, the last]
    ---
    \(words) \(words)
    -- Content/one/b.md --
    ---
    title: Short
    subtitle: A subtitle that is cut where it needs more than two lines of a narrow card
    image: b.svg
    imageAlt: A square
    ---
    \(words)
    -- Content/one/b.svg --
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>
    -- Content/one/c.md --
    # C
    -- Content/one/d.md --
    ---
    title: Words
    tags: [x, y]
    ---
    \(words) \(words) \(words)
    """

  private static let arabic = """
    -- Content/one/a.md --
    ---
    title: عنوان من بضع كلمات يحتاج إلى سطرين
    tags: [واحد, آخر, شيء آخر, المزيد منها]
    ---
    كلمات كثيرة تنتهي أسطرها في مكان آخر عند كل عرض من عروض الصفحة تقريبا، ومعها word و 12.
    -- Content/one/b.md --
    # ثانية
    """

  private static let articles = """
    -- Content/one/a.md --
    # An article

    \(words)

    ## A heading of several words

    1. \(words)
    2. Short

    | Name | Value |
    |---|---|
    | \(words) | 1 |

    > \(words)
    -- Content/one/b.md --
    # Another

    \(words) `code` and *more*.
    """

  /// Long words with letters that are kerned.
  private static let longWords = """
    -- Content/one/a.md --
    # AvToTo LTVAP,r.WeWewaTywaAvwar. VAfi

    r.fiP,YoLTYoAYYoWeAvAvLTAYLT fifiYoVAYoVATyTyAv VALTVAVAYoYoLTYor.YoVAAY fiP,YoLTwaLTLTAYVAfiP,P,AYr.YoTyAYWeAYYo YoLTr.AYAYLTwaP,YoP,AYAYr.TyLTP,VA
    -- Content/one/b.md --
    # waWeAY WeWeP,YoYoYoYor.wawafiWe P,Ty

    AYYoLTr.waToLTP,AvTyP,ToAvwa r.AvWewaTyr.ToYoVA WeTyTyAvfiP,AvAvLTLTVATy r.AvToToToAvAvP,AvLTWeVAVAP,VAYoP,Avfiwa AvTyVAAvAvLTwar.P,P,ToWeLTAYAvWeAY
    -- Content/one/c.md --
    # YowaP, AvWefiwaP,VAAYTyTor.r.LT ToAv

    AYVAYowafiAYYoLTVALTWeWewafi r.AvP,YoVAr.AvWeAv VAVAVAToAYr.TyYoP,AvTyTy P,AYToWeTowaTywawaP,LTWer.fiWeYoAvVAAvfi fiVAToYoP,ToTyToToAvVATyToTyAvYor.
    -- Content/one/d.md --
    # AYAYWe Yor.fiTyr.TyP,fifiYoAvwa waAv

    fiYowaVATor.AYLTAvYoTowaLTWe P,LTWeAvr.fiToToWe Tyr.AvAYAvfir.AYAYTywawa ToAvWeAvLTWeP,ToTyAYTyTowaLTfiP,AYVALTfi ToWeToToTowaLTr.fiTyP,ToAvwar.AYAv
    -- Content/one/e.md --
    # P,P,AY WeLTAYVALTWeAYYoAYP,P,fi AYr.

    WefiTyVAAYwaWeYofiP,r.P,Towa P,waToToLTVAYoVAfi ToTor.r.AvVAWefiTyP,r.r. LTAYVAYoWeToVAYofiToLTYoTyP,YoWeVAVAAYP, TyfiLTwaP,VAAYAYP,AvwafiP,VAfiYoAv
    -- Content/one/f.md --
    # AYWefi WeP,P,fiP,r.AYLTYoLTP,P, r.To

    P,TyYowaTyfir.fir.AvLTAYYoP, AYr.VAToAvfiTyP,wa wafiTyTofiYoTyWeP,wawaTy AYwaVAAvwar.fiAYWeYowaVAAYP,TyToLTAvAYYo r.r.TowaAYr.LTAYWeYoAYAvTowaLTVAfi
    """

  private static func page(_ shelf: String, _ cards: String, head: String = "") -> String {
    "-- Content/_index.md --\n---\ntitle: A home page with a title\n\(head)---\n\(words) \(words)\n"
      + "-- Content/one/_index.md --\n---\ntitle: One shelf with a title that has several words\n\(shelf)\n---\n"
      + cards
  }

  static let pages = [
    page("arrangement: shelf\ncardWidth: { compact: 200, medium: 260 }", cards),
    page("arrangement: shelf\nsnap: page\nmaxCardHeight: 180", cards),
    page("arrangement: flow", cards),
    page("arrangement: grid\ncolumns: { compact: 1, medium: 2, large: 4 }", cards),
    page("arrangement: grid\ncolumns: { min: 170 }\nheightMode: row", cards),
    page("arrangement: grid\ncolumns: { min: 200 }\ncard: lockup", cards),
    page("arrangement: waterfall\ncolumns: { compact: 2, expanded: 3 }\ncolumnRule: balanced", cards),
    page("arrangement: list", cards),
    page("arrangement: list", articles),
    page("arrangement: grid\ncolumns: { min: 150 }", arabic, head: "lang: ar\n"),
    page("arrangement: flow", arabic, head: "lang: ar\n"),
    page("arrangement: waterfall\ncolumns: { compact: 1, medium: 3 }", arabic, head: "lang: ar\n"),
  ]

  /// A page and the tools to lay it out anew.
  private struct LaidOutAnew {
    let site: ReadSite
    let context: BuildContext

    init(_ folder: Folder) async throws {
      var sink = DiagnosticSink()
      context = try #require(BuildContext(BuildOptions(root: folder.path, jobs: 2), into: &sink))
      site = try #require(await ReadSite.read(context, into: &sink))
      #expect(sink.diagnostics.map(\.rendered) == [])
    }

    /// Lays the home page out in a theme that has these steps and no others.
    func page(at widths: [Int]) async throws -> LaidOutPage {
      // More steps than a theme may have are a finding.
      var (sink, ignored) = (DiagnosticSink(), DiagnosticSink())
      var theme = site.theme
      theme.theme = theme.theme.withSteps(at: widths)
      let composed = await ComposedSite.compose(site.sources.library, theme: theme, context, into: &ignored)
      let fonts = try #require(
        await makeFonts(usage: composed.usage, theme: theme.theme, comparesLock: false, context, into: &sink))
      let laidOut = await LaidOutSite.layOut(
        composed, theme: theme.theme, fonts: fonts, context, keepsLayouts: true, renderer: nil, recall: nil,
        into: &sink)
      return try #require(laidOut?.pages.first { $0.page.outputPath == "index.html" })
    }
  }

  /// Everything that counts as a change, written another way than in `LayoutShift`.
  private struct Seen: Equatable {
    let columns: [Int]
    let rows: [[Range<Int>]]
    let columnIndexes: [Int]
    let pages: Int
    let lines: [[[Int]]]
    let cuts: [[Int?]]
    let tags: [[Range<Int>]]
    let hiddenTags: [Int]
    let anatomies: [Int]
    let heights: [Pixels]
    let titles: [[Int]]

    init(_ layout: ShelfLayout, of shelf: PreparedShelf) {
      columns = layout.parts.map(\.columns.count)
      rows = layout.parts.map(\.lines)
      columnIndexes = layout.columnIndexes
      pages = layout.pageStarts.count
      let texts = layout.cards.indices.map { card in
        let composed = shelf.cards[card].composed
        return layout.cards[card].texts.enumerated().filter {
          !composed.tags.contains($0.offset) && !composed.chips.contains($0.offset)
        }.map(\.element)
      }
      lines = texts.map { $0.map { $0?.lineStarts ?? [] } }
      cuts = texts.map { $0.map { $0.map { $0.cut ?? -1 } } }
      tags = layout.cards.map { $0.tags?.rows ?? [] }
      hiddenTags = layout.cards.map { $0.tags?.hiddenCount ?? 0 }
      anatomies = layout.cards.map(\.variant)
      heights = [layout.size.height] + layout.frames.map(\.height)
      titles = ([layout.title] + layout.parts.map(\.header)).map { $0?.lineStarts ?? [] }
    }

    var lineCount: Int { (lines.flatMap { $0 } + titles).reduce(0) { $0 + $1.count } }
    var cutCount: Int { cuts.flatMap { $0 }.count { $0 != -1 } }
  }

  /// Every width is laid out, and compared with the width before it.
  @Test(arguments: pages)
  func equalsBruteForce(text: String) async throws {
    try await SampleSite.with(text) { site async throws in
      let result = await findBreakpoints(onPage: nil, BuildOptions(root: site.folder.path, jobs: 2))
      let found = try #require(result.breakpoints)
      #expect(result.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
      #expect(found.widths == Array(200...2560))
      let anew = try await LaidOutAnew(site.folder)
      let page = try await anew.page(at: found.widths)
      let shelf = try #require(page.shelves.first)
      let part = try #require(found.parts.last)
      #expect(part.shelf == "one" && found.parts.count == 2)
      let seen = shelf.layouts.map { Seen($0, of: shelf.prepared) }
      let changed = seen.indices.dropFirst().filter { seen[$0] != seen[$0 - 1] }
      #expect(part.shifts.indices.filter { !part.shifts[$0].isNothing } == Array(changed))
      #expect(changed.count > 3)
      for index in seen.indices {
        let (counts, own) = (part.shifts[index].after, seen[index])
        #expect(counts.columns == own.columns.max() ?? 0)
        #expect(counts.rows == own.rows.reduce(0) { $0 + $1.count })
        #expect(counts.pages == own.pages)
        #expect(counts.lines == own.lineCount)
        #expect(counts.cuts == own.cutCount)
        #expect(counts.height == own.heights[0])
        if index > 0 { #expect(part.shifts[index].before == part.shifts[index - 1].after) }
      }
    }
  }

  /// Each width is the only one that is added to the steps of the theme.
  @Test(arguments: pages)
  func equalsAStepOfItsOwn(text: String) async throws {
    var generator = SeededGenerator(seed: 5)
    let others = (0..<6).map { _ in Int.random(in: 201...2559, using: &generator) }
    try await SampleSite.with(text) { site async throws in
      try await compare(site, withStepsAt: [200, 319, 320, 599, 600, 2560] + others)
    }
  }

  /// A word that is divided at one width may be wider at all others. Where no step of the theme divides it, a width on
  /// its own has other lines than all widths together, or than the theme's steps know.
  @Test func dividesWordsWhereNoStepDoes() async throws {
    try await SampleSite.with(Self.page("arrangement: grid\ncolumns: { min: 90 }", Self.longWords)) {
      site async throws in
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      var steps = [560, 820, 1165, 1521, 2545]
      let changed = theme.replacing(/steps: \[[^\]]*\]/) { _ in "steps: [\(steps.removeFirst())]" }
      #expect(steps.isEmpty)
      try site.folder.write(changed, to: path)
      try await compare(site, withStepsAt: [205, 213, 250, 334, 391, 393, 394, 401, 406, 411])
    }
  }

  private func compare(_ site: SampleSite, withStepsAt widths: [Int]) async throws {
    let result = await findBreakpoints(onPage: nil, BuildOptions(root: site.folder.path, jobs: 2))
    let found = try #require(result.breakpoints)
    let anew = try await LaidOutAnew(site.folder)
    let own = found.steps.map(\.width)
    for width in widths {
      let all = Set(own + [width]).sorted()
      let page = try await anew.page(at: all)
      let index = try #require(all.firstIndex(of: width))
      for (shelf, part) in zip(page.shelves, found.parts.dropFirst()) {
        let seen = Seen(shelf.layouts[index], of: shelf.prepared)
        let counts = part.shifts[width - 200].after
        #expect(counts.lines == seen.lineCount, "\(width)")
        #expect(counts.cuts == seen.cutCount, "\(width)")
        #expect(counts.height == seen.heights[0], "\(width)")
      }
    }
  }

  /// The steps of the theme, and which of them change nothing.
  @Test func idleSteps() async throws {
    let text = Self.page("arrangement: shelf\ncardWidth: 200", "-- Content/one/a.md --\n# A\n", head: "")
    try await SampleSite.with(text) { site async throws in
      let result = await findBreakpoints(onPage: "/", BuildOptions(root: site.folder.path, jobs: 1))
      let found = try #require(result.breakpoints)
      let page = try await LaidOutAnew(site.folder).page(at: found.steps.map(\.width))
      let heights = try #require(page.shelves.first).layouts.map(\.size.height)
      #expect(found.idleSteps.count > 2)
      for step in found.idleSteps {
        #expect(heights[step.index] == heights[step.index - 1])
        // What is not idle changes something there.
        #expect(found.parts.allSatisfy { $0.stepShifts[step.index - 1].isNothing })
      }
      let others = found.steps.dropFirst().filter { !found.idleSteps.contains($0) }
      for step in others { #expect(found.parts.contains { !$0.stepShifts[step.index - 1].isNothing }) }
    }
  }

  /// What a width gains are the lines, rows and cuts of the step below that its own layout does not have.
  @Test func gains() async throws {
    try await SampleSite.with(Self.pages[5]) { site async throws in
      let found = try #require(
        await findBreakpoints(onPage: nil, BuildOptions(root: site.folder.path, jobs: 2)).breakpoints)
      let gains = found.gains()
      #expect(!gains.isEmpty)
      #expect(
        gains
          == gains.sorted {
            $0.lines + $0.rows + $0.cuts > 0 && $1.lines + $1.rows + $1.cuts > 0
              && ($0.lines + $0.rows + $0.cuts) * ($0.last - $0.width + 1)
                > ($1.lines + $1.rows + $1.cuts) * ($1.last - $1.width + 1)
          })
      for gain in gains {
        let step = try #require(found.steps.last { $0.minimumWidth <= gain.width })
        #expect(step.width != gain.width)
        let now = found.parts.map { $0.shifts[step.width - 200].after }
        let then = found.parts.map { $0.shifts[gain.width - 200].after }
        #expect(gain.lines == zip(now, then).reduce(0) { $0 + $1.0.lines - $1.1.lines })
        #expect(gain.rows == zip(now, then).reduce(0) { $0 + $1.0.rows - $1.1.rows })
        #expect(gain.cuts == zip(now, then).reduce(0) { $0 + $1.0.cuts - $1.1.cuts })
        #expect(found.steps.first { $0.minimumWidth > gain.width }.map { $0.minimumWidth - 1 } ?? 2560 == gain.last)
      }
    }
  }
}
