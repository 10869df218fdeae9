// Where things stand in a pane, and how a place in one is found in another.

/// The places of a pane from top to bottom: of the shelves, sections and cards those that begin lower than all before
/// them, so that going down one pane goes down every other.
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

/// The number of the last that is not beyond a place.
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

/// What is on top in a pane, and how much of it is above that.
function topOf(pane) {
  if (!pane.isFilled) return {id: '', share: 0}
  const {list, end} = placesOf(pane)
  const top = pane.window.scrollY
  const number = lastBefore(list.length, each => list[each].y, top)
  return {id: list[number].id, share: share(top, list[number].y, list[number + 1]?.y ?? end)}
}

/// To whole pixels, so that where it comes to rest does not depend on how a browser rounds.
function scrollPane(pane, top) {
  pane.window.scrollTo({top: Math.round(top), behavior: 'instant'})
  pane.expected = pane.window.scrollY
}

/// Scrolls to a place that was found in a pane, or in one of another width.
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

// Where less lies between two places, going from one to the other would be a leap in a pane where more does.
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

/// The place in a pane that shows what another shows: between the same two places as there.
function placeLike(pane, other) {
  const common = commonPlaces(placesOf(pane), placesOf(other))
  const top = other.window.scrollY
  const number = Math.min(common.length - 2, lastBefore(common.length, each => common[each][1], top))
  const [[start, othersStart], [end, othersEnd]] = [common[number], common[number + 1]]
  return start + share(top, othersStart, othersEnd) * (end - start)
}

/// Which card begins a row that scrolls, with the share of it that is gone.
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
  // It would be drawn to a place of its own, which is another in each pane.
  row.element.style.scrollSnapType = 'none'
  row.element.scrollTo({left: row.isRTL ? -left : left, behavior: 'instant'})
  pane.expectedRows.set(id, row.element.scrollLeft)
}
