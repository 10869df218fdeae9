public import Content
public import TextLayout

/// A page at every step, with the prose outside its shelves.
public struct LaidOutPage: Sendable {
  public let page: Page
  public let title: ComposedText
  public let preparedTitle: PreparedText
  public let introduction: ComposedProse
  public let preparedIntroduction: [PreparedText]
  public let shelves: [LaidOutShelf]

  public init(
    page: Page, title: ComposedText, preparedTitle: PreparedText, introduction: ComposedProse,
    preparedIntroduction: [PreparedText], shelves: [LaidOutShelf]
  ) {
    self.page = page
    self.title = title
    self.preparedTitle = preparedTitle
    self.introduction = introduction
    self.preparedIntroduction = preparedIntroduction
    self.shelves = shelves
  }
}
