import CardLayout
import Content
import Diagnostics
import Pages
import SiteValidation

/// Moves findings about pages to the templates from which the pages were made: nobody wrote the page by hand.
struct TemplatePlaces {
  private let site: LaidOutSite
  private let files: [SiteFile]
  private let shells: PageShells
  private let theme: ThemeSources
  private let spool: Spool
  private let pages: [String: Int]
  /// The traces, keyed by the path of the page; nil if the page cannot be traced.
  private var traces: [String: PageTrace?] = [:]
  /// Findings that were moved, keyed by their messages.
  private var moved: [Said: Diagnostic] = [:]

  private struct Said: Hashable {
    let rule: String
    let message: String
  }

  /// The greatest number of pages that are rendered once more. A template's fault is in all pages, with the same
  /// message.
  private static let mostTraces = 32

  init(of site: LaidOutSite, files: [SiteFile], shells: PageShells, theme: ThemeSources, spool: Spool) {
    self.site = site
    self.files = files
    self.shells = shells
    self.theme = theme
    self.spool = spool
    pages = Dictionary(site.pages.enumerated().map { ($1.page.outputPath, $0) }) { first, _ in first }
  }

  /// The finding at its location in a template; the finding itself if it concerns values of the page.
  mutating func placed(_ finding: Diagnostic) -> Diagnostic {
    let said = Said(rule: finding.rule.name, message: finding.message)
    guard let position = finding.position, let excerpt = finding.excerpt, pages[finding.path] != nil else {
      return finding.placed(inTemplates: theme.templateFiles)
    }
    guard traces[finding.path] != nil || traces.count < Self.mostTraces else {
      return moved[said] ?? finding.placed(inTemplates: theme.templateFiles)
    }
    guard let trace = trace(of: finding.path) else { return finding.placed(inTemplates: theme.templateFiles) }
    let page = SourceText(path: finding.path, bytes: trace.bytes)
    let line = page.line(at: page.offset(ofLine: position.line))
    let text = page.text(in: line)
    let lower = line.lower + text.prefix(position.column - 1).utf8.count
    let length = text.dropFirst(position.column - 1).prefix(excerpt.length).utf8.count
    guard let place = trace.place(of: SourceRange(lower, lower + length)) else { return finding }
    let diagnostic = Diagnostic(
      finding.severity, finding.rule, finding.message, at: place.range, in: place.source, help: finding.help)
    if moved[said] == nil { moved[said] = diagnostic }
    return diagnostic
  }

  private mutating func trace(of path: String) -> PageTrace? {
    if let known = traces[path] { return known }
    let trace = makeTrace(of: path)
    traces[path] = .some(trace)
    return trace
  }

  private func makeTrace(of path: String) -> PageTrace? {
    guard let index = pages[path], site.rendered.indices.contains(index),
      let file = files.first(where: { $0.path == path })
    else { return nil }
    let rendered = site.rendered[index]
    let page = site.pages[index].page
    let shell = shells.shell(
      of: rendered, templates: theme.templates, styleSheets: shells.styleSheets(of: page, rendered),
      preloads: shells.preloads(of: page, rendered), isTraced: true)
    let shelves = rendered.shelves(with: shells.pictures, in: spool)
    let trace = shell.trace(shelves: SpooledBytes(joining: shelves).bytes)
    return trace.bytes == file.bytes ? trace : nil
  }
}

extension Diagnostic {
  /// The finding at the line of a template with the same text, because authors do not write the page itself; the
  /// finding itself if the line contains values, or occurs several times.
  fileprivate func placed(inTemplates templates: [SourceText]) -> Diagnostic {
    guard let position, let excerpt, excerpt.offset == position.column - 1, path.hasSuffix(".html"),
      excerpt.line.contains(where: { !$0.isWhitespace })
    else { return self }
    var found: (source: SourceText, line: SourceRange)?
    for source in templates {
      var offset = 0
      while offset < source.bytes.count {
        let line = source.line(at: offset)
        if source.text(in: line).prefix(excerpt.line.count + 1) == excerpt.line {
          guard found == nil else { return self }
          found = (source, line)
        }
        offset = line.upper + 1
      }
    }
    guard let found else { return self }
    let start = found.line.lower + excerpt.line.prefix(excerpt.offset).utf8.count
    let length = excerpt.line.dropFirst(excerpt.offset).prefix(excerpt.length).utf8.count
    return Diagnostic(
      severity, rule, message, at: SourceRange(start, start + length), in: found.source, help: help)
  }
}

/// The findings without those that only say that the grammar does not allow what another finding refuses.
func withoutEchoes(_ findings: [Diagnostic]) -> [Diagnostic] {
  struct DiagnosticPlace: Hashable {
    let path: String
    let position: SourcePosition?
  }
  let refused = Set(
    findings.filter { $0.rule.name == "page-script" }.map { DiagnosticPlace(path: $0.path, position: $0.position) })
  return findings.filter {
    $0.rule.name != "page-markup" || !refused.contains(DiagnosticPlace(path: $0.path, position: $0.position))
  }
}
