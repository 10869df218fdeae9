// The edge of a pane, which can be dragged, or moved by keys, to any width.

function makeHandle(pane) {
  const handle = make('div', {className: 'handle', tabIndex: 0, title: 'Draw to another width'})
  handle.setAttribute('role', 'separator')
  handle.setAttribute('aria-orientation', 'vertical')
  handle.setAttribute('aria-label', 'Page width')
  handle.setAttribute('aria-valuemin', LEAST)
  handle.setAttribute('aria-valuemax', MOST)

  let start = null
  let wanted = 0
  const move = onceAFrame(() => { if (start) setWidth(pane, wanted) })

  handle.addEventListener('pointerdown', event => {
    if (event.button !== 0) return
    handle.setPointerCapture(event.pointerId)
    // Frames ignore the pointer meanwhile, so all of its events arrive here, captured or not.
    addEventListener('pointermove', moved)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    start = {x: event.clientX, width: pane.width, scale: pane.scale}
    wanted = pane.width
    // The content that is at the top at the start stays there, however often the width changes.
    for (const each of pane.group) each.held = topOf(each)
    document.documentElement.classList.add('dragging')
    event.preventDefault()
    handle.focus({preventScroll: true})
  })
  function moved(event) {
    wanted = start.width + (event.clientX - start.x) / start.scale
    move()
  }
  function end(event) {
    if (event.type === 'pointerup') setWidth(pane, start.width + (event.clientX - start.x) / start.scale)
    removeEventListener('pointermove', moved)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    start = null
    document.documentElement.classList.remove('dragging')
    for (const each of pane.group) each.changed()
    requestAnimationFrame(() => requestAnimationFrame(() => { for (const each of pane.group) each.held = null }))
  }

  handle.addEventListener('keydown', event => {
    const nearby = event.shiftKey ? 10 : 1
    const widths = {
      ArrowLeft: pane.width - nearby, ArrowDown: pane.width - nearby,
      ArrowRight: pane.width + nearby, ArrowUp: pane.width + nearby,
      PageUp: steps.find(step => step.width > pane.width)?.width ?? pane.width,
      PageDown: steps.findLast(step => step.width < pane.width)?.width ?? pane.width,
      Home: LEAST, End: MOST,
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in widths)) return
    event.preventDefault()
    setWidth(pane, widths[event.key])
  })
  return handle
}
