// Functions that tests run within a page.

/** Whether something moves on the page; runs in it. */
export const hasMotion = () =>
  document.getAnimations().length > 0 ||
  [...document.querySelectorAll('*')].some((element) =>
    /[1-9]/.test(getComputedStyle(element).transitionDuration),
  );

/**
 * Finds what cannot be read or touched where there is little room; runs in the page.
 * @param least height of a button in pixels; 0: sizes are left out
 */
export function findNarrow({ least: leastHeight }) {
  const faults = [];
  const width = document.documentElement.clientWidth;
  const describe = ({ tagName, className, textContent }) => {
    const text = (textContent ?? '').trim().slice(0, 50);
    return `<${tagName.toLowerCase()} class="${className}"> ${text}`;
  };

  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page is ${wide} px wider than the window`);

  // Identifiers are on one line, and within each box that cuts.
  const ID = /(?:CVE-\d+-\d+|TASK-\d+|(?<![\w./])\d+\.\d+\.\d+\.\d+\b)/g;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent?.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest('code, textarea, option, .visually-hidden')) continue;
    for (const match of (node.textContent ?? '').matchAll(ID)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.push(`broken into ${lines.size} lines: ${match[0]}`);
      const box = range.getBoundingClientRect();
      for (let e = parent; e; e = e.parentElement) {
        const { overflowX } = getComputedStyle(e);
        const edge = e.getBoundingClientRect();
        const cuts = overflowX === 'hidden' || overflowX === 'clip';
        if (cuts && (box.right > edge.right + 1 || box.left < edge.left - 1))
          faults.push(`cut by ${describe(e)}: ${match[0]}`);
      }
    }
  }

  // All text is within the window, or within a box that scrolls.
  for (const element of document.querySelectorAll('main *, dialog[open] *')) {
    const isText = [...element.childNodes].some(
      (child) => child.nodeType === 3 && (child.textContent ?? '').trim() !== '',
    );
    if (!isText || element.closest('.visually-hidden, option')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { right } = element.getBoundingClientRect();
    let scroller = element;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX))
      scroller = scroller.parentElement;
    const canScroll = scroller !== null && scroller !== document.documentElement;
    if (right > width + 1 && !canScroll) faults.push(`beyond the window: ${describe(element)}`);
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (
      textOverflow === 'ellipsis' ||
      (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1)
    )
      faults.push(`cut: ${describe(element)}`);
  }

  if (leastHeight === 0) return [...new Set(faults)];
  for (const element of document.querySelectorAll('main, dialog[open], nav, footer')) {
    for (const control of element.querySelectorAll('button, input, select, textarea, summary')) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const isSmallBox = /^(?:checkbox|radio)$/.test(control.type ?? '');
      const label = control.closest('label');
      const { height, width: across } = (
        isSmallBox && label ? label : control
      ).getBoundingClientRect();
      const least = control.matches('button:not(.sort, .copy)') ? leastHeight : 24;
      if (height < least - 0.5 || across < 23.5)
        faults.push(
          `${Math.round(across)} × ${Math.round(height)} px: ${describe(control)} ` +
            (control.getAttribute('aria-label') ?? ''),
        );
    }
  }
  return [...new Set(faults)];
}

/** Whether the focus can be seen; runs in the page. A heading has it to be read, and shows nothing. */
export function describeHiddenFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing has the focus';
  if (/^H\d|^MAIN$/.test(element.tagName)) return null;
  if (/^date/.test(element.type ?? '')) return null; // its button shows the focus, in the shadow tree
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const name = `<${element.tagName.toLowerCase()}> ${(element.textContent ?? '').slice(0, 40)}`;
  // A mark of a picture shows the focus by the line around its shape.
  const shape = element instanceof SVGElement ? element.firstElementChild : null;
  const hasLine = shape !== null && Number.parseFloat(getComputedStyle(shape).strokeWidth) >= 2;
  if (!hasLine && (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1))
    return `no outline: ${name}`;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isSeen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return isSeen ? null : `out of sight: ${name}`;
}

/** Whether an element has the focus; runs in the page. */
export const isFocused = (element) => element === document.activeElement;

/** Begins to note in `repeatedSpeech` what a live region says twice in a row; runs in the page. */
export function noteRepeatedSpeech() {
  const last = new WeakMap();
  const repeated = [];
  Object.assign(globalThis, { repeatedSpeech: repeated });
  new MutationObserver((records) => {
    const regions = new Set();
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest('[role=status], [role=alert], [aria-live]');
      if (region) regions.add(region);
    }
    for (const region of regions) {
      const text = region.textContent ?? '';
      if (text !== '' && last.get(region) === text) repeated.push(text);
      last.set(region, text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Returns what a user sees of the first list, with exact times; runs in the page. */
export function readList() {
  const list = document.querySelector('main section.list');
  const text = (element) => {
    const copy = element.cloneNode(true);
    for (const time of copy.querySelectorAll('time')) time.textContent = time.dateTime;
    return copy.textContent;
  };
  return {
    rows: [...list.querySelectorAll('tbody tr')].map(text),
    sorted: list.querySelector('th[aria-sort]')?.textContent ?? '',
    pager: list.querySelector('.pager p').textContent,
    choices: [...list.querySelectorAll('select, input[type=search]')].map(({ value }) => value),
  };
}

/** Returns the exact times of elements; runs in the page. */
export const readTimes = (times) => times.map(({ dateTime }) => dateTime);

/** Finds what does not belong on paper; runs in the page, which is styled for print. */
export function findUnprintable() {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const controls = [...document.querySelectorAll('button:not(.sort, .chosen), input, select')]
    .filter(isShown)
    .map((control) => `a control: ${control.getAttribute('aria-label') ?? control.textContent}`);
  const cards = [...document.querySelectorAll('table')]
    .filter((table) => isShown(table) && getComputedStyle(table).display !== 'table')
    .map((table) => `cards: ${table.caption?.textContent}`);
  const relative = [...document.querySelectorAll('time.relative')]
    .filter((time) => isShown(time) && getComputedStyle(time, '::after').content === 'none')
    .map((time) => `no exact time: ${time.textContent}`);
  // Chrome repeats a heading on each page, but no box of a button in it.
  const once = [...document.querySelectorAll('th button')]
    .filter((button) => getComputedStyle(button).display !== 'contents')
    .map((button) => `only on the first page: ${button.textContent}`);
  const links = [...document.querySelectorAll('main a[href^=http]')]
    .filter((link) => !getComputedStyle(link, '::after').content.includes(link.href))
    .map((link) => `no address: ${link.textContent}`);
  const page = getComputedStyle(document.body).backgroundColor;
  return [
    ...controls,
    ...cards,
    ...relative,
    ...once,
    ...links,
    ...(page === 'rgb(255, 255, 255)' ? [] : [page]),
  ];
}

/** Returns a property of the computed style of an element; runs in the page. */
export const styleOf = (element, property) => getComputedStyle(element)[property];
