public import Diagnostics

/// A guess of the language in which most texts of some files are: from their script, and from its letters or the most
/// frequent words.
public struct LanguageGuess: Sendable {
  private var letters: [Script: Int] = [:]
  /// Letters that only some languages of a script have.
  private var marks: [Unicode.Scalar: Int] = [:]
  private var words: [String: Int] = [:]
  private var wordCount = 0
  private var byteCount = 0

  public init() {}

  /// Adds the beginning of a file's text.
  ///
  /// - Complexity: O(length), at most a few thousand bytes
  public mutating func add(_ source: SourceText) {
    guard byteCount < Self.mostBytes else { return }
    var sink = DiagnosticSink()
    let start = FrontMatter.find(in: source, into: &sink)?.body.lower ?? 0
    let bytes = source.bytes[start...].prefix(Self.mostBytesOfFile)
    byteCount += bytes.count
    add(String(decoding: bytes, as: UTF8.self))
  }

  private static let mostBytes = 4 << 20
  private static let mostBytesOfFile = 16 << 10

  mutating func add(_ text: String) {
    var word = ""
    for scalar in text.unicodeScalars {
      if let script = Script(scalar) {
        letters[script, default: 0] += 1
        if script == .latin {
          word.unicodeScalars.append(scalar)
          continue
        }
        if distinctive.contains(scalar) { marks[scalar, default: 0] += 1 }
      }
      if !word.isEmpty { add(word: word) }
      word = ""
    }
    if !word.isEmpty { add(word: word) }
  }

  private mutating func add(word: String) {
    wordCount += 1
    // Longer words are in no list.
    guard word.utf8.count <= 8 else { return }
    words[word.lowercased(), default: 0] += 1
  }

  /// The language tag; nil if no language is likely.
  public var language: String? {
    // A character of these scripts is as much text as a few letters, and code and addresses are Latin everywhere.
    let weights = letters.map { script, count in
      (script: script, weight: count * (script.isDense ? 3 : 1) * (script == .latin ? 1 : 2))
    }
    guard let most = weights.max(by: { ($0.weight, $1.script.rawValue) < ($1.weight, $0.script.rawValue) }),
      letters[most.script, default: 0] >= 100
    else { return nil }
    switch most.script {
    case .latin: return latinLanguage
    case .han, .kana: return share(of: .kana, in: [.han, .kana]) > 0.05 ? "ja" : "zh"
    case .cyrillic: return cyrillicLanguage
    case .arabic:
      if share("ٹڈڑے") > 0.005 { return "ur" }
      return share("پچژگ") > 0.005 ? "fa" : "ar"
    case .hangul: return "ko"
    case .hebrew: return "he"
    case .greek: return "el"
    case .thai: return "th"
    case .devanagari: return "hi"
    case .bengali: return "bn"
    case .tamil: return "ta"
    case .georgian: return "ka"
    case .armenian: return "hy"
    }
  }

  private func share(of script: Script, in scripts: [Script]) -> Double {
    Double(letters[script, default: 0]) / Double(max(1, scripts.reduce(0) { $0 + letters[$1, default: 0] }))
  }

  /// The share of some letters in those of the script.
  private func share(_ written: String) -> Double {
    let count = written.unicodeScalars.reduce(0) { $0 + marks[$1, default: 0] }
    let all = letters.filter { $0.key == .cyrillic || $0.key == .arabic }.values.reduce(0, +)
    return Double(count) / Double(max(1, all))
  }

  private var cyrillicLanguage: String {
    if share("ўЎ") > 0.002 { return "be" }
    if share("іїєґІЇЄҐ") > 0.02 { return "uk" }
    if share("јљњћђЈЉЊЋЂ") > 0.01 { return "sr" }
    return share("ыэЫЭ") > 0.005 ? "ru" : share("ъЪ") > 0.005 ? "bg" : "ru"
  }

  private var latinLanguage: String? {
    let scores = frequentWords.map { language, list in
      (language: language, count: list.split(separator: " ").reduce(0) { $0 + words[String($1), default: 0] })
    }
    .sorted { ($1.count, $0.language) < ($0.count, $1.language) }
    guard scores[0].count >= 10, scores[0].count * 20 >= wordCount, scores[0].count * 4 >= scores[1].count * 5 else {
      return nil
    }
    return scores[0].language
  }
}

private enum Script: Int {
  case latin, han, kana, hangul, cyrillic, arabic, hebrew, greek, thai, devanagari, bengali, tamil, georgian, armenian

  var isDense: Bool { self == .han || self == .kana || self == .hangul }

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x531...0x58A: self = .armenian
    case 0x5D0...0x5EA: self = .hebrew
    case 0x620...0x64A, 0x66E...0x6D3: self = .arabic
    case 0x904...0x97F: self = .devanagari
    case 0x985...0x9E3: self = .bengali
    case 0xB85...0xBCD: self = .tamil
    case 0xE01...0xE4E: self = .thai
    case 0x10A0...0x10FF: self = .georgian
    case 0x3041...0x30FF: self = .kana
    case 0x3400...0x9FFF, 0x20000...0x323AF: self = .han
    case 0xAC00...0xD7A3: self = .hangul
    default: return nil
    }
  }
}

private let distinctive = Set("ўЎіїєґІЇЄҐјљњћђЈЉЊЋЂыэЫЭъЪٹڈڑےپچژگ".unicodeScalars)

/// The most frequent words that few other languages have.
private let frequentWords: [String: String] = [
  "en": "the and of to is with for you this that are from it not have",
  "de": "der die das und ist nicht mit ein eine für auf den von zu dem auch werden",
  "fr": "le les des et est une dans pour que pas sur avec du vous au ce",
  "es": "el los las una del y para con que es por se en como más",
  "pt": "o os as uma do da e para com que não em um mais ao são",
  "it": "il di che per una della con non gli è nel sono le alla più",
  "nl": "de het een van en is dat niet voor met op zijn je aan ook",
  "sv": "och att det en är som för på med inte av ett du till om",
  "da": "og at det en er som for på med ikke af et du til der",
  "no": "og det en er som for på med ikke av et du til jeg å",
  "fi": "ja on ei se että oli hän mutta kun niin tai joka myös ovat sen",
  "pl": "i w nie na się z do to jest że jak ale po od dla",
  "cs": "a je se na v že to s do pro jak ale není jsou nebo",
  "sk": "a je sa na v že to s do pre ako ale nie sú alebo",
  "hu": "a az és hogy nem is egy ez van de meg csak mint vagy kell",
  "ro": "și de la în cu nu este pe un o care pentru din mai sau",
  "tr": "ve bir bu için ile da de çok olarak daha gibi olan ne ya var",
  "id": "yang dan di ini untuk dengan dari tidak dalam pada itu adalah akan atau ke",
  "vi": "và của là có không được một cho các trong với này khi người để",
]
