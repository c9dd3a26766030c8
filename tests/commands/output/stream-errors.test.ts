import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { onOutputError } from '../../../src/commands/output/stream-errors.js';

const broken = (code: string) =>
  new Writable({
    autoDestroy: false,
    write: (_chunk, _encoding, done) => {
      done(Object.assign(new Error(`${code}: it broke`), { code }));
    },
  });

it.each([
  ['a disk without room', 'ENOSPC', true, 'The output cannot be written whole: ENOSPC: it broke\n'],
  ['a reader that stops', 'EPIPE', false, ''],
])('%s', async (_what, code, expected, told) => {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const stdout = broken(code);
  const lost = onOutputError(stdout, stderr);
  expect(lost()).toBe(false);
  for (const piece of ['a', 'b']) stdout.write(piece);
  await turn();
  expect([lost(), stderr.read() ?? '']).toEqual([expected, told]);
});

it('a stream of messages that breaks is no trouble of its own', async () => {
  const stderr = broken('ENOSPC');
  const lost = onOutputError(new PassThrough(), stderr);
  stderr.write('x');
  await turn();
  expect(lost()).toBe(true);
});
