extension Markup.MarkupElement {
  /// A heading below the page's own; there are only six levels.
  static func heading(_ level: Int) -> Markup.MarkupElement {
    switch level {
    case ...2: .h2
    case 3: .h3
    case 4: .h4
    case 5: .h5
    default: .h6
    }
  }

  var name: StaticString {
    switch self {
    case .a: "a"
    case .article: "article"
    case .bdi: "bdi"
    case .blockquote: "blockquote"
    case .br: "br"
    case .code: "code"
    case .col: "col"
    case .colgroup: "colgroup"
    case .div: "div"
    case .em: "em"
    case .figure: "figure"
    case .h2: "h2"
    case .h3: "h3"
    case .h4: "h4"
    case .h5: "h5"
    case .h6: "h6"
    case .hr: "hr"
    case .i: "i"
    case .img: "img"
    case .input: "input"
    case .kbd: "kbd"
    case .label: "label"
    case .li: "li"
    case .mark: "mark"
    case .ol: "ol"
    case .p: "p"
    case .picture: "picture"
    case .pre: "pre"
    case .s: "s"
    case .section: "section"
    case .small: "small"
    case .source: "source"
    case .span: "span"
    case .strong: "strong"
    case .sub: "sub"
    case .sup: "sup"
    case .table: "table"
    case .tbody: "tbody"
    case .td: "td"
    case .th: "th"
    case .thead: "thead"
    case .tr: "tr"
    case .u: "u"
    case .ul: "ul"
    case .wbr: "wbr"
    case .b: "b"
    }
  }
}

extension Markup.MarkupAttribute {
  var name: StaticString {
    switch self {
    case .alt: "alt"
    case .checked: "checked"
    case .dir: "dir"
    case .height: "height"
    case .hidden: "hidden"
    case .href: "href"
    case .id: "id"
    case .lang: "lang"
    case .fetchPriority: "fetchpriority"
    case .loading: "loading"
    case .media: "media"
    case .name: "name"
    case .referrerPolicy: "referrerpolicy"
    case .rel: "rel"
    case .role: "role"
    case .sizes: "sizes"
    case .src: "src"
    case .srcset: "srcset"
    case .start: "start"
    case .tabindex: "tabindex"
    case .title: "title"
    case .type: "type"
    case .value: "value"
    case .width: "width"
    case .class: "class"
    case .ariaHidden: "aria-hidden"
    case .ariaLabelledBy: "aria-labelledby"
    }
  }
}
