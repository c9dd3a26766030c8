import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readAgentBody } from '../../../src/agents/polling/agent.body.js';
import { AppError } from '../../../src/errors.js';

const pieces = (text: string, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    Buffer.from(text.slice(i * size, (i + 1) * size)),
  );
const refuse = (token: string): void => {
  if (token !== 'hwa_good') throw new AppError('unauthorized', token);
};

describe('the body of an agent', () => {
  it.each([1, 2, 7, 1000])(
    'is read without the line of its token, in pieces of %i',
    async (size) => {
      const seen: string[] = [];
      const body = await readAgentBody(
        Readable.from(pieces('token hwa_good\nversion 1\ntoken x\n', size)),
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
  ])('of %j is refused', async (text, told) => {
    await expect(
      readAgentBody(Readable.from(pieces(text, 50)), { maxBytes: 1000, authenticate: refuse }),
    ).rejects.toMatchObject({ code: 'unauthorized', detail: told });
  });

  it('is kept as it is where a header told the token', async () => {
    expect(
      (
        await readAgentBody(Readable.from(pieces('token hwa_good\nx', 3)), { maxBytes: 100 })
      ).toString(),
    ).toBe('token hwa_good\nx');
  });

  it('that is too large is read no further', async () => {
    let given = 0;
    const endless = new Readable({
      read() {
        given += 1;
        this.push(Buffer.alloc(1000));
      },
    });
    await expect(readAgentBody(endless, { maxBytes: 5000 })).rejects.toMatchObject({
      code: 'body_too_large',
    });
    expect(given).toBeLessThan(200);
    endless.destroy();
  });

  it('that nobody wants is thrown away', async () => {
    expect(
      await readAgentBody(Readable.from(pieces('abcdef', 2)), {
        maxBytes: 100,
        shouldKeep: () => false,
      }),
    ).toEqual(Buffer.alloc(0));
    expect(
      await readAgentBody(Readable.from(pieces('token hwa_good\nabcdef', 2)), {
        maxBytes: 100,
        shouldKeep: () => false,
        authenticate: refuse,
      }),
    ).toEqual(Buffer.alloc(0));
  });

  it('that is cut off is none', async () => {
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
