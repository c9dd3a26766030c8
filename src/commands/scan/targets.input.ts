import { resolve } from 'node:path';
import { CommandError } from '../output/errors.js';

/** A target as it was written, and where: `hosts.txt, line 3`; null: on the command line. */
export interface TargetText {
  text: string;
  where: string | null;
}

const STANDARD_INPUT = '-';

/** Reads a file; `-`: standard input. Rejects with CommandError. */
export type ReadFile = (file: string) => Promise<Buffer>;

/**
 * Returns the targets of the arguments, which may be lists with commas, and of a file. A target `-` is the list on
 * standard input. Rejects with CommandError if the file cannot be read.
 */
export async function collectTargets(
  targets: readonly string[],
  file: string | undefined,
  read: ReadFile,
): Promise<TargetText[]> {
  const given: TargetText[] = [];
  for (const text of targets)
    given.push(...(text === STANDARD_INPUT ? await readList(text, read) : splitList(text, null)));
  return file === undefined ? given : [...given, ...(await readList(file, read))];
}

/**
 * Returns what names the targets in the name of the scan: a file by its path, so that its tasks stay one history
 * when it changes; standard input by its content.
 */
export function targetNames(
  targets: readonly string[],
  file: string | undefined,
  collected: readonly TargetText[],
): string[] {
  if (file === undefined || file === STANDARD_INPUT || targets.includes(STANDARD_INPUT))
    return collected.map(({ text }) => text);
  return [
    ...targets.flatMap((text) => splitList(text, null).map((t) => t.text)),
    '--targets',
    resolve(file),
  ];
}

/** Splits a list with commas. A list without any item is one empty target, so that it is reported. */
export function splitList(list: string, where: string | null): TargetText[] {
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return (items.length === 0 ? [list] : items).map((text) => ({ text, where }));
}

async function readList(file: string, read: ReadFile): Promise<TargetText[]> {
  const name = file === STANDARD_INPUT ? 'standard input' : file;
  const bytes = await read(file);
  if (bytes.includes(0)) throw new CommandError(`${name} is not a list of targets`, 2);
  const found = parseTargetList(bytes.toString('utf8'), name);
  if (found.length === 0) throw new CommandError(`${name} contains no targets`, 2);
  return found;
}

/**
 * Parses a list of targets, separated by line ends, blanks or commas; `#` starts a comment.
 * @internal
 */
export function parseTargetList(text: string, name: string): TargetText[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line, index) =>
      line
        .replace(/(?:^|\s)#.*$/, '')
        .split(/[\s,]+/)
        .filter((item) => item !== '')
        .map((item) => ({ text: item, where: `${name}, line ${index + 1}` })),
    );
}
