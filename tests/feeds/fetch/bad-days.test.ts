import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoadedFileRow } from '../../../src/feeds/feeds.statements.js';
import { fetchFeed, type FetchOutcome } from '../../../src/feeds/fetch/fetch-feed.js';
import { FeedError } from '../../../src/feeds/load/jobs.js';
import { heldClock, temporaryFolder } from '../../support/database.js';
import {
  troubledPublisher,
  type Trouble,
  type TroubledFile,
} from '../../support/troubled-publisher.js';

/** Five years of NVD: its first file is of 2002. */
const NOW = Date.UTC(2006, 5, 1) / 1000;
const YEARS = ['2002', '2003', '2004', '2005', '2006'];
const PARTS = [...YEARS, 'modified'];
const RETRY_SECONDS = 2700;
const BYTES_PER_SECOND = 20_000;

const pathOf = (part: string): string => `/nvdcve-2.0-${part}.json.gz`;
const bodyOf =
  (part: string) =>
  (version: number): Buffer =>
    Buffer.from(`${part} ${version} `.repeat(500 + version));

interface Schedule {
  troubles: Trouble[];
  hasValidators: boolean;
}

const retryAfter = fc.constantFrom('1', '30', '3600', '999999', 'soon', '-1');
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('status' as const),
      status: fc.constantFrom(403, 404, 429, 500, 503),
      retryAfter,
    },
    { requiredKeys: ['kind', 'status'] },
  ),
  fc.record({ kind: fc.constant('cut' as const), share: fc.constantFrom(0, 0.01, 0.5, 0.99, 1) }),
  fc.record({ kind: fc.constant('length' as const), difference: fc.constantFrom(-7, 7, 5000) }),
  fc.record({ kind: fc.constant('portal' as const), redirects: fc.boolean() }),
  fc.record({ kind: fc.constant('change' as const) }),
);
const schedule = fc.record({
  troubles: fc.oneof(fc.constant<Trouble[]>([]), fc.array(trouble, { minLength: 1, maxLength: 6 })),
  hasValidators: fc.boolean(),
});

/** Updates NVD until nothing is left to fetch. Returns what each update has brought. */
async function bringAll(schedules: readonly Schedule[]) {
  const clock = heldClock(NOW);
  const files = new Map<string, TroubledFile>(
    PARTS.map((part, i) => {
      const { troubles = [], hasValidators = true } = schedules[i] ?? {};
      const state = { version: 1, whole: [], requests: 0 };
      return [
        pathOf(part),
        { bodyOf: bodyOf(part), troubles: [...troubles], hasValidators, ...state },
      ];
    }),
  );
  const folder = temporaryFolder();
  const fileOf = (part: string): string => join(folder, part);
  const site = await troubledPublisher(files, {
    onSent: (bytes) => clock.pass(bytes / BYTES_PER_SECOND),
    hasArrived: (path, bytes) => {
      const part = `${fileOf(PARTS.find((name) => pathOf(name) === path) ?? '')}.part`;
      return (statSync(part, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
    },
  });
  const loaded = new Map<string, LoadedFileRow>();
  const rounds: { outcome: FetchOutcome; order: string[] }[] = [];
  while (rounds.length < 40 && PARTS.some((part) => !loaded.has(part))) {
    const order: string[] = [];
    const outcome = await fetchFeed('nvd', [...loaded.values()], {
      addresses: [`${site}/`],
      ecosystems: [],
      now: Math.floor(clock.now()),
      maxBytes: 1_000_000,
      proxies: {},
      signal: new AbortController().signal,
      pace: {
        slot: (attempt) => attempt(),
        wait: async (ms) => clock.pass(ms / 1000),
        nowMs: () => clock.now() * 1000,
        random: () => 0.5,
      },
      pathOf: (part) => fileOf(part ?? ''),
      onProgress: () => undefined,
      onFile: async ({ part, path, etag, lastModified, address }) => {
        const name = part ?? '';
        const published = files.get(pathOf(name));
        const body = readFileSync(path);
        const isWhole = [1, 2, 3, 4, 5, 6, 7].some((version) =>
          body.equals(published?.bodyOf(version) ?? Buffer.of()),
        );
        if (!isWhole) throw new FeedError('truncated', 'The file ends too early');
        order.push(name);
        const now = Math.floor(clock.now());
        loaded.set(name, {
          part: name,
          loaded_at: now,
          address,
          etag,
          last_modified: lastModified,
        });
      },
    });
    rounds.push({ outcome, order });
    clock.pass(RETRY_SECONDS);
  }
  return { rounds, files, loaded };
}

const hasRateLimit = ({ troubles }: Schedule): boolean =>
  troubles.some((one) => one.kind === 'status' && one.status === 429);

describe('the first data on a bad day', () => {
  it('always end complete, each file fetched once, and no file waits for the trouble of another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(schedule, { minLength: PARTS.length, maxLength: PARTS.length }),
        async (schedules) => {
          const { rounds, files, loaded } = await bringAll(schedules);
          expect([...loaded.keys()].toSorted()).toEqual(PARTS);
          for (const [path, { whole }] of files)
            expect([path, whole.length]).toEqual([path, new Set(whole).size]);
          const healthy = YEARS.filter((_part, i) => schedules[i]?.troubles.length === 0);
          if (schedules.filter(hasRateLimit).length < 3)
            expect(rounds[0]?.order).toEqual(expect.arrayContaining(healthy));
          for (const { outcome } of rounds)
            for (const { message } of outcome.failures) expect(message).not.toBe('');
        },
      ),
      { numRuns: 200, seed: 20261127, endOnFailure: true },
    );
  }, 120_000);

  const none: Schedule = { troubles: [], hasValidators: true };
  const with2004 = (troubles: Trouble[]): Schedule[] => [
    none,
    none,
    { ...none, troubles },
    none,
    none,
    none,
  ];

  it('start with the newest year', async () => {
    const { rounds } = await bringAll([]);
    expect(rounds.map(({ order }) => order)).toEqual([[...YEARS.toReversed(), 'modified']]);
  });

  it('ask for the failed year only in the next update, then for the recent changes', async () => {
    const { rounds, files } = await bringAll(
      with2004(Array.from({ length: 4 }, (): Trouble => ({ kind: 'status', status: 503 }))),
    );
    expect(rounds.map(({ order }) => order)).toEqual([
      ['2006', '2005', '2003', '2002'],
      ['2004', 'modified'],
    ]);
    expect(rounds[0]?.outcome.failures).toMatchObject([
      { path: 'nvdcve-2.0-2004.json.gz', message: expect.stringContaining('503') as string },
    ]);
    expect([...files.values()].map(({ requests }) => requests)).toEqual([1, 1, 5, 1, 1, 1]);
  });

  it.each([
    ['30 seconds: it is asked again in the same update', '30', 1, null],
    ['an hour: it is asked again in a later update', '3600', 2, 3_600_000],
    ['a date in an hour', new Date((NOW + 3600) * 1000).toUTCString(), 2, 3_600_000],
    ['eleven days: it is bounded to an hour', '999999', 2, 3_600_000],
  ])('honor a publisher that asks for a wait of %s', async (_what, wait, updates, waitMs) => {
    const { rounds } = await bringAll(
      with2004([{ kind: 'status', status: 503, retryAfter: wait }]),
    );
    expect(rounds).toHaveLength(updates);
    const [failure] = rounds[0]?.outcome.failures ?? [];
    if (waitMs === null) expect(failure).toBeUndefined();
    else expect(Math.abs((failure?.retryAfterMs ?? 0) - waitMs)).toBeLessThan(5000);
  });

  it.each([
    [{ kind: 'portal', redirects: false } as const, /web page in place of the file; .*portal/],
    [{ kind: 'portal', redirects: true } as const, /web page .*redirected to localhost:\d+/],
  ])('name the page of a captive portal: %o', async (page, message) => {
    const { rounds } = await bringAll(with2004([page]));
    expect(rounds[0]?.outcome.failures[0]?.message).toMatch(message);
    expect(rounds).toHaveLength(2);
  });

  it('stop asking a publisher that limits the rate of three files in a row', async () => {
    const limit: Trouble = { kind: 'status', status: 429, retryAfter: '3600' };
    const { rounds, files } = await bringAll(Array(6).fill({ ...none, troubles: [limit] }));
    expect(rounds[0]?.outcome.failures).toHaveLength(5);
    expect([...files.values()].reduce((sum, { requests }) => sum + requests, 0)).toBeLessThan(16);
    expect(rounds.length).toBeLessThan(5);
  });
});
