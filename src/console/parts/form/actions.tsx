import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { PageRole } from '../../api/session.js';
import { useKeys } from '../../app/keys.js';
import type { Column } from '../table/columns.js';
import { keyOfRole, RoleButton } from './role-button.js';

/** An action of a screen, of a selection, or of a row of a list. */
export interface Action<Row = null> {
  label: string;
  /** default: operator */
  needs?: PageRole;
  look?: 'primary' | 'danger' | 'quiet';
  /** the key that does it, for an action of a screen */
  shortcut?: string;
  /** another reason why it cannot be used now */
  hint?: (row: Row) => string | null;
  /** Whether a row has it; default: each has. */
  isFor?: (row: Row) => boolean;
  /** what it does, if it opens no dialog */
  run?: (row: Row) => void;
  /** Returns the dialog that it opens. */
  dialog?: (close: () => void, row: Row) => ComponentChildren;
}

/** Returns the buttons of actions, and the dialog that one of them opened. */
function useDialogs<Row>(actions: readonly Action<Row>[]) {
  const open = useSignal<{ label: string; row: Row } | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const start = ({ label, run }: Action<Row>, row: Row): void => {
    if (run) run(row);
    else open.value = { label, row };
  };
  const buttons = (row: Row): ComponentChildren[] =>
    actions
      .filter(({ isFor }) => isFor?.(row) ?? true)
      .map((action) => (
        <RoleButton
          key={action.label}
          needs={action.needs ?? 'operator'}
          look={action.look}
          shortcut={action.shortcut}
          hint={action.hint?.(row) ?? null}
          onClick={() => start(action, row)}
        >
          {action.label}
        </RoleButton>
      ));
  const shown = open.value;
  const dialog =
    shown && actions.find(({ label }) => label === shown.label)?.dialog?.(close, shown.row);
  return { buttons, dialog, start };
}

/** Returns the buttons of the actions of a screen or a selection, and the dialog that one of them opened. */
export function useActions(actions: readonly Action[]): {
  buttons: ComponentChildren[];
  dialog: ComponentChildren;
  /** does what a button does */
  start: (label: string) => void;
} {
  const { buttons, dialog, start } = useDialogs(actions);
  useKeys(
    Object.fromEntries(
      actions.flatMap((action) =>
        action.shortcut === undefined
          ? []
          : [
              [
                action.shortcut,
                keyOfRole(
                  action.needs ?? 'operator',
                  () => start(action, null),
                  action.hint?.(null),
                ),
              ],
            ],
      ),
    ),
  );
  const startNamed = (name: string): void => {
    const action = actions.find(({ label }) => label === name);
    if (action) start(action, null);
  };
  return { buttons: buttons(null), dialog, start: startNamed };
}

/** Returns the column with the buttons of the actions on rows, and the dialog that one of them opened. */
export function useRowActions<Row>(actions: readonly Action<Row>[]): {
  column: Column<Row>;
  dialog: ComponentChildren;
} {
  const { buttons, dialog } = useDialogs(actions);
  const cell = (row: Row): ComponentChildren => <div class="buttons">{buttons(row)}</div>;
  return { column: { heading: 'Actions', isControl: true, cell }, dialog };
}
