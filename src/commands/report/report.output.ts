import { writeFileSync } from 'node:fs';
import { toCommandError } from '../client/request.js';
import type { ApiResponse, Client } from '../client/client.js';
import { CommandError, widthOf, type Io } from '../output/io.js';
import { createPainter, type Painter } from '../output/text.js';

/** The text that the service answers with. Throws a CommandError with its own words when it refuses. */
export async function askText(client: Client, path: string): Promise<string> {
  return responseText(await client.request('GET', path));
}

/** The text of an answer that came before. Throws like `askText`. */
export function responseText(answer: ApiResponse): string {
  if (answer.status !== 200) throw toCommandError(answer);
  return answer.text ?? '';
}

/** How a report looks: in colour and fitted to the terminal, where it goes to one and not to a file. */
export function styleOf(
  file: string | undefined,
  { stdout }: Pick<Io, 'stdout'>,
): { paint: Painter; width: number | undefined } {
  const isShown = file === undefined && stdout.isTTY === true;
  return {
    paint: createPainter(isShown && stdout.hasColors?.() === true),
    width: isShown ? widthOf(stdout) : undefined,
  };
}

/** Writes a report to a file, or where the command's output goes. */
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
