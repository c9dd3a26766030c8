import { signal } from '@preact/signals';

const inPage = document.querySelector<HTMLMetaElement>('meta[name="program"]')?.content ?? '';

/**
 * How a person starts the program on the machine of the service: `hostwarden`, or `node dist/main.js --data-dir ./data`.
 * Empty: only a signed-in page gets it.
 */
export const program = signal(inPage);

/** Notes how the service says that it was started, in a header. */
export function noteProgram(encoded: string | null): void {
  if (encoded !== null) program.value = decodeURI(encoded);
}

const COMMAND = /(?<=^|[`"])hostwarden(?= (?:agent|console|feed|inventory|scan|serve)\b)/g;

/** Returns a command, or a sentence with commands in quotes, with the program as it is started. */
export const asCalled = (text: string): string =>
  program.value === '' ? text : text.replace(COMMAND, () => program.value);
