public import Arrangements
import CardLayout
public import Themes

/// The common parts of all compare pages of a site. Paths are relative to the output folder.
public struct CompareSite: Sendable {
  /// The paths of a style sheet of the site, and of its replacements in panes with a chosen mode.
  public struct Sheets: Sendable {
    let site: String
    /// One for each mode, in the order of ``PaneMode``.
    let decided: [String]

    public init(site: String, decided: [String]) {
      self.site = site
      self.decided = decided
    }
  }

  let title: String
  let widthClasses: [WidthClass]
  let steps: [Step]
  let script: String
  let styleSheet: String
  let paneSheet: String
  let sheets: [TextSizeCategory: Sheets]
  /// The folder of the site in the output folder, with a slash at its end; empty for the output folder itself. Paths of
  /// the site's style sheets are relative to it.
  var folder = ""

  /// - Parameters:
  ///   - script: the path of ``compareScript``.
  ///   - styleSheet: the path of ``compareStyleSheet``.
  ///   - paneSheet: the path of ``comparePaneSheet``.
  ///   - sheets: the paths of style sheets, keyed by the text size of the pages that link them.
  public init(
    title: String, widthClasses: [WidthClass], script: String, styleSheet: String, paneSheet: String,
    sheets: [TextSizeCategory: Sheets], folder: String = ""
  ) {
    self.title = title
    self.widthClasses = widthClasses
    steps = Step.all(of: widthClasses)
    self.script = script
    self.styleSheet = styleSheet
    self.paneSheet = paneSheet
    self.sheets = sheets
    self.folder = folder
  }
}

/// The folder of compare pages in the output folder.
public let compareFolder = "compare"
