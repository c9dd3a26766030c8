import type { ComponentChildren } from 'preact';
import { asApiError } from '../../api/problem.js';
import { type DialogProps, FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { announce } from '../toast.js';

interface EachDialogProps<T> extends DialogProps {
  /** what it does: `Stop 3 tasks` */
  words: string;
  /** what was done: `stopped` */
  done: string;
  noun: string;
  load: () => Promise<readonly T[]>;
  act: (id: number) => Promise<unknown>;
  isDangerous?: boolean;
  children: ComponentChildren;
}

/** Does the same with each row of a selection, after it says what. */
export function EachDialog<T extends { id: number }>(props: EachDialogProps<T>) {
  const { words, done, noun, load, act, ...others } = props;
  async function run(): Promise<void> {
    const rows = await load();
    const ids = rows.map(({ id }) => id);
    await eachInTurn(ids, { noun, done }, act);
  }
  return <FormDialog {...others} submit={words} run={run} />;
}

/**
 * Does the same with each of some tasks or templates, one request after the other, and says how many were done and why
 * others were not.
 */
async function eachInTurn(
  ids: readonly number[],
  { noun, done }: { noun: string; done: string },
  act: (id: number) => Promise<unknown>,
): Promise<void> {
  const failures: string[] = [];
  for (const id of ids)
    try {
      await act(id);
    } catch (thrown) {
      failures.push(asApiError(thrown).message);
    }
  if (failures.length < ids.length)
    announce(`${plural(ids.length - failures.length, noun)} ${done}`);
  if (failures.length > 0)
    announce(`${plural(failures.length, noun)} not ${done}: ${failures[0] ?? ''}`, 'error');
}
