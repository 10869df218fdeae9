// Frames and sizes of cards and slots, drawn over the page in a separate layer.

const SLOTS = '.title, .body, .tags, .image, .room, article p[class]:not(.body *)'

function sizeOf(box) {
  const number = value => String(Math.round(value * 100) / 100)
  return `${number(box.width)} × ${number(box.height)}`
}

const LABEL_FONT = '600 10px system-ui, sans-serif'
const LABEL_HEIGHT = 14
const pen = document.createElement('canvas').getContext('2d')

/// The size of a label, in the pixels of the pane's page.
function sizeOfLabel(text, scale) {
  pen.font = LABEL_FONT
  return {width: (Math.ceil(pen.measureText(text).width) + 9) * scale, height: LABEL_HEIGHT * scale}
}

/// The lines of text inside an element.
function linesIn(element) {
  const lines = [], range = element.ownerDocument.createRange()
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    range.selectNode(walker.currentNode)
    lines.push(...range.getClientRects())
  }
  return lines.filter(line => line.width > 0)
}

/// A place for a label inside a box, in a corner or before or after a line, where it covers neither text nor another
/// label; undefined if there is none.
function roomForLabel(label, box, lines, corners) {
  const [right, bottom] = [box.right - label.width, box.bottom - label.height]
  const places = {'top left': [box.left, box.top], 'top right': [right, box.top], 'bottom right': [right, bottom], 'bottom left': [box.left, bottom]}
  const own = lines.filter(line => line.top < box.bottom && line.bottom > box.top)
  const candidates = [...corners.map(corner => places[corner]),
    ...own.flatMap(line => [right, box.left].map(left => [left, Math.max(box.top, line.top)]))]
  return candidates.find(([left, top]) => left >= box.left - .5 && top >= box.top - .5 && left <= right + .5 && top <= bottom + .5
    && !own.some(line => line.left < left + label.width && line.right > left && line.top < top + label.height && line.bottom > top))
}

/// Only outlines near the visible part, because a page may have hundreds of cards. If the pane shows whole rows, also
/// those beyond their ends.
function drawOutlines(pane, kind = view.outline) {
  if (!pane.isFilled) return
  const doc = pane.document
  let layer = doc.querySelector('body > .compare-outlines')
  if (!kind) {
    layer?.remove()
    return
  }
  if (!layer) {
    layer = doc.createElement('div')
    layer.className = 'compare-outlines'
    layer.setAttribute('aria-hidden', 'true')
    doc.body.append(layer)
  }
  const origin = doc.body.getBoundingClientRect()
  layer.style.width = origin.width + 'px'
  layer.style.height = origin.height + 'px'
  // Equally large in small panes.
  layer.style.setProperty('--compare-scale', 1 / pane.scale)
  const seen = pane.window.innerHeight
  const boxes = []
  const isBeyond = (box, row) => !pane.hasWholeRows && (box.right < row.left || box.left > row.right)
  // Labels that would cover their own subject are omitted; cards come first.
  const add = (element, name, clip, taken, corners) => {
    const box = element.getBoundingClientRect()
    if (!box.width || !box.height || box.bottom < -seen / 2 || box.top > seen * 1.5) return false
    if (isBeyond(box, clip)) return false
    const outline = doc.createElement('div')
    outline.className = 'compare-' + name
    const text = name === 'slot' ? `${slotName(element)} ${sizeOf(box)}` : sizeOf(box)
    const size = sizeOfLabel(text, 1 / pane.scale)
    const place = roomForLabel(size, box, taken, corners)
    if (place) {
      const label = doc.createElement('span')
      label.className = 'compare-size'
      label.textContent = text
      Object.assign(label.style, {left: place[0] - box.left + 'px', top: place[1] - box.top + 'px', width: size.width + 'px'})
      outline.append(label)
      taken.push({left: place[0], top: place[1], right: place[0] + size.width, bottom: place[1] + size.height})
    }
    Object.assign(outline.style, {
      left: box.left - origin.left + 'px', top: box.top - origin.top + 'px', width: box.width + 'px', height: box.height + 'px',
    })
    boxes.push(outline)
    return true
  }
  for (const list of doc.querySelectorAll('.cards')) {
    const clip = list.getBoundingClientRect()
    if (clip.bottom < -seen / 2 || clip.top > seen * 1.5) continue
    for (const card of list.children) {
      const cards = kind !== 'slots'
      const box = card.getBoundingClientRect()
      if (box.bottom < -seen / 2 || box.top > seen * 1.5 || isBeyond(box, clip)) continue
      const taken = linesIn(card)
      if (cards) add(card, 'card', clip, taken, ['top left', 'top right', 'bottom right', 'bottom left'])
      if (kind !== 'cards')
        for (const slot of card.querySelectorAll(SLOTS)) add(slot, 'slot', clip, taken, ['top right', 'bottom right', 'top left', 'bottom left'])
    }
  }
  layer.replaceChildren(...boxes)
}

function slotName(element) {
  // A theme's own slots have their name after a word that no other class begins with.
  return [...element.classList].find(name => name !== 'room').replace(/^slot-/, '')
}
