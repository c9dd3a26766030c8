import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readInput } from '../../../src/commands/input/read-input.js';
import { temporaryFolder } from '../../support/database.js';

const { signal } = new AbortController();

describe('input of a command', () => {
  it('is a file, or standard input', async () => {
    const file = join(temporaryFolder(), 'hosts');
    writeFileSync(file, 'a\n');
    expect(String(await readInput(file, { signal }))).toBe('a\n');
    const stdin = Readable.from([Buffer.from('b'), Buffer.from('c')]);
    expect(String(await readInput('-', { signal, stdin }))).toBe('bc');
  });

  it('ends when the user interrupts, while nothing is sent', async () => {
    const controller = new AbortController();
    const stdin = new PassThrough();
    const reading = readInput('-', { signal: controller.signal, stdin });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ exitCode: 130, message: 'Interrupted' });
    expect(stdin.destroyed).toBe(true);
  });

  it('is at most 64 MiB, and no more is read', async () => {
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent += 1;
          yield Buffer.alloc(1024 ** 2);
        }
      })(),
    );
    const reading = readInput('-', { signal, stdin: endless });
    await expect(reading).rejects.toMatchObject({ exitCode: 1 });
    expect(sent).toBeLessThan(100);
  });

  it.each(['/nowhere/hosts', '/'])('cannot be read from %s', async (file) => {
    await expect(readInput(file, { signal })).rejects.toMatchObject({ exitCode: 2 });
  });
});
