/// What each key means, by its path: what editors show. Keys of one kind in several places share theirs.
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
  title|The card's title; without it the first heading of the text, or else the file's name.
  subtitle|A line below the title.
  eyebrow|A short line above the title.
  footer|A short line at the card's end.
  tags|A text, some with commas between them, or a list.
  image|A path from this file to an image beside it.
  imageAlt|What the image shows, for those who do not see it.
  imageFocus|Which point of the image stays where it is when a part is cut away, as top left or [30%, 70%]. Default: center.
  link|Where the card leads: a path from this file, #id on the same page, or an https:, http:, mailto:, tel:, sms: or geo: address.
  lang|The language of the card, such as en, pt-BR or zh-Hant (BCP 47). Default: the shelf's.
  dir|The direction of the text. Default: by the language.
  weight|The lightest card comes first; cards without a weight come last.
  date|A day such as 2025-07-31; of cards that weigh the same the newest comes first.
  draft|Keeps the card out unless a build is told --drafts.
  slug|The card's id, in place of the file's name.
  span|How many columns the card takes in a grid or waterfall, or full. Default: 1.
  breakBefore|Starts a new line of a flow.
  """

private let pageKeys = """
  kind|What the folder is. A folder is a page with kind: page.
  weight|The lightest comes first; those without a weight come last.
  draft|Keeps it out unless a build is told --drafts.
  title|What stands above it. Default: the first heading of the text, else made of the folder's name; of the home page the site's title.
  lang|The language, such as en, pt-BR or zh-Hant (BCP 47). Default: that of what it lies in.
  dir|The direction of the text. Default: by the language.
  shelves|The folders of the page's shelves, in order. Default: all, by weight and name.
  textSize|The reader's text size that the page is laid out for. Default: the site's.
  """

private let shelfKeys = """
  kind|What the folder is. Default: shelf.
  weight|The lightest comes first; those without a weight come last.
  draft|Keeps it out unless a build is told --drafts.
  title|What stands above it. Default: made of the folder's name.
  lang|The language, such as en, pt-BR or zh-Hant (BCP 47). Default: that of what it lies in.
  dir|The direction of the text. Default: by the language.
  arrangement|How the cards are placed. Default: shelf, one row that is scrolled.
  cardWidth|Of a shelf; in a flow the most. CSS pixels, 40 to 4000, perhaps by width class. Default: the theme's.
  maxCardHeight|The most that a card is tall, in CSS pixels, perhaps by width class; in a shelf also auto. Default: as tall as it needs.
  clamp|How tall a card is that was cut. Default: whole-line.
  inset|The outer margin: one length, lengths of top, leading, bottom and trailing, or these by width class. Default: 0.
  spacing|Between cards, in CSS pixels, perhaps by width class. Default: the theme's.
  lineSpacing|Between lines, rows or the cards of a column. Default: as spacing.
  columns|A number from 1 to 24, numbers by width class, or min with the least width of a column. Default: the theme's.
  columnToggle|Lets the reader choose between one column and two: true, or the words for both.
  columnRule|How a waterfall chooses a column: shortest, round-robin, balanced or tolerant(16). Default: shortest.
  heightMode|How tall the cards of a grid are. Default: row, as the tallest of the row.
  align|How the cards of a flow stand in their lines. Default: leading.
  lastLine|How the last line of a flow stands. Default: natural.
  lineAlign|How cards of different heights stand in a line of a flow. Default: top.
  distribute|How a flow fills its lines. Default: greedy.
  minCardWidth|The least that a card of a flow is wide, in CSS pixels, perhaps by width class.
  heightGroup|Shelves of one page with the same name here are equally tall.
  snap|Where a shelf that is scrolled comes to rest. Default: none.
  cellPadding|Insets each card of a waterfall within its cell, instead of spacing.
  tags|How the tags of its cards stand; what is missing is as in the theme.
  tags.align|How tags stand in their lines.
  tags.lastLine|How the last line of tags stands.
  tags.distribute|How lines of tags are filled.
  tags.maxRows|The most lines of tags, perhaps by width class.
  maxLines|The most lines of texts; what is missing is as in the theme.
  maxLines.eyebrow|A number from 1, perhaps by width class.
  maxLines.title|A number from 1, perhaps by width class.
  maxLines.subtitle|A number from 1, perhaps by width class.
  maxLines.footer|A number from 1, perhaps by width class.
  card|The name of the theme's anatomy that draws the cards. Default: the first.
  sort|What the cards are ordered by. Default: weight.
  limit|How many cards are shown at most.
  cards|A data file, each row of which is a card: a path from this folder to a .csv, .tsv, .json or .ndjson file.
  delimiter|What stands between the columns of the data file, where that is no JSON: comma, semicolon, tab or bar. Default: found out from its first rows.
  encoding|How the data file is written, where no byte order mark says so. Default: utf-8.
  fields|Which column of the data file gives which part of a card. Default: columns are called as the parts are.
  columns.min|The least width of a column in CSS pixels; there are as many as have room.
  inset.top|CSS pixels, 0 to 1000. Default: 0.
  inset.*.top|CSS pixels, 0 to 1000. Default: 0.
  inset.leading|CSS pixels, 0 to 1000. Default: 0.
  inset.*.leading|CSS pixels, 0 to 1000. Default: 0.
  inset.bottom|CSS pixels, 0 to 1000. Default: 0.
  inset.*.bottom|CSS pixels, 0 to 1000. Default: 0.
  inset.trailing|CSS pixels, 0 to 1000. Default: 0.
  inset.*.trailing|CSS pixels, 0 to 1000. Default: 0.
  fields.id|The column for the id of a card; nothing takes it from no column.
  fields.title|The column for title; nothing takes it from no column.
  fields.subtitle|The column for subtitle; nothing takes it from no column.
  fields.eyebrow|The column for eyebrow; nothing takes it from no column.
  fields.footer|The column for footer; nothing takes it from no column.
  fields.tags|The column for tags; nothing takes it from no column.
  fields.image|The column for image; nothing takes it from no column.
  fields.imageFocus|The column for imageFocus; nothing takes it from no column.
  fields.imageAlt|The column for imageAlt; nothing takes it from no column.
  fields.link|The column for link; nothing takes it from no column.
  fields.lang|The column for lang; nothing takes it from no column.
  fields.dir|The column for dir; nothing takes it from no column.
  fields.weight|The column for weight; nothing takes it from no column.
  fields.date|The column for date; nothing takes it from no column.
  fields.draft|The column for draft; nothing takes it from no column.
  fields.slug|The column for slug; nothing takes it from no column.
  fields.span|The column for span; nothing takes it from no column.
  fields.breakBefore|The column for breakBefore; nothing takes it from no column.
  fields.body|The column for the text of a card; nothing takes it from no column.
  """

private let siteKeys = """
  title|The site's name. Default: Cardshelf.
  lang|The language of what names no other, such as en, pt-BR or zh-Hant (BCP 47). Default: en.
  theme|The theme's folder in Themes. Default: storefront.
  baseURL|The https: or http: address of the site's folder.
  textSize|The reader's text size that pages are laid out for. Default: large.
  images|What is published of the images of cards: cuts of them in the sizes that pages show, or the originals. Default: responsive.
  frontMatter|What keys of front matter are that are not known: error, warn or ignore. Default: error.
  rules|How severe findings are, by the names of rules: error, warn or off.
  rules.*|error keeps the site from being published, warn does not, and off leaves the findings out.
  """

private let themeKeys = """
  fonts|Names of stacks, and for each the font families in order of preference. Needed: text and mono.
  colors|The colours of both schemes, by name.
  colors.light|Colours such as '#1a2b3c', by name.
  colors.dark|The same names as in light.
  widthClasses|Named ranges of page widths, in place of the usual ones.
  widthClasses.*.from|The page width in CSS pixels from which the class holds. Default: that of the usual class of this name.
  widthClasses.*.margin|Beside the shelves, in CSS pixels. Default: 24.
  widthClasses.*.steps|The page widths that are laid out, ascending.
  textStyles|How texts are set; what is missing is as usual.
  cards|Anatomies: how a card is put together. The first is the default.
  tags|How tags look.
  tags.padding|One length, or two: above and below, and at the sides.
  tags.spacing|Between tags, in CSS pixels. Default: 6.
  tags.lineSpacing|Between lines of tags, in CSS pixels. Default: 6.
  tags.align|How tags stand in their lines.
  tags.lastLine|How the last line of tags stands.
  tags.distribute|How lines of tags are filled.
  tags.maxRows|The most lines of tags, perhaps by width class.
  body|The Markdown text of a card.
  body.blockSpacing|Between blocks, in CSS pixels.
  body.itemSpacing|Between the items of a list, in CSS pixels.
  body.indent|Of lists and quotes, in CSS pixels.
  body.codePadding|Around code, in CSS pixels.
  body.ruleThickness|Of lines, in CSS pixels.
  body.imageRatio|Width to height of images in the text, such as 16/9.
  shelf|What shelves have that say nothing else.
  shelf.cardWidth|CSS pixels. Default: 280.
  shelf.spacing|Between cards, in CSS pixels. Default: 16.
  shelf.titleGap|Below a shelf's title, in CSS pixels.
  shelf.shelfGap|Between shelves, in CSS pixels.
  shelf.columns|Numbers of columns by width class.
  lineBreaks|How lines are broken. Default: natural.
  linkArea|The part of a card that its link covers. Default: card.
  card.stack|The slots from top to bottom.
  card.padding|CSS pixels. Default: 16.
  card.minHeight|CSS pixels. Default: 0.
  card.maxHeight|CSS pixels.
  card.ratio|At least that tall for its width, such as 3/4.
  card.textAlign|Of texts that name no other.
  card.minWidth|Between its paddings, where the card is a variant. Default: 0.
  variants.variants|Names of other cards; a card takes the first that fits.
  textStyles.*|How this text is set.
  textStyles.*.font|The name of a stack of fonts.
  textStyles.*.weight|A multiple of 100.
  textStyles.*.italic|Slanted letters.
  textStyles.*.size|CSS pixels, 6 to 200.
  textStyles.*.lineHeight|Whole CSS pixels.
  textStyles.*.textStyle|A style of Dynamic Type whose sizes are taken.
  textStyles.*.maxLines|The most lines, perhaps by width class.
  textStyles.*.color|The name of a colour.
  element.text|A slot of the card.
  element.text.gap|Above it, in CSS pixels, where something is above it. Default: 0.
  element.text.pin|Keeps it and what is below it at the card's bottom.
  element.text.grow|Keeps what is below it at the card's bottom.
  element.text.width|A length in CSS pixels, hug (as wide as its text) or fill. Default: fill.
  element.text.maxWidth|The most that hug is wide, in CSS pixels.
  element.text.minLines|At least that tall. Default: 0.
  element.text.textAlign|Where its lines stand.
  element.text.level|As tall as the tallest of the shelf's cards, or of those in the line.
  element.image|The image.
  element.row|Elements side by side.
  element.stack|Elements below each other.
  element.image.gap|Above it, in CSS pixels, where something is above it. Default: 0.
  element.image.size|Width and height in CSS pixels.
  element.image.width|CSS pixels.
  element.image.height|CSS pixels.
  element.image.ratio|Width to height. Default: 16/9.
  element.image.bleed|Over the card's padding.
  element.image.below|Kept free below it, in CSS pixels. Default: 0.
  element.image.maxWidth|CSS pixels.
  element.image.align|Where it stands if it is narrower than its stack.
  element.image.grow|Keeps what is below it at the card's bottom.
  element.image.minHeight|CSS pixels. Default: 0.
  element.image.maxHeight|CSS pixels.
  element.image.focus|Which part is kept where an image is cropped.
  element.image.fit|How an image fills its place.
  element.image.crop|How an image is cropped.
  element.stack.gap|Above it, in CSS pixels, where something is above it. Default: 0.
  element.stack.align|Where elements stand that are narrower than the stack. Default: stretch.
  element.stack.width|A length in CSS pixels, hug or fill. Default: fill.
  element.stack.maxWidth|The most that hug is wide, in CSS pixels.
  element.stack.grow|Keeps what is below it at the card's bottom.
  element.stack.items|Its elements from top to bottom.
  row.gap|Above it, in CSS pixels, where something is above it. Default: 0.
  row.spacing|Between its items, in CSS pixels. Default: 12.
  row.align|Where items stand that are less tall than the row. Default: center.
  row.width|A length in CSS pixels, hug or fill. Default: fill.
  row.maxWidth|The most that hug is wide, in CSS pixels.
  row.grow|Keeps what is below it at the card's bottom.
  row.stackAt|From this text size on its items stand below each other, or never.
  row.items|What stands side by side, from the leading side on.
  row.image|The image's size: size, or width and height.
  row.image.size|CSS pixels.
  row.image.width|CSS pixels.
  row.image.height|CSS pixels.
  row.stack|The slots beside the image, from top to bottom.
  """
