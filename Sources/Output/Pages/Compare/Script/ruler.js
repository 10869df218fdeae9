// The second line of a pane's head: the shelf at the top with its height and columns, followed by all shelves.

function makeRuler(pane) {
  const name = make('span', {className: 'ruler-name'})
  const size = make('span', {className: 'ruler-size'})
  const list = make('div', {className: 'sheet', hidden: true})
  list.id = '_ruler-' + pane.number
  const opener = make('button', {type: 'button', className: 'opener', title: 'Heights of all shelves'}, name, size)
  opener.setAttribute('aria-expanded', 'false')
  opener.setAttribute('aria-controls', list.id)
  const element = make('div', {className: 'menu ruler'}, opener, list)
  if (!data.shelves.length) element.hidden = true

  function words(shelf, section) {
    const height = section ? Number(section.getBoundingClientRect().height.toFixed(2)) : 0
    // Only the layouts of the current build are known.
    if (pane.side.name === 'before') return [section ? `${height} px` : '–']
    const controls = shelf.controls ? pane.document.getElementById(shelf.controls) : section
    const isOther = Boolean(controls?.querySelector('.other:checked'))
    const shown = shelf.others?.find(view => view.isOther === isOther && (!view.media || pane.window.matchMedia(view.media).matches))
    const layouts = shown?.layouts ?? shelf.layouts
    const [, , low, high] = layoutAt(layouts, pane.width, view.size)
    const columns = low === undefined ? shelf.arrangement : (low === high ? low : `${low}–${high}`) + (high === 1 ? ' column' : ' columns')
    return [`${height} px`, columns]
  }

  const sectionOf = shelf => pane.document.getElementById(shelf.id)

  function show() {
    if (!pane.isFilled || !data.shelves.length) return
    const onTop = data.shelves.findLast(shelf => {
      const box = sectionOf(shelf)?.getBoundingClientRect()
      return box && box.top <= 8
    }) ?? data.shelves[0]
    const text = words(onTop, sectionOf(onTop))
    if (name.textContent !== onTop.name) name.textContent = onTop.name
    const line = text.join(', ')
    if (size.textContent !== line) size.textContent = line
    if (!list.hidden) fill()
  }

  function fill() {
    const rows = data.shelves.map(shelf => {
      const section = sectionOf(shelf)
      const button = make('button', {type: 'button', className: 'item'},
        make('span', {className: data.changed?.[shelf.id] ? 'changed' : ''}, shelf.name), ...words(shelf, section).map(text => make('span', {className: 'number'}, text)))
      button.addEventListener('click', () => {
        leader = pane
        if (section) pane.window.scrollTo({top: section.getBoundingClientRect().top + pane.window.scrollY, behavior: 'instant'})
        closeMenus()
      })
      return button
    })
    const focused = [...list.children].indexOf(document.activeElement)
    list.replaceChildren(...rows)
    if (focused >= 0) rows[focused]?.focus()
  }

  wireMenu(element, fill)
  return {element, show}
}
