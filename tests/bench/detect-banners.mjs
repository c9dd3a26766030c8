// detect-banners.mjs — service detection against the examples of rapid7/recog (BSD-2-Clause): fingerprints in XML, each
// with real banners and the product and version that they mean. Nothing of them is in this repository:
//   BANNERS=<folder of its xml files> node tests/bench/detect-banners.mjs [--list] [protocol …]
// A version is equal, longer (recog leaves out a patch level), shorter (recog includes what a packager added), null,
// or false. Ends with status 1 if a version is false, or if another product has a CPE name. --list prints every
// example that is not equal.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Table from 'cli-table3';
import { bannerBytes } from '../support/banner-bytes.mjs';

const folder = process.env.BANNERS ?? '';
if (!existsSync(join(folder, 'ssh_banners.xml'))) {
  console.log('detect-banners: skipped, needs BANNERS, the folder xml of rapid7/recog');
  process.exit(0);
}
const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/pentest/detect/`, import.meta.url);
const { PROTOCOLS } = await import(new URL('list.js', dist));
const { recognize } = await import(new URL('recognize.js', dist));
const { toService } = await import(new URL('result.js', dist));
const { recognizeDns } = await import(new URL('protocols/dns.js', dist));
const { parseRootDse } = await import(new URL('protocols/ldap.js', dist));

const FILES = {
  ssh: 'ssh_banners',
  ftp: 'ftp_banners',
  smtp: 'smtp_banners',
  imap: 'imap_banners',
  pop3: 'pop_banners',
  nntp: 'nntp_banners',
  mysql: 'mysql_banners',
  dns: 'dns_versionbind',
  ldap: 'ldap_searchresult',
  http: 'http_servers',
  rtsp: 'rtsp_servers',
  sip: 'sip_banners',
  'sip agent': 'sip_user_agents',
};
const SERVICES = { dns: 'domain', 'sip agent': 'sip' };
/** Names of one product: recog's, ours. */
const SAME = readFileSync(new URL('../fixtures/banners/same-products.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.includes('\t'))
  .map((line) => line.split('\t').map((name) => new RegExp(`^(?:${name})$`)));
/**
 * recog means the Apache inside a product that has its own name and version, the whole of FreePBX instead of Asterisk,
 * or the last of two components.
 */
const MEANT_OTHERWISE =
  /^(?:IBM_HTTP_Server|Stronghold|Oracle Application Server)\/.* Apache\/|^FPBX-|^SAP NetWeaver Application Server .* AS Java/i;
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const isSame = (theirs, ours) => {
  const a = plain(theirs);
  const b = plain(ours);
  return a.includes(b) || b.includes(a) || SAME.some(([x, y]) => x.test(a) && y.test(b));
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const rows = Object.keys(FILES)
  .filter((protocol) => asked.length === 0 || asked.includes(protocol))
  .flatMap((protocol) =>
    examplesOf(protocol).map((example) => ({
      protocol,
      ...example,
      ...compare(protocol, example),
    })),
  );
print();
const isFalse = (row) =>
  row.version === 'false' ||
  row.distribution === 'false' ||
  (row.named === 'other' && row.ours.cpe !== null);
process.exit(rows.some(isFalse) ? 1 : 0);

/** The examples of a file, with what is expected of them. */
function examplesOf(protocol) {
  const xml = readFileSync(join(folder, `${FILES[protocol]}.xml`), 'utf8').replace(
    /<!--.*?-->/gs,
    '',
  );
  return [...xml.matchAll(/<fingerprint .*?<\/fingerprint>/gs)].flatMap(([fingerprint]) => {
    const product = /<param pos="0" name="service.product" value="([^"]*)"/.exec(fingerprint)?.[1];
    const system = /name="os.vendor" value="(Debian|Ubuntu)"/.exec(fingerprint)?.[1] ?? null;
    const fixed = /<param pos="0" name="service.version" value="([^"]*)"/.exec(fingerprint)?.[1];
    return [...fingerprint.matchAll(/<example([^>]*?)(?:\/>|>(.*?)<\/example>)/gs)].map(
      ([, attributes, text = '']) => ({
        text: exampleText(protocol, attributes, text),
        product: product === undefined ? null : unescapeXml(product),
        system,
        expected:
          unescapeXml(/service\.version="([^"]*)"/.exec(attributes)?.[1] ?? fixed ?? '') || null,
      }),
    );
  });
}

function exampleText(protocol, attributes, text) {
  const raw = attributes.includes('base64')
    ? Buffer.from(text.replace(/\s/g, ''), 'base64').toString('latin1')
    : Buffer.from(unescapeXml(text)).toString('latin1');
  return protocol === 'ldap' ? directoryLines(raw) : raw;
}

/** Examples of LDAP are pieces of an entry: the attributes that detection reads, a line each. */
function directoryLines(piece) {
  const first = (name) => {
    const at = new RegExp(`${name}1(?:\\x84[^]{4}|[^])\\x04(\\x84[^]{4}|[^])`, 'i').exec(piece);
    if (at === null) return [];
    const length = at[1].charCodeAt(at[1].length - 1);
    const start = at.index + at[0].length;
    return [`${name}: ${piece.slice(start, start + length)}`];
  };
  return [
    ...(piece.startsWith('IBM Lotus Software')
      ? ['vendorname: IBM Lotus Software']
      : first('vendorname')),
    ...(piece.startsWith('International Business')
      ? ['vendorname: International Business Machines (IBM)']
      : []),
    ...first('vendorversion'),
    ...first('domainControllerFunctionality'),
    ...[...piece.matchAll(/1\.2\.840\.113556\.1\.4\.(?:800|1851)/g)].map(
      ([id]) => `supportedCapabilities: ${id}`,
    ),
    ...(piece.includes('OpenLDAProotDSE') ? ['objectClass: OpenLDAProotDSE'] : []),
    'supportedLDAPVersion: 3',
  ].join('\n');
}

function unescapeXml(text) {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');
}

function compare(protocol, { text, product, system, expected }) {
  const data = bannerBytes(protocol.replace(/ agent$/, ''), text);
  const found =
    { dns: recognizeDns, ldap: parseRootDse }[protocol]?.(data) ??
    recognize(PROTOCOLS, data)?.recognition ??
    null;
  const ours = toService({ recognition: found, rawBanner: data, secure: false, tls: null });
  return {
    ours,
    service: ours.service === (SERVICES[protocol] ?? protocol) ? 'right' : 'other',
    named: compareProduct(product, ours.product),
    version: MEANT_OTHERWISE.test(text) ? 'not compared' : compareVersion(expected, ours.version),
    distribution: compareDistribution(system, ours.revision),
  };
}

function compareProduct(theirs, ours) {
  if (ours === null) return theirs === null ? 'both none' : 'null';
  if (theirs === null) return 'only ours';
  return isSame(theirs, ours) ? 'same' : 'other';
}

/** A revision decides by the advisories of its distribution; another distribution's name is false. */
function compareDistribution(system, revision) {
  const ours = /^(?:Debian|Ubuntu)(?= |$)(?! or )/.exec(revision ?? '')?.[0] ?? null;
  // recog goes by the word; `2build1` is a number of Ubuntu's alone
  if (ours === null || system === null || /^Ubuntu \d+build\d/.test(revision)) return 'none';
  return ours === system ? 'equal' : 'false';
}

function compareVersion(theirs, ours) {
  if (ours === null) return theirs === null ? 'both none' : 'null';
  if (theirs === null) return 'only ours';
  if (theirs === ours) return 'equal';
  if (ours.startsWith(theirs) && /^[-_+~. a-z]/i.test(ours.slice(theirs.length))) return 'longer';
  // what a packager or a patch of others added; a letter or a stage would be part of the version
  const added = theirs.startsWith(ours) ? theirs.slice(ours.length) : '';
  return /^(?:[-_+~](?!alpha|beta|rc|pre|dev|p\d|sp\d)| B\d| *\()/i.test(added)
    ? 'shorter'
    : 'false';
}

function print() {
  const count = (protocol, key, value) =>
    rows.filter((row) => (protocol === null || row.protocol === protocol) && row[key] === value)
      .length;
  const VERSIONS = ['equal', 'longer', 'shorter', 'null', 'false', 'only ours', 'not compared'];
  const PRODUCTS = ['same', 'other', 'null', 'only ours'];
  const table = new Table({
    head: [
      'protocol',
      'examples',
      'service',
      ...VERSIONS.map((v) => `v. ${v}`),
      ...PRODUCTS.map((p) => `p. ${p}`),
      'd. equal',
      'd. false',
    ],
  });
  for (const protocol of [...new Set(rows.map((row) => row.protocol)), null])
    table.push([
      protocol ?? 'all',
      rows.filter((row) => protocol === null || row.protocol === protocol).length,
      count(protocol, 'service', 'right'),
      ...VERSIONS.map((value) => count(protocol, 'version', value)),
      ...PRODUCTS.map((value) => count(protocol, 'named', value)),
      count(protocol, 'distribution', 'equal'),
      count(protocol, 'distribution', 'false'),
    ]);
  console.log(`${table}`);
  if (!process.argv.includes('--list')) return;
  const fine = (row) =>
    ['equal', 'both none'].includes(row.version) && ['same', 'both none'].includes(row.named);
  for (const row of rows.filter(
    (r) => !fine(r) || r.service === 'other' || r.distribution === 'false',
  ))
    console.log(
      [
        `${row.protocol} v:${row.version} p:${row.named}`,
        ...(row.service === 'other' ? ['SERVICE'] : []),
        ...(row.distribution === 'false' ? ['d:false'] : []),
        `${JSON.stringify(row.text)} → ${row.ours.product} ${row.ours.version}`,
        `[${row.ours.revision}] ${row.ours.cpe ?? ''} (expected ${row.product} ${row.expected})`,
      ].join(' '),
    );
}
