interface Focused {
  element: Element;
  /** of the row that has it, in a table */
  rows: HTMLCollectionOf<HTMLTableRowElement> | null;
  index: number;
}

let last: Focused | null = null;

function note({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  const row = target.closest('tr');
  const body = row?.parentElement;
  const rows = body instanceof HTMLTableSectionElement ? body.rows : null;
  last = { element: target, rows, index: row?.sectionRowIndex ?? 0 };
}

/** Moves a focus whose element was removed: to the row in its place, otherwise to the heading. */
function restore(): void {
  if (last === null || last.element.isConnected || document.activeElement !== document.body) return;
  if (document.querySelector('dialog[open]')) return; // its first control is next
  const { rows, index } = last;
  const row = rows?.[Math.min(index, rows.length - 1)];
  const next = row?.isConnected ? row : document.querySelector<HTMLElement>('main h1');
  next?.focus({ preventScroll: true });
}

/**
 * Keeps the keyboard where the user is when the element with the focus is removed: a button that stopped a task, a row
 * that was deleted. Otherwise the next Tab would begin at the top of the page. Call it once.
 */
export function keepFocus(root: Element): void {
  document.addEventListener('focusin', note);
  new MutationObserver(restore).observe(root, { childList: true, subtree: true });
}
