// Links in panes: to a page of the site, they open its compare page; to a place on the page, they scroll; others leave.

/// The compare page of a page of the site.
function comparePageOf(url, side) {
  const top = urlOf(side.root)
  if (!url.href.startsWith(top)) return null
  let path = url.href.slice(top.length).replace(/[?#].*$/s, '')
  if (path === '' || path.endsWith('/')) path += 'index.html'
  // Pages always have this name; other files of the site have no compare page.
  return path.endsWith('index.html') && !/^(compare|images|assets|fonts|layout)\//.test(path) ? new URL('compare/' + path, root) : null
}

function followLinks(pane) {
  pane.document.addEventListener('click', event => {
    const link = event.target.closest?.('a[href]')
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const own = pageURLOf(pane.side)
    const url = new URL(link.getAttribute('href'), own)
    if (url.href.split('#')[0] === own) return scrollToPart(pane, url.hash)
    const page = comparePageOf(url, pane.side)
    if (!page) return void window.open(url, '_blank', 'noopener')
    keepAddress()
    page.hash = writeAddress().replace(/&(at|rows|on)=[^&]*/g, '')
    location.assign(page)
  })
}

function scrollToPart(pane, hash) {
  let id = ''
  try {
    id = decodeURIComponent(hash.slice(1))
  } catch {
    return
  }
  const target = id ? pane.document.getElementById(id) : pane.document.body
  if (!target) return
  leader = pane
  target.scrollIntoView({block: id ? 'start' : 'nearest', inline: 'start', behavior: 'instant'})
  if (!id) pane.window.scrollTo({top: 0, behavior: 'instant'})
}
