import { actionText, type ActionInView } from './palette-items.js';

/** Returns the actions of the screen, in its order. Buttons that are not of `RoleButton` are none. */
export const actionsInView = (): ActionInView[] =>
  [...document.querySelectorAll<HTMLButtonElement>('main button[data-action]')].map((button) => {
    const row = button.closest('tr');
    return {
      text: actionText(wordsOf(button), row && rowName(row)),
      reason: button.ariaDisabled === 'true' ? button.title : null,
      isOfRow: row !== null,
      run: () => press(button),
    };
  });

const wordsOf = (element: Element | null): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

const rowName = (row: Element): string =>
  wordsOf(row.querySelector('td a') ?? row.querySelector('td:not(.check)'));

/** The button has the focus first, or what opens its menu: a dialog returns it when it is closed. */
function press(button: HTMLButtonElement): void {
  const menu = button.closest('details:not([open])');
  (menu?.querySelector('summary') ?? button).focus();
  button.click();
}
