import { describe, expect, it } from 'vitest';
import {
  acceptanceBody,
  acceptablePlaces,
  type AcceptanceForm,
} from '../../../src/console/parts/accept/acceptance-form.js';
import { acceptanceScope } from '../../../src/console/parts/accept/acceptance-scope.js';
import { coverageWords, knownOf } from '../../../src/console/parts/hosts/coverage-words.js';
import { externalAddress } from '../../../src/console/parts/links/external-address.js';
import { columnClass } from '../../../src/console/parts/table/column-class.js';
import { steadyWords } from '../../../src/console/parts/table/steady/steady-words.js';
import { hostFilterBody } from '../../../src/console/screens/hosts/host-filter-body.js';
import { certaintyText } from '../../../src/console/parts/findings/certainty-words.js';
import { placeText } from '../../../src/console/parts/findings/place-text.js';
import { fixesOf } from '../../../src/console/screens/vulnerability/fixes.js';

describe('an address of a remote text', () => {
  it.each([
    ['https://example.org/a', 'example.org'],
    ['http://example.org:8080/', 'example.org:8080'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//example.org', null],
    ['https://bank.example@evil.example/', null],
    ['', null],
    [null, null],
  ])('%j is a link to the host %j', (text, host) => {
    expect(externalAddress(text)?.host ?? null).toBe(host);
  });
});

type State = 'matched' | 'partly' | 'not_matched' | 'not_applicable';
const part = (state: State, reason: 'not_collected' | 'no_data' | null = null) => ({
  state,
  reason,
  message: reason,
  feeds: [],
});

describe('the coverage of a host in words', () => {
  it.each([
    [part('matched'), part('matched'), 'checked', []],
    [part('matched'), part('not_applicable'), 'packages checked', []],
    [
      part('matched'),
      part('not_matched', 'not_collected'),
      'partly: packages only',
      ['not_collected'],
    ],
    [
      part('not_matched', 'not_collected'),
      part('matched'),
      'partly: ports only',
      ['not_collected'],
    ],
    [part('partly', 'no_data'), part('matched'), 'partly checked', ['no_data']],
    [part('not_matched', 'no_data'), part('not_applicable'), 'not checked', ['no_data']],
    [
      part('not_matched', 'not_collected'),
      part('not_matched', 'not_collected'),
      'not checked',
      ['not_collected'],
    ],
  ] as const)('%j and %j: %s', (packages, services, words, reasons) => {
    const coverage = { packages, services } as unknown as Parameters<typeof coverageWords>[0];
    expect(coverageWords(coverage)).toMatchObject({ words, reasons });
  });

  it.each([
    [part('matched'), part('matched'), 0, 'whole'],
    [part('not_matched', 'not_collected'), part('matched'), 0, 'some'],
    [part('not_matched', 'not_collected'), part('matched'), 1, 'whole'],
    [part('not_matched', 'no_data'), part('not_matched', 'no_data'), 0, 'nothing'],
  ] as const)('%j and %j with %i open findings: %s is known', (packages, services, open, known) => {
    const coverage = { packages, services } as unknown as Parameters<typeof coverageWords>[0];
    expect(knownOf({ coverage, open })).toBe(known);
  });
});

describe('the request of an acceptance', () => {
  const form: AcceptanceForm = {
    hosts: 'all',
    place: 'all',
    reason: ' known ',
    lastDay: '',
    justification: '',
  };
  const body = (changes: Partial<AcceptanceForm>) =>
    acceptanceBody({ ...form, ...changes }, () => 5);

  it.each([
    [{}, { all_hosts: true, all_places: true, reason: 'known' }],
    [
      { hosts: 'host 7', place: 'package g++ 12' },
      { host_id: 7, package: 'g++ 12', reason: 'known' },
    ],
    [
      { hosts: 'group 3', place: 'port 53/udp', lastDay: '2027-01-31' },
      { group_id: 3, port: 53, transport: 'udp', reason: 'known', until: 5 },
    ],
    [
      { justification: 'component_not_present' },
      {
        all_hosts: true,
        all_places: true,
        reason: 'known',
        justification: 'component_not_present',
      },
    ],
  ])('%j becomes %j', (changes, expected) => {
    expect(body(changes)).toEqual(expected);
  });

  it('an acceptance is described by its hosts and its place', () => {
    const none = {
      host_id: null,
      host_name: null,
      group_id: null,
      group_name: null,
      package: null,
      port: null,
      transport: null,
      product: null,
    };
    expect(acceptanceScope(none)).toBe('all hosts, everywhere');
    expect(acceptanceScope({ ...none, host_id: 1, host_name: 'web', package: 'a' })).toBe('web, a');
    expect(acceptanceScope({ ...none, group_id: 2, port: 53, transport: 'udp' })).toBe(
      'group 2, 53/udp',
    );
    expect(acceptanceScope({ ...none, product: 'pkg:deb/debian/a' })).toBe('pkg:deb/debian/a');
  });
});

describe('the fixes of findings', () => {
  const finding = {
    feed: 'osv-debian',
    package: 'a' as string | null,
    port: null as number | null,
    transport: null as 'tcp' | 'udp' | null,
    fixed_version: '2',
    remedy: 'upgrade',
    host_id: 1,
  };

  it('are grouped by publisher and place, and count each host once', () => {
    const other = { ...finding, package: 'b', host_id: 3 };
    expect(fixesOf([other, finding, finding, { ...finding, host_id: 2 }])).toMatchObject([
      { where: 'a', hosts: 2 },
      { where: 'b', hosts: 1 },
    ]);
  });

  it('name the program at a port', () => {
    const port = { ...finding, package: null, port: 443, transport: 'tcp' as const };
    expect(placeText({ ...port, program: 'nginx' })).toBe('nginx (443/tcp)');
    expect(placeText(port)).toBe('443/tcp');
    expect(placeText(finding)).toBe('a');
  });

  it('have a certainty, and actions that of all their findings', () => {
    const counts = { confirmed: 0, 'version-based': 0, possible: 3 };
    expect(certaintyText(counts)).toBe('possible');
    expect(certaintyText({ ...counts, confirmed: 1 })).toBe('1 confirmed, 3 possible');
  });

  it('name the places that an acceptance may cover', () => {
    const port = { ...finding, package: null, port: 443, transport: 'tcp' as const };
    expect(acceptablePlaces([finding, port, finding])).toEqual(['package a', 'port 443/tcp']);
  });
});

describe('the filter of a list of hosts as a body', () => {
  it('has numbers and booleans, and what was searched', () => {
    const filters = { kev: 'false', group_id: '3', status: 'online' };
    expect(hostFilterBody({ q: 'web', filters })).toEqual({
      q: 'web',
      kev: false,
      group_id: 3,
      status: 'online',
    });
  });
});

describe('a list that events change', () => {
  const body = (data: readonly number[], total: number) => ({ data, meta: { total } });
  it.each([
    [body([1, 2], 2), body([1, 2], 2), null],
    [body([1, 2], 2), body([2, 1], 2), 'The rows changed'],
    [body([1, 2], 2), body([3, 1, 2], 3), '1 more'],
    [body([1, 2], 2000), body([1, 2], 3500), '1,500 more'],
    [body([1, 2], 2), body([1], 1), '1 fewer'],
    [body([1], 1), body([2], 1), 'The rows changed'],
  ])('from %j to %j says %j', (shown, next, words) => {
    expect(steadyWords(shown, next, (row) => row)).toBe(words);
  });
});

describe('the class of the cells of a column', () => {
  it.each([
    [{}, undefined],
    [{ isNumber: true }, 'number'],
    [{ isName: true, isAddress: false }, 'name'],
    [{ isShort: true, isControl: true }, 'short controls'],
  ])('of %j is %s', (kinds, name) => {
    expect(columnClass(kinds)).toBe(name);
  });
});
