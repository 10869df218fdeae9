// Places of elements in a pane, and how to find a place of one pane in another.

/// The places of a pane from top to bottom: those shelves, sections and cards that begin lower than all before them, so
/// that going down in one pane goes down in all others.
function placesOf(pane) {
  if (pane.places) return pane.places
  const {document: doc, window: win} = pane
  const above = win.scrollY
  const list = [{id: '', y: 0}]
  const rows = new Map()
  for (const element of doc.body.querySelectorAll('.shelf[id], .section[id], .card[id]')) {
    const box = element.getBoundingClientRect()
    if (box.height && box.top + above > list.at(-1).y + .5) list.push({id: element.id, y: box.top + above})
  }
  for (const element of doc.body.querySelectorAll('ul.in-shelf')) {
    const owner = element.closest('[id]')
    const isRTL = win.getComputedStyle(element).direction === 'rtl'
    const edges = [...element.children].map(card => {
      const box = card.getBoundingClientRect()
      return isRTL ? -box.right : box.left
    })
    if (edges.length && owner) rows.set(owner.id, {element, isRTL, starts: edges.map(edge => edge - edges[0])})
  }
  const index = new Map(list.map((each, number) => [each.id, number]))
  pane.places = {list, index, rows, end: doc.documentElement.scrollHeight}
  return pane.places
}

/// The index of the last element that is not beyond a place.
function lastBefore(count, startOf, place) {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (startOf(middle) <= place + .75) low = middle
    else high = middle - 1
  }
  return low
}

function share(place, start, end) {
  return end > start ? Math.max(0, (place - start) / (end - start)) : 0
}

/// The element at the top of a pane, and how much of it is above the top.
function topOf(pane) {
  if (!pane.isFilled) return {id: '', share: 0}
  const {list, end} = placesOf(pane)
  const top = pane.window.scrollY
  const number = lastBefore(list.length, each => list[each].y, top)
  return {id: list[number].id, share: share(top, list[number].y, list[number + 1]?.y ?? end)}
}

/// To whole pixels, so that the final position does not depend on the rounding of browsers.
function scrollPane(pane, top) {
  pane.window.scrollTo({top: Math.round(top), behavior: 'instant'})
  pane.expected = pane.window.scrollY
}

/// Scrolls to a place in this pane, or to one from a pane of another width.
function putAt(pane, {id, share: part}) {
  if (!pane.isFilled) return
  const {list, index, end} = placesOf(pane)
  const number = index.get(id)
  if (number !== undefined) {
    const start = list[number].y
    return scrollPane(pane, start + part * ((list[number + 1]?.y ?? end) - start))
  }
  const box = pane.document.getElementById(id)?.getBoundingClientRect()
  if (box) scrollPane(pane, box.top + pane.window.scrollY + part * box.height)
}

// If two places are closer together than this, moving between them would be a jump in a pane where they are further
// apart.
const LEAST_APART = 48

/// The places that two panes have in common, from top to bottom.
function commonPlaces(own, others) {
  own.common ??= new WeakMap()
  let common = own.common.get(others)
  if (common) return common
  common = [[0, 0]]
  for (const {id, y} of others.list) {
    const number = own.index.get(id)
    if (number === undefined) continue
    const [ownLast, othersLast] = common.at(-1)
    const apart = Math.min(own.list[number].y - ownLast, y - othersLast)
    if (apart >= LEAST_APART || apart > 0 && !id.includes('/')) common.push([own.list[number].y, y])
  }
  common.push([Math.max(own.end, common.at(-1)[0]), Math.max(others.end, common.at(-1)[1])])
  own.common.set(others, common)
  return common
}

/// The place in a pane that corresponds to that of another: between the same two elements.
function placeLike(pane, other) {
  const common = commonPlaces(placesOf(pane), placesOf(other))
  const top = other.window.scrollY
  const number = Math.min(common.length - 2, lastBefore(common.length, each => common[each][1], top))
  const [[start, othersStart], [end, othersEnd]] = [common[number], common[number + 1]]
  return start + share(top, othersStart, othersEnd) * (end - start)
}

/// The first visible card of a row that scrolls, and the fraction of it that is out of view.
function rowPlace(row) {
  const gone = Math.abs(row.element.scrollLeft)
  const number = lastBefore(row.starts.length, each => row.starts[each], gone)
  const next = row.starts[number + 1]
  return number + (next === undefined ? 0 : Math.min(1, share(gone, row.starts[number], next)))
}

function putRow(pane, id, place) {
  const row = placesOf(pane).rows.get(id)
  if (!row) return
  const number = Math.min(row.starts.length - 1, Math.max(0, Math.floor(place)))
  const [start, next] = [row.starts[number], row.starts[number + 1] ?? row.starts[number]]
  const left = Math.round(start + (place - number) * (next - start))
  // Snapping would move it to a different place in each pane.
  row.element.style.scrollSnapType = 'none'
  row.element.scrollTo({left: row.isRTL ? -left : left, behavior: 'instant'})
  pane.expectedRows.set(id, row.element.scrollLeft)
}
