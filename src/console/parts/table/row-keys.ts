const rowsOf = (section: HTMLElement | null): HTMLTableRowElement[] => [
  ...(section?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? []),
];

const currentRow = (section: HTMLElement | null): HTMLTableRowElement | undefined =>
  rowsOf(section).find((row) => row.contains(document.activeElement));

/** Focuses the row after or before the one with the focus. */
export function focusNextRow(section: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsOf(section);
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.max(0, Math.min(rows.length - 1, index + step))]?.focus();
}

/** Selects or deselects the row with the focus. */
export function toggleRow(section: HTMLElement | null): void {
  currentRow(section)?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
}

/** Opens what has the focus: a control, otherwise the link of the row. */
export function openRow(section: HTMLElement | null): void {
  const focused = document.activeElement;
  const row = currentRow(section);
  if (row !== undefined && focused === row) row.querySelector('a')?.click();
  else if (focused instanceof HTMLElement) focused.click();
}
