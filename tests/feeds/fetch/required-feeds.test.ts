import { describe, expect, it } from 'vitest';
import { feedAddresses } from '../../../src/feeds/fetch/feed-addresses.js';
import { requiredFeeds } from '../../../src/feeds/fetch/required-feeds.js';

describe('the required feeds', () => {
  it.each([
    [[], false, []],
    [[], true, ['nvd', 'kev', 'epss', 'eol']],
    [['Debian:12'], false, ['osv-debian', 'debian-tracker', 'kev', 'epss', 'eol']],
    [
      ['Rocky Linux:9', 'Alpine:v3.21'],
      true,
      ['osv-alpine', 'osv-rocky', 'alpine-secdb', 'nvd', 'kev', 'epss', 'eol'],
    ],
    [
      [
        'SUSE:Linux Enterprise Server 15 SP6',
        'openSUSE:Leap 15.6',
        'Wolfi',
        'Ubuntu:Pro:22.04:LTS',
      ],
      false,
      ['osv-ubuntu', 'osv-suse', 'osv-opensuse', 'osv-wolfi', 'kev', 'epss', 'eol'],
    ],
    [['Chainguard'], false, ['osv-wolfi', 'osv-chainguard', 'kev', 'epss', 'eol']],
  ])('are those of the ecosystems %j and services: %s', (ecosystems, hasServices, feeds) => {
    expect(
      requiredFeeds({
        ecosystems,
        hasPrograms: hasServices,
        hasInventory: ecosystems.length > 0,
      }),
    ).toEqual(feeds);
  });

  it('are the ends of support alone for a system that no feed covers', () => {
    expect(requiredFeeds({ ecosystems: [], hasPrograms: false, hasInventory: true })).toEqual([
      'eol',
    ]);
  });
});

it('Wolfi and Chainguard have a folder each at OSV', () => {
  expect(
    (['osv-wolfi', 'osv-chainguard'] as const).map((feed) => feedAddresses(feed, [])[0]),
  ).toEqual([
    'https://storage.googleapis.com/osv-vulnerabilities/Wolfi/all.zip',
    'https://storage.googleapis.com/osv-vulnerabilities/Chainguard/all.zip',
  ]);
});
