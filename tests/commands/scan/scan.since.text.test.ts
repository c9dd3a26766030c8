import { describe, expect, it } from 'vitest';
import type { Since, SinceFinding, SincePort } from '../../../src/commands/scan/scan.since.js';
import { renderSince } from '../../../src/commands/scan/scan.since.text.js';

const NOW = 1_790_007_200;
const NOTHING: Since = {
  task_id: 1,
  number_task: 'TASK-00001',
  finished_at: NOW - 7_200,
  ports_opened: [],
  ports_closed: [],
  ports_changed: [],
  new: [],
  fixed: [],
  changed: [],
  not_compared: [],
  moved: [],
};
const http = { service: 'http', product: 'nginx', version: '1.24', revision: null };
const port = (number: number, fields: Partial<SincePort> = {}): SincePort => ({
  ip: '10.0.0.5',
  port: number,
  transport: 'tcp',
  service: 'http',
  before: null,
  after: http,
  ...fields,
});
const finding = (fields: Partial<SinceFinding> = {}): SinceFinding => ({
  vulnerability_id: 'CVE-2024-1',
  title: 'Heap overflow in the parser of headers',
  severity: 'high',
  ip: '10.0.0.5',
  package: null,
  port: 443,
  transport: 'tcp',
  ...fields,
});
const missing = (ip: string, ports: string | null = null) => ({ ip, reason: 'unreachable', ports });

const headline = (since: Partial<Since>): string =>
  renderSince({ ...NOTHING, ...since }, NOW).split('\n')[0] ?? '';

describe('the sentence about the previous scan', () => {
  it.each<[Partial<Since>, string]>([
    [
      { ports_opened: [port(8081)], fixed: [finding()] },
      '1 new open port (8081/tcp http), 1 finding fixed.',
    ],
    [{ ports_opened: [port(80), port(81)] }, '2 new open ports.'],
    [
      {
        ports_opened: [
          port(80, { baseline: 'host' }),
          port(81, { baseline: 'host' }),
          port(22, { ip: '10.0.0.6' }),
          port(8080, { ip: '10.0.0.6', baseline: 'port' }),
        ],
      },
      '1 new host, 1 new open port (22/tcp http), 1 port seen for the first time (8080/tcp http).',
    ],
    [{ ports_opened: [port(9, { service: null, after: null })] }, '1 new open port (9/tcp).'],
    [
      { ports_closed: [port(23, { service: 'telnet' })], ports_changed: [port(80)] },
      '1 closed port (23/tcp telnet), 1 changed service.',
    ],
    [{ new: [finding(), finding()], changed: [finding()] }, '2 new findings, 1 finding changed.'],
    [
      { new: [finding()], not_compared: [missing('10.0.0.9')] },
      '1 new finding, 1 host not compared.',
    ],
    [{}, 'no change.'],
    [
      {
        not_compared: [missing('10.0.0.9'), missing('10.0.0.8', '1-99'), missing('10.0.0.8', '7')],
      },
      'no change in what was compared; 1 host not compared, 1 host compared in part.',
    ],
  ])('of %j is as expected', (since, expected) => {
    expect(headline(since)).toBe(`Since TASK-00001 (2 hours ago): ${expected}`);
  });
});

describe('the lines about the previous scan', () => {
  it('name host, port and service, and the findings', () => {
    const since = {
      ...NOTHING,
      ports_opened: [port(8081)],
      ports_closed: [
        port(23, { before: { ...http, service: 'telnet', product: null }, after: null }),
      ],
      new: [finding({ package: 'openssl', port: null, transport: null })],
      fixed: [finding({ severity: 'low' })],
    };
    expect(renderSince(since, NOW).split('\n').slice(1)).toEqual([
      '  opened  10.0.0.5  8081/tcp  http nginx 1.24',
      '  closed  10.0.0.5  23/tcp    telnet 1.24',
      '  new     10.0.0.5  openssl   high CVE-2024-1 Heap overflow in the parser of headers',
      '  fixed   10.0.0.5  443/tcp   low CVE-2024-1 Heap overflow in the parser of headers',
      '',
    ]);
  });

  it('fit in 80 columns', () => {
    const since = {
      ...NOTHING,
      ports_opened: [port(8081)],
      new: [finding({ title: 'A very long title '.repeat(10), package: 'linux-image-amd64' })],
      fixed: [finding()],
      not_compared: [missing('10.0.0.9')],
    };
    const lines = renderSince(since, NOW, 80).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('list the first of many, and hosts of one reason together', () => {
    const since = {
      ...NOTHING,
      ports_opened: Array.from({ length: 13 }, (_, i) => port(i + 1)),
      not_compared: Array.from({ length: 250 }, (_, i) => missing(`10.0.1.${i}`)),
    };
    const lines = renderSince(since, NOW).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + 10 + 1 + 1);
    expect(lines.at(-2)?.trim()).toBe('… and 3 more');
    expect(lines.at(-1)?.trim()).toMatch(/^not compared +250 hosts +unreachable$/);
  });

  it('contain no control characters of a banner or title', () => {
    const evil = 'x\u001b[2Jy\nz';
    const since = {
      ...NOTHING,
      ports_opened: [port(1, { service: evil, after: { ...http, product: evil } })],
      new: [finding({ title: evil })],
    };
    expect(renderSince(since, NOW).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});
