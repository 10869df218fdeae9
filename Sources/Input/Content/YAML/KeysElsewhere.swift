/// The key for a name that other programs, or CSS, use.
func keyElsewhereCalled(_ name: String, among known: [String]) -> String? {
  // A letter with thousands of marks takes seconds to look up.
  name.utf8.count > 100 ? nil : keysByOtherName[name.lowercased()]?.first(where: known.contains)
}

/// Cardshelf's keys for each name, the most likely first.
private let keysByOtherName: [String: [String]] = [
  "description": ["subtitle"], "summary": ["subtitle"], "excerpt": ["subtitle"], "caption": ["subtitle"],
  "heading": ["title"], "name": ["title"], "layout": ["arrangement"], "display": ["arrangement"],
  "template": ["card"], "language": ["lang"], "locale": ["lang"], "direction": ["dir"],
  "picture": ["image"], "photo": ["image"], "img": ["image"], "icon": ["image"], "cover": ["image"],
  "thumbnail": ["image"], "alt": ["imageAlt"], "categories": ["tags"], "keywords": ["tags"], "labels": ["tags"],
  "url": ["link", "baseURL"], "href": ["link"], "website": ["link"], "permalink": ["slug"],
  "order": ["weight"], "position": ["weight"], "published": ["draft", "date"], "publishdate": ["date"],
  "pubdate": ["date"],
  "orderby": ["sort"], "width": ["cardWidth"], "gap": ["spacing"],
  "padding": ["inset", "cellPadding"], "margin": ["inset"], "left": ["leading"], "right": ["trailing"],
  "fontsize": ["size", "textSize"], "fontweight": ["weight"], "fontfamily": ["font"], "colour": ["color"],
  "colours": ["colors"],
]

/// The value for a name that other programs, or CSS, use.
func valueElsewhereCalled(_ name: String, among known: [String]) -> String? {
  name.utf8.count > 100 ? nil : valuesByOtherName[name.lowercased()]?.first(where: known.contains)
}

/// Cardshelf's values for each name, the most likely first.
private let valuesByOtherName: [String: [String]] = [
  "alphabetical": ["title"], "alphabetic": ["title"],
  "newest": ["date"], "latest": ["date"], "chronological": ["date"], "order": ["weight"], "position": ["weight"],
  "manual": ["weight"], "filename": ["name"], "file": ["name"], "left": ["start", "leading"],
  "right": ["end", "trailing"], "middle": ["center"], "centre": ["center"], "centered": ["center"],
]
