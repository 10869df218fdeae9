'use strict'
// What is drawn comes as tables of numbers; see ReportEncoder.swift for their order.
const data = JSON.parse(document.getElementById('data').textContent)
const {strings, images} = data
const root = document.documentElement
root.classList.add('with-script')
const UNITS = 512
// Engines round ascents and descents in ways of their own: what is drawn here is what this one shows.
const isGecko = CSS.supports('-moz-appearance', 'none')
const isBlinkOnLinux = !isGecko && 'chrome' in globalThis && /Linux|Android|CrOS/.test(navigator.userAgent)

// MARK: Reading

const digits = new Int16Array(128).fill(-1)
{
  let value = 0
  for (let code = 33; code < 127; code++) if (!'"&\'<>\\'.includes(String.fromCharCode(code))) digits[code] = value++
}
let at = 0
function next() {
  let value = 0, unit = 1
  for (;;) {
    const digit = digits[data.numbers.charCodeAt(at++)]
    if (digit < 44) return value + digit * unit
    value += (digit - 44) * unit
    unit *= 44
  }
}
function signed() {
  const value = next()
  return value % 2 ? -1 - (value - 1) / 2 : value / 2
}
function length() {
  const value = signed()
  return value % 2 ? (value - 1) / 2 / 64 : value / 2
}
const frame = () => [length(), length(), length(), length()]
const many = read => Array.from({length: next()}, read)

const glyphs = data.glyphs.map(path => ({path, advance: 0}))
{
  const count = next()
  for (let i = 0; i < count; i++) glyphs[i].advance = signed()
}
const units = many(next)

const words = many(() => {
  const kind = next()
  if (!kind) {
    const value = next()
    return {box: value % 2 ? 'image' : 'missing', width: (value >> 1) / 64}
  }
  const perEm = units[kind - 1]
  let x = 0
  const placed = many(() => {
    const code = next(), glyph = glyphs[code >> 1]
    let more = 0, dx = 0, dy = 0
    if (code % 2) [more, dx, dy] = [signed(), signed(), signed()]
    const result = {path: glyph.path, x: (x + dx) / perEm, y: -dy / perEm}
    x += glyph.advance + more
    return result
  })
  return {placed, width: x / perEm}
})
const widthOf = (word, style) => word.box ? word.width : word.width * style.size

const styles = many(() => ({
  size: next(), color: strings[next()], shift: signed() / 64, line: next(), space: signed() / 1024,
  ellipsis: many(() => words[next()]),
}))
const settings = many(() => {
  const lineHeight = next(), onLinux = signed(), doubled = signed(), code = next()
  const baseline = isBlinkOnLinux ? onLinux : isGecko ? doubled / 2 : Math.floor(doubled / 2)
  return {lineHeight, baseline, edge: code >> 1, startsRight: code % 2 === 1}
})

const texts = many(() => {
  let style
  return many(() => {
    const code = next(), token = {joint: code & 3, gap: 0}
    if (token.joint === 2 || token.joint === 3) token.gap = signed() / 1024
    if (code & 4) style = styles[next()]
    token.style = style
    if (token.joint === 1) token.gap = style.space
    token.words = code & 8 ? many(() => words[next()]) : [words[next()]]
    return token
  })
})

function mark() {
  const kind = next()
  switch (kind) {
  case 0: return {kind: 'slot', name: strings[next()], frame: frame(), lines: next()}
  case 1: return {kind: 'box', box: next(), frame: frame()}
  case 2: return {kind: 'image', image: next(), name: strings[next()], frame: frame()}
  case 3: {
    const text = {kind: 'text', tokens: texts[next()], setting: settings[next()], x: length(), y: length(), width: length()}
    const code = next()
    text.counts = Array.from({length: code >> 1}, next)
    text.isCut = code % 2 === 1
    return text
  }
  case 4: {
    const text = {kind: 'placed', setting: settings[next()], x: length(), y: length()}
    text.lines = many(() => {
      let x = 0
      return many(() => {
        x += signed()
        return {x: x / 64, style: styles[next()], word: words[next()]}
      })
    })
    return text
  }
  default: {
    const clip = frame()
    return {kind: 'clip', frame: clip, text: mark()}
  }
  }
}
const cards = many(() => ({width: length(), height: length(), marks: many(mark)}))
const shelves = many(() => ({
  bounds: frame(), marks: many(mark),
  cards: many(() => ({id: strings[next()], x: length(), y: length(), card: cards[next()]})),
}))
const pairs = many(() => {
  const pair = {widthClass: strings[next()], pageWidth: next()}
  for (const side of ['before', 'after']) {
    const shelf = next()
    if (shelf) pair[side] = {shelf: shelves[shelf - 1], theme: next()}
  }
  pair.changed = new Set(many(() => strings[next()]))
  return pair
})
