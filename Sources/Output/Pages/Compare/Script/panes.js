// Panes: frames that show the page at a width. With an earlier build there are two for each width, before and after.

const panes = []
const strip = document.querySelector('.panes')
let nextNumber = 1

/// One pane for each width.
const firstPanes = () => panes.filter(pane => pane.group[0] === pane)

/// The pane that the strip of widths and keys are about: the one that was used last.
let used = null
const currentPane = () => panes.includes(used) ? used : panes[sides.length - 1]

function use(pane) {
  if (used === pane) return
  used = pane
  showCurrent()
}

function showCurrent() {
  const current = currentPane()
  for (const each of panes) each.element.classList.toggle('current', each.group === current?.group)
  widthStrip.show()
}

class Pane {
  constructor(width, height, side) {
    this.width = width
    this.height = height
    this.side = side
    this.group = [this]
    this.number = nextNumber++
    this.frame = make('iframe', {className: 'frame'})
    this.input = make('input', {
      type: 'number', min: LEAST, max: MOST, step: 1, className: 'pane-width', ariaLabel: 'Page width in pixels',
    })
    this.closer = make('button', {type: 'button', className: 'close', ariaLabel: 'Close this pane', title: 'Close (x)'}, '×')
    this.step = make('span', {className: 'step'})
    this.ruler = makeRuler(this)
    // At the start of the line, where it stays in sight while a wide pane scrolls.
    this.head = make('header', {className: 'pane-head'},
      make('div', {className: 'pane-line'}, this.closer,
        ...side.name ? [make('b', {className: 'side'}, side.name)] : [],
        make('label', {}, this.input, make('span', {className: 'unit'}, 'px')),
        ...hasShapes ? [this.makeShape()] : [], this.step),
      this.ruler.element)
    this.stage = make('div', {className: 'stage'}, this.frame)
    this.handle = makeHandle(this)
    // The edge comes before the frame, so that keys reach it without going through the page.
    this.element = make('section', {className: `pane ${side.name}`, tabIndex: -1}, this.head, this.handle, this.stage)
    this.element.addEventListener('focusin', () => use(this))
    this.element.addEventListener('pointerdown', () => use(this))
    this.closer.addEventListener('click', () => closePane(this))
    this.input.addEventListener('change', () => {
      const width = Number(this.input.value)
      if (width > 0) setWidth(this, width)
      else this.input.value = this.width
    })
    this.ready = new Promise(done => this.frame.addEventListener('load', () => {
      // Some browsers load an empty document first.
      if (this.isFilled || !this.document?.querySelector('base')) return
      fillInTurn(this).then(done)
    }))
    this.frame.srcdoc = this.source()
  }

  /// The height of the window, and a button that turns it.
  makeShape() {
    this.tall = make('input', {
      type: 'number', min: LEAST, max: MOST, step: 1, className: 'pane-width', placeholder: 'auto',
      ariaLabel: 'Window height in pixels, empty for as much as there is room for',
    })
    this.tall.addEventListener('change', () => setSize(this, this.width, clampHeight(Number(this.tall.value))))
    const turn = make('button', {type: 'button', className: 'turn', ariaLabel: 'Turn this window', title: 'Turn'}, '⟳')
    turn.addEventListener('click', () => setSize(this, this.shownHeight(), this.width))
    return make('span', {className: 'shape'}, '×', this.tall, turn)
  }

  /// The height of its window in CSS pixels.
  shownHeight() { return Math.round(this.height ?? this.frame.clientHeight) }

  get window() { return this.frame.contentWindow }
  get document() { return this.frame.contentDocument }

  /// A document with everything except the content. Its address is that of the page, so that images and links work.
  source() {
    const text = value => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const attributes = each => Object.entries(each).map(([name, value]) => ` ${name}="${text(value)}"`).join('')
    const sheets = sheetsOf(this.side).map(sheet => `<link rel="stylesheet" href="${text(sheet)}">`).join('')
    return `<!DOCTYPE html><html${attributes(this.side.html)}><head><meta charset="utf-8"><base href="${text(pageURLOf(this.side))}">`
      + `<meta name="viewport" content="width=device-width, initial-scale=1">${sheets}</head><body${attributes(this.side.body)}></body></html>`
  }

  fill() {
    const doc = this.document
    const copy = doc.importNode(this.side.contents, true)
    // An earlier build can be a folder that somebody else filled. Pages have none of these.
    for (const each of copy.querySelectorAll('script, meta, base, link, iframe, object, embed')) each.remove()
    doc.body.append(copy)
    this.isFilled = true
    this.places = null
    this.paint()
    this.sheet = sheetsOf(this.side)[0]
    followLinks(this)
    followScrolling(this)
    followKeys(this)
    doc.addEventListener('focusin', () => use(this))
    doc.addEventListener('pointerdown', () => use(this))
    doc.addEventListener('change', () => this.changed())
    doc.fonts.addEventListener('loadingdone', () => this.changed())
    new ResizeObserver(() => this.changed()).observe(doc.body)
    this.changed()
  }

  /// Its content may be at another place now.
  changed() {
    this.places = null
    this.redraw ??= onceAFrame(() => {
      if (!this.isFilled || !this.frame.isConnected) return
      if (this.held) putAt(this, this.held)
      this.ruler.show()
      drawLayers(this)
    })
    this.redraw()
  }

  /// Switches of the whole view.
  paint() {
    if (!this.isFilled) return
    const html = this.document.documentElement
    html.dir = view.dir || this.side.html.dir
    this.enlarge()
    for (const [name, value] of [['scheme', view.medium ? 'print' : view.scheme], ['motion', view.motion]]) {
      if (value) html.setAttribute('data-' + name, value)
      else html.removeAttribute('data-' + name)
    }
    if (this.sheet !== undefined && this.sheet !== sheetsOf(this.side)[0]) this.changeSheets()
    this.changed()
  }

  /// Chromium keeps the results of container queries in rem from before the first layout, unless the size changes after
  /// it.
  enlarge() {
    const {style} = this.document.documentElement
    if (view.size !== 100) {
      style.fontSize = view.size + 1 + '%'
      void this.document.body.offsetHeight
    }
    style.fontSize = view.size === 100 ? '' : view.size + '%'
  }

  /// Adds the new style sheet before removing the old one, so that nothing is shown without styles.
  changeSheets() {
    const old = this.document.querySelector('link[rel=stylesheet]')
    const link = this.document.createElement('link')
    link.rel = 'stylesheet'
    link.href = this.sheet = sheetsOf(this.side)[0]
    link.addEventListener('load', () => {
      old.remove()
      this.changed()
    })
    old.before(link)
  }

  showWidth() {
    const step = stepAt(this.width, view.size)
    const name = [this.side.name, `${this.width} px`].filter(Boolean).join(', ')
    this.input.value = this.width
    if (this.tall) this.tall.value = this.height ?? ''
    this.step.replaceChildren(`${step.className} · `, make('span', {className: 'word'}, 'step '), String(step.width))
    this.step.title = `The page shows what was laid out for ${step.width} px, of the width class ${step.className}`
    this.frame.title = `The page at ${name}`
    this.element.setAttribute('aria-label', name)
    this.handle.setAttribute('aria-valuenow', this.width)
    this.handle.setAttribute('aria-valuetext', `${this.width} px, ${step.className}, step ${step.width}`)
  }
}

let filling = Promise.resolve()

/// One pane per frame of animation, so that the first ones are visible while others are laid out. Each pane has its
/// fonts from the start, so that it is laid out once.
function fillInTurn(pane) {
  const fonts = Promise.allSettled([...pane.document.fonts].map(face => face.load()))
  filling = filling.then(() => fonts).then(() => {
    if (!pane.frame.isConnected) return
    pane.fill()
    return new Promise(done => {
      requestAnimationFrame(() => setTimeout(done))
      // Hidden pages have no frames of animation.
      setTimeout(done, 100)
    })
  })
  return filling
}

/// The style sheets of a pane, for the colours and the medium that the view has.
function sheetsOf(side) {
  const [site, ...others] = side.sheets
  const chosen = side.schemes[view.medium || view.scheme] ?? site
  return [...[chosen, ...others].map(path => side.root + path), data.pane].map(urlOf)
}

/// Narrower panes have no room for their header.
const LEAST_SHOWN = 116

/// The scale at which all panes fit.
function fittingScale(room) {
  let scale = 1
  for (let again = 0; again < 4; again++) {
    const narrow = panes.filter(pane => pane.width * scale < LEAST_SHOWN)
    const widths = panes.reduce((sum, pane) => narrow.includes(pane) ? sum : sum + pane.width, 0)
    if (!widths) break
    scale = Math.max(.1, Math.min(1, (room - LEAST_SHOWN * narrow.length) / widths))
  }
  return scale
}

/// The scale of all panes, and the space for their frames.
function arrangePanes() {
  if (!panes.length) return
  const style = getComputedStyle(strip)
  const gap = parseFloat(style.columnGap) || 0
  const room = strip.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  const scale = view.fit ? fittingScale(room - gap * (panes.length - 1) - 2 * panes.length) : 1
  strip.classList.toggle('fitted', view.fit)
  const height = Math.max(120, panes[0].stage.clientHeight)
  for (const pane of panes) {
    const width = pane.width * scale
    pane.scale = scale
    pane.element.style.width = Math.max(LEAST_SHOWN, width) + 2 + 'px'
    pane.frame.style.width = pane.width + 'px'
    pane.frame.style.left = Math.max(0, (LEAST_SHOWN - width) / 2) + 'px'
    pane.frame.style.height = (pane.height ?? height / scale) + 'px'
    pane.stage.classList.toggle('sized', pane.height !== null)
    pane.frame.style.transform = scale === 1 ? '' : `scale(${scale})`
  }
}

/// Keeps the content at the top in place while the width changes.
function setWidth(pane, width) {
  setSize(pane, width, pane.height)
}

function setSize(pane, width, height) {
  const held = pane.group.map(each => each.held ?? topOf(each))
  for (const each of pane.group) {
    each.width = clampWidth(width)
    each.height = height
    each.showWidth()
  }
  arrangePanes()
  for (const [index, each] of pane.group.entries()) {
    if (!each.isFilled) continue
    // The layout inside the frame follows that of the page around it.
    void each.frame.offsetWidth
    each.places = null
    putAt(each, held[index])
    each.ruler.show()
  }
  if (view.fit) for (const each of panes) each.changed()
  showHeights()
  widthStrip.show()
  keepAddressSoon()
}

/// - Parameter index: its place among the widths.
function addPane(width, index = firstPanes().length, height = null) {
  const group = sides.map(side => new Pane(clampWidth(width), height, side))
  for (const [number, pane] of group.entries()) {
    pane.group = group
    const place = index * sides.length + number
    panes.splice(place, 0, pane)
    strip.insertBefore(pane.element, strip.children[place] ?? null)
    pane.showWidth()
  }
  arrangePanes()
  showHeights()
  return group.at(-1)
}

/// Inserts the pane in the order of widths, at the same place as the others.
function openPane(width) {
  const after = firstPanes().findIndex(pane => pane.width > width)
  const pane = addPane(width, after < 0 ? undefined : after)
  for (const each of pane.group) {
    each.ready.then(() => {
      const leader = leadingPane()
      if (leader && leader !== each) follow(each, leader)
      keepAddressSoon()
    })
  }
  pane.element.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: calm() ? 'auto' : 'smooth'})
  pane.element.focus({preventScroll: true})
  for (const each of panes) each.changed()
  showCurrent()
  say(`Pane of ${pane.width} px`)
  return pane
}

function closePane(pane) {
  const index = panes.indexOf(pane.group[0])
  if (index < 0) return
  panes.splice(index, pane.group.length)
  if (pane.group.includes(leader)) leader = null
  for (const each of pane.group) each.element.remove()
  arrangePanes()
  for (const each of panes) each.changed()
  const next = panes[Math.min(index, panes.length - 1)]
  if (next) next.element.focus()
  else document.querySelector('.add .opener').focus()
  showHeights()
  showCurrent()
  say(`Closed the pane of ${pane.width} px`)
  keepAddressSoon()
}

function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
