// Keys, in the page and in its panes.

const help = document.querySelector('dialog.keys')
document.querySelector('.help').addEventListener('click', () => help.showModal())
help.querySelector('.close').addEventListener('click', () => help.close())
help.addEventListener('click', event => { if (event.target === help) help.close() })

function next(key) {
  const all = choices[key]
  change(key, all[(all.indexOf(view[key]) + 1) % all.length])
  const option = document.querySelector(`select[data-key=${key}]`).selectedOptions[0]
  say(`${key}: ${option.textContent}`)
}

const sizes = [100, 110, 125, 150, 175, 200]

const shortcuts = {
  a: () => addMenu.open(),
  f: () => change('fit', !view.fit),
  s: () => change('sync', !view.sync),
  m: () => change('marks', !view.marks),
  n: () => goToChange(1),
  p: () => goToChange(-1),
  o: () => next('outline'),
  d: () => next('scheme'),
  r: () => next('dir'),
  c: () => { if (document.querySelector('[data-key=chart]')) change('chart', !view.chart) },
  '+': () => change('size', sizes.find(size => size > view.size) ?? view.size),
  '-': () => change('size', sizes.findLast(size => size < view.size) ?? view.size),
  '?': () => help.showModal(),
}

/// Returns whether a key is part of what somebody writes or chooses.
function isTyping(event) {
  const {target} = event
  return event.isComposing || event.keyCode === 229 || target.isContentEditable
    || Boolean(target.matches?.('input:not([type=checkbox], [type=radio]), select, textarea'))
}

function pressed(event, pane) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph') || help.open) return
  if (event.key === 'Escape') {
    if (openMenus.size) closeMenus()
    else if (pane) pane.element.focus()
    return
  }
  if (isTyping(event) || !view.keys && event.key !== '?') return
  const inPane = pane ?? panes.find(each => each.element.contains(document.activeElement))
  let action = shortcuts[event.key]
  if (event.key === 'x' && inPane) action = () => closePane(inPane)
  if (/^[1-9]$/.test(event.key)) action = () => firstPanes()[event.key - 1]?.element.focus()
  if (!action) return
  event.preventDefault()
  action()
}

document.addEventListener('keydown', event => pressed(event, null))

function followKeys(pane) {
  pane.document.addEventListener('keydown', event => pressed(event, pane))
  pane.document.addEventListener('pointerdown', () => closeMenus())
}
