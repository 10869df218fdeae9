// Keeps an open page up to date with its sources: applies changes, keeps scroll positions and choices, and shows errors
// over the last good page.
(() => {
  'use strict'
  const own = document.currentScript
  const eventsURL = new URL('events', own.src)
  let generation = Number(own.dataset.generation)
  let source
  let update = Promise.resolve()

  function listen() {
    if (source || document.hidden) return
    source = new EventSource(eventsURL)
    source.onmessage = message => take(JSON.parse(message.data))
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return
      // A restarted server does not know this address.
      stop()
      waitForServer()
    }
  }

  function stop() {
    source?.close()
    source = undefined
  }

  async function waitForServer() {
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, 1000))
      if (document.hidden) return
      try {
        const answer = await fetch(location.href, {cache: 'no-store'})
        if (answer.status < 500) return location.reload()
      } catch {}
    }
  }

  // A browser allows only a few connections to a server, so hidden pages have none.
  document.addEventListener('visibilitychange', () => document.hidden ? stop() : listen())
  addEventListener('pagehide', stop)
  addEventListener('pageshow', listen)
  listen()

  // --- The compare page

  if (own.dataset.compare) {
    const host = document.createElement('cardshelf-compare')
    const root = host.attachShadow({mode: 'open'})
    const style = new CSSStyleSheet()
    style.replaceSync(`
      :host { all: initial; position: fixed; inset: auto 12px 12px auto; z-index: 2147483646; }
      a { display: block; padding: 6px 12px; border: 1px solid light-dark(#d5d9e1, #353b47); border-radius: 999px;
        background: light-dark(#ffffff, #242832); color: light-dark(#1b1e25, #eceff4); font: 13px/18px system-ui, sans-serif;
        text-decoration: none; box-shadow: 0 2px 10px rgb(0 0 0 / .18); opacity: .75; color-scheme: light dark; }
      a:hover, a:focus-visible { opacity: 1; }
      a:focus-visible { outline: 2px solid light-dark(#0b57d0, #8ab8ff); outline-offset: 2px; }
      @media print { :host { display: none; } }`)
    root.adoptedStyleSheets = [style]
    const link = document.createElement('a')
    link.href = own.dataset.compare
    link.textContent = 'Compare widths'
    link.lang = 'en'
    root.append(link)
    // Outside of the body, which is compared with that of the new page.
    document.documentElement.append(host)
  }

  function take(event) {
    const isNew = event.generation > generation
    if (isNew) {
      generation = event.generation
      update = update.then(() => bringUpToDate()).catch(() => location.reload())
    }
    overlay.show(event.problems)
  }

  // --- The new page

  async function bringUpToDate() {
    const answer = await fetch(location.href, {cache: 'no-store'})
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const live = page.querySelector('script[data-generation]')
    // Pages with their own scripts are reloaded; their state is in their address.
    if (!live || document.querySelectorAll('script[src]').length > 1 || page.querySelectorAll('script[src]').length > 1) {
      return location.reload()
    }
    const outdated = await addStyleSheets(page)
    const anchor = firstCardOnScreen()
    document.documentElement.style.overflowAnchor = 'none'
    document.title = page.title
    copyAttributes(document.documentElement, page.documentElement)
    morph(document.body, page.body)
    for (const link of outdated) link.remove()
    if (anchor) {
      const card = document.getElementById(anchor.id)
      const moved = card ? card.getBoundingClientRect().top - anchor.top : 0
      // Fractions would add up over many updates.
      if (Math.abs(moved) >= 1) scrollBy({top: moved, behavior: 'instant'})
    }
    document.documentElement.style.removeProperty('overflow-anchor')
    if (!document.documentElement.getAttribute('style')) document.documentElement.removeAttribute('style')
    document.dispatchEvent(new CustomEvent('cardshelf:updated', {detail: generation}))
  }

  const sheets = root => [...root.querySelectorAll('head > link[rel=stylesheet]')]

  // Old style sheets stay until the new ones are loaded, so that the page is never without styles.
  async function addStyleSheets(page) {
    const wanted = sheets(page).map(link => link.getAttribute('href'))
    const present = new Map(sheets(document).map(link => [link.getAttribute('href'), link]))
    const loads = wanted.filter(href => !present.has(href)).map(href => new Promise(resolve => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      link.onload = link.onerror = resolve
      document.head.append(link)
    }))
    await Promise.all(loads)
    return [...present].filter(([href]) => !wanted.includes(href)).map(([, link]) => link)
  }

  function firstCardOnScreen() {
    for (const card of document.querySelectorAll('.card')) {
      const {top, bottom, height} = card.getBoundingClientRect()
      if (height > 0 && bottom > 0 && scrollY > 0) return {id: card.id, top}
    }
  }

  // --- From the old tree to the new one

  // Elements that stay the same keep their state: scroll positions, choices, focus.
  function morph(old, fresh) {
    if (old.isEqualNode(fresh)) return
    if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      return old.replaceWith(document.importNode(fresh, true))
    }
    copyAttributes(old, fresh)
    const known = new Map([...old.children].filter(child => child.id).map(child => [child.id, child]))
    const wanted = new Set([...fresh.children].map(child => child.id))
    let next = old.firstChild
    for (const child of [...fresh.childNodes]) {
      const keyed = child.id && known.get(child.id)
      if (keyed) {
        if (keyed === next) next = next.nextSibling
        else old.insertBefore(keyed, next)
        morph(keyed, child)
        continue
      }
      // Elements without an id are paired with those at the same position.
      while (next?.id && !wanted.has(next.id)) next = remove(next)
      if (next && !next.id && !child.id && next.nodeName === child.nodeName) {
        const following = next.nextSibling
        morph(next, child)
        next = following
      } else {
        old.insertBefore(document.importNode(child, true), next)
      }
    }
    while (next) next = remove(next)
  }

  function remove(node) {
    const following = node.nextSibling
    node.remove()
    return following
  }

  function copyAttributes(old, fresh) {
    for (const {name} of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name)
    for (const {name, value} of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  }

  // --- Errors

  const overlay = (() => {
    let host, list, dismissed

    function build() {
      host = document.createElement('cardshelf-problems')
      const root = host.attachShadow({mode: 'open'})
      const style = new CSSStyleSheet()
      style.replaceSync(`
        :host { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 60vh; display: block;
          overflow: auto; box-shadow: 0 -8px 32px rgb(0 0 0 / .25); color-scheme: dark; }
        section { background: #1b1416; color: #f6eef0; padding: 16px 20px 20px; border-top: 3px solid #ff5d6c; }
        header { display: flex; align-items: baseline; gap: 12px; }
        h2 { font: 600 15px/20px system-ui, sans-serif; margin: 0; flex: 1; }
        p { font: 13px/18px system-ui, sans-serif; color: #cdbfc3; margin: 4px 0 0; }
        pre { font: 13px/20px ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 12px 0 0;
          padding: 10px 12px; background: #2a2023; border-radius: 8px; unicode-bidi: isolate; direction: ltr; }
        button { font: 13px/18px system-ui, sans-serif; padding: 4px 10px; border-radius: 6px; border: 1px solid #6d5c61;
          background: none; color: inherit; cursor: pointer; }
        button:focus-visible { outline: 2px solid #ff9aa4; outline-offset: 2px; }`)
      root.adoptedStyleSheets = [style]
      const section = element('section', {role: 'alert'})
      const header = element('header')
      const close = element('button', {type: 'button'}, 'Hide')
      close.onclick = hide
      header.append(element('h2', {}, 'The sources cannot be built'), close)
      list = element('div')
      section.append(header, element('p', {}, 'Behind this is the last page that could be. Esc hides it.'), list)
      root.append(section)
    }

    function element(name, attributes = {}, text = '') {
      const node = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
      node.textContent = text
      return node
    }

    function hide() {
      dismissed = true
      host?.remove()
    }

    addEventListener('keydown', event => { if (event.key === 'Escape' && host?.isConnected) hide() })

    return {
      show(problems) {
        if (!problems.length) {
          dismissed = false
          return host?.remove()
        }
        const key = problems.join('\n')
        if (!host) build()
        if (host.key !== key) dismissed = false
        host.key = key
        list.replaceChildren(...problems.map(problem => element('pre', {}, problem)))
        // Outside of the body, which is compared with that of the new page.
        if (!dismissed) document.documentElement.append(host)
      },
    }
  })()
})()
