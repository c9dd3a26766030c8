// cspell:ignore compinit norc nowh HISTFILE
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/app.js';

const SCRIPTS = new URL('../../../resources/completion/', import.meta.url).pathname;
const READY = 'ready$ ';
const START: Readonly<Record<string, { command: string; setUp: string[] }>> = {
  bash: { command: 'bash --norc --noprofile -i', setUp: [`PS1='${READY}'`] },
  zsh: {
    command: 'zsh -f -i',
    setUp: ['autoload -Uz compinit', 'compinit -u -D', `PS1='${READY}'`],
  },
  fish: { command: 'fish --no-config -i', setUp: [`function fish_prompt; printf '${READY}'; end`] },
};

// The program of the tests: it offers words for the last argument, and otherwise records its arguments.
const PROGRAM = `#!/bin/sh
if [ "$1" != __complete ]; then
  for word in "$@"; do printf '<%s>' "$word"; done > "$RECORD.new"
  mv "$RECORD.new" "$RECORD"
  exit
fi
for last in "$@"; do :; done
case $last in
  show|sh) [ "$4" = 'a b' ] || [ "$3" = host ] || exit; printf 'show\\tone host\\n' ;;
  we|'web 1') printf 'web 1 $(touch pwned)\\ta name that a shell could run\\n' ;;
  2001:*) printf '2001:db8::7\\tan address\\n' ;;
  inv*) printf ':files\\n' ;;
esac
`;

const isMissing = (shell: string): boolean =>
  spawnSync(shell, ['--version']).error !== undefined ||
  spawnSync('script', ['--version']).error !== undefined;
const missing = Object.keys(START).filter(isMissing);

afterAll(() => {
  if (missing.length > 0)
    console.log(`Not tried, because it is not installed: ${missing.join(', ')}`);
});

/** Types a line into a shell on a terminal. Returns the arguments of the program: `<show><web 1>`. */
async function type(shell: string, line: string): Promise<string> {
  const folder = temporaryFolder();
  const record = join(folder, 'record');
  const program = join(folder, 'hostwarden');
  writeFileSync(program, PROGRAM);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'inventory.csv'), '');
  const { command, setUp } = START[shell] ?? { command: shell, setUp: [] };
  const env = {
    PATH: `${folder}:${process.env.PATH ?? ''}`,
    HOME: folder,
    TERM: 'xterm',
    RECORD: record,
    HISTFILE: '/dev/null',
  };
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, env });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  let output = '';
  terminal.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const source = `source ${SCRIPTS}hostwarden.${shell}`;
  for (const text of [...setUp, source]) terminal.stdin.write(`${text}\n`);
  terminal.stdin.write("printf 'set%s\\n' up\n");
  await until(() => output.includes('setup'));
  terminal.stdin.write(line);
  await pause();
  for (let attempt = 0; attempt < 100 && !existsSync(record); attempt += 1) {
    terminal.stdin.write('\n');
    await pause();
  }
  const closed = once(terminal, 'close');
  terminal.stdin.write('exit\n');
  await closed; // the shell writes to the folder until then
  expect(existsSync(join(folder, 'pwned'))).toBe(false);
  return readFileSync(record, 'utf8');
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe.each(Object.keys(START))('completion in %s', (shell) => {
  it.skipIf(missing.includes(shell)).each([
    ['a command', 'hostwarden host sh\tweb', '<host><show><web>'],
    ['a name as one argument', 'hostwarden host show we\t', '<host><show><web 1 $(touch pwned)>'],
    ['an IPv6 address', 'hostwarden host show 2001:\t', '<host><show><2001:db8::7>'],
    ['a file', 'hostwarden host import inv\t', '<host><import><inventory.csv>'],
    ['nothing without a candidate', 'hostwarden host nowh\t', '<host><nowh>'],
  ])('inserts %s', async (_what, line, args) => {
    expect(await type(shell, line)).toBe(args);
  });
});

describe('completion in fish past a blank', () => {
  it.skipIf(missing.includes('fish')).each([
    ['in quotes', 'hostwarden host show "web 1\t', '<host><show><web 1 $(touch pwned)>'],
    ['in single quotes', "hostwarden host show 'web 1\t", '<host><show><web 1 $(touch pwned)>'],
    ['after a backslash', 'hostwarden host show web\\ 1\t', '<host><show><web 1 $(touch pwned)>'],
    ['in a word before', 'hostwarden --data-dir "a b" sh\t', '<--data-dir><a b><show>'],
  ])('inserts a name: %s', async (_what, line, args) => {
    expect(await type('fish', line)).toBe(args);
  });
});
