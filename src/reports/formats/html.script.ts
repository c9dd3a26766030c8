import { createHash } from 'node:crypto';

/**
 * The script of the page: search, filters and sorting. The page can be read without it. It reads the text of the page
 * and writes plain text only: no text of a report becomes markup or script.
 */
export const SCRIPT = `'use strict';(() => {
const all = (q, e) => Array.from((e || document).querySelectorAll(q)), get = (id) => document.getElementById(id);
const rows = all('tr[data-h]').map((tr) => ({ tr, host: tr.dataset.h, fixable: 'f' in tr.dataset,
  text: (tr.cells[2].textContent + ' ' + tr.cells[3].textContent).toLowerCase(),
  items: all('li[data-s]', tr).map((li) => ({ li, severity: Number(li.dataset.s),
    exploited: 'k' in li.dataset, text: li.textContent.toLowerCase() })) }));
const filter = () => {
  const query = get('tq').value.trim().toLowerCase(), severity = Number(get('ts').value), host = get('th').value;
  let shown = 0;
  for (const row of rows) {
    const isRow = (host === '' || row.host === host) && (!get('tf').checked || row.fixable);
    let found = 0;
    for (const item of row.items) {
      const isShown = isRow && item.severity <= severity && (!get('tk').checked || item.exploited) &&
        (query === '' || row.text.includes(query) || item.text.includes(query));
      item.li.hidden = !isShown;
      if (isShown) found += 1;
    }
    row.tr.hidden = found === 0;
    if (found > 0) shown += 1;
  }
  get('tn').textContent = shown + ' of ' + rows.length + ' rows';
};
if (get('tools') && rows.length > 1) {
  get('tools').hidden = false;
  for (const id of ['tq', 'ts', 'th', 'tk', 'tf']) get(id).addEventListener('input', filter);
  filter();
}
const valueOf = (tr, i) => {
  const cell = tr.cells[i];
  return 'v' in cell.dataset ? Number(cell.dataset.v) : cell.textContent;
};
const compare = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
for (const table of all('table.sort')) all('thead th', table).forEach((th, i) => {
  const sort = () => {
    const isDown = th.getAttribute('aria-sort') !== 'descending';
    all('thead th', table).forEach((other) => other.removeAttribute('aria-sort'));
    th.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
    const sorted = Array.from(table.tBodies[0].rows).map((tr) => ({ tr, value: valueOf(tr, i) }));
    sorted.sort((a, b) => isDown ? compare(b.value, a.value) : compare(a.value, b.value));
    table.tBodies[0].append(...sorted.map(({ tr }) => tr));
  };
  th.tabIndex = 0;
  th.title = 'Sort';
  th.addEventListener('click', sort);
  th.addEventListener('keydown', (event) => { if (event.key === 'Enter') sort(); });
});
const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
for (const figure of all('figure.picture')) figure.addEventListener('keydown', (event) => {
  const marks = all('.mark', figure), next = marks[marks.indexOf(event.target) + steps[event.key]];
  if (!next || !marks.includes(event.target)) return;
  event.preventDefault();
  for (const mark of marks) mark.setAttribute('tabindex', mark === next ? '0' : '-1');
  next.focus();
});
})();`;

const hash = createHash('sha256').update(SCRIPT).digest('base64');

/** The Content-Security-Policy of the page: no script but this one, and nothing from outside. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash}'`,
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
