import { NOT_APPLICABLE } from '../../../../src/vulnerabilities/coverage/coverage.js';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScannedHost } from '../../../../src/commands/scan/scan.results.js';
import {
  renderNmapXml,
  toCpeUri,
  type ScanRun,
} from '../../../../src/commands/scan/xml/nmap-xml.render.js';
import { parseNmapXml } from '../../../../src/hosts/import/nmap-xml.js';
import type { ServiceResponse } from '../../../../src/services/services.schemas.js';
import { temporaryFolder } from '../../../support/app.js';

const DTD = '/usr/share/nmap/nmap.dtd';
const XMLLINT = '/usr/bin/xmllint';
const NDIFF = '/usr/bin/ndiff';
const canValidate = existsSync(DTD) && existsSync(XMLLINT);
if (!canValidate)
  console.warn('Not tested: XML of scans against nmap.dtd (needs nmap and xmllint)');

const RUN: ScanRun = {
  name: 'scan 10.0.0.0/30 --ports 22,443',
  ports: ['22', '443'],
  startedAt: 1_790_000_000,
  finishedAt: 1_790_000_012,
  error: null,
};

const service = (known: Partial<ServiceResponse> = {}): ServiceResponse => ({
  port: 22,
  transport: 'tcp',
  state: 'open',
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision: 'Debian 2+deb12u3',
  cpe: 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*',
  banner: 'SSH-2.0-OpenSSH_9.2p1',
  tls: null,
  details: {},
  confidence: 'confirmed',
  first_seen: 1,
  last_seen: 1,
  ...known,
});
const host = (known: Partial<ScannedHost> = {}): ScannedHost => ({
  ip: '10.0.0.1',
  name: '10.0.0.1',
  outcome: 'done',
  reason: null,
  detail: null,
  isUnanswered: false,
  services: [],
  findings: [],
  coverage: { packages: NOT_APPLICABLE, services: NOT_APPLICABLE },
  ...known,
});
const render = (hosts: readonly ScannedHost[], run: Partial<ScanRun> = {}): string =>
  [...renderNmapXml(hosts, { ...RUN, ...run })].join('');

const HOSTILE = `<!DOCTYPE x [<!ENTITY a "b">]>&a;"'--]]>\u0000\u0008\u001b[2J\ud800\ufffe\r\n\té😀`;
const EXAMPLES: Record<string, string> = {
  'no host': render([]),
  'hosts of every outcome': render([
    host({ services: [service(), service({ port: 443, service: 'https', cpe: null })] }),
    host({ ip: 'fd00::1', name: 'web.example' }),
    ...['unreachable', 'not_allowed', 'failed', 'stopped', null].map((outcome) =>
      host({ outcome, reason: 'x' }),
    ),
  ]),
  'hostile text': render(
    [
      host({
        name: HOSTILE,
        services: [service({ product: HOSTILE, version: HOSTILE, banner: HOSTILE, cpe: HOSTILE })],
      }),
    ],
    { name: HOSTILE, error: HOSTILE },
  ),
  'a UDP port without an answer': render([
    host({
      services: [
        service({
          transport: 'udp',
          state: 'open|filtered' as 'open',
          service: null,
          product: null,
        }),
      ],
    }),
  ]),
  'the default ports': render([host()], { ports: undefined }),
  'all ports': render([host()], { ports: ['1-65535'] }),
};

describe('XML of a scan', () => {
  it('has ports, services, versions, CPE and banners as nmap writes them', () => {
    const text = render([
      host({
        name: 'web.example',
        services: [
          service(),
          service({
            port: 443,
            service: 'https',
            product: 'nginx',
            version: null,
            revision: null,
            cpe: null,
            banner: null,
            confidence: 'likely',
          }),
        ],
      }),
    ]);
    expect(text).toContain('<address addr="10.0.0.1" addrtype="ipv4"/>');
    expect(text).toContain('<hostname name="web.example" type="user"/>');
    expect(text).toContain(
      '<port protocol="tcp" portid="22"><state state="open" reason="syn-ack" reason_ttl="0"/>' +
        '<service name="ssh" product="OpenSSH" version="9.2p1 Debian 2+deb12u3" method="probed" conf="10">' +
        '<cpe>cpe:/a:openbsd:openssh:9.2:p1</cpe></service>' +
        '<script id="banner" output="SSH-2.0-OpenSSH_9.2p1"/></port>',
    );
    expect(text).toContain(
      '<service name="http" product="nginx" tunnel="ssl" method="probed" conf="7"></service>',
    );
    expect(text).toContain('<hosts up="1" down="0" total="1"/>');
  });

  it('counts addresses without a host, and lists the other hosts without a result', () => {
    const unanswered = host({ outcome: 'unreachable', isUnanswered: true });
    const text = render([unanswered, host({ ip: '10.0.0.2', outcome: 'unreachable' })]);
    expect(text.match(/<host>/g)).toHaveLength(1);
    expect(text).toContain('<hosts up="0" down="2" total="2"/>');
  });

  it('is read by the import of hosts, with the hosts that were up', () => {
    expect(parseNmapXml(EXAMPLES['hosts of every outcome'] ?? '')).toEqual({
      hosts: [
        { ip: '10.0.0.1', name: null },
        { ip: 'fd00::1', name: 'web.example' },
      ],
    });
  });

  it('replaces characters that XML does not allow, and escapes the others', () => {
    const text = EXAMPLES['hostile text'] ?? '';
    expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f]/);
    expect(text).toContain('&lt;!ENTITY a &quot;b&quot;&gt;]&gt;&amp;a;');
    expect(text).toContain('\ufffd[2J\ufffd\ufffd&#13;&#10;&#9;é😀');
    expect(parseNmapXml(text).hosts).toHaveLength(1);
  });

  it.runIf(canValidate).each(Object.entries(EXAMPLES))(
    'with %s is valid against nmap.dtd',
    (_case, text) => {
      const file = join(temporaryFolder(), 'scan.xml');
      writeFileSync(file, text);
      const { status, stderr } = spawnSync(XMLLINT, ['--noout', '--dtdvalid', DTD, file]);
      expect(stderr.toString()).toBe('');
      expect(status).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it.runIf(existsSync(NDIFF))('is compared by ndiff, which reports a new port', () => {
    const folder = temporaryFolder();
    const [before, after] = [[service()], [service(), service({ port: 443 })]].map(
      (services, i) => {
        const file = join(folder, `${i}.xml`);
        writeFileSync(file, render([host({ services })]));
        return file;
      },
    );
    const { stdout, status } = spawnSync(NDIFF, [before ?? '', after ?? '']);
    expect(status).toBe(1); // the scans differ
    expect(stdout.toString()).toMatch(/^\+443\/tcp\s+open\s+ssh\s+OpenSSH 9\.2p1/m);
  });
});

describe('CPE as a URI', () => {
  it.each([
    ['cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*', 'cpe:/a:openbsd:openssh:9.2:p1'],
    ['cpe:2.3:o:linux:linux_kernel:*:*:*:*:*:*:*:*', 'cpe:/o:linux:linux_kernel'],
    ['cpe:2.3:a:vendor:c\\+\\+:1\\:2:-:*:*:*:*:*:*', 'cpe:/a:vendor:c%2B%2B:1%3A2:-'],
    ['cpe:/a:vendor:product', null],
    ['', null],
  ])('of %s is %s', (text, expected) => {
    expect(toCpeUri(text)).toBe(expected);
  });
});
