// Marks where a page loses something: cut texts, hidden tags and divided words; and, with an earlier build, what changed.

const KINDS = {
  cut: {selector: '.e', one: 'text cut', many: 'texts cut'},
  tags: {selector: '.tags > .more', one: 'card hides tags', many: 'cards hide tags'},
  divided: {selector: '.b', one: 'word divided', many: 'words divided'},
}

const LETTER = '[\\p{L}\\p{M}\\p{N}]'
const endsInWord = new RegExp(LETTER + '$', 'u')
const beginsInWord = new RegExp('^' + LETTER, 'u')
/// Scripts that divide lines between any two letters.
const undivided = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/// Returns whether a line break is inside a word.
function dividesWord(element) {
  const block = element.closest('p, li, td, th, h1, h2, h3, h4, h5, h6, figcaption, .title') ?? element.parentNode
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const textFrom = step => {
    walker.currentNode = element
    let node
    do { node = step() } while (node && !node.data)
    return node?.data ?? ''
  }
  const before = [...textFrom(() => walker.previousNode())].slice(-2).join('')
  const after = [...textFrom(() => walker.nextNode())].slice(0, 2).join('')
  return endsInWord.test(before) && beginsInWord.test(after) && !(undivided.test(before) && undivided.test(after))
}

/// A class that shows or hides an element at some steps: its letter and the set of steps, a bit for each, of which the first
/// are those of upright windows and of the first choice of columns.
const STEP_CLASS = /^([bre])[ot]*([0-9a-f]+)$/i
const allSteps = (1n << BigInt(steps.length)) - 1n

/// The steps at which an element is shown.
function stepsOf(element) {
  let shown = allSteps
  for (let each = element; each?.classList; each = each.parentElement) {
    for (const name of each.classList) {
      const [, letter, digits] = STEP_CLASS.exec(name) ?? []
      if (!letter) continue
      const set = BigInt('0x' + digits)
      shown &= letter.toLowerCase() === 'b' ? set : ~set
    }
  }
  return shown
}

/// All places of one kind in a page.
function findMarks(root, kind) {
  return [...root.querySelectorAll(KINDS[kind].selector)].filter(element => kind !== 'divided' || dividesWord(element))
}

/// For each kind, how many there are at each step.
function countMarks(side) {
  return side.counts ??= Object.fromEntries(Object.keys(KINDS).map(kind => {
    const counts = steps.map(() => 0)
    for (const element of findMarks(side.contents, kind)) {
      let set = stepsOf(element)
      for (let step = 0; set; step++, set >>= 1n) if (set & 1n) counts[step] += 1
    }
    return [kind, counts]
  }))
}

function layerIn(pane, name) {
  const doc = pane.document
  let layer = doc.querySelector(`body > .${name}`)
  if (!layer) {
    layer = doc.createElement('div')
    layer.className = name
    layer.setAttribute('aria-hidden', 'true')
    doc.body.append(layer)
  }
  const origin = doc.body.getBoundingClientRect()
  layer.style.width = origin.width + 'px'
  layer.style.height = origin.height + 'px'
  layer.style.setProperty('--compare-scale', 1 / pane.scale)
  layer.style.setProperty('--compare-change', pane.side.name === 'before' ? '#c92a2a' : '#2b8a3e')
  return {layer, origin}
}

/// The places of a pane by kind, for each shelf, and for what is around the shelves.
function marksIn(pane) {
  if (pane.marks) return pane.marks
  pane.marks = new Map()
  for (const kind of Object.keys(KINDS)) {
    for (const element of findMarks(pane.document.body, kind)) {
      const shelf = element.closest('.shelf') ?? pane.document.body
      if (!pane.marks.has(shelf)) pane.marks.set(shelf, [])
      pane.marks.get(shelf).push({kind, element})
    }
  }
  return pane.marks
}

const isNear = (box, seen) => box.bottom > -seen / 2 && box.top < seen * 1.5

/// Only marks near the visible part, because a page may have hundreds.
function drawMarks(pane) {
  if (!view.marks) {
    pane.document.querySelector('body > .compare-marks')?.remove()
    return
  }
  const {layer, origin} = layerIn(pane, 'compare-marks')
  const seen = pane.window.innerHeight
  const room = 2 / pane.scale
  const boxes = []
  const add = (className, {left, top, width, height}) => {
    const box = pane.document.createElement('div')
    box.className = className
    Object.assign(box.style, {left: left - origin.left + 'px', top: top - origin.top + 'px', width: width + 'px', height: height + 'px'})
    boxes.push(box)
  }
  for (const [shelf, marks] of marksIn(pane)) {
    if (!isNear(shelf.getBoundingClientRect(), seen)) continue
    for (const {kind, element} of marks) {
      const box = element.getClientRects()[0]
      if (!box?.height || !isNear(box, seen)) continue
      add('compare-mark compare-' + kind, {left: box.left - room, top: box.top - room, width: box.width + 2 * room, height: box.height + 2 * room})
    }
  }
  for (const [id, cards] of Object.entries(data.changed ?? {})) {
    const shelf = pane.document.getElementById(id)?.getBoundingClientRect()
    if (!shelf || !isNear(shelf, seen)) continue
    add('compare-changed', shelf)
    for (const card of cards) {
      const box = pane.document.getElementById(card)?.getBoundingClientRect()
      if (box?.height && isNear(box, seen)) add('compare-changed-card', box)
    }
  }
  layer.replaceChildren(...boxes)
}

function drawLayers(pane) {
  if (!pane.isFilled) return
  drawOutlines(pane)
  drawMarks(pane)
}

/// Scrolls a pane to the next place of a kind, and after the last one to the first.
function goToMark(pane, kind) {
  if (!pane?.isFilled) return
  const tops = [...marksIn(pane).values()].flat().filter(mark => mark.kind === kind)
    .map(({element}) => element.getClientRects()[0]).filter(box => box?.height).map(box => box.top + pane.window.scrollY).sort((a, b) => a - b)
  if (!tops.length) return
  const line = Math.min(120, pane.window.innerHeight / 4)
  // At the end of a page, several places have the same position.
  const last = pane.found?.scroll === pane.window.scrollY && pane.found.kind === kind ? pane.found.top : pane.window.scrollY + line + 1
  const top = tops.find(top => top > last) ?? tops[0]
  leader = pane
  pane.window.scrollTo({top: Math.max(0, top - line), behavior: 'instant'})
  pane.found = {kind, top, scroll: pane.window.scrollY}
  pane.changed()
}
