
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

// For programs that try this page.
globalThis.cardshelfReport = {pairs, views, state, apply, drawShelf}
