import { describe, expect, it } from 'vitest';
import { createDataHistory } from '../../../src/vulnerabilities/coverage/loaded-data.js';
import { zipOf } from '../../support/archives.js';
import { NOW } from '../../support/database.js';
import { osv, testKnowledge } from '../../support/knowledge.js';

const DAY = 86_400;

/** A record about packages of releases of Debian. */
const record = (id: string, releases: readonly number[], more: object = {}): string => {
  const one = JSON.parse(osv(`DEBIAN-CVE-2026-${id}`, 'openssl', '3.0.1-1')) as {
    affected: { package: object }[];
  };
  const affected = releases.map((release) => ({
    ...one.affected[0],
    package: { ...one.affected[0]?.package, ecosystem: `Debian:${release}` },
  }));
  return JSON.stringify({ ...one, affected, ...more });
};

const many = (from: number, to: number, releases: readonly number[]): string[] =>
  Array.from({ length: to - from }, (_, i) => record(`${from + i}`, releases));

const zip = (...records: string[]): Buffer =>
  zipOf(records.map((data, i) => ({ name: `${i}.json`, data })));

type Test = ReturnType<typeof testKnowledge>;

/** The current records of each release: `12: 1 2`. */
const current = ({ sqlite }: Test): string[] =>
  sqlite
    .prepare<[], string>(
      `SELECT substr(p.scope, 8) || ': ' || group_concat(DISTINCT substr(a.name, 17) ORDER BY a.name)
      FROM ranges r JOIN advisories a ON a.id = r.advisory_id JOIN affected_packages p ON p.id = r.affected_package_id
      WHERE a."until" = 9007199254740991 AND r."until" = 9007199254740991 GROUP BY p.scope ORDER BY p.scope`,
    )
    .pluck()
    .all();

const countCurrent = ({ sqlite }: Test): unknown =>
  sqlite.prepare('SELECT count(*) FROM advisories WHERE "until" = 9007199254740991').pluck().get();

const kept = ({ sqlite }: Test): unknown[] =>
  sqlite
    .prepare('SELECT feed, scope, version FROM kept_releases WHERE "until" = 9007199254740991')
    .raw()
    .all();

describe('a release that the archive of a publisher does not have any more', () => {
  it('keeps its records with the version of the feed from before, until it returns', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', zip(record('1', [11, 12]), record('2', [11])));
    const without = zip(
      record('1', [12], { modified: '2026-03-01T00:00:00Z' }),
      record('3', [12, 13]),
    );
    await knowledge.load('osv-debian', without);
    expect(current(knowledge)).toEqual(['11: 1,2', '12: 1,3', '13: 3']);
    expect(kept(knowledge)).toEqual([['osv-debian', 'Debian:11', '2026-01-01T00:00:00Z']]);
    const generation = knowledge.generation();
    expect(await knowledge.load('osv-debian', without), 'no change').toMatchObject({
      changed: false,
    });
    expect(knowledge.generation()).toBe(generation);
    await knowledge.load('osv-debian', zip(record('1', [12]), record('2', [11])));
    expect(current(knowledge)).toEqual(['11: 2', '12: 1', '13: 3']);
    expect(kept(knowledge)).toEqual([['osv-debian', 'Debian:13', '2026-03-01T00:00:00Z']]);
  });

  it('is not one whose last records were withdrawn', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', zip(record('1', [11]), record('2', [12])));
    const withdrawn = record('1', [11], { withdrawn: '2026-02-01T00:00:00Z' });
    await knowledge.load('osv-debian', zip(withdrawn, record('2', [12])));
    expect(current(knowledge)).toEqual(['12: 2']);
    expect(kept(knowledge)).toEqual([]);
  });

  it('loses a record that is withdrawn later', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', zip(record('1', [11]), record('2', [11, 12])));
    await knowledge.load('osv-debian', zip(record('2', [12])));
    expect(current(knowledge)).toEqual(['11: 1,2', '12: 2']);
    const withdrawn = record('1', [11], { withdrawn: '2026-02-01T00:00:00Z' });
    await knowledge.load('osv-debian', zip(withdrawn, record('2', [12])));
    expect(current(knowledge)).toEqual(['11: 2', '12: 2']);
  });
});

it('a kept release is dated by the data that had it last', async () => {
  const knowledge = testKnowledge();
  await knowledge.load('osv-debian', zip(record('1', [11]), record('2', [12])));
  const later = { modified: '2026-03-01T00:00:00Z' };
  await knowledge.load('osv-debian', zip(record('2', [12], later)));
  const at = createDataHistory(knowledge, { now: NOW, staleDays: 7 }).at;
  const from = (release: number, generation: number): unknown =>
    at(generation)
      .feedsOf(`Debian:${release}`)
      .map(({ data_from }) => new Date(1000 * (data_from ?? 0)).toISOString().slice(0, 10));
  expect([from(11, 2), from(12, 2)]).toEqual([['2026-01-01'], ['2026-03-01']]);
  expect(at(2).keptFeeds?.('Debian:11')).toHaveLength(1);
  expect(at(2).keptFeeds?.('Debian:12')).toEqual([]);
  expect(at(1).keptFeeds?.('Debian:11')).toEqual([]);
});

describe('an archive that shrinks', () => {
  const whole = zip(...many(0, 200, [12]));
  const rest = zip(...many(0, 10, [12]));

  it.each([
    ['most records', whole, rest, '190 of 200 records of Debian 12'],
    [
      'most records of one of its releases',
      zip(...many(0, 200, [12]), ...many(200, 800, [13])),
      zip(...many(0, 10, [12]), ...many(200, 800, [13])),
      '190 of 200 records of Debian 12',
    ],
    [
      'a release in most records that stay',
      zip(...many(0, 200, [12, 13])),
      zip(...many(0, 10, [12, 13]), ...many(10, 200, [13])),
      '190 of 200 records of Debian 12',
    ],
  ])(
    'is refused if it lost %s, and the data from before stay',
    async (_title, before, after, text) => {
      const knowledge = testKnowledge();
      await knowledge.load('osv-debian', before);
      const records = countCurrent(knowledge);
      await expect(knowledge.load('osv-debian', after)).rejects.toMatchObject({
        code: 'incomplete',
        message: expect.stringContaining(text) as string,
      });
      expect(countCurrent(knowledge)).toBe(records);
      expect(knowledge.generation()).toBe(1);
    },
  );

  it('is believed after three days, or if it is forced', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', whole);
    const load = (now: number, force = false) => knowledge.load('osv-debian', rest, { now, force });
    await expect(load(NOW)).rejects.toMatchObject({ code: 'incomplete' });
    await expect(load(NOW + 2 * DAY)).rejects.toMatchObject({ code: 'incomplete' });
    await load(NOW + 3 * DAY);
    expect(countCurrent(knowledge)).toBe(10);
    await knowledge.load('osv-debian', whole, { now: NOW + 4 * DAY });
    await expect(load(NOW + 8 * DAY), 'counted from the new refusal').rejects.toMatchObject({
      code: 'incomplete',
    });
    await load(NOW + 8 * DAY, true);
    expect(countCurrent(knowledge)).toBe(10);
  });

  it.each([
    ['of a few records', zip(...many(0, 90, [12])), zip(...many(0, 2, [12])), 2],
    ['by less than half', whole, zip(...many(0, 110, [12])), 110],
    [
      'as its records were withdrawn',
      whole,
      zip(
        ...many(0, 10, [12]),
        ...many(10, 200, [12]).map((text) =>
          JSON.stringify({ ...(JSON.parse(text) as object), withdrawn: '2026-02-01T00:00:00Z' }),
        ),
      ),
      10,
    ],
    [
      'although all records changed',
      whole,
      zip(...many(0, 200, [12]).map((text) => text.replace('3.0.1-1', '3.0.1-2'))),
      200,
    ],
  ])('is believed %s', async (_title, before, after, count) => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', before);
    await knowledge.load('osv-debian', after);
    expect(countCurrent(knowledge)).toBe(count);
  });

  it('of scores is refused as well', async () => {
    const knowledge = testKnowledge();
    const epss = (count: number): string =>
      ['cve,epss,percentile', ...Array.from({ length: count }, (_, i) => `CVE-2026-${i},0.1,0.5`)]
        .map((line) => `${line}\n`)
        .join('');
    await knowledge.load('epss', epss(200));
    await expect(knowledge.load('epss', epss(10))).rejects.toMatchObject({ code: 'incomplete' });
    await knowledge.load('epss', epss(150));
    expect(knowledge.sqlite.prepare('SELECT count(*) FROM epss').pluck().get()).toBe(150);
  });
});
