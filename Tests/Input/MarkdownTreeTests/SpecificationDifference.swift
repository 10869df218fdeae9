/// An example where libcmark 0.30 differs from a version of the specification.
///
/// For version 0.30 there is none. Examples of later versions are identified by their text, because numbers change
/// between versions.
struct SpecificationDifference {
  let version: String
  let number: Int
  let markdown: String
  let reason: String

  static let all = [
    SpecificationDifference(
      version: "0.31.2", number: 354, markdown: "*$*alpha.\n\n*£*bravo.\n\n*€*charlie.\n",
      reason: "symbols beyond ASCII count as punctuation since 0.31"),
    SpecificationDifference(
      version: "0.31.2", number: 625, markdown: "foo <!-- this is a --\ncomment - with hyphens -->\n",
      reason: "comments may hold two hyphens since 0.31"),
    SpecificationDifference(
      version: "0.31.2", number: 626, markdown: "foo <!--> foo -->\n\nfoo <!---> foo -->\n",
      reason: "<!--> and <!---> are comments since 0.31"),
  ]
}
