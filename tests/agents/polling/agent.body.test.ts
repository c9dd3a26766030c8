import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readAgentBody } from '../../../src/agents/polling/agent.body.js';
import { AppError } from '../../../src/errors.js';

const chunks = (text: string, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    Buffer.from(text.slice(i * size, (i + 1) * size)),
  );
const authenticate = (token: string): void => {
  if (token !== 'hwa_good') throw new AppError('unauthorized', token);
};

describe('readAgentBody', () => {
  it.each([1, 2, 7, 1000])(
    'returns the body without its token line, in chunks of %i bytes',
    async (size) => {
      const seen: string[] = [];
      const body = await readAgentBody(
        Readable.from(chunks('token hwa_good\nversion 1\ntoken x\n', size)),
        {
          maxBytes: 100,
          authenticate: (token) => {
            seen.push(token);
          },
        },
      );
      expect([body.toString(), seen]).toEqual(['version 1\ntoken x\n', ['hwa_good']]);
    },
  );

  it.each([
    ['', ''],
    ['version 1\n', ''],
    ['token \nx', ''],
    ['token hwa_bad\n', 'hwa_bad'],
    [`token ${'a'.repeat(400)}`, ''],
    ['token hwa_good', ''],
  ])('passes the token of %j to authenticate and rejects with its error', async (text, token) => {
    await expect(
      readAgentBody(Readable.from(chunks(text, 50)), { maxBytes: 1000, authenticate }),
    ).rejects.toMatchObject({ code: 'unauthorized', detail: token });
  });

  it('returns the whole body if a header carried the token', async () => {
    expect(
      (
        await readAgentBody(Readable.from(chunks('token hwa_good\nx', 3)), { maxBytes: 100 })
      ).toString(),
    ).toBe('token hwa_good\nx');
  });

  it('reads each further chunk when the queue allows it', async () => {
    const turns: (() => void)[] = [];
    const chunk = Buffer.alloc(1000, 'x');
    const payload = Readable.from([chunk, chunk, chunk]);
    let size = 0;
    const body = readAgentBody(payload, {
      maxBytes: 3000,
      queue: { add: (work) => turns.push(work) },
      reserve: (bytes) => {
        size += bytes;
      },
    });
    for (const expected of [1000, 2000, 3000]) {
      await expect.poll(() => turns.length).toBe(1);
      expect(size).toBe(expected);
      turns.pop()?.();
    }
    expect((await body).length).toBe(3000);
  });

  it('stops reading a body that is too large', async () => {
    let readCount = 0;
    const endless = new Readable({
      read() {
        readCount += 1;
        this.push(Buffer.alloc(1000));
      },
    });
    await expect(readAgentBody(endless, { maxBytes: 5000 })).rejects.toMatchObject({
      code: 'body_too_large',
    });
    expect(readCount).toBeLessThan(200);
    endless.destroy();
  });

  it('discards a body that is not needed', async () => {
    expect(
      await readAgentBody(Readable.from(chunks('abcdef', 2)), {
        maxBytes: 100,
        shouldKeep: () => false,
      }),
    ).toEqual(Buffer.alloc(0));
    expect(
      await readAgentBody(Readable.from(chunks('token hwa_good\nabcdef', 2)), {
        maxBytes: 100,
        shouldKeep: () => false,
        authenticate,
      }),
    ).toEqual(Buffer.alloc(0));
  });

  it('rejects a truncated body', async () => {
    const cut = new Readable({
      read() {
        this.push('abc');
        this.destroy();
      },
    });
    await expect(readAgentBody(cut, { maxBytes: 100 })).rejects.toMatchObject({
      code: 'malformed_http',
    });
  });
});
