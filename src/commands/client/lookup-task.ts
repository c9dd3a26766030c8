import { CommandError } from '../output/errors.js';

/** Parses a task id or number (`TASK-00042`). Throws CommandError. */
export function parseTaskId(text: string): number {
  const digits = /^(?:TASK-)?(\d{1,15})$/i.exec(text)?.[1];
  if (digits === undefined || Number(digits) === 0)
    throw new CommandError(
      `${JSON.stringify(text)} is not a task id or number (like TASK-00042)`,
      2,
    );
  return Number(digits);
}
