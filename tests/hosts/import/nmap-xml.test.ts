import { describe, expect, it } from 'vitest';
import { NmapXmlError, parseNmapXml } from '../../../src/hosts/import/nmap-xml.js';

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nmaprun>
<?xml-stylesheet href="file:///usr/bin/../share/nmap/nmap.xsl" type="text/xsl"?>
<!-- Nmap 7.93 scan initiated as: nmap -oX - 10.0.0.0/24 -->
`;
const run = (content: string) =>
  `${HEAD}<nmaprun scanner="nmap" args="nmap -oX -" version="7.93" xmloutputversion="1.05">${content}</nmaprun>`;
const host = (address: string, { state = 'up', names = '' } = {}) =>
  `<host><status state="${state}" reason="x" reason_ttl="0"/>${address}<hostnames>${names}</hostnames></host>`;
const ipv4 = (addr: string) => `<address addr="${addr}" addrtype="ipv4"/>`;
const hostname = (name: string, type: string) => `<hostname name="${name}" type="${type}"/>`;
const hosts = (text: string) => parseNmapXml(text).hosts;

describe('hosts of nmap XML', () => {
  it.each([
    [
      'with IPv4, also beside a MAC address',
      host(
        `${ipv4('10.0.0.1')}<address addr="00:11:22:33:44:55" addrtype="mac" vendor="Xen &amp; Co"/>`,
      ),
      [{ ip: '10.0.0.1', name: null }],
    ],
    [
      'with a MAC address first',
      host(`<address addr="00:11:22:33:44:55" addrtype="mac"/>${ipv4('10.0.0.1')}`),
      [{ ip: '10.0.0.1', name: null }],
    ],
    [
      'with IPv6, in its canonical form',
      host('<address addr="FD00:0::1" addrtype="ipv6"/>'),
      [{ ip: 'fd00::1', name: null }],
    ],
    [
      'with the name that the user gave, before or after that of DNS',
      host(ipv4('10.0.0.1'), {
        names: hostname('ptr.example', 'PTR') + hostname('web.example', 'user'),
      }),
      [{ ip: '10.0.0.1', name: 'web.example' }],
    ],
    [
      'with the first name of DNS',
      host(ipv4('10.0.0.1'), {
        names: hostname('a.example', 'PTR') + hostname('b.example', 'PTR'),
      }),
      [{ ip: '10.0.0.1', name: 'a.example' }],
    ],
    [
      'without a name that the service does not accept',
      host(ipv4('10.0.0.1'), {
        names: hostname('a&#10;b', 'user') + hostname('x'.repeat(256), 'PTR'),
      }),
      [{ ip: '10.0.0.1', name: null }],
    ],
    [
      'that are up, not the others',
      ['down', 'unknown', 'skipped', 'up']
        .map((state, i) => host(ipv4(`10.0.0.${i}`), { state }))
        .join(''),
      [{ ip: '10.0.0.3', name: null }],
    ],
    [
      'without a status, as masscan writes them, each address once',
      `<host endtime="1">${ipv4('10.0.0.1')}<ports/></host><host endtime="2">${ipv4('10.0.0.1')}<ports/></host>`,
      [{ ip: '10.0.0.1', name: null }],
    ],
    [
      'not of a hint, which precedes the result',
      `<hosthint><status state="up" reason="x" reason_ttl="0"/>${ipv4('10.0.0.9')}</hosthint>${host(ipv4('10.0.0.1'))}`,
      [{ ip: '10.0.0.1', name: null }],
    ],
    [
      'not of elements of scripts that have the same names',
      host(
        `${ipv4('10.0.0.1')}<hostscript><script id="x"><host><address addr="10.0.0.9"/></host></script></hostscript>`,
      ),
      [{ ip: '10.0.0.1', name: null }],
    ],
    ['of a scan without any', '', []],
  ])('reads hosts %s', (_case, content, expected) => {
    expect(hosts(run(content))).toEqual(expected);
  });

  it('reads a text with a byte order mark, and with the DOCTYPE of older versions', () => {
    const doctype = '<!DOCTYPE nmaprun PUBLIC "-//IDN nmap.org//DTD Nmap XML 1.04//EN" "x.dtd">';
    const text = `\ufeff${doctype}<nmaprun>${host(ipv4('10.0.0.1'))}</nmaprun>`;
    expect(hosts(text)).toHaveLength(1);
  });

  it('reads 20,000 hosts', () => {
    const many = Array.from({ length: 20_000 }, (_, i) =>
      host(ipv4(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)),
    );
    expect(hosts(run(many.join('\n')))).toHaveLength(20_000);
  });
});

const entities = (subset: string) =>
  `<!DOCTYPE nmaprun [${subset}]><nmaprun><host><address addr="&a;"/></host></nmaprun>`;

describe('hostile nmap XML', () => {
  it.each([
    ['an empty text', ''],
    ['another format', 'ip,name\n10.0.0.1,web'],
    ['another root element', '<html><host/></html>'],
    ['an interrupted scan', run(host(ipv4('10.0.0.1'))).replace('</nmaprun>', '')],
    ['two roots', `${run('')}<nmaprun/>`],
    ['an impossible address', run(host(ipv4('10.0.0.256')))],
    ['an address with a zone', run(host('<address addr="fe80::1%eth0" addrtype="ipv6"/>'))],
    ['declared entities', entities('<!ENTITY a "10.0.0.1">')],
    ['an external entity', entities('<!ENTITY a SYSTEM "file:///etc/passwd">')],
    [
      'entities of entities',
      entities('<!ENTITY b "bbbbbbbbbb"><!ENTITY a "&b;&b;&b;&b;&b;&b;&b;&b;">'),
    ],
    ['an undeclared entity', run(host('<address addr="&evil;"/>'))],
    ['deep nesting', run('<a>'.repeat(100_000))],
    [
      'many attributes',
      run(`<host ${Array.from({ length: 100_000 }, (_, i) => `a${i}="x"`).join(' ')}/>`),
    ],
    ['a long name of an element', run(`<${'a'.repeat(1_000_000)}/>`)],
    ['a DOCTYPE that does not end', `<!DOCTYPE nmaprun [${'<!-- -->'.repeat(100_000)}`],
    ['a comment that does not end', `<nmaprun><!-- ${'x'.repeat(1_000_000)}`],
    ['a declaration that does not end', `<nmaprun><!${'x'.repeat(1_000_000)}`],
    ['an unquoted attribute', run('<host a=b/>')],
    [
      'too many hosts',
      run(
        Array.from(
          { length: 262_145 },
          (_, i) => `<host>${ipv4(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)}</host>`,
        ).join(''),
      ),
    ],
    ['100 MB', run(' '.repeat(100_000_000))],
  ])('refuses %s', (_case, text) => {
    expect(() => parseNmapXml(text)).toThrow(NmapXmlError);
  });

  it('does not take attributes for properties of objects', () => {
    const text = run('<host __proto__="x" constructor="y"><address __proto__="10.0.0.9"/></host>');
    expect(() => hosts(text)).toThrow(NmapXmlError);
  });

  it('reports the line and the reason in one line', () => {
    const text = `<nmaprun>\n${host(ipv4('10.0.0.1'))}\n${host(ipv4('10.0.0.300'))}\n</nmaprun>`;
    expect(() => hosts(text)).toThrow(
      'Line 3 of the nmap XML cannot be read: an address is neither IPv4 nor IPv6',
    );
  });
});
