'use strict'
// What is drawn comes as tables of numbers; see ReportEncoder.swift for their order.
const data = JSON.parse(document.getElementById('data').textContent)
const {strings, images} = data
const root = document.documentElement
root.classList.add('with-script')
const UNITS = 512

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
  const setting = {lineHeight: next(), baseline: signed()}, code = next()
  return {...setting, edge: code >> 1, startsRight: code % 2 === 1}
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

// MARK: Drawing

const round = value => Math.round(value * 1000) / 1000
const escaped = text => text.replace(/[&<>"]/g, each => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[each])
const rect = ([x, y, width, height], more) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${more}/>`

// The words of a text that flows, line by line.
function flow(text) {
  let index = 0
  return text.counts.map((count, number) => {
    const items = []
    let x = 0
    for (let place = 0; place < count; place++) {
      const token = text.tokens[index++]
      if (place) x += token.gap
      for (const word of token.words) {
        items.push({x, style: token.style, word})
        x += widthOf(word, token.style)
      }
    }
    const style = items.at(-1)?.style
    if (text.isCut && number === text.counts.length - 1 && style) {
      for (const word of style.ellipsis) {
        items.push({x, style, word})
        x += widthOf(word, style)
      }
    }
    const free = text.width - x
    const offset = free < 0 ? (text.setting.startsRight ? free : 0) : free * text.setting.edge / 2
    for (const item of items) item.x += offset
    return items
  })
}

// All glyphs of one colour and size become one path.
class Ink {
  paths = new Map()
  rects = []
  lines = []

  // Browsers set baselines on whole pixels; `top` is where what holds the text begins in the shelf.
  add(text, top) {
    const lines = text.kind === 'text' ? flow(text) : text.lines
    lines.forEach((items, number) => {
      const baseline = text.y + number * text.setting.lineHeight + text.setting.baseline
      let run
      for (const {x, style, word} of items) {
        const left = text.x + x, y = Math.floor(top + baseline + style.shift + .5) - top, width = widthOf(word, style)
        if (word.box) {
          const height = word.box === 'image' ? width : style.size
          this.rects.push(rect([left + 1, y - height + 1, Math.max(1, width - 2), Math.max(1, height - 2)],
            word.box === 'image' ? 'class="hole"' : 'class="lost"'))
        } else {
          const scale = style.size / UNITS, key = `${style.size} ${style.color}`
          let parts = this.paths.get(key)
          if (!parts) this.paths.set(key, parts = [])
          for (const glyph of word.placed)
            if (glyph.path) {
              const gx = Math.round((left + glyph.x * style.size) / scale), gy = Math.round((y + glyph.y * style.size) / scale)
              parts.push(`M${gx} ${gy}${glyph.path}`)
            }
        }
        if (style.line) {
          if (run?.style === style) run.right = left + width
          else this.lines.push(run = {style, left, right: left + width, y})
        } else run = undefined
      }
    })
    return this
  }

  get svg() {
    let svg = this.rects.join('')
    for (const {style, left, right, y} of this.lines) {
      const thickness = Math.max(1, Math.round(style.size / 18))
      const top = style.line === 1 ? y + Math.max(1, Math.round(style.size * .1)) : y - Math.round(style.size * .3)
      svg += rect([left, top, right - left, thickness], `fill="var(--${style.color})"`)
    }
    for (const [key, parts] of this.paths) {
      const [size, color] = key.split(' ')
      svg += `<path transform="scale(${size / UNITS})" fill="var(--${color})" d="${parts.join('')}"/>`
    }
    return svg
  }
}

let clipCount = 0

function drawMarks(marks, top) {
  let svg = ''
  const ink = new Ink()
  for (const mark of marks) {
    switch (mark.kind) {
    case 'box': {
      const radius = [Math.min(mark.frame[3] / 2, 12), 8, 2, 0, 8][mark.box]
      svg += rect(mark.frame, `class="b${mark.box}" rx="${radius}"`)
      break
    }
    case 'image': {
      const [x, y, width, height] = mark.frame
      if (mark.image) {
        svg += `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="${escaped(images[mark.image - 1])}"/>`
      } else {
        svg += rect(mark.frame, 'class="hole"')
        const name = mark.name.split('/').at(-1)
        if (name && width > 60) svg += `<text class="hole-name" x="${x + 8}" y="${y + height / 2 + 3}">${escaped(name.slice(0, Math.floor(width / 6)))}</text>`
      }
      break
    }
    case 'text': case 'placed': ink.add(mark, top); break
    case 'clip': {
      const [x, y, width, height] = mark.frame
      svg += `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${new Ink().add(mark.text, top).svg}</svg>`
    }
    }
  }
  return svg + ink.svg
}

const sizeText = (width, height) => `${round(width)} × ${round(height)}`

function drawOutline({card}) {
  let svg = rect([0, 0, card.width, card.height], '') + `<text x="4" y="10">${sizeText(card.width, card.height)}</text>`
  for (const slot of card.marks) {
    if (slot.kind !== 'slot') continue
    const [x, y, width, height] = slot.frame
    const lines = slot.lines ? ` · ${slot.lines}` : ''
    svg += rect(slot.frame, 'class="of-slot"')
      + `<text class="of-slot-size" text-anchor="end" x="${x + width - 2}" y="${y + 9}">${escaped(slot.name)} ${sizeText(width, height)}${lines}</text>`
  }
  return `<g class="outline">${svg}</g>`
}

function drawCard(placed, changed) {
  const {card} = placed
  const clip = `k${clipCount++}`
  const isBare = card.marks.length > 0 && card.marks.every(mark => mark.kind === 'slot' || mark.kind === 'image' || mark.kind === 'box')
  const boxes = isBare
    ? card.marks.filter(mark => mark.kind === 'slot' && mark.name !== 'image').map(slot => rect(slot.frame, 'class="slotbox" rx="3"')
      + `<text class="size" x="${slot.frame[0] + 4}" y="${slot.frame[1] + 11}">${escaped(slot.name)}${slot.lines ? ` · ${slot.lines}` : ''}</text>`).join('')
    : ''
  const radius = Math.min(16, card.height / 2)
  return `<g transform="translate(${round(placed.x)} ${round(placed.y)})"${isBare ? ' class="boxes"' : ''}><title>${escaped(placed.id)}</title>`
    + rect([0, 0, card.width, card.height], `class="card" rx="${radius}"`)
    + `<clipPath id="${clip}">${rect([0, 0, card.width, card.height], `rx="${radius}"`)}</clipPath>`
    + `<g clip-path="url(#${clip})">${drawMarks(card.marks, placed.y)}${boxes}</g>`
    + (changed ? rect([-3, -3, card.width + 6, card.height + 6], `class="mark" rx="${radius + 3}"`) : '')
    + drawOutline(placed) + '</g>'
}

function drawShelf(pair, name) {
  const side = pair[name]
  if (!side) {
    const note = document.createElement('p')
    note.className = 'absent'
    note.textContent = name === 'before' ? 'This shelf is new.' : 'This shelf is gone.'
    return note
  }
  const {shelf} = side
  const other = pair[name === 'before' ? 'after' : 'before']
  const known = other && new Set(other.shelf.cards.map(each => each.id))
  // Both sides have the same box, so that one can lie on the other.
  const all = [shelf, other?.shelf].filter(Boolean).map(each => each.bounds)
  const left = Math.min(...all.map(each => each[0])), right = Math.max(...all.map(each => each[0] + each[2]))
  const height = Math.max(...all.map(each => each[3])) + 8
  const host = document.createElement('div')
  host.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" class="shelf t${side.theme}" role="img" aria-label="${name}" viewBox="${round(left)} -4 ${round(right - left)} ${round(height)}" width="${round(right - left)}" height="${round(height)}">`
    + drawMarks(shelf.marks, 0)
    + shelf.cards.map(placed => drawCard(placed, pair.changed.has(placed.id) || known && !known.has(placed.id))).join('') + '</svg>'
  const svg = host.firstChild
  // Fitted, the page's width is that of the pane; a shelf that scrolls goes on behind it.
  svg.style.setProperty('--natural', `${right - left}px`)
  svg.style.setProperty('--ratio', (right - left) / Math.min(pair.pageWidth, right - left))
  return svg
}

function scrollToChange(pane, pair, name) {
  const shelf = pair[name]?.shelf, svg = pane.firstChild
  const first = shelf?.cards.find(each => pair.changed.has(each.id))
  if (!first || !svg.viewBox) return
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
  const start = (first.x - svg.viewBox.baseVal.x) * scale
  const fits = start + first.card.width * scale <= pane.clientWidth && start >= 0
  pane.scrollLeft = fits ? 0 : start - 16
}

// MARK: The page

const state = {mode: 'side', outlines: 'off', marks: 'on', fit: 'on', scheme: 'auto'}
const reduced = matchMedia('(prefers-reduced-motion: reduce)')
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const views = [...document.querySelectorAll('.view')].map(host => {
  const view = {host, section: host.closest('.change'), first: Number(host.dataset.first), count: Number(host.dataset.count), shown: -1}
  const widths = element('div', {className: 'widths group'})
  widths.setAttribute('role', 'group')
  widths.setAttribute('aria-label', 'Page width')
  view.buttons = Array.from({length: view.count}, (_, index) => {
    const pair = pairs[view.first + index]
    return element('button', {type: 'button', textContent: `${pair.widthClass} ${pair.pageWidth}`, onclick: () => show(view, index)})
  })
  widths.append(...view.buttons)
  view.sides = element('div', {className: 'sides'})
  view.panes = {}
  for (const name of ['before', 'after']) {
    const pane = view.panes[name] = element('div', {className: 'pane', tabIndex: 0})
    view.panes[name + 'Size'] = element('span')
    view.sides.append(element('figure', {className: `side ${name}`},
      element('figcaption', {}, element('b', {textContent: name === 'before' ? 'Before' : 'After'}), view.panes[name + 'Size']), pane))
  }
  const {before, after} = view.panes
  for (const [pane, other] of [[before, after], [after, before]])
    pane.addEventListener('scroll', () => { if (other.scrollLeft !== pane.scrollLeft) other.scrollLeft = pane.scrollLeft })
  view.split = element('input', {type: 'range', className: 'split', min: 0, max: 100, step: .1, value: 50})
  view.split.setAttribute('aria-label', 'Where before ends and after begins')
  const split = () => view.host.style.setProperty('--at', `${view.split.value}%`)
  view.split.addEventListener('input', split)
  split()
  const drag = event => {
    if (state.mode !== 'slide' || !(event.buttons & 1)) return
    const box = view.sides.getBoundingClientRect()
    view.split.value = (event.clientX - box.left) / box.width * 100
    split()
    if (event.type === 'pointerdown') view.sides.setPointerCapture(event.pointerId)
  }
  view.sides.addEventListener('pointerdown', drag)
  view.sides.addEventListener('pointermove', drag)
  if (view.count > 1) host.append(widths)
  host.append(view.sides, view.split)
  select(view, 0)
  return view
})

function select(view, index) {
  view.index = index
  view.buttons.forEach((button, place) => button.setAttribute('aria-pressed', place === index))
  for (const lines of view.section.querySelectorAll('.lines>div')) lines.classList.toggle('on', Number(lines.dataset.of) === view.first + index)
  const pair = pairs[view.first + index]
  for (const name of ['before', 'after']) {
    const shelf = pair[name]?.shelf
    view.panes[name + 'Size'].textContent = shelf ? `${round(shelf.bounds[3])} px tall, ${shelf.cards.length} cards` : ''
  }
}

function show(view, index) {
  select(view, index)
  if (view.shown === index || !view.isNear) return
  view.shown = index
  const pair = pairs[view.first + index]
  for (const name of ['before', 'after']) view.panes[name].replaceChildren(drawShelf(pair, name))
  scrollToChange(view.panes.after, pair, 'after')
}

// What is far from the window is not drawn; there may be hundreds.
const watch = new IntersectionObserver(entries => {
  for (const entry of entries) {
    const view = views.find(each => each.host === entry.target)
    view.isNear = entry.isIntersecting
    if (view.isNear) show(view, view.index)
  }
}, {rootMargin: '1200px 0px'})
for (const view of views) watch.observe(view.host)

// MARK: Tools

const controls = {}

function apply() {
  root.dataset.mode = state.mode
  root.dataset.outlines = state.outlines
  root.dataset.marks = state.marks
  root.classList.toggle('fit', state.fit === 'on')
  if (state.scheme === 'auto') delete root.dataset.scheme
  else root.dataset.scheme = state.scheme
  for (const [key, buttons] of Object.entries(controls))
    for (const [value, button] of buttons) button.setAttribute('aria-pressed', state[key] === value)
  blink()
}

let timer
function blink() {
  clearInterval(timer)
  if (state.mode !== 'blink' || reduced.matches) return
  timer = setInterval(flip, 700)
}
function flip() { for (const view of views) view.section.classList.toggle('flipped') }

function choice(key, label, values) {
  const group = element('div', {className: 'group'})
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', label)
  controls[key] = values.map(([value, text, title]) => {
    const button = element('button', {type: 'button', textContent: text, title, onclick: () => { state[key] = value; apply() }})
    group.append(button)
    return [value, button]
  })
  return group
}
function toggles(label, list) {
  const group = element('div', {className: 'group'})
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', label)
  for (const [key, text, title] of list) {
    const button = element('button', {type: 'button', textContent: text, title, onclick: () => turn(key)})
    controls[key] = [['on', button]]
    group.append(button)
  }
  return group
}
function turn(key) {
  state[key] = state[key] === 'on' ? 'off' : 'on'
  apply()
}

let current = -1
function go(step) {
  const sections = [...document.querySelectorAll('.change')]
  if (!sections.length) return
  current = Math.max(0, Math.min(sections.length - 1, current + step))
  sections.forEach((section, index) => section.classList.toggle('at', index === current))
  sections[current].scrollIntoView({block: 'start'})
  sections[current].focus({preventScroll: true})
}

const keys = [
  ['n, p', 'the next change, the one before'], ['1 … 4', 'side by side, slider, blink, difference'],
  ['space', 'in blink: the other side'], ['[ ]', 'narrower, wider'], ['o', 'outlines and sizes'],
  ['m', 'marks of changed cards'], ['f', 'fitted or true size'], ['t', 'light, dark, as the system'], ['?', 'these keys'],
]
const help = element('dialog', {}, element('h2', {textContent: 'Keys'}),
  element('dl', {}, ...keys.flatMap(([key, what]) => [element('dt', {}, element('kbd', {textContent: key})), element('dd', {textContent: what})])),
  element('button', {type: 'button', textContent: 'Close', onclick: () => help.close()}))
document.body.append(help)

if (views.length) {
  document.getElementById('tools').append(
    element('div', {className: 'group'},
      element('button', {type: 'button', textContent: '←', title: 'The change before (p)', ariaLabel: 'The change before', onclick: () => go(-1)}),
      element('button', {type: 'button', textContent: '→', title: 'The next change (n)', ariaLabel: 'The next change', onclick: () => go(1)})),
    choice('mode', 'How the two are compared', [['side', 'Side by side', '1'], ['slide', 'Slider', '2'], ['blink', 'Blink', '3'], ['difference', 'Difference', '4']]),
    toggles('What is shown', [['outlines', 'Outlines', 'Outlines and sizes (o)'], ['marks', 'Marks', 'Marks of changed cards (m)'], ['fit', 'Fit', 'Fitted to the window (f)']]),
    choice('scheme', 'Colours', [['auto', 'Auto', 't'], ['light', 'Light', 't'], ['dark', 'Dark', 't']]),
    element('div', {className: 'group'}, element('button', {type: 'button', textContent: '?', title: 'Keys', ariaLabel: 'Keys', onclick: () => help.showModal()})))
}

function nearest() {
  const visible = views.filter(view => view.section.getBoundingClientRect().bottom > 160)
  return views.find(view => view.section.classList.contains('at')) ?? visible[0]
}

addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return
  const isField = event.target.closest?.('input,select,textarea')
  const modes = {1: 'side', 2: 'slide', 3: 'blink', 4: 'difference'}
  if (event.key === 'n' || event.key === 'j') go(1)
  else if (event.key === 'p' || event.key === 'k') go(-1)
  else if (modes[event.key]) { state.mode = modes[event.key]; apply() }
  else if (event.key === 'o') turn('outlines')
  else if (event.key === 'm') turn('marks')
  else if (event.key === 'f') turn('fit')
  else if (event.key === 't') { state.scheme = {auto: 'light', light: 'dark', dark: 'auto'}[state.scheme]; apply() }
  else if (event.key === '?') help.showModal()
  else if (event.key === '[' || event.key === ']') {
    const view = nearest()
    if (view) show(view, Math.max(0, Math.min(view.count - 1, view.index + (event.key === ']' ? 1 : -1))))
  } else if (event.key === ' ' && state.mode === 'blink' && !isField && !event.target.closest?.('button')) {
    clearInterval(timer)
    flip()
  } else return
  event.preventDefault()
})
reduced.addEventListener('change', blink)
new ResizeObserver(entries => root.style.setProperty('--top', `${entries[0].target.offsetHeight + 12}px`)).observe(document.querySelector('.top'))
apply()
