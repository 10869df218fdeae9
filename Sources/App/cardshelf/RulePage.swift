import Content
import Diagnostics

extension [DocumentedRule] {
  /// A web page of all rules in one file, which opens from a disk: it loads nothing.
  ///
  /// The anchor of each rule is its name.
  var page: String {
    var contents = ""
    var sections = ""
    var subject = ""
    for rule in self {
      if rule.subject.title != subject {
        if !subject.isEmpty {
          contents += "</ul>\n"
          sections += "</section>\n"
        }
        subject = rule.subject.title
        contents += "<h2><a href=\"#\(rule.subject.file)\">\(escapedMarkup(subject))</a></h2>\n<ul>\n"
        sections += "<section id=\"\(rule.subject.file)\">\n<h2>\(escapedMarkup(subject))</h2>\n"
      }
      contents += "<li><a href=\"#\(rule.name)\">\(inlineMarkup(rule.title))</a></li>\n"
      sections += rule.markup
    }
    return """
      <!DOCTYPE html>
      <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
      <title>Rules of Cardshelf \(programVersion)</title>
      <style>
      :root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif }
      body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
      nav { columns: 18rem; font-size: 0.9rem }
      nav h2 { font-size: 1rem; margin: 0 0 0.25rem; break-after: avoid }
      nav ul { margin: 0 0 1rem; padding-left: 1.25rem }
      article { border-top: 1px solid #8886; padding: 0.5rem 1rem; scroll-margin: 1rem }
      article:target { background: #fd02; outline: 2px solid #c80 }
      article h3 { margin: 0.5rem 0 0 }
      article h3 a { color: inherit; text-decoration: none }
      .kinds { margin: 0; opacity: 0.75 }
      pre { overflow: auto; padding: 0.5rem 1rem; background: #8881 }
      </style>
      </head>
      <body>
      <header>
      <h1>Rules of Cardshelf \(programVersion)</h1>
      <p>Each finding ends with the name of its rule, such as <code>[image-missing]</code>. This page says why each rule
      exists and how to follow it. <code>cardshelf explain image-missing</code> prints the same text.</p>
      </header>
      <nav aria-label="Rules">
      \(contents)</ul>
      </nav>
      <main>
      \(sections)</section>
      </main>
      </body>
      </html>

      """
  }

  /// The address of the page that the package installs, if the page exists.
  ///
  /// - Parameter program: an executable file. The page is `../share/doc/cardshelf/rules.html`, relative to its folder.
  static func installedPage(for program: String = "/proc/self/exe") -> String? {
    installedDocument("rules.html", for: program).map { "file://" + $0 }
  }
}

extension DocumentedRule {
  fileprivate var markup: String {
    var text = "<article id=\"\(name)\">\n<h3><a href=\"#\(name)\">\(inlineMarkup(title))</a></h3>\n"
    text += "<p class=\"kinds\"><code>\(name)</code> · \(escapedMarkup(kinds.joined(separator: ", ")))</p>\n"
    var isCode = false
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode.toggle()
        text += isCode ? "<pre><code>" : "</code></pre>\n"
      } else if isCode {
        text += escapedMarkup(String(line)) + "\n"
      } else if !line.isEmpty {
        text += "<p>\(inlineMarkup(line))</p>\n"
      }
    }
    return text + "</article>\n"
  }
}

/// Text with code between backticks, as markup.
private func inlineMarkup(_ text: some StringProtocol) -> String {
  text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { number, part in
    number.isMultiple(of: 2) ? escapedMarkup(String(part)) : "<code>\(escapedMarkup(String(part)))</code>"
  }.joined()
}
