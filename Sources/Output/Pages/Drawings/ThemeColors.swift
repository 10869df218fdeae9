import Themes

/// The colours of a side, light and dark, sorted by their tokens.
struct ThemeColors: Hashable {
  struct Token: Hashable {
    let name: String
    let light: String
    let dark: String
  }

  let tokens: [Token]

  init(_ side: ShelfSide?) {
    guard case .laidOut(let side)? = side else {
      tokens = Self.plain
      return
    }
    let (light, dark) = (side.theme.lightColors, side.theme.darkColors)
    let own = light.sorted { $0.key < $1.key }.map { name, color in
      Token(name: name, light: Self.safe(color), dark: Self.safe(dark[name] ?? color))
    }
    tokens = own + Self.plain.filter { light[$0.name] == nil }
  }

  /// Colours are written into a style sheet, so a value that could end its declaration is replaced.
  private static func safe(_ color: String) -> String {
    color.utf8.allSatisfy { !"<>{};\"'\\@".utf8.contains($0) && $0 >= 0x20 } ? color : "currentcolor"
  }

  private static let plain = [
    Token(name: "accent", light: "#0a58c2", dark: "#7db5ff"), Token(name: "border", light: "#dcdfe6", dark: "#30343d"),
    Token(name: "card", light: "#ffffff", dark: "#1a1c21"), Token(name: "code", light: "#eef0f5", dark: "#252830"),
    Token(name: "page", light: "#f3f4f7", dark: "#0e0f12"),
    Token(name: "secondary", light: "#585c67", dark: "#a8acb8"), Token(name: "tag", light: "#e7eaf1", dark: "#2a2e37"),
    Token(name: "tagText", light: "#3c414d", dark: "#d4d8e2"), Token(name: "text", light: "#1a1c21", dark: "#f1f2f5"),
  ]
}
