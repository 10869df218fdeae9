
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
