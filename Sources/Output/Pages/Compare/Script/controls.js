// The bar above the panes.

const devices = [
  [320, 'small phones'], [360, 'Android phones'], [375, 'iPhone SE, 13 mini'], [390, 'iPhone 12 to 14'],
  [393, 'iPhone 15 and 16, Pixel'], [402, 'iPhone 16 Pro'], [412, 'large Android phones'], [430, 'iPhone Plus, Pro Max'],
  [744, 'iPad mini'], [768, 'iPad'], [820, 'iPad Air'], [834, 'iPad Pro 11″'], [1024, 'iPad Pro 13″, iPad on its side'],
  [1280, 'small laptops'], [1366, 'laptops'], [1440, 'MacBook Air'], [1536, 'Windows laptops'], [1920, 'full HD screens'],
]

const openMenus = new Set()

function closeMenus(except) {
  for (const menu of openMenus) if (menu !== except) menu.close()
}

/// A button with a sheet of buttons below it.
function wireMenu(element, fill) {
  const opener = element.querySelector('.opener')
  const sheet = element.querySelector('.sheet')
  const items = () => [...sheet.querySelectorAll('button, input, select')]
  const menu = {
    element,
    close(back = false) {
      if (sheet.hidden) return
      sheet.hidden = true
      opener.setAttribute('aria-expanded', 'false')
      openMenus.delete(menu)
      if (back) opener.focus()
    },
    open() {
      closeMenus()
      fill(sheet)
      sheet.hidden = false
      opener.setAttribute('aria-expanded', 'true')
      openMenus.add(menu)
      keepInside(sheet, opener)
      items()[0]?.focus()
    },
  }
  opener.addEventListener('click', () => sheet.hidden ? menu.open() : menu.close())
  element.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !sheet.hidden) {
      event.stopPropagation()
      menu.close(true)
    }
    if (sheet.hidden || !['ArrowDown', 'ArrowUp'].includes(event.key) || isTyping(event)) return
    const all = items()
    const next = all.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
    event.preventDefault()
    all.at(next % all.length)?.focus()
  })
  element.addEventListener('focusout', event => {
    if (event.relatedTarget && !element.contains(event.relatedTarget)) menu.close()
  })
  return menu
}

/// Below its button, inside the window.
function keepInside(sheet, opener) {
  const box = opener.getBoundingClientRect()
  sheet.style.top = box.bottom + 6 + 'px'
  sheet.style.left = Math.max(8, Math.min(box.left, innerWidth - sheet.offsetWidth - 8)) + 'px'
  sheet.style.maxHeight = innerHeight - box.bottom - 24 + 'px'
}

document.addEventListener('pointerdown', event => {
  for (const menu of openMenus) if (!menu.element.contains(event.target)) menu.close()
})
addEventListener('resize', () => closeMenus())

const addMenu = wireMenu(document.querySelector('.add'), sheet => {
  if (sheet.childElementCount) return
  const group = (title, entries) => make('div', {className: 'group'}, make('p', {}, title), ...entries.map(([width, name]) => {
    const button = make('button', {type: 'button', className: 'item'}, make('span', {className: 'number'}, width), make('span', {}, name))
    button.addEventListener('click', () => {
      addMenu.close()
      openPane(width)
    })
    return button
  }))
  const other = make('input', {type: 'number', min: LEAST, max: MOST, placeholder: 'width', ariaLabel: 'Another width in pixels'})
  const form = make('div', {className: 'group other'}, make('p', {}, 'Another width'), other)
  other.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || !(Number(other.value) > 0)) return
    event.preventDefault()
    addMenu.close()
    openPane(Number(other.value))
  })
  sheet.append(
    group('Width classes', data.classes.map(each => [each.steps[0], each.name])),
    group('Steps', steps.map(step => [step.width, step.className])),
    group('Devices', devices), form)
})

wireMenu(document.querySelector('.display'), () => {})

const controls = [...document.querySelectorAll('[data-key]')]

function showControls() {
  for (const control of controls) {
    const value = view[control.dataset.key]
    if (control.localName === 'button') control.setAttribute('aria-pressed', String(value))
    else if (control.type === 'checkbox') control.checked = value
    else {
      const text = String(value)
      addOption(control, text, control.dataset.key === 'size' ? text + ' %' : text)
      control.value = text
    }
  }
  showDisplay()
}

const painted = ['scheme', 'medium', 'motion', 'dir', 'size']

/// Says at the button how many settings of the display are not the reader's or the page's own.
function showDisplay() {
  const count = painted.filter(key => view[key] !== initial[key]).length + (panes.some(pane => pane.height) ? 1 : 0)
  const opener = document.querySelector('.display .opener')
  opener.textContent = count ? `Display (${count})` : 'Display'
  opener.classList.toggle('is-set', count > 0)
}

const tall = document.querySelector('.tall')

/// Shows the height that all windows have.
function showHeights() {
  const heights = new Set(panes.map(pane => pane.height ?? ''))
  const text = heights.size > 1 ? '…' : String([...heights][0] ?? '')
  addOption(tall, text, /^\d/.test(text) ? text + ' px' : 'several')
  tall.value = text
  showDisplay()
}

tall.addEventListener('change', () => {
  if (tall.value === '…') return
  const height = clampHeight(Number(tall.value))
  for (const pane of firstPanes()) setSize(pane, pane.width, height)
})

function addOption(list, value, text) {
  if (![...list.options].some(option => option.value === value)) list.append(make('option', {value}, text))
}

/// Changes a switch of the view.
function change(key, value) {
  const tops = new Map(panes.map(pane => [pane, topOf(pane)]))
  view[key] = value
  showControls()
  if (key === 'chart') document.documentElement.classList.toggle('with-chart', value)
  if (painted.includes(key)) {
    for (const pane of panes) {
      pane.paint()
      if (pane.isFilled && key !== 'scheme') {
        pane.places = null
        putAt(pane, tops.get(pane))
      }
    }
  }
  for (const pane of panes) {
    pane.showWidth()
    pane.changed()
  }
  if (key === 'fit' || key === 'chart') arrangePanes()
  widthStrip.show()
  if (key === 'sync') followAll()
  keepAddressSoon()
}

for (const control of controls) {
  const {key} = control.dataset
  if (control.localName === 'button') control.addEventListener('click', () => change(key, !view[key]))
  else if (control.type === 'checkbox') control.addEventListener('change', () => change(key, control.checked))
  else control.addEventListener('change', () => change(key, key === 'size' ? Number(control.value) : control.value))
}

document.querySelector('.drawer').addEventListener('click', event => {
  const width = event.target.closest('[data-width]')?.dataset.width
  if (width) openPane(Number(width))
})

// With an earlier build: a list of what changed, and buttons that go from one changed shelf to the next.
const changesMenu = document.querySelector('.differences')
const changedShelves = data.shelves.map(shelf => shelf.id).filter(id => data.changed?.[id])
let shownChange = -1

function goToShelf(id) {
  const pane = currentPane()
  const section = pane?.document.getElementById(id)
  if (!section) return
  shownChange = changedShelves.indexOf(id)
  leader = pane
  pane.window.scrollTo({top: section.getBoundingClientRect().top + pane.window.scrollY - 8, behavior: 'instant'})
  say(data.shelves.find(shelf => shelf.id === id).name)
}

function goToChange(by) {
  if (changedShelves.length) goToShelf(changedShelves.at((Math.max(shownChange, by < 0 ? 0 : -1) + by) % changedShelves.length))
}

if (changesMenu) {
  const menu = wireMenu(changesMenu, sheet => {
    if (sheet.childElementCount) return
    sheet.append(...data.differences.map(({shelf, text}) => {
      const isHere = changedShelves.includes(shelf)
      const words = [make('b', {}, data.shelves.find(each => each.id === shelf)?.name ?? 'The page'), make('span', {}, text)]
      const item = isHere ? make('button', {type: 'button', className: 'item'}, ...words) : make('p', {className: 'item'}, ...words)
      if (isHere) item.addEventListener('click', () => {
        menu.close(true)
        goToShelf(shelf)
      })
      return item
    }))
  })
  for (const [name, by] of [['earlier', -1], ['later', 1]]) {
    const button = changesMenu.querySelector('.' + name)
    button.disabled = !changedShelves.length
    button.addEventListener('click', () => goToChange(by))
  }
}
