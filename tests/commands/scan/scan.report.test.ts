import { describe, expect, it } from 'vitest';
import { serviceInfo } from '../../../src/commands/scan/scan.info.js';
import { outcomeLines } from '../../../src/commands/scan/scan.outcomes.js';
import { closingLine, renderHosts } from '../../../src/commands/scan/scan.report.js';
import type { ScannedHost } from '../../../src/commands/scan/scan.results.js';
import { createPainter } from '../../../src/commands/output/text.js';
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
  reason: null,
  detail: null,
  services: [],
  findings: [],
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

describe('renderHosts', () => {
  it('shows open ports first, hosts without any after them, then those that gave nothing', () => {
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
        '10.0.0.9  did not answer',
        '',
      ].join('\n'),
    );
  });

  it('gives the information a line of its own on a narrow terminal', () => {
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

  it.each([50, 60, 80, 120])('keeps a long title and a long subject within %d columns', (width) => {
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

  it('lines up the columns of all hosts', () => {
    const lines = render([
      host({ services: [service()] }),
      host({ ip: '10.0.0.2', services: [service({ service: 'a-longer-name', port: 8080 })] }),
    ])
      .split('\n')
      .filter((l) => l.includes('OpenSSH'));
    expect(new Set(lines.map((l) => l.indexOf('OpenSSH'))).size).toBe(1);
  });

  it('shows many ports one below the other under one head', () => {
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

  it('says what is not known, and what is only likely from the port', () => {
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

  it('lets no control character of a peer through', () => {
    const evil = '\u001b]0;x\u0007\r\n\u202e';
    const text = render([
      host({
        name: evil,
        services: [
          service({
            service: evil,
            product: evil,
            version: evil,
            revision: evil,
            banner: evil,
            tls: tls({ subject: evil, version: evil }),
            details: { title: evil },
          }),
        ],
      }),
      host({ outcome: 'failed', detail: evil }),
    ]);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
  });

  it('shows what was found on a host whose scan was broken off', () => {
    expect(render([host({ outcome: 'stopped', services: [service()] })])).toContain('22/tcp');
  });

  it('paints on request only', () => {
    expect(render([host({ services: [service()] })], 80, createPainter(true))).toContain(
      '\u001b[32m22/tcp',
    );
    expect(render([host({ services: [service()] })], 80)).not.toContain('\u001b');
  });
});

describe('serviceInfo', () => {
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
  ])('%j is %j', (told, text) => {
    expect(serviceInfo(service({ details: {}, ...told }), NOW, plain)).toBe(text);
  });

  it('colours an expired certificate and one that ends within a month', () => {
    const shown = (days: number) =>
      /\u001b\[(\d+)m/.exec(
        serviceInfo(
          service({ tls: tls({ not_after: NOW + days * DAY }) }),
          NOW,
          createPainter(true),
        ),
      )?.[1];
    expect([shown(-1), shown(29), shown(31)]).toEqual(['31', '33', undefined]);
  });
});

describe('outcomeLines', () => {
  const many = (n: number, h: Partial<ScannedHost>) =>
    Array.from({ length: n }, (_, i) => host({ ip: `10.0.0.${i + 1}`, ...h }));
  it.each([
    [[host()], []],
    [many(3, { outcome: 'unreachable' }), ['3 hosts did not answer: 10.0.0.1, 10.0.0.2, 10.0.0.3']],
    [many(6, { outcome: 'unreachable' }), ['6 hosts did not answer']],
    [many(2, { outcome: null }), ['2 hosts not finished: 10.0.0.1, 10.0.0.2']],
    [
      [host({ outcome: 'not_allowed', reason: 'denied', detail: '10.0.0.1 is in SCAN_DENY' })],
      ['10.0.0.1  not scanned: 10.0.0.1 is in SCAN_DENY'],
    ],
    [[host({ outcome: 'failed', reason: 'crashed' })], ['10.0.0.1  failed: crashed']],
    [[host({ outcome: 'something_new' })], ['10.0.0.1  failed: no reason was given']],
  ])('case %#', (hosts, lines) => {
    expect(outcomeLines(hosts)).toEqual(lines);
  });

  it('names the first twenty refusals of many', () => {
    const lines = outcomeLines(many(30, { outcome: 'not_allowed', detail: 'denied' }));
    expect([lines.length, lines.at(-1)]).toEqual([21, 'and 10 hosts more not scanned']);
  });
});

it.each([
  [[host()], '1 host, 0 open ports, 12.3 s (TASK-00012)'],
  [
    [host({ services: [service(), web] }), host({ outcome: 'unreachable' })],
    '1 of 2 hosts, 2 open ports, 12.3 s (TASK-00012)',
  ],
])('closes with the counts: %#', (hosts, line) => {
  expect(closingLine(hosts, 12_300, 'TASK-00012')).toBe(line);
});
