import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Io } from '../output/io.js';
import type { NameRequest } from './names.js';
import { completeWords, type Word } from './complete.js';

const SCRIPTS = new URL('../../../resources/completion/', import.meta.url);
const TIME_LIMIT_MS = 500; // of the lookup of names: a slow machine needs as much to start the process
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

interface CompletionRequest {
  words: string[];
  program: Command;
  /** options before the words: an alias may have `--data-dir` */
  given: Readonly<Record<string, string>>;
}

/**
 * Prints the words that the last of `words` may become, one on each line, with a tab before the description; or
 * `:files` if it is a file. Errors and slow services give no words: completion must not disturb typing.
 */
export async function printCompletion(
  { words, program, given }: CompletionRequest,
  { stdout }: Pick<Io, 'stdout'>,
): Promise<number> {
  const { candidates, names, isFile, options } = completeWords(program, words);
  const connection = { ...given, ...options };
  const found =
    names === null ? [] : await withinTime(findNames({ ...names, options: connection }));
  const lines = [...candidates, ...found].map(
    ({ value, description }) => `${value}\t${shorten(description)}\n`,
  );
  stdout.write(lines.join('') + (isFile ? `${FILES}\n` : ''));
  return 0;
}

// Imported on demand: commands and options need no database.
async function findNames(request: NameRequest): Promise<Word[]> {
  const { lookupNames } = await import('./names.js');
  return lookupNames(request, TIME_LIMIT_MS);
}

async function withinTime(found: Promise<Word[]>): Promise<Word[]> {
  const limit = new Promise<Word[]>((resolve) => {
    setTimeout(() => resolve([]), TIME_LIMIT_MS).unref();
  });
  return Promise.race([found.catch(() => []), limit]);
}

/** The first sentence, on one line. */
const shorten = (description: string): string =>
  (description.split(/[;:(]|\. /, 1)[0] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_DESCRIPTION);
