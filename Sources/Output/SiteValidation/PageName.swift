/// Names of elements and attributes that the checks use. Their raw values are their numbers in every page's table of
/// names.
enum PageName: Int, CaseIterable {
  case a, article, bdi, div, img, input, li, link, meta, section, title, ul
  case alt, checked, `class`, content, height, href, id, lang, rel, sizes, src, srcset, start, style, type, width
  case ariaDescribedBy, ariaLabelledBy, httpEquiv

  var number: Int32 { Int32(truncatingIfNeeded: rawValue) }

  var text: String {
    switch self {
    case .ariaDescribedBy: "aria-describedby"
    case .ariaLabelledBy: "aria-labelledby"
    case .httpEquiv: "http-equiv"
    default: "\(self)"
    }
  }
}
