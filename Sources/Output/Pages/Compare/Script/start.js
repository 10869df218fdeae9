// Makes panes from the address.

let showing = 0

async function showView(read) {
  const turn = ++showing
  Object.assign(view, read)
  showControls()
  document.documentElement.classList.toggle('with-chart', view.chart)
  while (panes.length > read.w.length) panes.pop().element.remove()
  for (const [index, width] of read.w.entries()) {
    const height = read.h[index] ?? null
    if (panes[index]) {
      panes[index].width = width
      panes[index].height = height
      panes[index].showWidth()
      panes[index].paint()
    } else {
      addPane(width, panes.length, height)
    }
  }
  arrangePanes()
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
