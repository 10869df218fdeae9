/// An example on which libcmark 0.30 and a version of the specification do not agree.
///
/// Version 0.30 has none. Those of later versions are found by their text, since numbers change between versions.
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
