// Information of the page about itself and the site.

const data = JSON.parse(document.querySelector('script.data').textContent)
const contentsOf = name => document.querySelector(`template.${name}`)?.content

/// The builds of the page that panes show: one, or an earlier one and the current one.
const sides = [
  ...data.before ? [{...data.before, name: 'before', contents: contentsOf('before')}] : [],
  {...data, name: data.before ? 'after' : '', root: data.root ?? '', contents: contentsOf('page')},
]

const LEAST = 200
const MOST = 2560

const steps = data.classes.flatMap(each => each.steps.map((width, index) =>
  ({width, from: index ? width : each.from, className: each.name})))

/// True if layouts depend on orientation or height.
const hasShapes = data.shelves.some(shelf => shelf.others?.some(each => each.media))

const up = '../'.repeat(data.page.split('/').length)
const root = new URL(up, document.baseURI)
// Without the variable part of the address.
root.hash = ''
root.search = ''

function urlOf(path) {
  return new URL(path.split('/').map(encodeURIComponent).join('/'), root).href
}

/// The address of the page itself, in one of the builds.
const pageURLOf = side => urlOf(side.root + data.page)

function clampWidth(width) {
  return Math.min(MOST, Math.max(LEAST, Math.round(width)))
}

/// The height of a window in CSS pixels; null for as much as there is room for.
function clampHeight(height) {
  return height > 0 ? Math.min(MOST, Math.max(LEAST, Math.round(height))) : null
}

/// The step for a page of some width. A larger font makes a page narrower in rem.
function stepAt(width, size = 100) {
  const wide = width * 100 / size + .001
  return steps.findLast(step => step.from <= wide) ?? steps[0]
}

/// The known layout of a shelf on a page of some width.
function layoutAt(layouts, width, size = 100) {
  const wide = width * 100 / size + .001
  return layouts.findLast(layout => layout[0] <= wide) ?? layouts[0]
}

function make(name, properties = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value
    else element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

/// Runs a function once per frame of animation, however often it is requested.
function onceAFrame(action) {
  let waits = false
  return () => {
    if (waits) return
    waits = true
    requestAnimationFrame(() => {
      waits = false
      action()
    })
  }
}

function say(text) {
  document.querySelector('.status').textContent = text
}
