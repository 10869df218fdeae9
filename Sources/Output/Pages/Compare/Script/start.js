// Makes panes from the address.

let showing = 0

async function showView(read) {
  const turn = ++showing
  Object.assign(view, read)
  showControls()
  document.documentElement.classList.toggle('with-chart', view.chart)
  while (panes.length > read.w.length * sides.length) panes.pop().element.remove()
  for (const [index, width] of read.w.entries()) {
    const height = read.h[index] ?? null
    const first = firstPanes()[index]
    if (!first) {
      addPane(width, index, height)
      continue
    }
    for (const pane of first.group) {
      pane.width = width
      pane.height = height
      pane.showWidth()
      pane.paint()
    }
  }
  arrangePanes()
  showHeights()
  showCurrent()
  await Promise.all(panes.map(pane => pane.ready))
  if (turn !== showing) return
  for (const pane of panes) {
    pane.enlarge()
    pane.places = null
  }
  restorePlaces(read)
  // Lines do not change if fonts arrive later, but a layout that was made without them may.
  await Promise.all(panes.map(pane => pane.document.fonts.ready))
  if (turn !== showing) return
  for (const pane of panes) pane.places = null
  restorePlaces(read)
  for (const pane of panes) pane.changed()
  performance.mark('ready')
  document.documentElement.dataset.ready = turn
}

new ResizeObserver(onceAFrame(() => {
  arrangePanes()
  for (const pane of panes) pane.changed()
})).observe(strip)

addEventListener('hashchange', () => {
  if (location.hash === written) return
  written = location.hash
  showView(readAddress(location.hash))
})

strip.replaceChildren()
showView(readAddress(location.hash))
