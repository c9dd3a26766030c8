import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { PageRole } from '../../api/session.js';
import type { Column } from '../table/columns.js';
import { RoleButton } from './role-button.js';

/** An action on a row of a list. */
export interface RowAction<T> {
  label: string;
  needs: PageRole;
  look?: 'danger';
  /** another reason why it cannot be used on a row now */
  hint?: (row: T) => string | null;
  /** Whether a row has it; default: each has. */
  isFor?: (row: T) => boolean;
  /** what it does, if it opens no dialog */
  run?: (row: T) => void;
  /** Returns the dialog that it opens. */
  dialog?: (row: T, close: () => void) => ComponentChildren;
}

/** Returns the column with the buttons of actions, and the dialog that one of them opened. */
export function useRowActions<T>(actions: readonly RowAction<T>[]): {
  column: Column<T>;
  dialog: ComponentChildren;
} {
  const open = useSignal<readonly [label: string, row: T] | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const openDialog =
    (label: string) =>
    (row: T): void => {
      open.value = [label, row];
    };
  const buttons = (row: T): ComponentChildren => (
    <div class="buttons">
      {actions
        .filter(({ isFor }) => isFor?.(row) ?? true)
        .map(({ label, needs, look, hint, run }) => (
          <RoleButton
            key={label}
            needs={needs}
            look={look}
            hint={hint?.(row) ?? null}
            onClick={() => (run ?? openDialog(label))(row)}
          >
            {label}
          </RoleButton>
        ))}
    </div>
  );
  const [label, row] = open.value ?? [];
  const action = actions.find((other) => other.label === label);
  return {
    column: { heading: 'Actions', isControl: true, cell: buttons },
    dialog: row !== undefined && action?.dialog?.(row, close),
  };
}
