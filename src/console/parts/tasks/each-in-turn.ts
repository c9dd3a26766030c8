import { asApiError } from '../../api/problem.js';
import { announce } from '../toast.js';
import { plural } from '../text/plural.js';

/**
 * Does the same with each of some tasks or templates, one request after the other, and says how many were done and why
 * others were not.
 */
export async function eachInTurn(
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
