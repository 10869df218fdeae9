/// Measures the site's pages in frames of exact widths and sends the results to the server.
///
/// The pages allow no scripts of their own, so the script reads them from outside.
let harnessScript = #"""
  'use strict';
  const SLOTS = '.image, .title, .body, .tags, .room, p[class]:not(.body *)';
  const BLOCKS = new Set(['block', 'flow-root', 'list-item', 'flex', 'grid', 'table', 'table-cell', 'table-caption',
    '-webkit-box']);
  const rounded = value => Math.round(value * 1e4) / 1e4;
  const isWhite = code => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
  /** Unicode's Bidi_Control. */
  const isMark = code => code === 0x061c || code === 0x200e || code === 0x200f || code >= 0x202a && code <= 0x202e
    || code >= 0x2066 && code <= 0x2069;

  async function post(name, value) {
    const answer = await fetch(name, { method: 'POST', body: JSON.stringify(value) });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  }

  async function open(plan, page, width) {
    const frame = document.createElement('iframe');
    // A page may be taller than its frame only while a scrollbar makes it narrower. It then flickers between two widths,
    // or Firefox shows the layout of the narrower one beside no scrollbar. So a frame does not scroll, or is far less
    // tall than its page.
    frame.scrolling = plan.hasScrollbars ? 'auto' : 'no';
    const height = plan.hasScrollbars ? 400 : 100000;
    frame.style.cssText = `display:block;border:0;width:${width}px;height:${height}px`;
    frame.src = page.url;
    await new Promise((done, failed) => {
      const limit = setTimeout(() => failed(new Error(`${page.path} did not load within 180 seconds`)), 180000);
      frame.onload = () => { clearTimeout(limit); done(); };
      document.getElementById('frames').replaceChildren(frame);
    });
    const inner = frame.contentDocument;
    if (!inner) throw new Error(`${page.path} cannot be read`);
    // A face is asked for when text is laid out, and its text is laid out again when it is there. On a busy machine that
    // takes a while. Articles are asked, because browsers skip those that are far from the window.
    const articles = inner.querySelectorAll('article');
    const layOut = () => {
      void inner.documentElement.offsetHeight;
      for (const article of articles) void article.offsetHeight;
    };
    for (const end = performance.now() + 60000; performance.now() < end;) {
      layOut();
      await inner.fonts.ready;
      layOut();
      if (inner.fonts.status === 'loaded') break;
      await new Promise(done => setTimeout(done, 20));
    }
    return inner;
  }

  function missingFonts(inner) {
    const names = new Set();
    for (const face of inner.fonts) {
      // A fallback of the reader's system, which may not have it.
      if (/^"?cs-[0-9]+-/.test(face.family)) continue;
      if (face.status === 'error' || face.status === 'loading') {
        names.add(`${face.family} ${face.weight} ${face.style}`.replaceAll('"', ''));
      }
    }
    return [...names].sort();
  }

  /**
   * Letters whose advances are all whole pixels were drawn with hinted advances. An element is asked, since WebKit gives
   * the boxes of parts of a text in whole pixels. To be called last: it adds to the page.
   */
  function isHinted(inner) {
    const letters = [...new Set(inner.body.textContent.match(/[A-Za-z\u00c0-\u04ff]/g) ?? [])].slice(0, 30);
    const probe = inner.createElement('span');
    probe.style.position = 'absolute';
    probe.style.visibility = 'hidden';
    inner.body.append(probe);
    const widths = letters.map(letter => {
      probe.textContent = letter;
      return probe.getBoundingClientRect().width;
    });
    probe.remove();
    return widths.length >= 12 && widths.every(width => Math.abs(width - Math.round(width)) < 0.01);
  }

  /** Where the lines of a slot start: white space apart, how many code units of its text come before each. */
  class LineStarts {
    constructor(slot, view) {
      this.slot = slot;
      this.view = view;
      this.range = slot.ownerDocument.createRange();
      this.starts = [];
      this.count = 0;
      this.block = null;
      this.line = 0;
      this.isBehindWhite = true;
      const { SHOW_ELEMENT, SHOW_TEXT, FILTER_REJECT, FILTER_SKIP, FILTER_ACCEPT } = view.NodeFilter;
      const texts = slot.ownerDocument.createTreeWalker(slot, SHOW_ELEMENT | SHOW_TEXT, node => {
        if (node.nodeType === 3) return FILTER_ACCEPT;
        if (!this.isCounted(node)) return FILTER_REJECT;
        return node.localName === 'img' ? FILTER_ACCEPT : FILTER_SKIP;
      });
      while (texts.nextNode()) {
        if (texts.currentNode.nodeType === 3) this.add(texts.currentNode);
        else this.addImage(texts.currentNode);
      }
    }

    isCounted(element) {
      return element.localName !== 'pre' && element.getAttribute('aria-hidden') !== 'true'
        && this.view.getComputedStyle(element).display !== 'none';
    }

    add(text) {
      const offsets = [];
      for (let index = 0; index < text.length; index += 1) {
        if (!isWhite(text.data.charCodeAt(index))) offsets.push(index);
      }
      if (offsets.length === 0) {
        this.isBehindWhite ||= text.length > 0;
        return;
      }
      const block = this.blockOf(text);
      const last = offsets.length - 1;
      const firstLine = this.lineOf(text, offsets[0], block);
      const lastLine = this.lineOf(text, offsets[last], block);
      if (block.element !== this.block || firstLine !== this.line) this.starts.push(this.count);
      this.split(text, offsets, block, 0, last, firstLine, lastLine);
      this.block = block.element;
      this.line = lastLine;
      this.count += offsets.length;
      this.isBehindWhite = offsets[last] < text.length - 1;
    }

    /** An image in a line counts as no text, but it may start the line. One that is a block of its own does not. */
    addImage(image) {
      if (image.closest('.figure') !== null) return;
      const block = this.blockOf(image);
      const line = this.lineAt(image.getBoundingClientRect(), block);
      if (block.element !== this.block || line !== this.line) this.starts.push(this.count);
      this.block = block.element;
      this.line = line;
    }

    /** Lines follow each other down a block, so where two characters share a line, so do all between them. */
    split(text, offsets, block, low, high, lowLine, highLine) {
      if (lowLine === highLine || low >= high) return;
      if (high - low === 1) {
        this.starts.push(this.count + this.first(text, offsets, high));
        return;
      }
      const middle = (low + high) >> 1;
      const line = this.lineOf(text, offsets[middle], block);
      this.split(text, offsets, block, low, middle, lowLine, line);
      this.split(text, offsets, block, middle, high, line, highLine);
    }

    /**
     * Marks of direction show nothing. Firefox leaves those that a word begins with on the line above, where the others
     * take them along.
     */
    first(text, offsets, start) {
      let index = start;
      while (index > 0 && offsets[index - 1] === offsets[index] - 1 && isMark(text.data.charCodeAt(offsets[index - 1]))) {
        index -= 1;
      }
      const isBehindWhite = offsets[index] > 0 ? isWhite(text.data.charCodeAt(offsets[index] - 1)) : this.isBehindWhite;
      return isBehindWhite ? index : start;
    }

    blockOf(text) {
      let element = text.parentElement;
      let style = this.view.getComputedStyle(element);
      while (element !== this.slot && !BLOCKS.has(style.display)) {
        element = element.parentElement;
        style = this.view.getComputedStyle(element);
      }
      const top = element.getBoundingClientRect().top + parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop);
      const lineHeight = parseFloat(style.lineHeight) || parseFloat(style.fontSize) * 1.2;
      return { element, top, lineHeight };
    }

    lineOf(text, offset, block) {
      return this.lineAt(this.boxOf(text, offset), block);
    }

    lineAt(box, block) {
      return Math.floor(((box.top + box.bottom) / 2 - block.top) / block.lineHeight);
    }

    boxOf(text, offset) {
      let start = offset;
      let end = offset + 1;
      const isLow = index => (text.data.charCodeAt(index) & 0xfc00) === 0xdc00;
      if (start > 0 && isLow(start)) start -= 1;
      if (end < text.length && isLow(end)) end += 1;
      this.range.setStart(text, start);
      for (;;) {
        this.range.setEnd(text, end);
        let widest = null;
        for (const box of this.range.getClientRects()) {
          if (widest === null || box.width >= widest.width) widest = box;
        }
        if (widest !== null) return widest;
        // A character without a box of its own stands in its neighbour's.
        if (end < text.length && end < offset + 4) end += 1;
        else return text.parentElement.getBoundingClientRect();
      }
    }
  }

  /** Leading edge, top and width of each tag that shows. */
  function measureTags(list, slot, isRightToLeft) {
    const boxes = [...list.children].filter(tag => tag.getClientRects().length > 0)
      .map(tag => tag.getBoundingClientRect());
    return boxes.map(box => [
      rounded(isRightToLeft ? slot.right - box.right : box.left - slot.left), rounded(box.top - slot.top),
      rounded(box.width),
    ]);
  }

  /**
   * Leading edge, top and width of the room of each number of a list that shows. A number that needs more has its own
   * width: it is set once more, because boxes of generated content cannot be asked for.
   */
  function measureMarkers(body, slot, isRightToLeft, view) {
    return [...body.querySelectorAll('ol>li')].filter(item => item.getClientRects().length > 0).map(item => {
      const box = item.getBoundingClientRect();
      const marker = view.getComputedStyle(item, '::before');
      const list = [...item.parentElement.children];
      const start = parseInt(/-?\d+/.exec(view.getComputedStyle(item.parentElement).counterReset)?.[0] ?? '0', 10);
      const probe = body.ownerDocument.createElement('span');
      probe.style.cssText = 'position:absolute;visibility:hidden;white-space:nowrap';
      probe.textContent = `${start + 1 + list.indexOf(item)}.`;
      item.append(probe);
      const needed = probe.getBoundingClientRect().width;
      probe.remove();
      const room = parseFloat(marker.width);
      const edge = isRightToLeft ? slot.right - box.right : box.left - slot.left;
      return [
        rounded(edge + parseFloat(marker.insetInlineStart)), rounded(box.top - slot.top),
        rounded(needed > room + 0.02 ? needed : room),
      ];
    });
  }

  function measureSlot(element, name, card, isRightToLeft, view) {
    const box = element.getBoundingClientRect();
    const slot = {
      x: rounded(isRightToLeft ? card.right - box.right : box.left - card.left), y: rounded(box.top - card.top),
      width: rounded(box.width), height: rounded(box.height),
    };
    if (name !== 'image' && name !== 'tags') {
      slot.starts = new LineStarts(element, view).starts;
      slot.lineHeight = parseFloat(view.getComputedStyle(element).lineHeight) || null;
    }
    if (name === 'body') slot.markers = measureMarkers(element, box, isRightToLeft, view);
    if (name === 'tags') slot.frames = measureTags(element, box, isRightToLeft);
    return slot;
  }

  function measureCard(element, shelf, isRightToLeft, view) {
    const box = element.getBoundingClientRect();
    // One article a variant; one is shown.
    const articles = [...element.querySelectorAll('article')];
    const inner = articles.find(found => found.getClientRects().length > 0) ?? articles[0] ?? element;
    const direction = view.getComputedStyle(inner).direction;
    const slots = {};
    for (const slot of inner.querySelectorAll(SLOTS)) {
      // A theme's own slots have their name after a word that no other class begins with.
      const name = [...slot.classList].find(each => each !== 'room').replace(/^slot-/, '');
      if (!(name in slots) && slot.getClientRects().length > 0 && view.getComputedStyle(slot).visibility !== 'hidden') {
        slots[name] = measureSlot(slot, name, box, direction === 'rtl', view);
      }
    }
    return {
      id: element.id, x: rounded(isRightToLeft ? shelf.right - box.right : box.left - shelf.left),
      y: rounded(box.top - shelf.top), width: rounded(box.width), height: rounded(box.height), slots,
      depth: rounded(box.bottom),
    };
  }

  async function measureShelf(element, view, rest) {
    const cards = [...element.querySelectorAll('li.card')];
    for (const list of new Set(cards.map(card => card.parentElement))) list.scrollTo({ left: 0, behavior: 'instant' });
    const box = element.getBoundingClientRect();
    // A section may run the other way than its shelf.
    const runsLeft = list => view.getComputedStyle(list).direction === 'rtl';
    const shown = {
      id: element.id, width: rounded(box.width), height: rounded(box.height), cards: [], depth: rounded(box.bottom),
    };
    for (const card of cards) {
      shown.cards.push(measureCard(card, box, runsLeft(card.parentElement), view));
      await rest();
    }
    return shown;
  }

  /** Says now and then that a long page is still being measured. */
  function makeRest() {
    let said = performance.now();
    return async () => {
      if (performance.now() - said < 5000) return;
      await post('working', {});
      said = performance.now();
    };
  }

  /** Makes the other choice in all shelves that leave one. */
  function chooseOther(inner) {
    const others = [...inner.querySelectorAll('.column-toggle input:not(:checked)')];
    for (const input of others) input.click();
    return others.map(input => inner.getElementById(input.name));
  }

  /** Measures a page as its frame is, and with the other choice of columns. */
  async function measureFrame(page, inner, isFirst) {
    const view = inner.defaultView;
    const rest = makeRest();
    const measureAll = async elements => {
      const shelves = [];
      for (const shelf of elements) {
        // While a shelf is far from the window, Chromium gives it the height that it last showed, if that is more.
        if (!isFirst) {
          shelf.scrollIntoView({ behavior: 'instant' });
          await shown();
        }
        shelves.push(await measureShelf(shelf, view, rest));
      }
      return shelves;
    };
    const [width, height] = [view.innerWidth, view.innerHeight];
    const shelves = await measureAll(inner.querySelectorAll('section.shelf'));
    const clientWidth = inner.documentElement.clientWidth;
    const others = await measureAll(chooseOther(inner));
    if (others.length > 0) {
      chooseOther(inner);
      await post('measured', {
        page: page.path, width, height, clientWidth, missingFonts: [], isHinted: false, shelves: others, isFirst: false,
        isOtherChoice: true,
      });
    }
    await post('measured', {
      page: page.path, width, height, clientWidth, missingFonts: missingFonts(inner), isHinted: isHinted(inner), shelves,
      isFirst, isOtherChoice: false,
    });
  }

  /** Changes the size of the window around a page, which is not loaded again. */
  async function resize(inner, width, height) {
    const { style } = inner.defaultView.frameElement;
    style.width = `${width}px`;
    style.height = `${height}px`;
    void inner.documentElement.offsetHeight;
    await shown();
  }

  /** Waits until a browser has drawn a change. */
  function shown() {
    return new Promise(done => {
      requestAnimationFrame(() => requestAnimationFrame(done));
      // Hidden pages have no frames of animation.
      setTimeout(done, 100);
    });
  }

  async function run() {
    const say = text => { document.getElementById('state').textContent = text; };
    try {
      const plan = await (await fetch('plan.json')).json();
      await post('opened', { userAgent: navigator.userAgent, devicePixelRatio });
      let count = 0;
      for (const page of plan.pages) {
        for (const width of plan.widths) {
          const inner = await open(plan, page, width);
          await measureFrame(page, inner, true);
          for (const height of page.otherHeights[width]) {
            await resize(inner, width, height);
            await measureFrame(page, inner, false);
          }
          count += 1;
          say(`${count} of ${plan.pages.length * plan.widths.length}`);
        }
        for (const [width, height] of page.turns) {
          const inner = await open(plan, page, width);
          for (const size of [[width, height], [height, width], [width, height]]) {
            await resize(inner, ...size);
            await measureFrame(page, inner, false);
          }
        }
      }
      await post('finished', {});
      say('Done. This window can be closed.');
    } catch (error) {
      say(`Failed: ${error}`);
      await post('failed', { message: String(error) });
    }
  }

  run();
  """#

/// The page around the frames.
let harnessPage = """
  <!DOCTYPE html>
  <html lang="en">
  <head>
  <meta charset="utf-8">
  <title>Cardshelf audit</title>
  <link rel="icon" href="data:,">
  <script src="harness.js" defer></script>
  </head>
  <body>
  <p id="state">Measuring</p>
  <div id="frames"></div>
  </body>
  </html>

  """
