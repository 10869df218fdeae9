// Panes: frames that show the page at a width.

const panes = []
const strip = document.querySelector('.panes')
let nextNumber = 1

class Pane {
  constructor(width, height) {
    this.width = width
    this.height = height
    this.number = nextNumber++
    this.toggles = new Map()
    this.frame = make('iframe', {className: 'frame'})
    this.input = make('input', {
      type: 'number', min: LEAST, max: MOST, step: 1, className: 'pane-width', ariaLabel: 'Page width in pixels',
    })
    this.closer = make('button', {type: 'button', className: 'close', ariaLabel: 'Close this pane', title: 'Close (x)'}, '×')
    this.step = make('span', {className: 'step'})
    this.ruler = makeRuler(this)
    this.head = make('header', {className: 'pane-head'},
      make('div', {className: 'pane-line'}, make('label', {}, this.input, make('span', {className: 'unit'}, 'px')),
        ...hasShapes ? [this.makeShape()] : [], this.step, this.closer),
      this.ruler.element)
    this.stage = make('div', {className: 'stage'}, this.frame)
    this.handle = makeHandle(this)
    // The edge comes before the frame, so that keys reach it without going through the page.
    this.element = make('section', {className: 'pane'}, this.head, this.handle, this.stage)
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
    const sheets = sheetsFor(view.scheme).map(sheet => `<link rel="stylesheet" href="${text(sheet)}">`).join('')
    return `<!DOCTYPE html><html${attributes(data.html)}><head><meta charset="utf-8"><base href="${text(pageURL)}">`
      + `<meta name="viewport" content="width=device-width, initial-scale=1">${sheets}</head><body${attributes(data.body)}></body></html>`
  }

  fill() {
    const doc = this.document
    doc.body.append(doc.importNode(contents, true))
    this.isFilled = true
    this.places = null
    this.paint()
    this.scheme = view.scheme
    followLinks(this)
    followScrolling(this)
    followKeys(this)
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
      drawOutlines(this)
    })
    this.redraw()
  }

  /// Switches of the whole view.
  paint() {
    if (!this.isFilled) return
    const html = this.document.documentElement
    html.dir = view.dir || data.html.dir
    this.enlarge()
    if (view.scheme) html.setAttribute('data-scheme', view.scheme)
    else html.removeAttribute('data-scheme')
    if (this.scheme !== undefined && this.scheme !== view.scheme) this.changeSheets()
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
    this.scheme = view.scheme
    const old = this.document.querySelector('link[rel=stylesheet]')
    const link = this.document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheetsFor(view.scheme)[0]
    link.addEventListener('load', () => {
      old.remove()
      this.changed()
    })
    old.before(link)
  }

  showWidth() {
    const step = stepAt(this.width, view.size)
    this.input.value = this.width
    if (this.tall) this.tall.value = this.height ?? ''
    this.step.replaceChildren(`${step.className} · `, make('span', {className: 'word'}, 'step '), String(step.width))
    this.step.title = `The page shows what was laid out for ${step.width} px, of the width class ${step.className}`
    this.frame.title = `The page at ${this.width} px`
    this.element.setAttribute('aria-label', `${this.width} px`)
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

function sheetsFor(scheme) {
  const [site, ...others] = data.sheets
  return [scheme ? data.schemes[scheme] ?? site : site, ...others, data.pane].map(urlOf)
}

/// The scale of all panes, and the space for their frames.
function arrangePanes() {
  if (!panes.length) return
  const style = getComputedStyle(strip)
  const gap = parseFloat(style.columnGap) || 0
  const room = strip.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  const widths = panes.reduce((sum, pane) => sum + pane.width, 0)
  const scale = view.fit ? Math.max(.1, Math.min(1, (room - gap * (panes.length - 1) - 2 * panes.length) / widths)) : 1
  strip.classList.toggle('fitted', view.fit)
  const height = Math.max(120, panes[0].stage.clientHeight)
  for (const pane of panes) {
    pane.scale = scale
    pane.stage.style.width = pane.width * scale + 'px'
    pane.element.style.width = pane.width * scale + 2 + 'px'
    pane.frame.style.width = pane.width + 'px'
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
  const held = pane.held ?? topOf(pane)
  pane.width = clampWidth(width)
  pane.height = height
  pane.showWidth()
  arrangePanes()
  if (pane.isFilled) {
    // The layout inside the frame follows that of the page around it.
    void pane.frame.offsetWidth
    pane.places = null
    putAt(pane, held)
    pane.ruler.show()
  }
  if (view.fit) for (const each of panes) each.changed()
  keepAddressSoon()
}

function addPane(width, index = panes.length, height = null) {
  const pane = new Pane(clampWidth(width), height)
  panes.splice(index, 0, pane)
  strip.insertBefore(pane.element, strip.children[index] ?? null)
  pane.showWidth()
  arrangePanes()
  return pane
}

/// Inserts the pane in the order of widths, at the same place as the others.
function openPane(width) {
  const after = panes.findIndex(pane => pane.width > width)
  const pane = addPane(width, after < 0 ? panes.length : after)
  pane.ready.then(() => {
    const leader = leadingPane()
    if (leader && leader !== pane) follow(pane, leader)
    keepAddressSoon()
  })
  pane.element.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: calm() ? 'auto' : 'smooth'})
  pane.input.focus({preventScroll: true})
  say(`Pane of ${pane.width} px`)
  return pane
}

function closePane(pane) {
  const index = panes.indexOf(pane)
  if (index < 0) return
  panes.splice(index, 1)
  if (leader === pane) leader = null
  pane.element.remove()
  arrangePanes()
  for (const each of panes) each.changed()
  const next = panes[Math.min(index, panes.length - 1)]
  if (next) next.input.focus()
  else document.querySelector('.add .opener').focus()
  say(`Closed the pane of ${pane.width} px`)
  keepAddressSoon()
}

function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
