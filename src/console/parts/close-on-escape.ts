/** Closes a menu with Escape, and returns the focus to its summary. */
export function closeOnEscape(event: KeyboardEvent & { currentTarget: HTMLDetailsElement }): void {
  if (event.key === 'Escape' && event.currentTarget.open) closeMenu(event.currentTarget);
}

/** Closes a menu. Its summary has the focus then. */
export function closeMenu(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector('summary')?.focus();
}
