import PlacementProof

/// Changes of pages and style sheets. The build refuses all that an author, a theme or a template could make.
extension Mutant {
  static let ofShelves = [
    Mutant(
      "a page without one of its shelves", .home,
      change: .cut(from: "<section class=\"shelf\" id=\"falls\"", upTo: "</section>"), before: "layout-content",
      by: .build("layout-content")),
    Mutant(
      "a page without all its shelves", .home,
      change: .cut(from: "<section class=\"shelf\"", upTo: "</section>\n</main>"),
      before: "page-not-well-formed", by: .build("page-not-well-formed")),
    Mutant(
      "shelves in a comment", .more, change: .cut(from: "<section class=\"shelf\"", upTo: "</section>\n</section>\n"),
      before: "layout-content", by: .build("layout-content")),
    Mutant(
      "a page without a card", .home, change: .cut(from: "<li class=\"card\" id=\"falls/e\"", upTo: "</article></li>"),
      before: "layout-content", by: .build("layout-content")),
    Mutant(
      "a shelf that the template writes", .home,
      change: .replace("<footer", with: "<section class=\"shelf\" id=\"own\"></section><footer"),
      before: "layout-content", by: .build("layout-content")),
    Mutant(
      "a card that the template writes", .home,
      change: .replace(
        "<footer", with: "<ul><li class=\"card\" id=\"own\"><p>x</p></li></ul><footer"), before: "layout-content",
      by: .build("layout-content")),
    Mutant(
      "shelves in another order", .home, change: .swap("id=\"row\"", "id=\"falls\""), before: "layout-order",
      by: .build("layout-content")),
    Mutant(
      "a page that does not link the rules for its frames", .home,
      change: .cut(from: "<link rel=\"stylesheet\" href=\"assets/frames", upTo: "/>"), before: "layout-mismatch",
      by: .build("style-missing")),
    Mutant(
      "a page that does not link the rules for all pages", .home,
      change: .cut(from: "<link rel=\"stylesheet\" href=\"assets/site", upTo: "/>"), before: "layout-mismatch",
      by: .build("style-missing")),
    Mutant(
      "rules for another shelf", .homeFrames, change: .replace("#row{", with: "#rows{"), before: "layout-mismatch",
      by: .proof(.mismatch)),
    Mutant(
      "rules for another list", .homeFrames, change: .replace("#falls>.cards{", with: "#falls>.cart{"),
      before: "layout-mismatch", by: .proof(.mismatch)),
    Mutant(
      "rules for another card", .homeFrames, change: .replace("#flows\\/h{", with: "#flows\\/x{"),
      before: "layout-mismatch", by: .proof(.mismatch)),
    Mutant(
      "a tag of another class", .home, change: .replace("class=\"w71\"", with: "class=\"w7100\""),
      before: "layout-mismatch", by: .build("style-missing")),
  ]

  static let ofPages = [
    Mutant("page-encoding", .home, "Hello", "Hello\u{FFFF}"),
    Mutant("page-doctype", .home, "<!DOCTYPE html>", "<!DOCTYPE html [<!ENTITY a \"b\">]>"),
    Mutant("page-not-well-formed", .home, "</h1>", ""),
    Mutant("page-not-well-formed", .home, "Hello", "&nbsp;"),
    Mutant("page-syntax", .home, "<em>world</em>", "<em/>"),
    Mutant("page-syntax", .home, "<p>Hello", "<p><![CDATA[Hello]]>"),
    Mutant("page-namespace", .home, "<h1", "<h1 xmlns:x=\"urn:x\""),
    Mutant("page-markup", .home, "<em>world</em>", "<blink>world</blink>"),
    Mutant("page-markup", .home, "<p>Hello", "<p><div></div>Hello"),
    Mutant("page-markup", .home, "<html lang=\"en\"", "<html"),
    Mutant("page-markup", .home, "<html lang=\"en\"", "<html lang=\"en_GB\""),
    Mutant("page-markup", .home, "<body>", "<body><link rel=\"icon\" href=\"images\"/>"),
    Mutant("page-markup", .home, "<title>Home – Sample</title>", "<title> </title>"),
    Mutant("page-markup", .home, "<footer class", "<footer foo=\"x\" class"),
    Mutant("page-markup", .home, "<p class=\"eyebrow\">First</p>", "First"),
    Mutant("page-markup", .home, "class=\"subtitle\"", "class=\"subhead\""),
    Mutant("page-markup", .home, "<strong>text</strong>", "<strong><p>text</p></strong>"),
    Mutant("page-markup", .home, "<a href=\"#row/b\">link</a>", "<a href=\"#row/b\"><a href=\"#row/b\">link</a></a>"),
    Mutant("page-markup", .home, "id=\"flows/i\"><article", "id=\"flows/i\"><p>x</p><article"),
    Mutant("page-markup", .more, "value=\"2\" checked=\"checked\"", "value=\"2\" checked=\"yes\""),
    Mutant("page-markup", .more, "<h4 class=\"title\">O</h4>", "<h5 class=\"title\">O</h5>"),
    Mutant("page-script", .home, "<h1", "<script src=\"x.js\"></script><h1"),
    Mutant("page-script", .home, "<h1", "<h1 onclick=\"x()\""),
    Mutant("page-script", .home, "<h1", "<h1 style=\"color:red\""),
    Mutant("page-policy", .home, "default-src &#39;none&#39;", "default-src &#39;self&#39;"),
    Mutant("page-policy", .home, "http-equiv=\"Content-Security-Policy\"", "name=\"x\""),
    Mutant("id-repeated", .home, "id=\"flows/i\"", "id=\"flows/h\""),
    Mutant("id-unusable", .home, "id=\"main//\"", "id=\"ma in\""),
    Mutant("label-missing", .home, "aria-labelledby=\"row//title\"", "aria-labelledby=\"row//other\""),
    Mutant("alt-missing", .home, " alt=\"A circle\"", ""),
    Mutant(
      "slot-repeated", .home, "<p class=\"eyebrow\">First</p>", "<p class=\"eyebrow\">1</p><p class=\"eyebrow\">2</p>"),
    Mutant("image-size", .home, "width=\"280\"", "width=\"0\""),
    Mutant("image-sources", .home, "width=\"280\"", "width=\"280\" srcset=\"x\" sizes=\"1rem\""),
    Mutant("link-dead", .home, "href=\"more/index.html\"", "href=\"less/index.html\""),
    Mutant("link-dead", .home, "href=\"#row/b\"", "href=\"#row/x\""),
    Mutant("link-refused", .home, "href=\"more/index.html\"", "href=\"javascript:x\""),
    Mutant("link-refused", .home, "src=\"images/", "src=\"https://example.org/"),
    Mutant("style-import", .site, "@font-face", "@import \"x.css\";@font-face"),
    Mutant("style-expression", .site, "url(", "expression("),
    Mutant("style-syntax", .site, "{", "{{"),
    Mutant(
      "a } that is missing", .homeFrames, change: .replace("}", with: ""), before: "style-syntax", by: .proof(.mismatch)
    ),
    Mutant("link-dead", .site, "url(../fonts/", "url(../font/"),
    Mutant("link-refused", .site, "url(../fonts/", "url(https://example.org/"),
    Mutant(
      "a style sheet that is not there", .homeFrames, change: .remove, before: "link-dead", by: .build("link-dead")),
  ]
}
