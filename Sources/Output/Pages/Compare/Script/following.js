// Panes scroll together. The pane that the reader scrolls leads, and the others follow without leading themselves.

let leader = null

function leadingPane() {
  return panes.includes(leader) ? leader : panes.find(pane => pane.isFilled)
}

function follow(pane, other) {
  if (!pane.isFilled || !other.isFilled) return
  scrollPane(pane, placeLike(pane, other))
  for (const [id, row] of placesOf(other).rows) {
    const place = rowPlace(row)
    const own = placesOf(pane).rows.get(id)
    if (own && Math.abs(rowPlace(own) - place) > .002) putRow(pane, id, place)
  }
}

function followAll() {
  const leading = leadingPane()
  if (!view.sync || !leading) return
  for (const pane of panes) if (pane !== leading) follow(pane, leading)
}

function followScrolling(pane) {
  pane.expected = 0
  pane.expectedRows = new Map()
  const scrolled = onceAFrame(() => {
    if (leader === pane && view.sync) for (const each of panes) if (each !== pane && each.isFilled) scrollPane(each, placeLike(each, pane))
    for (const each of panes) {
      each.ruler.show()
      drawLayers(each)
    }
    keepAddressSoon()
  })
  pane.window.addEventListener('scroll', () => {
    if (Math.abs(pane.window.scrollY - pane.expected) > 1) {
      pane.expected = pane.window.scrollY
      leader = pane
    }
    scrolled()
  }, {passive: true})
  pane.document.addEventListener('scroll', event => {
    const element = event.target
    if (!element.classList?.contains('in-shelf')) return
    const id = element.closest('[id]').id
    if (Math.abs(element.scrollLeft - (pane.expectedRows.get(id) ?? 0)) > 1) {
      pane.expectedRows.set(id, element.scrollLeft)
      leader = pane
      const row = placesOf(pane).rows.get(id)
      if (view.sync && row) {
        const place = rowPlace(row)
        for (const each of panes) if (each !== pane && each.isFilled) putRow(each, id, place)
      }
    }
    drawLayers(pane)
    keepAddressSoon()
  }, {passive: true, capture: true})
  // If the reader scrolls this pane directly, it snaps again.
  const freed = event => {
    const element = event.target.closest?.('.in-shelf')
    if (element) element.style.scrollSnapType = ''
  }
  for (const name of ['wheel', 'pointerdown', 'touchstart', 'keydown']) {
    pane.document.addEventListener(name, freed, {passive: true, capture: true})
  }
}

/// The places in the address: that of the leading pane, or those of all panes if they scroll independently.
function placesToKeep() {
  const leading = leadingPane()
  if (!leading?.isFilled) return {on: 0, at: [], rows: []}
  const rows = [...placesOf(leading).rows].map(([id, row]) => ({id, share: rowPlace(row)})).filter(each => each.share > .0005)
  return {on: panes.indexOf(leading), at: view.sync ? [topOf(leading)] : panes.map(topOf), rows}
}

/// Restores the places in the address.
function restorePlaces(read) {
  leader = panes[read.on] ?? panes[0] ?? null
  if (!leader) return
  const places = read.sync ? read.at.slice(0, 1).map(each => [leader, each]) : read.at.map((each, index) => [panes[index], each])
  for (const [pane, place] of places) if (pane) putAt(pane, place)
  for (const {id, share: place} of read.rows) putRow(leader, id, place)
  followAll()
}
