/// The description of each key, by its path. Editors show them. Keys of one kind in several places share a description.
extension Schema {
  var descriptions: [String: String] {
    switch self {
    case .card: Self.table(cardKeys)
    case .shelf: Self.table(shelfKeys)
    case .page: Self.table(pageKeys)
    case .site: Self.table(siteKeys)
    case .theme: Self.table(themeKeys)
    case .layout: [:]
    }
  }

  private static func table(_ text: String) -> [String: String] {
    var table: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let bar = line.firstIndex(of: "|") else { continue }
      table[String(line[..<bar])] = String(line[line.index(after: bar)...])
    }
    return table
  }
}

private let cardKeys = """
  title|The title of the card. Default: the first heading of the text, or else the file name.
  subtitle|A line below the title.
  eyebrow|A short line above the title.
  footer|A short line at the end of the card.
  tags|A text, a text with commas, or a list.
  image|The path of an image, relative to this file.
  imageAlt|A description of the image for readers who cannot see it.
  imageFocus|The point of the image that stays visible when it is cropped, such as top left or [30%, 70%]. Default: center.
  link|The target of the card's link: a path relative to this file, #id on the same page, or an https:, http:, mailto:, tel:, sms: or geo: address.
  lang|The language of the card, such as en, pt-BR or zh-Hant (BCP 47). Default: the shelf's.
  dir|The direction of the text. Default: that of the language.
  weight|A number for sorting: cards with a smaller weight come first, cards without one come last.
  date|A date such as 2025-07-31; of cards with equal weights, the newest comes first.
  draft|Omits the card unless a build has --drafts.
  slug|The id of the card, instead of the file name.
  span|How many columns the card spans in a grid or waterfall: a number, or full. Default: 1.
  breakBefore|Starts a new line of a flow.
  """

private let pageKeys = """
  kind|The kind of the folder. A page has kind: page.
  weight|A number for sorting: a smaller weight comes first, no weight comes last.
  draft|Omits it unless a build has --drafts.
  title|The title. Default: the first heading of the text, else made from the folder's name; for the home page the title of the site.
  lang|The language, such as en, pt-BR or zh-Hant (BCP 47). Default: that of the parent.
  dir|The direction of the text. Default: that of the language.
  shelves|The folders of the page's shelves, in order. Default: all, by weight and name.
  textSize|The reader's text size for which the page is laid out. Default: the site's.
  """

private let shelfKeys = """
  kind|The kind of the folder. Default: shelf.
  weight|A number for sorting: a smaller weight comes first, no weight comes last.
  draft|Omits it unless a build has --drafts.
  title|The title. Default: made from the folder's name.
  lang|The language, such as en, pt-BR or zh-Hant (BCP 47). Default: that of the parent.
  dir|The direction of the text. Default: that of the language.
  arrangement|How cards are placed. Default: shelf, one row that scrolls.
  cardWidth|The width of cards in a shelf, or their greatest width in a flow: 40 to 4000 CSS pixels, optionally by width class. Default: the theme's.
  maxCardHeight|The greatest height of a card in CSS pixels, optionally by width class; in a shelf also auto. Default: as tall as needed.
  clamp|The height of a card whose body is cut. Default: whole-line.
  inset|The space around the cards: one length, or lengths for top, leading, bottom and trailing, optionally by width class. Default: 0.
  spacing|The space between cards in CSS pixels, optionally by width class. Default: the theme's.
  lineSpacing|The space between lines, between rows, or between the cards of a column. Default: the same as spacing.
  columns|A number from 1 to 24, numbers by width class, or min with the least width of a column. Default: the theme's.
  columnToggle|Lets readers switch between one column and two: true, or the two labels.
  columnRule|How a waterfall chooses columns: shortest, round-robin, balanced or tolerant(16). Default: shortest.
  heightMode|How tall the cards of a grid are. Default: row, as tall as the tallest card of the row.
  align|How the cards of a line are aligned in a flow. Default: leading.
  lastLine|How the last line of a flow is aligned. Default: natural.
  lineAlign|How cards of different heights are aligned in a line of a flow. Default: top.
  distribute|How a flow fills its lines. Default: greedy.
  minCardWidth|The least width of a card in a flow, in CSS pixels, optionally by width class.
  heightGroup|A name; shelves of a page with the same name are equally tall.
  snap|Where a shelf comes to rest when it scrolls. Default: none.
  cellPadding|The space on each side of each card of a waterfall, instead of spacing.
  tags|The layout of tags. Default: the theme's.
  tags.align|How the tags of a line are aligned.
  tags.lastLine|How the last line of tags is aligned.
  tags.distribute|How lines of tags are filled.
  tags.maxRows|The greatest number of lines of tags, optionally by width class.
  maxLines|The greatest number of lines of each text. Default: the theme's.
  maxLines.eyebrow|A number from 1, optionally by width class.
  maxLines.title|A number from 1, optionally by width class.
  maxLines.subtitle|A number from 1, optionally by width class.
  maxLines.footer|A number from 1, optionally by width class.
  card|The name of the anatomy in the theme that draws the cards. Default: the first.
  sort|The key by which cards are sorted. Default: weight.
  limit|The greatest number of cards to show.
  cards|A data file with one card per row: a path from this folder to a .csv, .tsv, .json or .ndjson file.
  delimiter|The separator of columns in a CSV file: comma, semicolon, tab or bar. Default: detected from the first rows.
  encoding|The encoding of the data file if it has no byte order mark. Default: utf-8.
  fields|Which column of the data file gives which key of a card. Default: the column of the same name.
  columns.min|The least width of a column in CSS pixels; there are as many columns as fit.
  inset.top|CSS pixels, 0 to 1000. Default: 0.
  inset.*.top|CSS pixels, 0 to 1000. Default: 0.
  inset.leading|CSS pixels, 0 to 1000. Default: 0.
  inset.*.leading|CSS pixels, 0 to 1000. Default: 0.
  inset.bottom|CSS pixels, 0 to 1000. Default: 0.
  inset.*.bottom|CSS pixels, 0 to 1000. Default: 0.
  inset.trailing|CSS pixels, 0 to 1000. Default: 0.
  inset.*.trailing|CSS pixels, 0 to 1000. Default: 0.
  fields.id|The column for the id of a card; with an empty value, no column is used.
  fields.title|The column for title; with an empty value, no column is used.
  fields.subtitle|The column for subtitle; with an empty value, no column is used.
  fields.eyebrow|The column for eyebrow; with an empty value, no column is used.
  fields.footer|The column for footer; with an empty value, no column is used.
  fields.tags|The column for tags; with an empty value, no column is used.
  fields.image|The column for image; with an empty value, no column is used.
  fields.imageFocus|The column for imageFocus; with an empty value, no column is used.
  fields.imageAlt|The column for imageAlt; with an empty value, no column is used.
  fields.link|The column for link; with an empty value, no column is used.
  fields.lang|The column for lang; with an empty value, no column is used.
  fields.dir|The column for dir; with an empty value, no column is used.
  fields.weight|The column for weight; with an empty value, no column is used.
  fields.date|The column for date; with an empty value, no column is used.
  fields.draft|The column for draft; with an empty value, no column is used.
  fields.slug|The column for slug; with an empty value, no column is used.
  fields.span|The column for span; with an empty value, no column is used.
  fields.breakBefore|The column for breakBefore; with an empty value, no column is used.
  fields.body|The column for the text of a card; with an empty value, no column is used.
  """

private let siteKeys = """
  title|The name of the site. Default: Cardshelf.
  lang|The language of all text that does not set its own, such as en, pt-BR or zh-Hant (BCP 47). Default: en.
  theme|The folder of the theme in Themes. Default: storefront.
  baseURL|The https: or http: address of the site.
  textSize|The reader's text size for which pages are laid out. Default: large.
  images|How the images of cards are published: in the sizes that pages show, or as the original files. Default: responsive.
  frontMatter|How unknown keys in front matter are treated: error, warn or ignore. Default: error.
  rules|The severity of findings, by the name of their rule: error, warn or off.
  rules.*|error keeps the site from being published, warn does not, and off hides the findings.
  limits|The most that the site may have: a small file can ask for hours of work.
  limits.cards|The cards of all shelves; a card that several shelves show counts in each. Default: 500000.
  limits.pages|The pages. Default: 20000.
  limits.megapixels|The pixels of all images of cards, in millions. Default: 5000.
  limits.megabytes|The bytes of all files of the output, in millions. Default: 4000.
  allPages|The title of the page that lists all pages, on a site of more than 100. Default: All pages.
  """

private let themeKeys = """
  fonts|Lists of font families in order of preference, by name. Required: text and mono.
  colors|The colours of the light and dark schemes, by name.
  colors.light|Colours such as '#1a2b3c', by name.
  colors.dark|The same names as in light.
  widthClasses|Named ranges of page widths, instead of the default ones.
  widthClasses.*.from|The page width in CSS pixels at which the class begins. Default: that of the default class of the same name.
  widthClasses.*.margin|The space on both sides of the shelves, in CSS pixels. Default: 24.
  widthClasses.*.steps|The page widths that are laid out, in ascending order.
  slots|The theme's own slots, each with one text, by name.
  slots.*|A slot. Cards have its text under its name.
  slots.*.style|The text style from which that of the slot starts. Default: subtitle.
  textStyles|The styles of texts. Default: the built-in ones.
  cards|Anatomies: how cards are put together. The first is the default.
  tags|The style and layout of tags.
  tags.padding|One length, or two: top and bottom, then the sides.
  tags.spacing|The space between tags, in CSS pixels. Default: 6.
  tags.lineSpacing|The space between lines of tags, in CSS pixels. Default: 6.
  tags.align|How the tags of a line are aligned.
  tags.lastLine|How the last line of tags is aligned.
  tags.distribute|How lines of tags are filled.
  tags.maxRows|The greatest number of lines of tags, optionally by width class.
  body|The style of the Markdown text of a card.
  body.blockSpacing|The space between blocks, in CSS pixels.
  body.itemSpacing|The space between the items of a list, in CSS pixels.
  body.indent|The indent of lists and quotes, in CSS pixels.
  body.codePadding|The padding of code blocks, in CSS pixels.
  body.ruleThickness|The thickness of horizontal rules, in CSS pixels.
  body.imageRatio|The ratio of width to height of pictures in the text whose files have no size, such as 16/9.
  shelf|The defaults of shelves.
  shelf.cardWidth|CSS pixels. Default: 280.
  shelf.spacing|The space between cards, in CSS pixels. Default: 16.
  shelf.titleGap|The space below the title of a shelf, in CSS pixels.
  shelf.shelfGap|The space between shelves, in CSS pixels.
  shelf.columns|The number of columns, by width class.
  lineBreaks|How lines are broken. Default: natural.
  fontDisplay|What browsers show until a font arrives: a fallback font (swap), one for good if the font is not there at once (optional), or nothing for three seconds (block). Default: swap.
  transitions|Whether browsers fade from a page to the next one. Default: true.
  linkArea|The part of a card that its link covers. Default: card.
  card.stack|The slots, from top to bottom.
  card.padding|CSS pixels. Default: 16.
  card.minHeight|CSS pixels. Default: 0.
  card.maxHeight|CSS pixels.
  card.ratio|The least height in relation to the width, such as 3/4.
  card.textAlign|The alignment of texts that do not set their own.
  card.minWidth|The least width between the paddings at which this variant is used. Default: 0.
  variants.variants|The names of other cards; each card uses the first that fits.
  textStyles.*|A text style.
  textStyles.*.font|The name of a list of fonts.
  textStyles.*.weight|A multiple of 100.
  textStyles.*.italic|Uses italic letters.
  textStyles.*.size|CSS pixels, 6 to 200.
  textStyles.*.lineHeight|Whole CSS pixels.
  textStyles.*.textStyle|The style of Dynamic Type with which this style scales.
  textStyles.*.maxLines|The greatest number of lines, optionally by width class.
  textStyles.*.color|The name of a colour.
  element.text|A slot of the card.
  element.text.gap|The space to the element above, in CSS pixels. Default: 0.
  element.text.pin|Moves this slot and the content below it to the bottom of the card.
  element.text.grow|Moves the content below it to the bottom of the card.
  element.text.width|A length in CSS pixels, hug (as wide as its text) or fill. Default: fill.
  element.text.maxWidth|The greatest width with hug, in CSS pixels.
  element.text.minLines|The least height, in lines. Default: 0.
  element.text.textAlign|The alignment of its lines.
  element.text.level|Makes it as tall as the tallest one of the shelf or of the line.
  element.image|The image.
  element.row|Elements next to each other.
  element.stack|Elements below each other.
  element.image.gap|The space to the element above, in CSS pixels. Default: 0.
  element.image.size|Width and height in CSS pixels.
  element.image.width|CSS pixels.
  element.image.height|CSS pixels.
  element.image.ratio|The ratio of width to height. Default: 16/9.
  element.image.bleed|Extends the image over the padding of the card.
  element.image.below|The space below it, in CSS pixels. Default: 0.
  element.image.maxWidth|CSS pixels.
  element.image.align|Its alignment if it is narrower than its stack.
  element.image.grow|Moves the content below it to the bottom of the card.
  element.image.minHeight|CSS pixels. Default: 0.
  element.image.maxHeight|CSS pixels.
  element.image.focus|The part that stays visible when the image is cropped.
  element.image.fit|How the image fills its frame.
  element.image.crop|How the image is cropped.
  element.stack.gap|The space to the element above, in CSS pixels. Default: 0.
  element.stack.align|The alignment of elements that are narrower than the stack. Default: stretch.
  element.stack.width|A length in CSS pixels, hug or fill. Default: fill.
  element.stack.maxWidth|The greatest width with hug, in CSS pixels.
  element.stack.grow|Moves the content below it to the bottom of the card.
  element.stack.items|Its elements, from top to bottom.
  row.gap|The space to the element above, in CSS pixels. Default: 0.
  row.spacing|The space between its items, in CSS pixels. Default: 12.
  row.align|The vertical alignment of items that are less tall than the row. Default: center.
  row.width|A length in CSS pixels, hug or fill. Default: fill.
  row.maxWidth|The greatest width with hug, in CSS pixels.
  row.grow|Moves the content below it to the bottom of the card.
  row.stackAt|The text size from which its items are stacked, or never.
  row.items|The items, from the leading side.
  row.image|The size of the image: size, or width and height.
  row.image.size|CSS pixels.
  row.image.width|CSS pixels.
  row.image.height|CSS pixels.
  row.stack|The slots next to the image, from top to bottom.
  """
