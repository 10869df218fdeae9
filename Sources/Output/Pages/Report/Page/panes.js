// Panes: frames that show a shelf at one width of its page. They run no scripts and ignore clicks and keys.

class Pane {
  hasWholeRows = true
  isFilled = false
  scale = 1
  /// The markup of each card, by its id.
  cards = new Map()

  constructor(shelf, name) {
    this.shelf = shelf
    this.name = name
    this.side = shelf[name]
    this.stage = element('div', {className: 'stage'})
    this.element = element('div', {className: 'pane', tabIndex: 0}, this.stage)
    this.element.setAttribute('role', 'region')
    if (this.side.is !== 'rendered') this.stage.append(element('p', {className: 'absent', textContent: this.reason}))
  }

  get window() { return this.frame?.contentWindow }
  get document() { return this.frame?.contentDocument }
  get reason() {
    if (this.side.is === 'recorded') return 'Only its frames are known.'
    return this.name === 'before' ? 'There was no such shelf.' : 'The shelf is gone.'
  }

  /// Makes the frame once, and calls a function when it is filled.
  fill(done) {
    if (this.frame || this.side.is !== 'rendered') return
    const text = value => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    this.frame = element('iframe', {tabIndex: -1, scrolling: 'no'})
    this.frame.setAttribute('sandbox', 'allow-same-origin')
    this.frame.addEventListener('load', () => {
      // Some browsers load an empty document first.
      if (this.isFilled || !this.document?.querySelector('main')) return
      this.load()
      done()
    })
    this.frame.srcdoc = `<!DOCTYPE html><html lang="${text(this.shelf.lang)}" dir="${this.shelf.dir}"><head><meta charset="utf-8"></head><body><main></main></body></html>`
    this.stage.append(this.frame)
  }

  load() {
    const doc = this.document
    // A document without a window: its images load nothing until their addresses are replaced by addresses in this
    // page.
    const read = new DOMParser().parseFromString(textOf(this.side.markup), 'text/html')
    this.cards = new Map([...read.querySelectorAll('.card')].map(card => [card.id, card.outerHTML]))
    for (const image of read.querySelectorAll('img')) {
      const address = addressOf(lastPart(image.getAttribute('src') ?? ''))
      if (address) image.src = address
      else image.removeAttribute('src')
    }
    doc.querySelector('main').append(...doc.importNode(read.body, true).childNodes)
    this.sheets = [0, 1, 2].map(() => new this.window.CSSStyleSheet())
    this.sheets[1].replaceSync(textOf(this.side.frames))
    this.sheets[2].replaceSync(paneStyle)
    doc.adoptedStyleSheets = this.sheets
    this.isFilled = true
  }

  paint(scheme) {
    if (!this.isFilled || this.scheme === scheme) return
    this.scheme = scheme
    this.document.documentElement.dataset.scheme = scheme
    this.sheets[0].replaceSync(styleFor(this.side.style, scheme))
  }

  /// - Parameter left, right: the extent of all cards before and after, from the page's left edge, so that both sides
  /// are aligned.
  arrange(width, left, right, height, scale) {
    if (!this.frame) return
    this.scale = scale
    Object.assign(this.frame.style, {width: right - left + 'px', height: height + 'px', transform: scale === 1 ? '' : `scale(${scale})`})
    Object.assign(this.stage.style, {width: (right - left) * scale + 'px', height: height * scale + 'px'})
    if (!this.isFilled) return
    Object.assign(this.document.body.style, {left: -left + 'px', width: width + 'px'})
    this.document.documentElement.style.setProperty('--compare-scale', 1 / scale)
  }

  /// - Parameter ids: the ids of the changed cards.
  mark(ids, isOn) {
    if (!this.isFilled) return
    for (const card of this.document.querySelectorAll('.card')) card.toggleAttribute('data-changed', isOn && ids.has(card.id))
  }

  /// The previous places of cards, over the current ones.
  drawFrames(frames, isOn) {
    if (!this.isFilled) return
    const doc = this.document
    doc.querySelector('.frames-before')?.remove()
    if (!frames || !isOn) return
    const layer = doc.createElement('div')
    layer.className = 'frames-before'
    layer.setAttribute('aria-hidden', 'true')
    for (let index = 0; index < frames.length; index += 4) {
      const box = doc.createElement('div')
      ;['left', 'top', 'width', 'height'].forEach((name, place) => { box.style[name] = frames[index + place] + 'px' })
      layer.append(box)
    }
    doc.querySelector('main').append(layer)
  }
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
