// Rules for pages without their own script. Each function returns texts, one for each fault. DevTools runs this inside
// the page, where the page's Content-Security-Policy does not apply.
(() => {
const shown = element => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
const name = element => {
  const card = element.closest('.card, .shelf, .section')
  const kind = element.localName + (element.className ? '.' + String(element.className).split(' ')[0] : '')
  return `${card ? card.id + ' ' : ''}${kind} "${element.textContent.trim().slice(0, 30)}"`
}

// MARK: The document

function documentFaults() {
  const faults = [], head = document.head
  const content = name => head.querySelector(`meta[name="${name}"]`)?.content ?? ''
  if (document.compatMode !== 'CSS1Compat') faults.push('there is no doctype')
  if (document.characterSet !== 'UTF-8') faults.push('the characters are not said to be UTF-8')
  if (!document.title.trim()) faults.push('there is no title')
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(document.documentElement.lang)) faults.push('there is no language')
  const viewport = content('viewport')
  if (!/width\s*=\s*device-width/.test(viewport)) faults.push('there is no viewport')
  if (/user-scalable\s*=\s*(no|0)|maximum-scale/.test(viewport)) faults.push('the viewport forbids enlarging')
  const words = document.querySelector('.introduction p')?.textContent.trim()
  if (words && !content('description').trim()) faults.push('there is no description, though there are words for one')
  if (!head.querySelector('meta[http-equiv="Content-Security-Policy"]')) faults.push('there is no Content-Security-Policy')
  const ids = new Set()
  for (const { id } of document.querySelectorAll('[id]')) ids.has(id) ? faults.push(`two elements are called ${id}`) : ids.add(id)
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`)
  return faults
}

// Lighthouse: unsized-images, image-alt. The space must be known before the file is loaded, and there must be a text.
function imageFaults() {
  const faults = []
  for (const image of document.images) {
    const sized = ['width', 'height'].every(side => /^[1-9][0-9]*$/.test(image.getAttribute(side) ?? ''))
    if (!sized) faults.push(`${name(image)} has no size: ${image.src}`)
    if (!image.hasAttribute('alt')) faults.push(`${name(image)} has no text: ${image.src}`)
    if (image.complete && image.naturalWidth === 0) faults.push(`an image is broken: ${image.src}`)
  }
  return faults
}

// Lighthouse: heading-order. One `h1`, and no level is skipped.
function headingFaults() {
  const faults = []
  let last = 0
  const headings = [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter(shown)
  if (headings.filter(each => each.localName === 'h1').length !== 1) faults.push('there is not exactly one h1')
  for (const heading of headings) {
    const level = Number(heading.localName[1])
    if (level > last + 1) faults.push(`${name(heading)} comes after h${last}`)
    last = level
  }
  return faults
}

// Lighthouse: link-name, crawlable-anchors.
function linkFaults() {
  const faults = []
  for (const link of document.querySelectorAll('a')) {
    if (!shown(link)) continue
    const words = link.textContent.trim() || link.getAttribute('aria-label') || [...link.querySelectorAll('img')].map(each => each.alt).join('')
    if (!words.trim()) faults.push(`${name(link)} has no name`)
    if (!link.getAttribute('href')) faults.push(`${name(link)} leads nowhere`)
  }
  return faults
}

// MARK: Targets

// WCAG 2.2, 2.5.8: 24 by 24 CSS pixels, except links in running text ("inline"), and smaller targets if a circle of 24
// px around the centre of each intersects no other target, nor the circle of another small one ("spacing").
const least = 24

function isInline(link) {
  const block = link.closest('p, li, blockquote, td, h1, h2, h3, h4, h5, h6')
  return link.localName === 'a' && block && block.textContent.trim().length > link.textContent.trim().length + 1
}

function box(target) {
  const rects = [...target.getClientRects()]
  const sides = { left: Math.min(...rects.map(each => each.left)), top: Math.min(...rects.map(each => each.top)),
    right: Math.max(...rects.map(each => each.right)), bottom: Math.max(...rects.map(each => each.bottom)) }
  return { ...sides, width: sides.right - sides.left, height: sides.bottom - sides.top,
    x: (sides.left + sides.right) / 2, y: (sides.top + sides.bottom) / 2 }
}

function distance(x, y, box) {
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))
}

function targetFaults() {
  const faults = []
  const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(shown)
    .map(element => ({ element, box: box(element) }))
  for (const target of targets) target.isSmall = Math.min(target.box.width, target.box.height) < least - .01
  for (const { element, box: own, isSmall } of targets) {
    if (!isSmall || isInline(element)) continue
    const other = targets.find(each => each.element !== element
      && (each.isSmall ? Math.hypot(each.box.x - own.x, each.box.y - own.y) < least : distance(own.x, own.y, each.box) < least / 2))
    if (other) faults.push(`${name(element)} is ${own.width.toFixed(1)} by ${own.height.toFixed(1)} px, close to ${name(other.element)}`)
  }
  return faults
}

// The number of small targets that are exceptions.
function smallTargets() {
  const small = [...document.querySelectorAll('a[href], input')].filter(shown).filter(each => Math.min(box(each).width, box(each).height) < least - .01)
  return { inline: small.filter(isInline).length, spaced: small.filter(each => !isInline(each)).length }
}

// MARK: Contrast

// WCAG 2.2, 1.4.3, with the stricter number for all text of any size.
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
const parsed = new Map()

function color(text) {
  if (!parsed.has(text)) {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = '#000'
    canvas.fillStyle = text
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
    parsed.set(text, [r, g, b, a / 255])
  }
  return parsed.get(text)
}

const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1)

function luminance(rgb) {
  const [r, g, b] = rgb.map(value => value / 255).map(value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4)
  return .2126 * r + .7152 * g + .0722 * b
}

function ratio(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + .05) / (dark + .05)
}

// The colours of a gradient: the luminance between two of them is between theirs.
function gradientColors(image) {
  return image.match(/(?:rgba?|color|color-mix|oklab|oklch|lab|lch|hsla?)\((?:[^()]|\([^()]*\))*\)|#[0-9a-f]{3,8}|transparent/gi) ?? []
}

// Everything that can be behind an element's text, from the page upwards.
function grounds(element) {
  const layers = []
  for (let each = element; each; each = each.parentElement) layers.unshift(getComputedStyle(each))
  let found = [[255, 255, 255, 1]]
  for (const style of layers) {
    const ground = color(style.backgroundColor)
    if (ground[3] > 0) found = found.map(below => over(ground, below))
    if (style.backgroundImage === 'none') continue
    const stops = gradientColors(style.backgroundImage).map(color)
    found = found.flatMap(below => stops.map(stop => over(stop, below)))
  }
  return found
}

function contrastFaults() {
  const faults = new Map(), known = new Map()
  const check = (element, style, words) => {
    const places = known.get(element) ?? grounds(element)
    known.set(element, places)
    const own = color(style.color)
    for (const ground of places) {
      const value = ratio(over(own, ground), ground)
      if (value < 4.5) faults.set(name(element), `${name(element)}: ${words} has a contrast of ${value.toFixed(2)}, ${style.color} on ${ground.slice(0, 3).map(Math.round)}`)
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (walker.currentNode.data.trim() && shown(element)) check(element, getComputedStyle(element), 'text')
  }
  for (const item of document.querySelectorAll('.body li')) {
    const style = getComputedStyle(item, '::before')
    if (style.content !== 'none' && shown(item)) check(item, style, 'a marker')
  }
  return [...faults.values()]
}

// MARK: Paint

const isClear = style => color(style.backgroundColor)[3] === 0 && style.backgroundImage === 'none'
const hasLine = style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 && color(style.outlineColor)[3] > 0

// The shadows of a box: whether they are inside it, their extent on each side, and their colour.
function shadows(style) {
  if (style.boxShadow === 'none') return []
  return style.boxShadow.split(/,(?![^(]*\))/).map(text => {
    const [x, y, blur, spread] = [...text.replace(/\w[\w-]*\([^)]*\)|#\w+/g, '').matchAll(/-?[\d.]+(?=px)/g)].map(Number)
    return { isInside: /\binset\b/.test(text), color: color(text.replace(/\binset\b|-?[\d.]+px/g, '').trim()), x, y, blur, spread,
      top: blur + spread - y, bottom: blur + spread + y }
  }).filter(each => each.color[3] > 0)
}

// A row that scrolls cuts off what is above and below it.
function shadowFaults() {
  const faults = new Map()
  for (const list of document.querySelectorAll('.in-shelf')) {
    if (!shown(list)) continue
    const row = list.getBoundingClientRect()
    for (const box of list.querySelectorAll('.card > article, .image')) {
      if (!shown(box)) continue
      const style = getComputedStyle(box), own = box.getBoundingClientRect()
      const reaches = shadows(style).filter(each => !each.isInside)
      if (hasLine(style)) {
        const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset)
        reaches.push({ top: reach, bottom: reach })
      }
      for (const { top, bottom } of reaches) {
        const cut = Math.max(row.top - (own.top - top), own.bottom + bottom - row.bottom)
        if (cut > .01) faults.set(name(box), `${name(box)}: ${cut.toFixed(1)} px of what is painted around it are cut by its row`)
      }
    }
  }
  return [...faults.values()]
}

// Elements that look like buttons but do nothing: a pill, or underlined words.
function labelFaults() {
  const faults = []
  for (const tag of document.querySelectorAll('.tags > li')) {
    if (!shown(tag) || tag.querySelector('a, button')) continue
    const style = getComputedStyle(tag), own = tag.getBoundingClientRect()
    const isPainted = !isClear(style) || hasLine(style) || shadows(style).length > 0
    if (isPainted && parseFloat(style.borderTopLeftRadius) >= own.height / 2 - 1) faults.push(`${name(tag)} looks like a button, and is none`)
    const isUnderlined = style.textDecorationLine.includes('underline') || shadows(style).some(each => each.isInside && each.y < 0 && each.x === 0)
    if (isUnderlined) faults.push(`${name(tag)} looks like a link, and is none`)
  }
  return faults
}

// A card shows where it ends on every side: by a picture, a line or a shadow around it, or a colour that differs from
// the page. Bibliographies have only a line below each card.
function edgeFaults() {
  const faults = []
  for (const card of document.querySelectorAll('.card > article')) {
    if (!shown(card)) continue
    const style = getComputedStyle(card), own = shadows(style)
    if (isClear(style) && !own.length && !hasLine(style)) {
      const picture = card.querySelector(':scope > .image')
      if (!picture || !shown(picture)) faults.push(`${name(card)} has no picture, and nothing else shows where it is`)
      continue
    }
    if (hasLine(style) || own.some(each => each.spread > 0 && each.blur === 0) || isClear(style)) continue
    for (const below of grounds(card.parentElement)) {
      const parts = style.backgroundImage === 'none' ? [color(style.backgroundColor)] : gradientColors(style.backgroundImage).map(color)
      const least = Math.min(...parts.map(part => ratio(over(part, below), below)))
      if (least < 1.05) { faults.push(`${name(card)}: an edge has a contrast of ${least.toFixed(3)} to the page`); break }
    }
  }
  return faults
}

// Lines of at most 80 letters, as in WCAG 1.4.8, in scripts whose letters have similar widths: counted in average
// letters of the text itself.
function measureFaults() {
  const faults = []
  for (const block of document.querySelectorAll('.body p, .body li, .introduction p, .introduction li')) {
    if (!shown(block) || block.querySelector('p, ul, ol') || /[\u0590-\u9fff]/.test(block.textContent)) continue
    const range = document.createRange()
    range.selectNodeContents(block)
    const lines = new Map()
    for (const rect of range.getClientRects()) {
      const line = lines.get(Math.round(rect.top / 8)) ?? { left: Infinity, right: -Infinity }
      lines.set(Math.round(rect.top / 8), { left: Math.min(line.left, rect.left), right: Math.max(line.right, rect.right) })
    }
    const widths = [...lines.values()].map(each => each.right - each.left)
    const letters = block.innerText.trim().length
    const longest = letters * Math.max(...widths) / widths.reduce((sum, each) => sum + each, 0)
    if (longest > 80) faults.push(`${name(block)} has lines of ${Math.round(longest)} letters`)
  }
  return faults
}

// The cards of a row extend from one side of the page to the other, or continue beyond it.
function fillFaults() {
  const faults = []
  for (const list of document.querySelectorAll('.in-shelf, .in-grid')) {
    if (!shown(list) || !list.children.length) continue
    const page = document.querySelector('main').getBoundingClientRect()
    const boxes = [...list.children].map(card => card.getBoundingClientRect())
    const [left, right] = [Math.min(...boxes.map(each => each.left)), Math.max(...boxes.map(each => each.right))]
    const rest = page.right - (left - page.left) - right
    if (rest > .1 * (right - left)) faults.push(`${list.closest('.shelf').id} leaves ${Math.round(rest)} px of ${Math.round(page.width)} empty`)
  }
  return faults
}

const linkedCards = () => [...document.querySelectorAll('.in-shelf')].filter(shown).map(list => list.querySelector('.card > article:has(.title > a)')).filter(Boolean)

// The centre of the first linked card of a row, after scrolling to it.
function linkedCard(index) {
  const card = linkedCards()[index]
  card.scrollIntoView({ block: 'center', inline: 'start', behavior: 'instant' })
  const box = card.getBoundingClientRect()
  return { x: Math.max(1, box.left + 3), y: Math.min(innerHeight - 2, Math.max(1, box.top + box.height / 2)) }
}

// MARK: Focus

// All elements with an indicator that they would not have without the focus.
function rings() {
  const found = []
  for (const each of document.querySelectorAll('a, article, label, input, pre, ul, .cards, .shelf, .section, .image')) {
    if (!shown(each) || each.matches('input') && getComputedStyle(each).opacity === '0') continue
    const style = getComputedStyle(each), now = hasLine(style) ? `${style.outlineWidth} ${style.outlineColor}` : 'none'
    if (!calm.has(each)) continue
    if (now !== 'none' && now !== calm.get(each)) found.push(each)
  }
  return found
}

let calm = new Map()

function rest() {
  calm = new Map()
  for (const each of document.querySelectorAll('a, article, label, input, pre, ul, .cards, .shelf, .section, .image')) {
    const style = getComputedStyle(each)
    calm.set(each, hasLine(style) ? `${style.outlineWidth} ${style.outlineColor}` : 'none')
  }
}

// The elements that Tab reaches: one of a group of radio buttons.
function reachable() {
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter(element => shown(element) && (element.type !== 'radio' || element.checked))
}

function stops() {
  document.querySelectorAll('[data-stop]').forEach(each => each.removeAttribute('data-stop'))
  return reachable().length
}

const order = new WeakMap()
let numbered = []

function begin() {
  const count = stops()
  numbered = reachable()
  numbered.forEach((element, index) => order.set(element, index))
  document.activeElement?.blur()
  scrollTo(0, 0)
  getSelection().removeAllRanges()
  rest()
  return count
}

// The element with the focus: its number, its place, and the faults of its indicator.
function focus() {
  const element = document.activeElement
  if (!element || element === document.body || element === document.documentElement) return null
  const faults = []
  // If a card is a link, the whole card shows the indicator.
  const bearer = element.type === 'radio' ? element.closest('label')
    : [element, element.closest('article')].find(each => each && getComputedStyle(each).outlineStyle !== 'none') ?? element
  const style = getComputedStyle(bearer)
  const width = parseFloat(style.outlineWidth)
  if (style.outlineStyle === 'none' || !(width >= 2 || style.outlineStyle === 'auto')) faults.push(`${name(element)} does not show that it has the focus`)
  else if (style.outlineStyle !== 'auto') {
    const ring = color(style.outlineColor)
    for (const ground of grounds(parseFloat(style.outlineOffset) >= 0 ? bearer.parentElement : bearer)) {
      const value = ratio(over(ring, ground), ground)
      if (value < 3) { faults.push(`${name(element)}: the mark of focus has a contrast of ${value.toFixed(2)}`); break }
    }
  }
  const marked = rings()
  if (marked.length > 1) faults.push(`${name(element)} has ${marked.length} marks of focus, on ${marked.map(each => each.localName).join(' and ')}`)
  const own = bearer.getBoundingClientRect()
  const frames = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }]
  for (let each = bearer.parentElement; each; each = each.parentElement)
    if (!['visible', 'clip'].includes(getComputedStyle(each).overflowX) || getComputedStyle(each).overflowX === 'clip') frames.push(each.getBoundingClientRect())
  const x = Math.min(...frames.map(each => each.right), own.right) - Math.max(...frames.map(each => each.left), own.left)
  const y = Math.min(...frames.map(each => each.bottom), own.bottom) - Math.max(...frames.map(each => each.top), own.top)
  if (x < Math.min(own.width, 24) - 1 || y < Math.min(own.height, 24) - 1) faults.push(`${name(element)} has the focus and is out of sight`)
  const list = element.closest('.cards')
  const kind = list && list !== element ? [...list.classList].find(each => each.startsWith('in-')) : null
  const card = element.closest('.card')?.getBoundingClientRect()
  return { number: order.get(element) ?? -1, name: name(element), faults, shelf: kind && list.closest('.shelf')?.id + '/' + list.parentElement.id, kind,
    rtl: getComputedStyle(element).direction === 'rtl' && getComputedStyle(list ?? element).direction === 'rtl',
    card: !card ? null : { left: card.left + scrollX + (kind === 'in-shelf' ? list.scrollLeft : 0), right: card.right + scrollX + (kind === 'in-shelf' ? list.scrollLeft : 0), top: card.top + scrollY },
    top: own.top + scrollY }
}

// Shelves that are wider than their visible part, and can be scrolled by keys.
const scrollers = () => [...document.querySelectorAll('.in-shelf')].filter(each => each.scrollWidth > each.clientWidth + 1 && shown(each)).length
const scroller = index => [...document.querySelectorAll('.in-shelf')].filter(each => each.scrollWidth > each.clientWidth + 1 && shown(each))[index]

window.pageRules = { documentFaults, imageFaults, headingFaults, linkFaults, targetFaults, contrastFaults, smallTargets, shadowFaults, labelFaults, edgeFaults, measureFaults, fillFaults, linkedCards, linkedCard, begin, focus, scrollers, scroller }
})()
