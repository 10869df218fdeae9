// The page around the panes: ways to compare the two sides, and keys.

const root = document.documentElement
const state = {mode: 'side', outlines: 'off', marks: 'on', fit: 'on', scheme: 'auto'}
const reduced = matchMedia('(prefers-reduced-motion: reduce)')
const dark = matchMedia('(prefers-color-scheme: dark)')
const schemeShown = () => state.scheme === 'auto' ? dark.matches ? 'dark' : 'light' : state.scheme

function group(label, ...children) {
  const made = element('div', {className: 'group'}, ...children)
  made.setAttribute('role', 'group')
  made.setAttribute('aria-label', label)
  return made
}
const button = (text, title, action) => element('button', {type: 'button', textContent: text, title, onclick: action})

/// A shelf before and after.
class Comparison {
  constructor(host, shelf) {
    this.host = host
    this.shelf = shelf
    this.section = host.closest('.change')
    this.name = this.section.querySelector('h2').textContent
    this.index = shelf.first
    this.isFlipped = false
    this.panes = ['before', 'after'].filter(name => shelf[name].is !== 'recorded').map(name => new Pane(shelf, name))
    this.figures = this.panes.map(pane => {
      const size = element('span')
      const figure = element('figure', {className: `side ${pane.name}`},
        element('figcaption', {}, element('b', {textContent: pane.name === 'before' ? 'Before' : 'After'}), size), pane.element)
      pane.size = size
      pane.element.addEventListener('scroll', () => this.scrollLike(pane), {passive: true})
      return figure
    })
    this.sides = element('div', {className: 'sides'}, ...this.figures)
    this.sides.classList.toggle('is-alone', this.panes.length === 1)
    host.append(this.widthTools(), this.sides, this.slider())
    this.select(this.index)
  }

  widthTools() {
    this.list = element('select', {ariaLabel: `Page width for ${this.name}`})
    let last
    for (const [index, {class: name, width}] of this.shelf.widths.entries()) {
      if (last?.label !== name) this.list.append(last = element('optgroup', {label: name}))
      last.append(element('option', {value: index, textContent: `${width} px`}))
    }
    this.list.addEventListener('change', () => this.select(Number(this.list.value)))
    this.position = element('span', {className: 'position'})
    this.narrower = button('‹', 'Narrower ([)', () => this.select(this.index - 1))
    this.wider = button('›', 'Wider (])', () => this.select(this.index + 1))
    this.narrower.ariaLabel = 'Narrower'
    this.wider.ariaLabel = 'Wider'
    return element('div', {className: 'widths'}, group('Page width', this.narrower, this.list, this.wider), this.position)
  }

  slider() {
    this.split = element('input', {type: 'range', className: 'split', min: 0, max: 100, step: .1, value: 50})
    this.split.setAttribute('aria-label', 'Where before ends and after begins')
    const move = () => this.host.style.setProperty('--at', `${this.split.value}%`)
    this.split.addEventListener('input', move)
    move()
    const drag = event => {
      if (state.mode !== 'slide' || this.panes.length < 2 || !(event.buttons & 1)) return
      const box = this.sides.getBoundingClientRect()
      this.split.value = (event.clientX - box.left) / box.width * 100
      move()
      if (event.type === 'pointerdown') this.sides.setPointerCapture(event.pointerId)
    }
    this.sides.addEventListener('pointerdown', drag)
    this.sides.addEventListener('pointermove', drag)
    return this.split
  }

  get width() { return this.shelf.widths[this.index] }

  select(index) {
    this.index = Math.max(0, Math.min(this.shelf.widths.length - 1, index))
    this.list.value = this.index
    this.narrower.disabled = this.index === 0
    this.wider.disabled = this.index === this.shelf.widths.length - 1
    this.position.textContent = this.shelf.widths.length === 1 ? `${this.width.class}, the only width that changed` : `${this.width.class}, ${this.index + 1} of ${this.shelf.widths.length} widths that changed`
    for (const pane of this.panes) {
      const box = this.width[pane.name], name = pane.name === 'before' ? 'Before' : 'After'
      pane.size.textContent = box ? `${Math.round(box[3] * 100) / 100} px tall` : ''
      pane.element.setAttribute('aria-label', `${name}: ${this.name}, page width ${this.width.width} px`)
      if (pane.frame) pane.frame.title = `${name}, ${this.width.width} px`
    }
    this.arrange()
    this.draw()
    this.showChange()
  }

  /// Makes the frames, which takes a while if there are many.
  fill() {
    if (this.isAsked) return
    this.isAsked = true
    for (const pane of this.panes) pane.fill(() => {
      this.select(this.index)
      // Text is in its final place after its fonts are loaded.
      for (const time of [100, 1000]) setTimeout(() => this.draw(), time)
      if (this.panes.every(each => each.isFilled || each.side.is !== 'rendered')) this.section.dataset.ready = ''
    })
  }

  arrange() {
    const {width} = this.width
    const boxes = ['before', 'after'].map(name => this.width[name]).filter(Boolean)
    const left = Math.min(...boxes.map(box => box[0])), right = Math.max(width, ...boxes.map(box => box[0] + box[2]))
    for (const pane of this.panes) {
      const room = pane.element.clientWidth
      const scale = state.fit === 'on' && room ? Math.min(1, room / width) : 1
      pane.arrange(width, left, right, (this.width[pane.name]?.[3] ?? 0) + 24, scale)
    }
  }

  draw() {
    const {changed, frames} = this.width
    const ids = new Set(numbersIn(changed).map(number => this.shelf.cards[number]))
    const [before, after] = this.panes.map(pane => pane.cards)
    // Cards with changed content, at any place.
    if (before.size && after?.size) for (const [id, markup] of after) if (before.get(id) !== markup) ids.add(id)
    for (const pane of this.panes) {
      pane.paint(schemeShown())
      pane.mark(ids, state.marks === 'on')
      drawOutlines(pane, state.outlines === 'on' ? 'all' : '')
    }
    if (this.panes.length === 1) this.panes[0].drawFrames(frames, state.mode !== 'blink' || !this.isFlipped)
    this.changedCards = ids
  }

  /// The first changed card, if it is beyond the edge of the pane.
  showChange() {
    const pane = this.panes.at(-1)
    const card = pane.isFilled && [...pane.document.querySelectorAll('.card')].find(each => this.changedCards.has(each.id))
    if (!card) return
    const box = card.getBoundingClientRect()
    const [left, right] = [box.left * pane.scale, box.right * pane.scale]
    const view = pane.element
    if (left < view.scrollLeft || right > view.scrollLeft + view.clientWidth) view.scrollLeft = left - 24
  }

  scrollLike(pane) {
    for (const other of this.panes) if (other.element.scrollLeft !== pane.element.scrollLeft) other.element.scrollLeft = pane.element.scrollLeft
  }

  flip() {
    this.isFlipped = !this.isFlipped
    this.section.classList.toggle('flipped', this.isFlipped)
    if (this.panes.length === 1) this.draw()
  }
}

const comparisons = [...document.querySelectorAll('.view')].map((host, index) => new Comparison(host, data.shelves[index]))

// Frames far from the window are not made, because there may be hundreds.
const watch = new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) comparisons.find(each => each.host === entry.target).fill()
}, {rootMargin: '1200px 0px'})
for (const each of comparisons) watch.observe(each.host)

const resized = new ResizeObserver(entries => {
  for (const entry of entries) comparisons.find(each => each.host === entry.target)?.arrange()
})
for (const each of comparisons) resized.observe(each.host)

// MARK: Tools

const controls = {}

function apply() {
  root.dataset.mode = state.mode
  if (state.scheme === 'auto') delete root.dataset.scheme
  else root.dataset.scheme = state.scheme
  for (const [key, buttons] of Object.entries(controls))
    for (const [value, each] of buttons) each.setAttribute('aria-pressed', state[key] === value)
  for (const each of comparisons) {
    each.arrange()
    each.draw()
  }
  blink()
}

let timer
function blink() {
  clearInterval(timer)
  if (state.mode === 'blink' && !reduced.matches) timer = setInterval(flip, 700)
}
function flip() { for (const each of comparisons) each.flip() }

function set(key, value) {
  state[key] = value
  apply()
}
const turn = key => set(key, state[key] === 'on' ? 'off' : 'on')

function choice(key, label, values) {
  controls[key] = values.map(([value, text, title]) => [value, button(text, title, () => set(key, value))])
  return group(label, ...controls[key].map(([, each]) => each))
}
function toggles(label, list) {
  return group(label, ...list.map(([key, text, title]) => {
    const made = button(text, title, () => turn(key))
    controls[key] = [['on', made]]
    return made
  }))
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
  button('Close', '', () => help.close()))
help.ariaLabel = 'Keys'
document.body.append(help)

if (comparisons.length) {
  const steps = [button('←', 'The change before (p)', () => go(-1)), button('→', 'The next change (n)', () => go(1))]
  steps[0].ariaLabel = 'The change before'
  steps[1].ariaLabel = 'The next change'
  const helper = button('?', 'Keys (?)', () => help.showModal())
  helper.ariaLabel = 'Keys'
  document.getElementById('tools').append(
    group('Changes', ...steps),
    choice('mode', 'How the two are compared', [['side', 'Side by side', '1'], ['slide', 'Slider', '2'], ['blink', 'Blink', '3'], ['difference', 'Difference', '4']]),
    toggles('What is shown', [['outlines', 'Outlines', 'Outlines and sizes (o)'], ['marks', 'Marks', 'Marks of changed cards (m)'], ['fit', 'Fit', 'Fitted to the window (f)']]),
    choice('scheme', 'Colours', [['auto', 'Auto', 't'], ['light', 'Light', 't'], ['dark', 'Dark', 't']]),
    group('Help', helper))
}

/// The shelf to which keys apply.
function nearest() {
  return comparisons.find(each => each.section.classList.contains('at'))
    ?? comparisons.find(each => each.section.getBoundingClientRect().bottom > 160)
}

addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph') || help.open) return
  // What somebody types in a field, or chooses by letters in a list, is no shortcut.
  if (event.isComposing || event.keyCode === 229 || event.target.closest?.('select,textarea,input:not([type=range])')) return
  const isField = event.target.closest?.('input')
  const modes = {1: 'side', 2: 'slide', 3: 'blink', 4: 'difference'}
  if (isField && event.key.length > 1) return
  if (event.key === 'n' || event.key === 'j') go(1)
  else if (event.key === 'p' || event.key === 'k') go(-1)
  else if (modes[event.key]) set('mode', modes[event.key])
  else if (event.key === 'o') turn('outlines')
  else if (event.key === 'm') turn('marks')
  else if (event.key === 'f') turn('fit')
  else if (event.key === 't') set('scheme', {auto: 'light', light: 'dark', dark: 'auto'}[state.scheme])
  else if (event.key === '?') help.showModal()
  else if (event.key === '[' || event.key === ']') {
    const at = nearest()
    at?.select(at.index + (event.key === ']' ? 1 : -1))
  } else if (event.key === ' ' && state.mode === 'blink' && !isField && !event.target.closest?.('button')) {
    clearInterval(timer)
    flip()
  } else return
  event.preventDefault()
})
reduced.addEventListener('change', blink)
dark.addEventListener('change', apply)
new ResizeObserver(entries => root.style.setProperty('--top', `${entries[0].target.offsetHeight + 12}px`)).observe(document.querySelector('.top'))
apply()

// For programs that test this page.
globalThis.cardshelfReport = {data, comparisons, state, apply}
