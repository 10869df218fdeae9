// The shelves, and the content that several of them share: pieces of text, fonts and images.

const data = JSON.parse(document.querySelector('script.data').textContent)
const paneStyle = JSON.parse(document.querySelector('script.pane-style').textContent)

/// Numbers that are written as pairs: the first number of a run, and the length of the run.
function numbersIn(runs) {
  const numbers = []
  for (let index = 0; index < runs.length; index += 2)
    for (let place = 0; place < runs[index + 1]; place++) numbers.push(runs[index] + place)
  return numbers
}

const textOf = runs => numbersIn(runs).map(number => data.pieces[number]).join('')

const addresses = new Map()

/// The address of a font or an image inside this page, which all panes share; undefined if there is none.
function addressOf(name) {
  if (!addresses.has(name)) {
    const [type, text] = data.images[name] ?? ['font/woff2', data.fonts[name]]
    const bytes = text && Uint8Array.from(atob(text), character => character.charCodeAt(0))
    addresses.set(name, bytes && URL.createObjectURL(new Blob([bytes], {type})))
  }
  return addresses.get(name)
}

const lastPart = address => address.split('/').at(-1)

/// A style sheet of a site with the fonts in this page, as readers of one colour scheme see it.
function styleFor(runs, scheme) {
  return textOf(runs)
    .replace(/url\(([^)"']*)\)/g, (whole, address) => `url(${addressOf(lastPart(address)) ?? 'data:,'})`)
    .replace(/\(\s*prefers-color-scheme\s*(?::\s*(\w+)\s*)?\)/gi, (whole, value) => (value ?? scheme) === scheme ? '(min-width:0)' : '(max-width:0)')
}
