import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const tracker = FEED_FORMATS['debian-tracker'];
const releases = (states: Record<string, unknown>): string =>
  JSON.stringify({
    openssl: { 'CVE-2026-1': { description: 'A flaw.  More.', releases: states } },
  });
const state = async (release: object): Promise<unknown[]> =>
  (await readFeed(tracker, releases({ bookworm: release }))).records.flatMap(({ ranges }) =>
    ranges.map(({ fixed, state: said, hidden, severity }) => [said, fixed, hidden, severity]),
  );

describe("Debian's tracker", () => {
  it('is one record for each issue in each source package', async () => {
    const { records, rejected, ignored } = await readFeed(
      tracker,
      feedSample('debian-tracker/tracker-sample.json'),
    );
    expect([records.length, rejected.length, ignored.length]).toEqual([19, 0, 0]);
    expect(records.find(({ name }) => name === 'CVE-2022-0456')).toEqual({
      name: 'CVE-2022-0456',
      rank: 0,
      vulnerabilities: ['CVE-2022-0456'],
      aliases: [],
      severity: null,
      cvssVector: null,
      cvssScore: null,
      url: 'https://security-tracker.debian.org/tracker/CVE-2022-0456',
      title: 'CVE-2022-0456',
      ranges: [
        ['12', '98.0.4758.80-1', 'fixed'],
        ['11', '98.0.4758.80-1~deb11u1', 'fixed'],
        ['10', null, 'end_of_life'],
        ['9', null, 'end_of_life'],
      ].map(([number, fixed, said]) => ({
        affectedPackage: { ecosystem: `Debian:${number}`, kind: 'source', name: 'chromium' },
        order: 'dpkg',
        introduced: null,
        fixed,
        lastAffected: null,
        state: said,
        hidden: false,
        severity: null,
      })),
    });
    expect(records.find(({ name }) => name === 'CVE-2016-1585')?.title).toBe(
      'In all versions of AppArmor mount rules are accidentally widened when compiled.',
    );
    expect(records.find(({ name }) => name === 'TEMP-0000000-A2EB44')).toMatchObject({
      vulnerabilities: ['TEMP-0000000-A2EB44'],
      ranges: [{ affectedPackage: { name: 'mimetex' }, fixed: '1.3.3' }, { fixed: '1.4.5' }],
    });
  });

  it('reads the same however the text is cut', async () => {
    const text = feedSample('debian-tracker/tracker-sample.json');
    const whole = await readFeed(tracker, text);
    expect(await readFeed(tracker, text.match(/[^]{1,7}/g) ?? [])).toEqual(whole);
  });

  const states: [string, object, unknown[]][] = [
    [
      'mended',
      { status: 'resolved', fixed_version: '1.1-1', urgency: 'not yet assigned' },
      ['fixed', '1.1-1', false, null],
    ],
    [
      'never affected',
      { status: 'resolved', fixed_version: '0', urgency: 'unimportant' },
      ['not_affected', null, true, 'low'],
    ],
    ['open', { status: 'open', urgency: 'high' }, ['open', null, false, 'high']],
    ['an old mark', { status: 'open', urgency: 'medium**' }, ['open', null, false, 'medium']],
    [
      'nobody has looked',
      { status: 'undetermined', urgency: 'not yet assigned' },
      ['undetermined', null, false, null],
    ],
    ['unimportant', { status: 'open', urgency: 'unimportant' }, ['open', null, true, 'low']],
    [
      'the release has ended',
      { status: 'open', urgency: 'end-of-life' },
      ['end_of_life', null, false, null],
    ],
    [
      'no advisory for it',
      { status: 'open', urgency: 'low', nodsa: 'Minor issue', nodsa_reason: '' },
      ['postponed', null, false, 'low'],
    ],
    [
      'put off',
      { status: 'open', urgency: 'low', nodsa: 'Minor issue', nodsa_reason: 'postponed' },
      ['postponed', null, false, 'low'],
    ],
    [
      'never to be mended',
      { status: 'open', urgency: 'low', nodsa: 'Too intrusive', nodsa_reason: 'ignored' },
      ['no_fix', null, false, 'low'],
    ],
  ];
  it.each(states)('%s', async (_name, release, expected) => {
    expect(await state(release)).toEqual([expected]);
  });

  it('says nothing about sid, and tells of each unknown release once', async () => {
    const issue = (id: string): object => ({
      [id]: {
        releases: { sid: { status: 'open' }, moon: { status: 'open' }, trixie: { status: 'open' } },
      },
    });
    const { records, pieces } = await readFeed(
      tracker,
      JSON.stringify({ a: issue('CVE-2026-1'), b: issue('CVE-2026-2') }),
    );
    expect(
      records.map(({ ranges }) =>
        ranges.map(({ affectedPackage }) => `${affectedPackage.ecosystem} ${affectedPackage.name}`),
      ),
    ).toEqual([['Debian:13 a'], ['Debian:13 b']]);
    expect(pieces.map(({ reason }) => reason)).toEqual(['unknown release moon']);
  });

  const bad: [string, string, string][] = [
    ['a source that is none', '{"openssl":7}', 'no source package with its issues'],
    ['a name that is none', '{"a b":{}}', 'no source package with its issues'],
    ['an issue that is none', '{"openssl":{"CVE-2026-1":[]}}', 'no issue with its releases'],
    [
      'an id that is none',
      '{"openssl":{"__proto__":{"releases":{}}}}',
      'no issue with its releases',
    ],
    [
      'a status nobody knows',
      releases({ bookworm: { status: 'maybe' } }),
      'a status without meaning: maybe',
    ],
    [
      'mended, and no version',
      releases({ bookworm: { status: 'resolved' } }),
      'a status without meaning: resolved',
    ],
    [
      'a version that is none',
      releases({ bookworm: { status: 'resolved', fixed_version: '1 2' } }),
      'a version holds blanks or other characters that none has',
    ],
  ];
  it.each(bad)('tells of %s', async (_name, text, reason) => {
    const { records, rejected } = await readFeed(tracker, text);
    expect([records, rejected.map((item) => item.reason)]).toEqual([[], [reason]]);
  });

  it.each([
    ['{}', 'unsupported_format'],
    ['[]', 'malformed'],
    ['{"openssl":{"CVE-2026-1":', 'truncated'],
    ['{"openssl":{x}}', 'malformed'],
  ])('refuses %j as %s', async (text, code) => {
    await expect(readFeed(tracker, text)).rejects.toMatchObject({ name: 'FormatError', code });
  });
});
