// The strip of all widths: where something is lost begins and ends, the widths at which cards are arranged differently, and
// the widths of panes. Choosing a place sets the width of the pane that was used last.

const widthStrip = (() => {
  const host = document.querySelector('.strip')
  if (!host) return {show() {}}
  const share = width => Math.log(Math.min(MOST, Math.max(LEAST, width)) / LEAST) / Math.log(MOST / LEAST)
  const place = width => 100 * share(width) + '%'
  const widthAt = share => LEAST * (MOST / LEAST) ** share

  const readout = make('p', {className: 'readout'})
  const counters = Object.fromEntries(Object.keys(KINDS).map(kind => {
    const counter = make('button', {type: 'button', className: 'count ' + kind})
    counter.addEventListener('click', () => goToMark(currentPane(), kind))
    return [kind, counter]
  }))
  const bands = make('div', {className: 'bands'})
  const lanes = Object.fromEntries(Object.keys(KINDS).map(kind => [kind, make('div', {className: 'lane ' + kind})]))
  const thumbs = make('div', {className: 'thumbs'})
  const hint = make('span', {className: 'hint', hidden: true})
  const track = make('div', {className: 'track', tabIndex: 0}, bands, ...Object.values(lanes), thumbs, hint)
  track.setAttribute('role', 'slider')
  track.setAttribute('aria-label', 'Page width of the pane')
  track.setAttribute('aria-valuemin', LEAST)
  track.setAttribute('aria-valuemax', MOST)
  host.replaceChildren(make('div', {className: 'strip-head'}, make('div', {className: 'counts'}, ...Object.values(counters)), readout), track)

  for (const [index, each] of data.classes.entries()) {
    const end = data.classes[index + 1]?.from ?? MOST
    if (end <= LEAST || each.from >= MOST) continue
    const band = make('span', {className: 'band'}, make('span', {}, each.name))
    Object.assign(band.style, {left: place(each.from), width: 100 * (share(end) - share(each.from)) + '%'})
    bands.append(band)
  }
  const ticks = data.changes.filter(width => width >= LEAST && width <= MOST).map(width => {
    const tick = make('span', {className: 'tick'}, make('span', {}, width))
    tick.style.left = place(width)
    tick.classList.toggle('first', share(width) < .01)
    bands.append(tick)
    return {width, tick}
  })

  /// Numbers that have no room are left out.
  function showNumbers() {
    let end = -Infinity
    for (const {width, tick} of ticks) {
      const middle = share(width) * track.clientWidth
      const half = 6 + String(width).length * 3.5
      const fits = middle - half > end
      tick.classList.toggle('silent', !fits)
      if (fits) end = middle + half
    }
  }
  new ResizeObserver(showNumbers).observe(track)

  /// The widths at which something begins or ends.
  let edges = []
  let drawn = null

  function draw(side) {
    if (drawn === side) return
    drawn = side
    const found = new Set(data.changes)
    for (const [kind, counts] of Object.entries(countMarks(side))) {
      const most = Math.max(...counts)
      const bars = []
      for (let first = 0; first < steps.length;) {
        let last = first
        while (last + 1 < steps.length && counts[last + 1] === counts[first]) last += 1
        const [from, end] = [steps[first].from, steps[last + 1]?.from ?? MOST]
        if (first) found.add(from)
        if (counts[first] && end > LEAST && from < MOST) {
          const bar = make('span', {className: 'bar-of-lane'})
          Object.assign(bar.style, {left: place(from), width: 100 * (share(end) - share(from)) + '%', opacity: .4 + .6 * counts[first] / most})
          bars.push(bar)
        }
        first = last + 1
      }
      lanes[kind].replaceChildren(...bars)
    }
    edges = [...found].filter(width => width >= LEAST && width <= MOST).sort((a, b) => a - b)
  }

  const words = (kind, count) => `${count} ${count === 1 ? KINDS[kind].one : KINDS[kind].many}`

  /// What is shown at a width, in words.
  function describe(width, side) {
    const step = stepAt(width, view.size)
    const next = steps[steps.indexOf(step) + 1]
    const lost = Object.entries(countMarks(side)).map(([kind, counts]) => [kind, counts[steps.indexOf(step)]]).filter(([, count]) => count)
    const until = next && view.size === 100 ? ` to ${next.from - 1}` : ''
    return {step, until, lost: lost.map(([kind, count]) => words(kind, count))}
  }

  function show() {
    const current = currentPane()
    track.hidden = !current
    if (!current) return readout.replaceChildren()
    draw(current.side)
    const {step, until, lost} = describe(current.width, current.side)
    const counts = countMarks(current.side)
    for (const [kind, counter] of Object.entries(counters)) {
      const count = counts[kind][steps.indexOf(step)]
      counter.textContent = words(kind, count)
      counter.disabled = !count
      counter.title = count ? 'Go to the next one' : ''
    }
    const text = [current.side.name, `${current.width} px`].filter(Boolean).join(', ')
    readout.replaceChildren(make('b', {}, text), ` · ${step.className} · same from ${Math.max(step.from, LEAST)}${until} px`)
    track.setAttribute('aria-valuenow', current.width)
    track.setAttribute('aria-valuetext', [`${current.width} px, ${step.className}`, ...lost].join(', '))
    thumbs.replaceChildren(...firstPanes().map(pane => {
      const thumb = make('span', {className: pane.group === current.group ? 'thumb current' : 'thumb'})
      thumb.style.left = place(pane.width)
      return thumb
    }))
  }

  const shareAt = event => {
    const box = track.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
  }

  /// The width at the pointer; that of an edge if one is close.
  function widthFor(event) {
    const at = shareAt(event)
    const near = 4 / track.clientWidth
    const edge = edges.filter(width => Math.abs(share(width) - at) <= near)
      .sort((a, b) => Math.abs(share(a) - at) - Math.abs(share(b) - at))[0]
    return edge ?? Math.round(widthAt(at))
  }

  let dragged = null
  let wanted = 0
  let hasMoved = false
  const move = onceAFrame(() => { if (dragged) setWidth(dragged, wanted) })

  track.addEventListener('pointerdown', event => {
    if (event.button !== 0 || !panes.length) return
    event.preventDefault()
    track.focus({preventScroll: true})
    const at = shareAt(event)
    const near = 8 / track.clientWidth
    const grabbed = firstPanes().filter(pane => Math.abs(share(pane.width) - at) <= near)
      .sort((a, b) => Math.abs(share(a.width) - at) - Math.abs(share(b.width) - at))[0]
    if (grabbed && !grabbed.group.includes(currentPane())) use(grabbed)
    track.setPointerCapture(event.pointerId)
    dragged = currentPane()
    hasMoved = false
    for (const each of dragged.group) each.held = topOf(each)
    document.documentElement.classList.add('dragging')
    if (!grabbed) setWidth(dragged, widthFor(event))
  })
  track.addEventListener('pointermove', event => {
    const width = widthFor(event)
    if (dragged) {
      wanted = width
      hasMoved = true
      move()
    }
    const {step, lost} = describe(width, drawn ?? sides.at(-1))
    hint.hidden = false
    hint.textContent = [`${width} px`, step.className, ...lost].join(' · ')
    const half = hint.offsetWidth / 2
    hint.style.left = Math.min(track.clientWidth - half, Math.max(half, shareAt(event) * track.clientWidth)) + 'px'
  })
  track.addEventListener('pointerleave', () => { hint.hidden = true })
  const end = event => {
    if (!dragged) return
    const pane = dragged
    if (hasMoved && event.type === 'pointerup') setWidth(pane, widthFor(event))
    dragged = null
    document.documentElement.classList.remove('dragging')
    requestAnimationFrame(() => requestAnimationFrame(() => {
      for (const each of pane.group) {
        each.held = null
        each.changed()
      }
    }))
  }
  track.addEventListener('pointerup', end)
  track.addEventListener('pointercancel', end)
  track.addEventListener('keydown', event => {
    const pane = currentPane()
    if (!pane || event.ctrlKey || event.metaKey || event.altKey) return
    const nearby = event.shiftKey ? 10 : 1
    const widths = {
      ArrowLeft: pane.width - nearby, ArrowDown: pane.width - nearby,
      ArrowRight: pane.width + nearby, ArrowUp: pane.width + nearby,
      PageUp: edges.find(width => width > pane.width) ?? pane.width,
      PageDown: edges.findLast(width => width < pane.width) ?? pane.width,
      Home: LEAST, End: MOST,
    }
    if (!(event.key in widths)) return
    event.preventDefault()
    setWidth(pane, widths[event.key])
  })
  return {show}
})()
