import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const tracker = FEED_FORMATS['debian-tracker'];
const issueWith = (states: Record<string, unknown>): string =>
  JSON.stringify({
    openssl: { 'CVE-2026-1': { description: 'A flaw.  More.', releases: states } },
  });
const summarize = async (release: object): Promise<unknown[]> =>
  (await readFeed(tracker, issueWith({ bookworm: release }))).records.flatMap(({ ranges }) =>
    ranges.map(({ fixed, state, hidden, severity }) => [state, fixed, hidden, severity]),
  );

describe("Debian's security tracker", () => {
  it('has one record for each issue in each source package', async () => {
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
      ].map(([release, fixed, state]) => ({
        affectedPackage: { ecosystem: `Debian:${release}`, kind: 'source', name: 'chromium' },
        order: 'dpkg',
        introduced: null,
        fixed,
        lastAffected: null,
        state,
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

  it('has the same items in chunks of any size', async () => {
    const text = feedSample('debian-tracker/tracker-sample.json');
    const whole = await readFeed(tracker, text);
    expect(await readFeed(tracker, text.match(/[^]{1,7}/g) ?? [])).toEqual(whole);
  });

  const states: [string, object, unknown[]][] = [
    [
      'a fixed version',
      { status: 'resolved', fixed_version: '1.1-1', urgency: 'not yet assigned' },
      ['fixed', '1.1-1', false, null],
    ],
    [
      'the fixed version 0',
      { status: 'resolved', fixed_version: '0', urgency: 'unimportant' },
      ['not_affected', null, true, 'low'],
    ],
    ['an open issue', { status: 'open', urgency: 'high' }, ['open', null, false, 'high']],
    [
      'an old urgency mark',
      { status: 'open', urgency: 'medium**' },
      ['open', null, false, 'medium'],
    ],
    [
      'an issue without triage',
      { status: 'undetermined', urgency: 'not yet assigned' },
      ['undetermined', null, false, null],
    ],
    [
      'an unimportant issue',
      { status: 'open', urgency: 'unimportant' },
      ['open', null, true, 'low'],
    ],
    [
      'an ended release',
      { status: 'open', urgency: 'end-of-life' },
      ['end_of_life', null, false, null],
    ],
    [
      'an issue without an advisory',
      { status: 'open', urgency: 'low', nodsa: 'Minor issue', nodsa_reason: '' },
      ['postponed', null, false, 'low'],
    ],
    [
      'a postponed fix',
      { status: 'open', urgency: 'low', nodsa: 'Minor issue', nodsa_reason: 'postponed' },
      ['postponed', null, false, 'low'],
    ],
    [
      'an ignored issue',
      { status: 'open', urgency: 'low', nodsa: 'Too intrusive', nodsa_reason: 'ignored' },
      ['no_fix', null, false, 'low'],
    ],
  ];
  it.each(states)('has a state for %s', async (_name, release, expected) => {
    expect(await summarize(release)).toEqual([expected]);
  });

  it('skips sid, and reports each unknown release once', async () => {
    const issue = (id: string): object => ({
      [id]: {
        releases: { sid: { status: 'open' }, moon: { status: 'open' }, trixie: { status: 'open' } },
      },
    });
    const { records, partial } = await readFeed(
      tracker,
      JSON.stringify({ a: issue('CVE-2026-1'), b: issue('CVE-2026-2') }),
    );
    expect(
      records.map(({ ranges }) =>
        ranges.map(({ affectedPackage }) => `${affectedPackage.ecosystem} ${affectedPackage.name}`),
      ),
    ).toEqual([['Debian:13 a'], ['Debian:13 b']]);
    expect(partial.map(({ reason }) => reason)).toEqual(['unknown release moon']);
  });

  const bad: [string, string, string][] = [
    ['an invalid source package', '{"openssl":7}', 'invalid source package'],
    ['an invalid package name', '{"a b":{}}', 'invalid source package'],
    ['an invalid issue', '{"openssl":{"CVE-2026-1":[]}}', 'invalid issue'],
    ['an invalid issue id', '{"openssl":{"__proto__":{"releases":{}}}}', 'invalid issue'],
    ['an unknown status', issueWith({ bookworm: { status: 'maybe' } }), 'invalid status: maybe'],
    [
      'a resolved issue without a version',
      issueWith({ bookworm: { status: 'resolved' } }),
      'invalid status: resolved',
    ],
    [
      'an invalid version',
      issueWith({ bookworm: { status: 'resolved', fixed_version: '1 2' } }),
      'version contains invalid characters',
    ],
  ];
  it.each(bad)('rejects %s', async (_name, text, reason) => {
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
