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

function scrollPane(pane, top) {
  pane.window.scrollTo({top, behavior: 'instant'})
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

/// The place in a pane that shows what another shows: between the same two places as there.
function placeLike(pane, other) {
  const [own, others] = [placesOf(pane), placesOf(other)]
  const top = other.window.scrollY
  let low = lastBefore(others.list.length, each => others.list[each].y, top)
  let high = low + 1
  while (low > 0 && !own.index.has(others.list[low].id)) low--
  while (high < others.list.length && !own.index.has(others.list[high].id)) high++
  const start = own.list[own.index.get(others.list[low].id)].y
  const end = high < others.list.length ? own.list[own.index.get(others.list[high].id)].y : own.end
  return start + share(top, others.list[low].y, others.list[high]?.y ?? others.end) * (end - start)
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
  const left = start + (place - number) * (next - start)
  // It would be drawn to a place of its own, which is another in each pane.
  row.element.style.scrollSnapType = 'none'
  row.element.scrollTo({left: row.isRTL ? -left : left, behavior: 'instant'})
  pane.expectedRows.set(id, row.element.scrollLeft)
}
