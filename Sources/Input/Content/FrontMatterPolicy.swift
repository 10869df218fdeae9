/// The treatment of files that were written for other programs, or whose front matter has errors.
public struct FrontMatterPolicy: Sendable, Hashable {
  /// True if the files are for other programs too (`frontMatter: ignore`). These publish nothing before its date.
  public var isForOtherPrograms: Bool
  /// True if a file keeps its text and its readable values when others have errors (`faulty: skip`).
  public var toleratesFaults: Bool

  public init(isForOtherPrograms: Bool = false, toleratesFaults: Bool = false) {
    self.isForOtherPrograms = isForOtherPrograms
    self.toleratesFaults = toleratesFaults
  }
}
