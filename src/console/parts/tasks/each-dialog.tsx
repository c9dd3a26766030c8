import type { ComponentChildren } from 'preact';
import { FormDialog } from '../form/form-dialog.js';
import { eachInTurn } from './each-in-turn.js';

interface EachDialogProps<T> {
  /** what it does: `Stop 3 tasks` */
  words: string;
  /** what was done: `stopped` */
  done: string;
  noun: string;
  load: () => Promise<readonly T[]>;
  act: (id: number) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
  isDangerous?: boolean;
  children: ComponentChildren;
}

/** Does the same with each row of a selection, after it says what. */
export function EachDialog<T extends { id: number }>(props: EachDialogProps<T>) {
  const { words, done, noun, load, act, onClose, onDone, isDangerous = false, children } = props;
  async function run(): Promise<void> {
    const rows = await load();
    await eachInTurn(
      rows.map(({ id }) => id),
      { noun, done },
      act,
    );
    onDone();
  }
  return (
    <FormDialog
      title={`${words}?`}
      submit={words}
      isDangerous={isDangerous}
      run={run}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
