// Frames and sizes of cards and slots, drawn over the page in a layer of its own.

const SLOTS = '.eyebrow, .title, .subtitle, .body, .tags, .image, .footer'

function sizeOf(box) {
  const number = value => String(Math.round(value * 100) / 100)
  return `${number(box.width)} × ${number(box.height)}`
}

/// Only what is near what is seen: a page may have hundreds of cards.
function drawOutlines(pane) {
  if (!pane.isFilled) return
  const doc = pane.document
  let layer = doc.querySelector('body > .compare-outlines')
  if (!view.outline) {
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
  // As large in small panes.
  layer.style.setProperty('--compare-scale', 1 / pane.scale)
  const seen = pane.window.innerHeight
  const boxes = []
  const add = (element, kind, clip) => {
    const box = element.getBoundingClientRect()
    if (!box.width || !box.height || box.bottom < -seen / 2 || box.top > seen * 1.5) return false
    if (clip && (box.right < clip.left || box.left > clip.right)) return false
    const outline = doc.createElement('div')
    outline.className = 'compare-' + kind
    outline.setAttribute('data-size', kind === 'slot' ? `${slotName(element)} ${sizeOf(box)}` : sizeOf(box))
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
      const cards = view.outline !== 'slots'
      const box = card.getBoundingClientRect()
      if (box.bottom < -seen / 2 || box.top > seen * 1.5 || box.right < clip.left || box.left > clip.right) continue
      if (view.outline !== 'cards') for (const slot of card.querySelectorAll(SLOTS)) add(slot, 'slot', clip)
      if (cards) add(card, 'card', clip)
    }
  }
  layer.replaceChildren(...boxes)
}

function slotName(element) {
  return ['eyebrow', 'title', 'subtitle', 'body', 'tags', 'image', 'footer'].find(name => element.classList.contains(name)) ?? ''
}
