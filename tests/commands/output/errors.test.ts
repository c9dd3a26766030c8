import { PassThrough, Writable } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CommandError, describeError } from '../../../src/commands/output/errors.js';
import { onOutputError } from '../../../src/commands/output/output-errors.js';
import { ConfigError } from '../../../src/config.js';

describe('error messages of commands', () => {
  it.each([
    [new CommandError('interrupted', 130), 'interrupted', 130],
    [new ConfigError('invalid'), 'invalid', 2],
    [Object.assign(new Error('EACCES: denied'), { code: 'EACCES' }), 'EACCES: denied', 1],
    ['a string', 'a string', 1],
    [
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
      'No space left in the data directory (ENOSPC: no space left on device, write)',
      1,
    ],
    [
      Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }),
      'Database is locked by another process (database is locked); try again later',
      1,
    ],
    ...['SQLITE_READONLY', 'SQLITE_IOERR_READ', 'SQLITE_CANTOPEN'].map(
      (code): [Error, string, number] => [
        Object.assign(new Error(`code ${code}`), { code }),
        `The database in the data directory cannot be used (code ${code}); check the disk and file ownership`,
        1,
      ],
    ),
  ])('describes %s', (error, message, exitCode) => {
    expect(describeError(error)).toEqual({ message, exitCode });
  });
});

const failingStream = (code: string) =>
  new Writable({
    autoDestroy: false,
    write: (_chunk, _encoding, done) => {
      done(Object.assign(new Error(`${code}: write failed`), { code }));
    },
  });

describe('output streams of commands', () => {
  it.each([
    ['reports lost output once', 'ENOSPC', true, 'Output is incomplete: ENOSPC: write failed\n'],
    ['ignores a reader that stops', 'EPIPE', false, ''],
  ])('%s', async (_title, code, isLostAfterwards, message) => {
    const stderr = new PassThrough({ encoding: 'utf8' });
    const stdout = failingStream(code);
    const isLost = onOutputError(stdout, stderr);
    expect(isLost()).toBe(false);
    for (const chunk of ['a', 'b']) stdout.write(chunk);
    await nextTick();
    expect([isLost(), stderr.read() ?? '']).toEqual([isLostAfterwards, message]);
  });

  it('counts a failed write to standard error as lost output', async () => {
    const stderr = failingStream('ENOSPC');
    const isLost = onOutputError(new PassThrough(), stderr);
    stderr.write('x');
    await nextTick();
    expect(isLost()).toBe(true);
  });
});
