/// The levels that a site can set for a rule.
public enum RuleControl: Sendable, Hashable {
  /// Error, warning or off.
  case free
  /// Error or warning, but not off.
  ///
  /// - Parameter reason: the purpose of the rule, as part of a sentence.
  case shown(reason: String)
  /// Cannot be changed.
  case fixed(reason: String)
}

/// All rules, and the levels that `rules` in `cardshelf.yml` can set for each.
///
/// A rule whose findings are errors can be changed only if a site can be published in spite of them: the faulty part is
/// omitted, and the rest is laid out and written as if that part did not exist. Tests compare the names with the
/// documentation, and publish a site with each of these errors as a warning.
public enum RuleTable {
  /// The controls by the names of the rules.
  public static let controls: [String: RuleControl] = {
    var controls: [String: RuleControl] = [:]
    func add(_ names: String, _ control: RuleControl) {
      for name in names.split(whereSeparator: \.isWhitespace) { controls[String(name)] = control }
    }
    add(free, .free)
    add(shownForReaders, .shown(reason: "it protects readers"))
    add(shownForExactness, .shown(reason: "it reports where a layout is not exact"))
    add(fixedForReaders, .fixed(reason: "it protects readers"))
    add(fixedForExactness, .fixed(reason: "it keeps pages exact and well-formed"))
    add(fixedForCommand, .fixed(reason: "commands cannot work without what it requires"))
    add(fixedForContent, .fixed(reason: "it would be unclear what to publish"))
    return controls
  }()

  /// The rules that `rules` can name, in order.
  public static let adjustable: [String] = controls.filter { if case .fixed = $1 { false } else { true } }.keys.sorted()

  // MARK: - The table

  private static let free = """
    address-dead address-not-requested address-private address-unclear autolink-scheme card-ending card-misplaced
    card-too-tall character-lost
    comment-unclosed contrast-low csv-blank-rows csv-short-rows data-column-unknown data-column-unused data-empty
    data-encoding-doubtful data-file-unused date-invalid duplicate-value files-unread foreign-syntax id-duplicate
    image-alt-missing image-enlarged image-focus-invalid image-missing image-type language-invalid language-unusual
    link-missing link-nested long-navigation name-unportable no-break-spaces no-cards paint-class-unused raw-html
    reading-order-jump reflow-lost shelf-empty shelf-text shelf-unknown shelf-unlisted slot-without-effect
    tag-never-shown tall-card text-200-percent text-cut text-spacing title-link-lost title-missing too-many-columns
    unknown-key value-ends-at-comment
    """

  private static let shownForReaders = "decoders-unconfined file-tells-position image-refused"

  private static let shownForExactness = "font-lock-face-missing font-lock-mismatch font-not-locked glyph-missing"

  private static let fixedForReaders = """
    alt-missing control-character file-forged image-harmful image-unsafe label-missing link-refused link-type page-policy
    page-script paint-loads rendition-content style-expression style-import template-unescaped
    """

  private static let fixedForExactness = """
    comparison-content font-generic font-harmful font-lock-damaged font-lock-duplicate font-missing font-stack-empty font-stack-unknown
    font-subset-failed font-unreadable font-untried font-variable fontconfig-unavailable icu-unavailable id-repeated
    id-unusable image-size image-sources layout-content link-dead no-room
    page-doctype page-encoding page-markup page-namespace page-not-well-formed page-syntax page-too-long paint-at-rule
    paint-color-unknown paint-function paint-media paint-not-utf8 paint-property paint-syntax paint-too-large
    paint-too-many-errors paint-transition site-path style-missing style-syntax
    """

  private static let fixedForCommand = """
    addresses-unasked baseline-conflict baseline-missing browser-failed browser-missing browser-silent card-unknown
    cards-empty color-invalid color-unknown color-unpaired content-missing curl-missing data-file-unreadable element-invalid
    file-changed file-exists file-name-not-utf8 file-too-large file-unreadable folder-name-invalid folder-too-deep
    font-not-loaded git-failed git-missing grow-in-row heights-crossed image-bleed-narrow image-size-missing
    image-size-twice image-untried items-missing layout-unreadable lengths-invalid libvips-missing line-height-too-small
    margin-too-wide missing-key name-invalid not-a-regular-file not-in-commit other-side output-busy output-folder-foreign
    output-folder-unsafe output-foreign-file output-leftover output-manifest-damaged output-missing output-path-invalid output-unwritable
    page-unknown path-outside-site picture-empty picture-shelf-unknown picture-too-large picture-undrawn
    pin-in-row port-taken ratio-invalid reference-unknown report-unwritable root-missing
    rule-fixed rule-unknown scale-off scale-skipped scratch-unreadable server-failed settings-misnamed site-too-large
    slot-name-taken slot-repeated slots-too-many stack-too-deep steps-invalid steps-too-many template-missing template-name-unknown
    template-partial-unknown template-syntax template-too-complex template-value-kind template-without-shelves text-hinted
    text-size-unknown text-style-unknown theme-missing variant-circular variant-unknown variants-empty weight-invalid
    width-classes-invalid width-invalid
    """

  private static let fixedForContent = """
    base-url-invalid card-anatomy-unknown column-toggle-invalid csv-cell-count csv-quote-unclosed
    csv-text-after-quote data-column-twice data-file-missing data-file-unsuitable data-more-findings data-not-utf8
    data-too-many-columns data-too-many-rows front-matter-unclosed front-matter-unread id-invalid id-missing
    image-damaged image-kind image-too-large index-misnamed index-misplaced json-key-twice json-no-list
    json-row-no-object json-syntax key-unsuitable markdown-too-complex markdown-too-deep markdown-too-large
    name-case name-reserved name-twice name-unsuitable not-utf8 not-whole out-of-range section-unsuitable
    slug-invalid text-empty text-for-list text-too-long too-many-brackets too-many-characters too-many-marks
    unknown-value width-class-unknown wrong-type yaml-alias yaml-anchor yaml-control-character yaml-duplicate-key
    yaml-key-not-scalar yaml-merge-key yaml-multiple-documents yaml-not-utf8 yaml-syntax yaml-tag yaml-too-deep
    yaml-too-large yaml-too-many-errors yaml-too-many-keys
    """
}
