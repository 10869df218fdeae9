import Diagnostics

/// A document and its findings, some of which do not matter if nobody reads the key that they are about.
struct YAMLReading {
  struct Finding {
    /// The key of the document that contains it; nil if the whole document is concerned.
    let key: String?
    let diagnostic: Diagnostic
  }

  var document: YAMLNode?
  var findings: [Finding] = []
}
