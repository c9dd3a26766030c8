import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStartDetector, MARKERS } from '../../../src/platform/ssh/start-marker.js';
import { countCharacters } from '../../support/count-work.js';

const token = 'a1b2c3d4e5f6';
const whole =
  `a banner\n${MARKERS.shell(token)} 4711\n\nlecture\n${MARKERS.prompt(token)}\n` +
  `${MARKERS.started(token)}\n\x00\xffthe command's own\n${MARKERS.started(token)}\n`;

function read(chunks: readonly Buffer[]): {
  rest: string;
  state: ReturnType<typeof createStartDetector>['state'];
} {
  const watch = createStartDetector(token);
  const rest = Buffer.concat(chunks.map((chunk) => watch.feed(chunk).rest)).toString('latin1');
  return { rest, state: watch.state };
}

describe('start marker of a command', () => {
  it('separates process id, prompts and start from other text, for any chunking', () => {
    const bytes = Buffer.from(whole, 'latin1');
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const { rest, state } = read(at.slice(1).map((end, i) => bytes.subarray(at[i], end)));
        expect(state).toEqual({
          shellPid: 4711,
          prompts: 1,
          started: true,
          before: 'a banner\n\nlecture\n\n',
        });
        expect(rest).toBe(`\x00\xffthe command's own\n${MARKERS.started(token)}\n`);
      }),
    );
  });

  it('counts each prompt', () => {
    expect(
      read([
        Buffer.from(MARKERS.prompt(token)),
        Buffer.from(`\nSorry, try again.\n${MARKERS.prompt(token)}`),
      ]).state,
    ).toMatchObject({ prompts: 2, started: false });
  });

  it('ignores other tokens', () => {
    expect(read([Buffer.from('0123456789ab started\n')]).state).toMatchObject({ started: false });
  });

  it('skips a token that is not part of a marker', () => {
    const text = `[${token}] ${token} shell x\n${token}\n[${token} started\n`;
    expect(read([Buffer.from(text)]).state).toEqual({
      shellPid: null,
      prompts: 0,
      started: true,
      before: text.slice(0, text.lastIndexOf(token)),
    });
  });

  it('reads each byte of a flood a bounded number of times', () => {
    const watch = createStartDetector(token);
    const flood = Buffer.from('x'.repeat(200_000));
    const work = countCharacters(() => {
      for (let at = 0; at < flood.length; at += 1) watch.feed(flood.subarray(at, at + 1));
    });
    expect(work).toBeLessThan(50 * flood.length);
    expect(watch.state.before.length).toBe(65_536);
  });

  it('keeps a bounded part of a command that never starts', () => {
    const { state } = read(Array.from({ length: 40 }, () => Buffer.alloc(8_192, 0x61)));
    expect(state.before.length).toBe(65_536);
  });
});
