public import Arrangements
import CardLayout
public import Themes

/// The common parts of all compare pages of a site. Paths are relative to the output folder.
public struct CompareSite: Sendable {
  /// The paths of a style sheet of the site, and of its replacements in panes with a chosen colour scheme.
  public struct Sheets: Sendable {
    let site: String
    let light: String
    let dark: String

    public init(site: String, light: String, dark: String) {
      self.site = site
      self.light = light
      self.dark = dark
    }
  }

  let title: String
  let widthClasses: [WidthClass]
  let steps: [Step]
  let script: String
  let styleSheet: String
  let paneSheet: String
  let sheets: [TextSizeCategory: Sheets]

  /// - Parameters:
  ///   - script: the path of ``compareScript``.
  ///   - styleSheet: the path of ``compareStyleSheet``.
  ///   - paneSheet: the path of ``comparePaneSheet``.
  ///   - sheets: the paths of style sheets, keyed by the text size of the pages that link them.
  public init(
    title: String, widthClasses: [WidthClass], script: String, styleSheet: String, paneSheet: String,
    sheets: [TextSizeCategory: Sheets]
  ) {
    self.title = title
    self.widthClasses = widthClasses
    steps = Step.all(of: widthClasses)
    self.script = script
    self.styleSheet = styleSheet
    self.paneSheet = paneSheet
    self.sheets = sheets
  }
}

/// The folder of compare pages in the output folder.
public let compareFolder = "compare"
