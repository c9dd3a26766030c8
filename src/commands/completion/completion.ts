import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Io } from '../output/io.js';
import type { NameRequest } from './names.js';
import { completeWords, type Word } from './complete.js';

const SCRIPTS = new URL('../../../resources/completion/', import.meta.url);
const TIME_LIMIT_MS = 300; // since the start of the process
const FILES = ':files';
const MAX_DESCRIPTION = 60;

/** Prints the completion script of a shell. */
export function completion(
  { shell }: { shell: string },
  { stdout }: Pick<Io, 'stdout'>,
): Promise<number> {
  stdout.write(readFileSync(new URL(`hostwarden.${shell}`, SCRIPTS), 'utf8'));
  return Promise.resolve(0);
}

/**
 * Prints the words that the last of `words` may become, one on each line, with a tab before the description; or
 * `:files` if it is a file. Errors and slow services give no words: completion must not disturb typing.
 */
export async function printCompletion(
  { words, program }: { words: string[]; program: Command },
  { stdout }: Pick<Io, 'stdout'>,
): Promise<number> {
  const { candidates, names, isFile, options } = completeWords(program, words);
  const found = names === null ? [] : await withinTime(() => findNames({ ...names, options }));
  const lines = [...candidates, ...found].map(
    ({ value, description }) => `${value}\t${shorten(description)}\n`,
  );
  stdout.write(lines.join('') + (isFile ? `${FILES}\n` : ''));
  return 0;
}

// Imported on demand: commands and options need no database.
async function findNames(request: NameRequest): Promise<Word[]> {
  const { lookupNames } = await import('./names.js');
  return lookupNames(request, remainingMs());
}

const remainingMs = (): number => Math.max(1, TIME_LIMIT_MS - performance.now());

async function withinTime(find: () => Promise<Word[]>): Promise<Word[]> {
  const limit = new Promise<Word[]>((resolve) => {
    setTimeout(() => resolve([]), remainingMs()).unref();
  });
  return Promise.race([find().catch(() => []), limit]);
}

/** The first sentence, on one line. */
const shorten = (description: string): string =>
  (description.split(/[;:(]|\. /, 1)[0] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_DESCRIPTION);
