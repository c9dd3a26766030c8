import { NOT_APPLICABLE } from '../../../src/vulnerabilities/coverage/coverage.js';
import { describe, expect, it } from 'vitest';
import { renderOutcomes } from '../../../src/commands/scan/scan.outcomes.js';
import {
  renderHosts,
  renderServiceInfo,
  renderSummary,
} from '../../../src/commands/scan/scan.report.js';
import type { ScannedHost } from '../../../src/commands/scan/scan.results.js';
import { createPainter } from '../../../src/commands/output/text.js';
import { reportSummary } from '../../support/findings.js';
import type { ServiceResponse } from '../../../src/services/services.schemas.js';

const NOW = 1_767_225_600; // 2026-01-01
const DAY = 86_400;
const plain = createPainter(false);

const service = (s: Partial<ServiceResponse> = {}): ServiceResponse => ({
  port: 22,
  transport: 'tcp',
  state: 'open',
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision: 'Debian 2+deb12u3',
  cpe: null,
  banner: 'SSH-2.0',
  tls: null,
  details: {},
  confidence: 'confirmed',
  first_seen: NOW,
  last_seen: NOW,
  ...s,
});
const tls = (
  t: Partial<NonNullable<ServiceResponse['tls']>> = {},
): NonNullable<ServiceResponse['tls']> => ({
  version: 'TLSv1.3',
  subject: 'CN=web.example',
  issuer: 'CN=ca',
  sans: [],
  not_before: 0,
  not_after: NOW + 365 * DAY,
  self_signed: false,
  fingerprint_sha256: '',
  ...t,
});
const host = (h: Partial<ScannedHost> = {}): ScannedHost => ({
  ip: '10.0.0.1',
  name: '10.0.0.1',
  outcome: 'done',
  isUnanswered: false,
  reason: null,
  detail: null,
  services: [],
  findings: [],
  coverage: { packages: NOT_APPLICABLE, services: NOT_APPLICABLE },
  ...h,
});
const web = service({
  port: 443,
  service: 'https',
  product: 'nginx',
  version: '1.22.1',
  revision: null,
  tls: tls(),
  details: { title: 'Welcome' },
});
const render = (hosts: ScannedHost[], width?: number, paint = plain) =>
  renderHosts(hosts, { width, paint, now: NOW });

describe('hosts of a scan', () => {
  it('are ordered: with open ports, without open ports, without result', () => {
    expect(
      render([
        host({ ip: '10.0.0.2', name: 'quiet' }),
        host({ name: 'web', services: [service(), web] }),
        host({ ip: '10.0.0.9', outcome: 'unreachable' }),
      ]),
    ).toBe(
      [
        '10.0.0.1  web',
        '  PORT     SERVICE  PRODUCT  VERSION',
        '  22/tcp   ssh      OpenSSH  9.2p1 (Debian 2+deb12u3)',
        '  443/tcp  https    nginx    1.22.1                    "Welcome"; TLSv1.3, CN=web.example, expires 2027-01-01',
        '',
        '10.0.0.2  quiet  no open ports',
        '10.0.0.9  did not respond',
        '',
      ].join('\n'),
    );
  });

  it('without an answer from a port are not said to have no open port', () => {
    const services = { ...NOT_APPLICABLE, state: 'not_matched', reason: 'no_answer' } as const;
    const silent = host({ coverage: { packages: NOT_APPLICABLE, services } });
    expect(render([silent])).toBe('10.0.0.1  no open port answered\n');
  });

  it('have the service information on its own line on a narrow terminal', () => {
    expect(
      render([host({ services: [service(), web] })], 80)
        .split('\n')
        .slice(2, 5),
    ).toEqual([
      '  22/tcp   ssh      OpenSSH  9.2p1 (Debian 2+deb12u3)',
      '  443/tcp  https    nginx    1.22.1',
      '           "Welcome"; TLSv1.3, CN=web.example, expires 2027-01-01',
    ]);
  });

  it.each([50, 60, 80, 120])('wrap a long title and subject within %d columns', (width) => {
    const long = service({
      port: 65_535,
      service: 'https',
      product: null,
      version: null,
      revision: null,
      tls: tls({ subject: `CN=${'very-long-name.'.repeat(8)}example` }),
      details: { title: 'word '.repeat(30) },
    });
    for (const line of render([host({ services: [long] })], width).split('\n'))
      expect(line.length).toBeLessThanOrEqual(width);
  });

  it('have aligned columns', () => {
    const lines = render([
      host({ services: [service()] }),
      host({ ip: '10.0.0.2', services: [service({ service: 'a-longer-name', port: 8080 })] }),
    ])
      .split('\n')
      .filter((l) => l.includes('OpenSSH'));
    expect(new Set(lines.map((l) => l.indexOf('OpenSSH'))).size).toBe(1);
  });

  it('have one head above many ports', () => {
    const lines = render(
      [host({ services: Array.from({ length: 2000 }, (_, i) => service({ port: 10_000 + i })) })],
      80,
    )
      .trimEnd()
      .split('\n');
    expect(lines.filter((l) => l.includes('PORT'))).toHaveLength(1);
    expect(lines.slice(2)).toEqual(
      Array.from(
        { length: 2000 },
        (_, i) => `  ${10_000 + i}/tcp  ssh      OpenSSH  9.2p1 (Debian 2+deb12u3)`,
      ),
    );
  });

  it('mark unknown services and those guessed by port', () => {
    const text = render([
      host({
        services: [
          service({
            service: null,
            product: null,
            version: null,
            revision: null,
            banner: 'hello\u001b[2J',
          }),
          service({ port: 80, service: 'http', confidence: 'possible' }),
        ],
      }),
    ]);
    expect(text).toMatch(/22\/tcp +unknown +hello·\[2J\n/);
    expect(text).toMatch(/80\/tcp +http\? /);
  });

  it('contain no control characters of a peer', () => {
    const malicious = '\u001b]0;x\u0007\r\n\u202e';
    const text = render([
      host({
        name: malicious,
        services: [
          service({
            service: malicious,
            product: malicious,
            version: malicious,
            revision: malicious,
            banner: malicious,
            tls: tls({ subject: malicious, version: malicious }),
            details: { title: malicious },
          }),
        ],
      }),
      host({ outcome: 'failed', detail: malicious }),
    ]);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
  });

  it('include services of a host whose scan was stopped', () => {
    expect(render([host({ outcome: 'stopped', services: [service()] })])).toContain('22/tcp');
  });

  it('are colored only on request', () => {
    expect(render([host({ services: [service()] })], 80, createPainter(true))).toContain(
      '\u001b[32m22/tcp',
    );
    expect(render([host({ services: [service()] })], 80)).not.toContain('\u001b');
  });
});

describe('information about a service', () => {
  it.each([
    [{ details: { authentication: false } }, 'no login needed'],
    [{ details: { authentication: null } }, ''],
    [{ details: { title: '' } }, ''],
    [{ product: null, banner: 'first words' }, 'first words'],
    [{ product: 'X', banner: 'first words' }, ''],
    [
      { tls: tls({ not_after: NOW - DAY, self_signed: true }) },
      'TLSv1.3, CN=web.example, self-signed, expired 2025-12-31',
    ],
    [{ tls: tls({ subject: '' }) }, 'TLSv1.3, expires 2027-01-01'],
  ])('is for %j the text %j', (values, text) => {
    expect(renderServiceInfo(service({ details: {}, ...values }), NOW, plain)).toBe(text);
  });

  it('colors a certificate that has expired or expires within a month', () => {
    const colorOf = (days: number) =>
      /\u001b\[(\d+)m/.exec(
        renderServiceInfo(
          service({ tls: tls({ not_after: NOW + days * DAY }) }),
          NOW,
          createPainter(true),
        ),
      )?.[1];
    expect([colorOf(-1), colorOf(29), colorOf(31)]).toEqual(['31', '33', undefined]);
  });
});

describe('outcomes of a scan', () => {
  const many = (n: number, h: Partial<ScannedHost>) =>
    Array.from({ length: n }, (_, i) => host({ ip: `10.0.0.${i + 1}`, ...h }));
  it.each([
    [[host()], []],
    [
      many(3, { outcome: 'unreachable' }),
      ['3 hosts did not respond: 10.0.0.1, 10.0.0.2, 10.0.0.3'],
    ],
    [many(6, { outcome: 'unreachable' }), ['6 hosts did not respond']],
    [many(2, { outcome: null }), ['2 hosts not finished: 10.0.0.1, 10.0.0.2']],
    [
      [host({ outcome: 'not_allowed', reason: 'denied', detail: '10.0.0.1 is in SCAN_DENY' })],
      ['10.0.0.1  not scanned: 10.0.0.1 is in SCAN_DENY'],
    ],
    [[host({ outcome: 'failed', reason: 'crashed' })], ['10.0.0.1  failed: crashed']],
    [
      [host({ reason: 'accepts_every_port', detail: 'A firewall answers.' })],
      ['10.0.0.1  remark: A firewall answers.'],
    ],
    [[host({ outcome: 'something_new' })], ['10.0.0.1  failed: no reason given']],
  ])('are rendered in case %#', (hosts, lines) => {
    expect(renderOutcomes(hosts)).toEqual(lines);
  });

  it('list the first twenty of many reasons of hosts that were not scanned', () => {
    const hosts = many(30, { outcome: 'not_allowed' }).map((h, i) => ({ ...h, detail: `${i}` }));
    const lines = renderOutcomes(hosts);
    expect([lines.length, lines.at(-1)]).toEqual([21, 'and 10 hosts more not scanned']);
  });

  it('have one line for all hosts with the same reason, also where it names their addresses', () => {
    const refuse = (h: ScannedHost, text: string): ScannedHost => ({
      ...h,
      outcome: 'not_allowed',
      detail: text.replace('IP', h.ip),
    });
    const refused = many(254, {}).map((h) => refuse(h, 'The system refused to send to IP'));
    const denied = [host({ ip: '10.0.1.1' }), host({ ip: '10.0.1.2' })];
    expect(
      renderOutcomes([
        ...refused,
        ...denied.map((h) => refuse(h, 'IP is in SCAN_DENY')),
        refuse(host({ ip: '224.0.0.1' }), 'IP is a multicast address'),
        ...many(2, { detail: 'A firewall answers.' }),
      ]),
    ).toEqual([
      '2 hosts with a remark: 10.0.0.1, 10.0.0.2: A firewall answers.',
      '254 hosts not scanned: The system refused to send to the address',
      '2 hosts not scanned: 10.0.1.1, 10.0.1.2: the address is in SCAN_DENY',
      '224.0.0.1  not scanned: 224.0.0.1 is a multicast address',
    ]);
  });
});

it.each([
  [[host()], {}, '1 host, 0 open ports, 0 findings, 12.3 s (TASK-00012)'],
  [
    [host({ services: [service(), web] }), host({ outcome: 'unreachable' })],
    { not_checked_hosts: 1 },
    '1 of 2 hosts, 2 open ports, 0 findings on the 1 host with checked ports, 12.3 s (TASK-00012)',
  ],
])('renders the summary of a scan in case %#', (hosts, counts, line) => {
  const summary = { ...reportSummary(), ...counts };
  expect(renderSummary(hosts, { summary, number_task: 'TASK-00012' }, 12_300)).toBe(line);
});
