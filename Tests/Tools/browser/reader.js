// What readers do with the words of a page. Text that is not shown at this width counts for none of it.
window.reader = (() => {
  const inner = 'h1,h2,h3,h4,h5,h6,p,ul,ol,pre,blockquote,div,section'
  const plain = text => text.replace(/[\s\u2060]+/g, ' ').trim()
  const isDisplayed = element => element.checkVisibility({visibilityProperty: true})
  // Ellipses are hidden from screen readers and do not count as text.
  const isText = element => !element.closest('[aria-hidden]')
  const isRead = element => isText(element) && isDisplayed(element)

  // The elements whose lines are text.
  const blocks = () => [...document.querySelectorAll('h1,h2,h3,h4,h5,h6,p,li,pre,nav a')].filter(each =>
    !each.querySelector(inner) && isDisplayed(each) && each.textContent.trim() && !each.closest('.skip-link'))

  // The text of an element in the lines and columns that its author ended.
  const authoredLines = (element, isShown) => {
    let text = ''
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node; node = walker.nextNode();) {
      if (node.nodeType === Node.TEXT_NODE) {
        const isCode = node.parentElement.closest('pre')
        if (isShown(node.parentElement)) text += isCode ? node.data.replaceAll(/ {2,}/g, '\n') : node.data.replaceAll('\n', ' ')
      } else if (node.localName === 'br' && !node.className || ['article', 'blockquote', 'div', 'hr', 'li', 'ol', 'p', 'pre', 'section', 'ul'].includes(node.localName) || /^h\d$/.test(node.localName)) {
        text += '\n'
      }
    }
    return text.split('\n').map(plain).filter(line => line)
  }

  const textOf = (element, isShown) => authoredLines(element, isShown).join(' ')

  // Words, and where there are no spaces between them, the text between two spaces.
  const words = text => text.split(' ').filter(each => each)

  const isFound = (text, block) => {
    const selection = getSelection()
    selection.collapse(block, 0)
    return find(text, true, false, false, false, false, false) && block.contains(selection.anchorNode) && block.contains(selection.focusNode)
  }

  // A search that begins in what a browser has not laid out begins nowhere. So nothing is skipped here, and what is skipped
  // is looked for from the top of the page, as readers do.
  const lostWords = () => {
    document.body.append(Object.assign(document.createElement('style'), {textContent: '*{content-visibility:visible!important}'}))
    const lost = []
    let count = 0
    for (const block of blocks()) {
      // Of two equal texts in a block the first is found twice.
      const wanted = new Set()
      for (const line of authoredLines(block, isRead)) {
        const all = words(line)
        for (const [index, word] of all.entries()) {
          wanted.add(word)
          if (index % 2 === 0 && index + 2 < all.length) wanted.add(all.slice(index, index + 3).join(' '))
        }
      }
      for (const text of wanted) {
        count += 1
        if (!isFound(text, block)) lost.push(`“${text}” is not found in ${block.closest('[id]')?.id || 'the page'}`)
      }
    }
    getSelection().removeAllRanges()
    scrollTo(0, 0)
    return [count, lost]
  }

  // Words in a row of a block, around the first that is divided.
  const quote = block => {
    const line = words(authoredLines(block, isRead)[0] ?? '')
    const mark = block.querySelector('.b, br[class]')
    if (!mark) return line.slice(0, 5).join(' ')
    const before = document.createRange()
    before.setStart(block, 0)
    before.setEndBefore(mark)
    const place = words(plain(before.toString())).length
    return line.slice(Math.max(0, place - 2), place + 3).join(' ')
  }

  // Of blocks over the whole page, half with divided words if there are as many.
  const quotes = most => {
    // A text that occurs earlier, in any case, is found there.
    const page = plain(document.body.textContent).toLowerCase()
    const isOnce = text => page.indexOf(text.toLowerCase()) === page.lastIndexOf(text.toLowerCase())
    const fit = blocks().map((block, index) => ({block: index, text: quote(block), isDivided: block.querySelector('.b, br[class]') !== null,
      isLow: block.getBoundingClientRect().top > 2 * innerHeight}))
      // Chromium scrolls to no Burmese text, not even on a page without any element.
      .filter(each => each.isLow && !/\p{Script=Myanmar}/u.test(each.text) && each.text.length > 8 && isOnce(each.text))
    const divided = fit.filter(each => each.isDivided).slice(0, most / 2)
    const others = fit.filter(each => !each.isDivided)
    const step = Math.max(1, Math.floor(others.length / (most - divided.length)))
    return divided.concat(others.filter((each, index) => index % step === 0)).slice(0, most)
  }

  // A browser lays out what it has skipped, and only then scrolls to it.
  const arrived = async index => {
    const block = blocks()[index]
    for (const end = performance.now() + 2000; performance.now() < end; await new Promise(done => setTimeout(done, 50))) {
      const box = block.getBoundingClientRect()
      if (scrollY > 0 && box.bottom > 0 && box.top < innerHeight) return true
    }
    return false
  }

  // What two texts say from where they differ.
  const difference = (text, other) => {
    const [all, rest] = [words(text), words(other)]
    const first = all.findIndex((word, index) => word !== rest[index])
    return all.slice(Math.max(0, first)).slice(0, 8).join(' ')
  }

  const cardsWithOtherCopies = () => {
    const faults = []
    for (const card of document.querySelectorAll('.card')) {
      if (!isDisplayed(card)) continue
      const selection = getSelection()
      selection.selectAllChildren(card)
      const copy = plain(selection.toString())
      const text = textOf(card, isRead)
      // Where an element ends, a copy may have a space more.
      if (copy.replaceAll(' ', '') !== text.replaceAll(' ', '') || words(text).some(word => !copy.includes(word)))
        faults.push(`${card.id} is copied as “${difference(copy, text)}”, not “${difference(text, copy)}”`)
    }
    getSelection().removeAllRanges()
    return faults
  }

  const changedWithoutStyle = () => {
    const kept = blocks()
    const texts = kept.map(block => textOf(block, isText))
    for (const sheet of document.styleSheets) sheet.disabled = true
    const faults = []
    for (const [index, block] of kept.entries()) {
      const shown = plain(block.innerText)
      if (block.localName !== 'pre' && shown !== texts[index] && isDisplayed(block)) faults.push(`“${shown.slice(0, 80)}” instead of “${texts[index].slice(0, 80)}”`)
    }
    for (const each of document.querySelectorAll('.more')) if (isDisplayed(each)) faults.push(`“${each.innerText}”, which counts tags that are there`)
    return faults
  }

  // In a window as wide as the text of a sheet, with print as its medium and dark as its colours.
  const unfitForPaper = () => {
    const faults = []
    const edge = document.documentElement.clientWidth + 1
    for (const card of document.querySelectorAll('.card')) {
      const box = card.getBoundingClientRect()
      if (isDisplayed(card) && (box.right > edge || box.left < -1)) faults.push(`${card.id} leaves the sheet`)
      if (getComputedStyle(card).breakInside !== 'avoid') faults.push(`${card.id} can be divided between two sheets`)
    }
    for (const title of document.querySelectorAll('.page-title, .shelf-title, .section-title'))
      if (getComputedStyle(title).breakAfter !== 'avoid') faults.push(`“${plain(title.textContent)}” can be apart from its cards`)
    for (const each of document.querySelectorAll('nav, .skip-link, .column-toggle')) if (isDisplayed(each)) faults.push(`${each.className || each.localName} is printed`)
    for (const block of blocks()) {
      // Backgrounds are not printed.
      const light = getComputedStyle(block).color.match(/[\d.]+/g).slice(0, 3).reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0)
      if (light > 160) faults.push(`“${plain(block.textContent).slice(0, 40)}” is light on white paper`)
    }
    return faults
  }

  const isFoundFromTheTop = (number, text) => {
    const block = blocks()[number], selection = getSelection()
    scrollTo(0, 0)
    selection.collapse(document.body, 0)
    return find(text, false, false, false, false, false, false) && block.contains(selection.anchorNode)
  }

  return {isFoundFromTheTop, unfitForPaper, lostWords, quotes, arrived, cardsWithOtherCopies, changedWithoutStyle}
})()
