// The view and its form in the address: a copied address shows others the same view.

const initial = {
  w: sides.length > 1 ? [390, 1280] : [390, 768, 1280], h: [], fit: true, sync: true, marks: true, scheme: '', medium: '', motion: '',
  outline: '', dir: '', size: 100, chart: false, keys: true, on: 0, at: [], rows: [],
}

const view = {...initial, w: [...initial.w], h: []}

const choices = {
  scheme: ['', 'light', 'dark', 'forced'], medium: ['', 'print'], motion: ['', 'reduce'], outline: ['', 'cards', 'slots', 'all'],
  dir: ['', 'ltr', 'rtl'],
}

const switches = ['fit', 'sync', 'marks', 'chart', 'keys']

/// Places are written as fractions, and ids as readable as possible.
const place = {
  write: ({id, share}) => encodeURIComponent(id).replaceAll('%2F', '/') + '~' + Number(share.toFixed(4)),
  read(text) {
    const end = text.lastIndexOf('~')
    const share = Number(text.slice(end + 1))
    if (end < 0 || !Number.isFinite(share)) return null
    try {
      return {id: decodeURIComponent(text.slice(0, end)), share}
    } catch {
      return null
    }
  },
}

function writeAddress() {
  const parts = [`w=${view.w.join(',')}`]
  if (view.h.some(Boolean)) parts.push('h=' + view.h.map(height => height ?? '').join(','))
  for (const key of switches) if (view[key] !== initial[key]) parts.push(`${key}=${Number(view[key])}`)
  for (const key of Object.keys(choices)) if (view[key]) parts.push(`${key}=${view[key]}`)
  if (view.size !== 100) parts.push(`size=${view.size}`)
  if (view.on) parts.push(`on=${view.on}`)
  if (view.at.some(each => each.id || each.share)) parts.push('at=' + view.at.map(place.write).join(','))
  if (view.rows.length) parts.push('rows=' + view.rows.map(place.write).join(','))
  return '#' + parts.join('&')
}

function readAddress(hash) {
  const read = {...initial, w: [...initial.w], h: []}
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [key, value = ''] = part.split(/=(.*)/s)
    const number = Number(value)
    switch (key) {
    case 'w': {
      const widths = value.split(',').map(Number).filter(width => width > 0 && width < 1e5).map(clampWidth)
      if (widths.length || value === '') read.w = widths.slice(0, 24)
      break
    }
    case 'h': read.h = value.split(',').slice(0, 24).map(height => clampHeight(Number(height))); break
    case 'size': if (number >= 50 && number <= 400) read.size = Math.round(number); break
    case 'on': if (Number.isInteger(number) && number >= 0) read.on = number; break
    case 'at': case 'rows': read[key] = value.split(',').map(place.read).filter(Boolean); break
    default:
      if (switches.includes(key)) read[key] = value !== '0'
      else if (Object.hasOwn(choices, key) && choices[key].includes(value)) read[key] = value
    }
  }
  return read
}

let written = location.hash

function keepAddress() {
  view.w = firstPanes().map(pane => pane.width)
  view.h = firstPanes().map(pane => pane.height)
  Object.assign(view, placesToKeep())
  const hash = writeAddress()
  if (hash === written) return
  written = hash
  try {
    history.replaceState(history.state, '', hash)
  } catch {
    // Some browsers have no history for files.
    location.replace(hash)
  }
}

let keeping = 0

/// Soon, but not while something moves: browsers limit how often the address may change.
function keepAddressSoon() {
  clearTimeout(keeping)
  keeping = setTimeout(keepAddress, 200)
}
