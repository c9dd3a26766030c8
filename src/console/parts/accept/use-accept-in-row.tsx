import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useKeys } from '../../app/keys.js';
import { RoleButton } from '../form/role-button.js';
import type { Column } from '../table/columns.js';
import { AcceptDialog } from './accept-dialog.js';

/** The first values of the form of an acceptance. */
interface AcceptTarget {
  vulnerability: string;
  host?: { id: number; name: string };
  place?: string | null;
}

/**
 * Returns the column with the button that accepts a row, and the dialog that it opens. The key `e` presses the button
 * of the row with the focus.
 * @param rowTarget null: this row cannot be accepted
 */
export function useAcceptInRow<T>(
  rowTarget: (row: T) => AcceptTarget | null,
  onAccepted: () => void,
): { column: Column<T>; dialog: ComponentChildren } {
  const target = useSignal<AcceptTarget | null>(null);
  useKeys({ e: pressInRow });
  const button = (row: T): ComponentChildren => {
    const found = rowTarget(row);
    return (
      found && (
        <RoleButton
          needs="operator"
          look="quiet"
          shortcut="e"
          onClick={() => {
            target.value = found;
          }}
        >
          Accept
        </RoleButton>
      )
    );
  };
  const close = (): void => {
    target.value = null;
  };
  return {
    column: { heading: 'Actions', isControl: true, cell: button },
    dialog: target.value && (
      <AcceptDialog {...target.value} onClose={close} onAccepted={onAccepted} />
    ),
  };
}

function pressInRow(): void {
  const row = document.activeElement?.closest('tr');
  row?.querySelector<HTMLElement>('[aria-keyshortcuts="e"]')?.click();
}
