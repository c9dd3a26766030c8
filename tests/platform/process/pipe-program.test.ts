import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pipeThrough } from '../../../src/platform/process/pipe-program.js';

async function* some(...pieces: string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}
async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(65536, 'x');
}
async function all(pieces: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece.toString();
  return text;
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** Whether a process has ended, or ends within five seconds. */
async function goes(pid: number): Promise<boolean> {
  for (let i = 0; i < 100 && isAlive(pid); i += 1) await pause(50);
  return !isAlive(pid);
}

describe('pipeThrough', () => {
  it('passes bytes in order, to the end', async () => {
    expect(await all(pipeThrough('tr', ['a-z', 'A-Z'], some('one ', 'two')))).toBe('ONE TWO');
    expect(await all(pipeThrough('cat', [], some()))).toBe('');
  });

  it('passes only the given environment', async () => {
    expect(
      (await all(pipeThrough('env', [], some(), { X: '1' })))
        .split('\n')
        .filter((line) => !/^(PATH|LC_ALL|PWD|_|SHLVL)=/.test(line)),
    ).toEqual(['X=1', '']);
  });

  it('accepts a program that ends before it has read everything', async () => {
    expect(await all(pipeThrough('head', ['-c', '3'], endless()))).toBe('xxx');
  });

  it('kills the program when the consumer stops', async () => {
    const pieces = pipeThrough('sh', ['-c', 'echo $$; exec cat'], endless());
    const first = await pieces.next();
    const pid = Number.parseInt((first.value as Buffer).toString(), 10);
    expect(isAlive(pid)).toBe(true);
    await pieces.return(undefined);
    expect(await goes(pid)).toBe(true);
  });
});

describe('failures of pipeThrough', () => {
  it.each([
    ['there is no such program', 'no-such-program-anywhere', [], 'missing', /ENOENT/],
    ['it fails', 'sh', ['-c', 'echo half; echo "it broke" >&2; exit 3'], 'failed', /^it broke$/],
    ['the program is killed', 'sh', ['-c', 'kill -9 $$'], 'stuck', /was killed/],
  ])('are reported when %s', async (_what, program, args, code, message) => {
    await expect(all(pipeThrough(program, args, some('x')))).rejects.toMatchObject({
      name: 'ProgramError',
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it('include a program without output for too long, which is killed', async () => {
    let pid = 0;
    await expect(
      (async () => {
        for await (const piece of pipeThrough(
          'sh',
          ['-c', 'echo $$; exec sleep 60'],
          some(),
          {},
          200,
        ))
          pid = Number.parseInt(piece.toString(), 10);
      })(),
    ).rejects.toMatchObject({ code: 'stuck' });
    expect(await goes(pid)).toBe(true);
  });

  it('include an input that cannot be read', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      throw new Error('the disk is missing');
    }
    await expect(all(pipeThrough('cat', [], broken()))).rejects.toThrow('the disk is missing');
  });

  it('contain bounded error output', async () => {
    await expect(
      all(pipeThrough('sh', ['-c', 'yes | head -c 100000 >&2; exit 1'], some())),
    ).rejects.toSatisfy((error: Error) => error.message.length <= 2000);
  });
});
