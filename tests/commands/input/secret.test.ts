import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readSecret, type SecretIo } from '../../../src/commands/input/secret.js';
import { temporaryFolder } from '../../support/app.js';

/** A terminal or a pipe, and what was written to the user. */
function createIo({ isTerminal }: { isTerminal: boolean }) {
  const stderr = new PassThrough();
  const modes: boolean[] = [];
  const controller = new AbortController();
  const pipe = new PassThrough();
  const stdin: SecretIo['stdin'] = isTerminal
    ? Object.assign(pipe, { isTTY: true, setRawMode: (isRaw: boolean) => modes.push(isRaw) })
    : pipe;
  return {
    io: { stderr, stdin, signal: controller.signal },
    pipe,
    modes,
    controller,
    written: () => String(stderr.read() ?? ''),
  };
}

function fileWith(content: string | Buffer): string {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, content);
  return file;
}

describe('a secret', () => {
  it.each([
    ['a line', 'pass word\n', 'pass word'],
    ['a line of Windows', 'pass\r\n', 'pass'],
    ['no line break', 'pass', 'pass'],
    ['several lines, of which only the last break is removed', 'a\nb\n\n', 'a\nb\n'],
    ['spaces, which are kept', ' pass \n', ' pass '],
  ])('is read from a file with %s', async (_name, content, secret) => {
    const { io } = createIo({ isTerminal: true });
    expect(await readSecret({ file: fileWith(content), prompt: 'Password' }, io)).toBe(secret);
  });

  it.each([
    ['is missing', () => '/nonexistent/secret', 'cannot be read'],
    ['is a directory', () => '/', 'cannot be read'],
    ['is empty', () => fileWith('\n'), 'nothing was entered'],
    ['is not UTF-8', () => fileWith(Buffer.from([0xff, 0xfe])), 'not UTF-8'],
    ['is too long', () => fileWith('x'.repeat(70_000)), 'too long'],
  ])('is refused if its file %s', async (_name, createFile, message) => {
    const file = createFile();
    const { io } = createIo({ isTerminal: false });
    await expect(readSecret({ file, prompt: 'Password' }, io)).rejects.toMatchObject({
      message: expect.stringContaining(message) as string,
      exitCode: 2,
    });
  });

  it.each([
    ['the option', { stdin: true }],
    ['a dash as the file', { file: '-' }],
  ])('is read from standard input with %s', async (_name, source) => {
    const { io, pipe } = createIo({ isTerminal: false });
    pipe.end('pass\n');
    expect(await readSecret({ ...source, prompt: 'Password' }, io)).toBe('pass');
  });

  it('is asked for without echo, one after the other', async () => {
    const { io, pipe, modes, written } = createIo({ isTerminal: true });
    pipe.write('first\rsec');
    expect(await readSecret({ prompt: 'Password' }, io)).toBe('first');
    pipe.write('ond\r');
    expect(await readSecret({ prompt: 'Passphrase' }, io)).toBe('second');
    expect(written()).toBe('Password: \nPassphrase: \n');
    expect(modes).toEqual([true, false, true, false]);
  });

  it('is read without echo from standard input that is a terminal', async () => {
    const { io, pipe, modes, written } = createIo({ isTerminal: true });
    pipe.write('pass\r');
    expect(await readSecret({ file: '-', prompt: 'Password' }, io)).toBe('pass');
    pipe.write('-----BEGIN\rAAAA\r-----END\r\u0004');
    const key = { file: '-', prompt: 'Private key', hasLines: true };
    expect(await readSecret(key, io)).toBe('-----BEGIN\nAAAA\n-----END\n');
    expect(written()).toBe('Password: \nPrivate key, then Ctrl-D: \n');
    expect(modes).toEqual([true, false, true, false]);
  });

  it('is refused if nothing was typed', async () => {
    const { io, pipe, modes } = createIo({ isTerminal: true });
    pipe.write('\r');
    await expect(readSecret({ prompt: 'Password' }, io)).rejects.toMatchObject({ exitCode: 2 });
    expect(modes).toEqual([true, false]);
  });

  it('ends the command with Ctrl-C, and the terminal echoes again', async () => {
    const { io, pipe, modes } = createIo({ isTerminal: true });
    pipe.write('sec\u0003');
    await expect(readSecret({ prompt: 'Password' }, io)).rejects.toMatchObject({ exitCode: 130 });
    expect(modes).toEqual([true, false]);
  });

  it.each([true, false])('ends the command with a signal (terminal: %s)', async (isTerminal) => {
    const { io, controller } = createIo({ isTerminal });
    const source = isTerminal ? { prompt: 'Password' } : { stdin: true, prompt: 'Password' };
    const reading = readSecret(source, io);
    controller.abort();
    await expect(reading).rejects.toMatchObject({ exitCode: 130 });
  });

  it('names the option for scripts if there is no terminal', async () => {
    const { io } = createIo({ isTerminal: false });
    await expect(
      readSecret({ prompt: 'Password', option: '--password-file' }, io),
    ).rejects.toMatchObject({
      message:
        'Password: there is no terminal to ask at; use --password-file (- for standard input)',
      exitCode: 2,
    });
  });
});
