import { writeFileSync } from 'node:fs';
import { systemClock } from '../../platform/clock.js';
import { toCommandError } from '../client/request.js';
import type { ApiResponse, Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { widthOf, type Io } from '../output/io.js';
import { createPainter } from '../output/text.js';
import type { TextStyle } from './lead.text.js';

/** Returns the text of a response. Throws CommandError with the message of the service if it rejects the request. */
export async function getText(client: Client, path: string): Promise<string> {
  return readText(await client.request('GET', path));
}

/** Returns the text of a received response. Errors as in `getText`. */
export function readText(response: ApiResponse): string {
  if (response.status !== 200) throw toCommandError(response);
  return response.text ?? '';
}

/** Returns colors and width of the terminal (neither if the report goes to a file), and the time. */
export function reportStyle(file: string | undefined, { stdout }: Pick<Io, 'stdout'>): TextStyle {
  const isOnTerminal = file === undefined && stdout.isTTY === true;
  return {
    paint: createPainter(isOnTerminal && stdout.hasColors?.() === true),
    width: isOnTerminal ? widthOf(stdout) : undefined,
    now: systemClock.now(),
  };
}

/** Writes a report to a file, or to standard output (undefined, `-`). */
export function writeReport(
  text: string,
  file: string | undefined,
  io: Pick<Io, 'stdout' | 'stderr'>,
): void {
  if (file === undefined || file === '-') {
    io.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
  }
  io.stderr.write(`Written to ${file}.\n`);
}
