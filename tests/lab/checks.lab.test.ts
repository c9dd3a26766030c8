import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.js';
import { createUdpClient } from '../../src/platform/net/udp-client.js';
import type { DatagramCheck } from '../../src/pentest/checks/check.js';
import { createChecker } from '../../src/pentest/checks/checker.js';
import { dnsOpenResolver } from '../../src/pentest/checks/weaknesses/dns-open-resolver.js';
import { snmpPublic } from '../../src/pentest/checks/weaknesses/snmp-public.js';
import { createDetector } from '../../src/pentest/detect/detect.js';
import { countingDialer } from '../support/counting-dialer.js';

const script = fileURLToPath(new URL('weak-daemons.sh', import.meta.url));
const run = promisify(execFile);
const missing = missingPrerequisite();
if (missing !== null) console.log(`checks on real daemons: skipped, needs ${missing}`);

const CERTIFICATE = [
  'certificate-expired',
  'certificate-expires-soon',
  'certificate-not-yet-valid',
  'certificate-self-signed',
  'certificate-weak',
  'tls-old-version',
  'tls-weak-cipher',
];

/** Checks of web sites, which know nothing where all paths have one answer. */
const WEB_SITE = ['http-directory-listing', 'http-env-exposed', 'http-git-exposed'];

/** `openssl s_server -www` gives one page for every path. */
const onePage = (port: number): readonly string[] => (port > 24100 && port < 24112 ? WEB_SITE : []);

/**
 * The weak checks of a port; every other check of it gives fine, except those in the last columns.
 */
const TRUTH: readonly (readonly [
  what: string,
  port: number,
  weak: readonly string[],
  notReported: readonly string[],
  inconclusive: readonly string[],
])[] = (
  [
    ['TLS as it should be', 24101, []],
    ['an expired certificate', 24102, ['certificate-expired']],
    ['a certificate that expires in five days', 24103, ['certificate-expires-soon']],
    ['a certificate of the future', 24104, ['certificate-not-yet-valid']],
    ['a self-signed certificate', 24105, ['certificate-self-signed']],
    [
      'a short RSA key',
      24106,
      ['certificate-self-signed', 'certificate-weak'],
      ['tls-old-version', 'tls-weak-cipher'],
    ],
    ['a signature with SHA-1', 24107, ['certificate-self-signed', 'certificate-weak']],
    ['TLS 1.1 and all its suites', 24108, ['tls-old-version', 'tls-weak-cipher']],
    ['TLS 1.2 alone', 24109, []],
    ['TLS 1.3 alone', 24110, []],
    ['suites without encryption', 24111, ['tls-weak-cipher']],
    [
      'a mail server with STARTTLS, as Exim is built by Debian',
      24112,
      ['certificate-self-signed', 'tls-old-version'],
    ],
    [
      'an OpenSSH of old settings',
      24120,
      ['ssh-weak-cipher', 'ssh-weak-key-exchange', 'ssh-weak-mac'],
    ],
    ['an OpenSSH', 24121, []],
    ['a telnet server', 24122, ['telnet-open']],
    ['a VNC server without a password', 24123, ['vnc-without-password']],
    ['a VNC server with one', 24124, []],
    ['an X server', 10_825, ['x11-open']],
    ['FTP for everybody', 24130, ['ftp-anonymous']],
    ['FTP', 24131, []],
    ['a Samba that speaks SMB 1', 24132, ['smb-signing-optional', 'smb-version-1']],
    ['a Samba that wants signatures', 24133, []],
    ['an rsync for everybody', 24134, ['rsync-open']],
    ['an rsync with a password', 24135, []],
    [
      'a web server that lists .git and .env',
      24136,
      ['http-directory-listing', 'http-env-exposed', 'http-git-exposed'],
    ],
    ['a web server', 24137, []],
    [
      'a web server with Basic authentication',
      24138,
      ['http-basic-without-tls'],
      [],
      ['http-directory-listing', 'http-env-exposed', 'http-git-exposed'],
    ],
    ['Redis', 24140, ['redis-without-password']],
    ['Redis with a password', 24141, []],
    ['memcached', 24142, ['memcached-without-password']],
    ['memcached with a login', 24143, []],
    ['Mosquitto', 24144, ['mqtt-open']],
    ['Mosquitto with a login', 24145, []],
  ] as [string, number, string[], string[]?, string[]?][]
).map(([what, port, weak, notReported = [], inconclusive = onePage(port)]) => [
  what,
  port,
  weak,
  notReported,
  inconclusive,
]);

describe.skipIf(missing !== null)('checks on real daemons', () => {
  const signal = new AbortController().signal;
  beforeAll(async () => {
    await run(script, ['up']);
  }, 600_000);
  afterAll(async () => {
    await run(script, ['down']);
  }, 60_000);

  async function runChecks(ip: string, port: number) {
    const dialer = countingDialer();
    const service = await createDetector({ dialer }).detect({ ip, port, rttMs: 1 }, signal);
    const checker = createChecker({
      dialer,
      datagrams: createUdpClient(() => null),
      clock: systemClock,
    });
    const results = await checker.service(
      { ip, rttMs: 1, service: { port, transport: 'tcp', state: 'open', ...service } },
      signal,
    );
    const of = (result: string): string[] =>
      results.filter((r) => r.result === result).map(({ id }) => id);
    return {
      ids: results.map(({ id }) => id),
      weak: of('weak'),
      unknown: of('unknown'),
      maxConcurrent: dialer.maxConcurrent(),
      open: dialer.open(),
    };
  }

  // A daemon of a busy machine may respond too late: that the check then knows nothing is right.
  it.each(TRUTH)(
    'give for %s (%i): %j',
    { retry: 2 },
    async (_what, port, weak, notReported, inconclusive) => {
      const seen = await runChecks('127.0.0.1', port);
      const own = seen.weak.filter((id) => !notReported.includes(id));
      // ports without TLS have results of other checks too
      expect({ weak: own, unknown: seen.unknown, open: seen.open }).toEqual({
        weak,
        unknown: inconclusive,
        open: 0,
      });
      expect(seen.maxConcurrent).toBeLessThanOrEqual(2);
      expect(seen.ids.length).toBeGreaterThan(0);
      if (port <= 24112 && port > 24100)
        expect(seen.ids).toEqual(expect.arrayContaining(CERTIFICATE));
    },
  );

  it.each([
    ['without a login', '127.0.0.81', ['etcd-open']],
    ['with authentication', '127.0.0.82', []],
  ])('give for etcd %s: %j', async (_what, ip, weak) => {
    // It has no page at its root: 404 for every path says nothing.
    const unknown = ['http-basic-without-tls', ...WEB_SITE];
    expect(await runChecks(ip, 2379)).toMatchObject({ weak, unknown });
  });

  async function ask(check: DatagramCheck, port: number): Promise<string> {
    const datagrams = createUdpClient(() => null);
    return (
      await check.runDatagram({
        request: (sent, isAnswer) =>
          datagrams.request({ ip: '127.0.0.1', port, datagrams: sent, isAnswer }),
      })
    ).result;
  }

  it.each([
    ['Unbound for us', 24150, 'weak'],
    ['Unbound for others', 24151, 'fine'],
    ['BIND for others', 24152, 'fine'],
    ['BIND for us', 24153, 'weak'],
    ['dnsmasq', 24154, 'weak'],
  ])('give for %s (%i), by UDP and TCP: %s', async (_what, port, expected) => {
    const tcp = await runChecks('127.0.0.1', port);
    expect(tcp).toMatchObject({ ids: ['dns-open-resolver'], unknown: [] });
    expect([await ask(dnsOpenResolver, port), tcp.weak.length > 0 ? 'weak' : 'fine']).toEqual([
      expected,
      expected,
    ]);
  });

  it.each([
    ['public', 24155, 'weak'],
    ['another community', 24156, 'fine'],
    ['a closed port', 24157, 'fine'],
  ])('give for SNMP with %s (%i): %s', async (_what, port, expected) => {
    expect(await ask(snmpPublic, port)).toBe(expected);
  });
});

function missingPrerequisite(): string | null {
  if (process.getuid?.() !== 0) return 'root';
  return existsSync('/etc/debian_version') ? null : 'a Debian';
}
