import type { FeedName } from '../../knowledge/records.js';
import { sanitize } from './coerce.js';

/** The probable kind of a file, from its start. `feed`: the feed that it is a file of; null: none, or unknown. */
export interface IdentifiedContent {
  feed: FeedName | null;
  /** its files are none of the feed */
  isArchive?: true;
  /** a noun phrase: `an HTML page ("Not found")` */
  text: string;
}

const HEAD_LENGTH = 32 * 1024;
const MAX_SHOWN = 60;

const show = (text: string): string => JSON.stringify(sanitize(text, MAX_SHOWN));

/** The kind of file of each feed, for people. */
export const FEED_CONTENTS: Readonly<Record<FeedName, string>> = {
  'osv-debian': 'OSV records of Debian (all.zip)',
  'osv-ubuntu': 'OSV records of Ubuntu (all.zip)',
  'osv-alpine': 'OSV records of Alpine (all.zip)',
  'osv-almalinux': 'OSV records of AlmaLinux (all.zip)',
  'osv-rocky': 'OSV records of Rocky Linux (all.zip)',
  'osv-redhat': 'OSV records of Red Hat (all.zip)',
  'osv-suse': 'OSV records of SUSE (all.zip)',
  'osv-opensuse': 'OSV records of openSUSE (all.zip)',
  'osv-wolfi': 'OSV records of Wolfi or Chainguard (all.zip), or their security.json',
  'osv-chainguard': 'OSV records of Chainguard (all.zip), or its security.json',
  'debian-tracker': "the JSON of Debian's security tracker",
  'alpine-secdb': "the JSON of Alpine's secdb (main.json, community.json)",
  nvd: 'NVD JSON 2.0',
  kev: "CISA's catalog of known exploited vulnerabilities (JSON or CSV)",
  epss: "FIRST's EPSS scores (CSV)",
  eol: 'the products of endoflife.date (API v1, products/full)',
};

const FEED_OF_ECOSYSTEM: Readonly<Record<string, FeedName>> = {
  Debian: 'osv-debian',
  Ubuntu: 'osv-ubuntu',
  Alpine: 'osv-alpine',
  AlmaLinux: 'osv-almalinux',
  'Rocky Linux': 'osv-rocky',
  'Red Hat': 'osv-redhat',
  SUSE: 'osv-suse',
  openSUSE: 'osv-opensuse',
  Wolfi: 'osv-wolfi',
  Chainguard: 'osv-chainguard',
};

/**
 * Identifies content by its first characters; only for messages about files that were refused.
 * @param expected of records about several distributions, this feed is preferred
 */
export function identifyContent(
  start: string,
  expected: FeedName | null = null,
): IdentifiedContent {
  const head = start
    .slice(0, HEAD_LENGTH)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (head === '') return unknown('an empty file');
  if (/^%PDF-/.test(head)) return unknown('a PDF document');
  if (/^7z\ufffd/.test(head)) return unknown('a 7z archive');
  if (head.startsWith('Rar!')) return unknown('a RAR archive');
  if (/[\u0000-\u0008\ufffd]/.test(head.slice(0, 1024))) return unknown('binary data');
  if (head.startsWith('<')) return identifyMarkup(head);
  if (/^[{[]/.test(head)) return identifyJson(head, expected);
  return identifyLines(head);
}

const unknown = (text: string): IdentifiedContent => ({ feed: null, text });
const known = (feed: FeedName): IdentifiedContent => ({ feed, text: FEED_CONTENTS[feed] });

function identifyMarkup(head: string): IdentifiedContent {
  if (!/<(?:!doctype\s+html|html|head|body)\b/i.test(head.slice(0, 2000)))
    return unknown('an XML document');
  const title = /<title[^>]*>([^<]{1,200})/i.exec(head)?.[1]?.trim() ?? '';
  return unknown(`an HTML page${title === '' ? '' : ` (${show(title)})`}`);
}

type Identify = (head: string, expected: FeedName | null) => IdentifiedContent;

/** Keys that only the files of one publisher have. */
const JSON_MARKS: readonly (readonly [RegExp, Identify])[] = [
  [/"(?:CVE_Items|CVE_data_type)"\s*:/, () => unknown('NVD JSON 1.1, which NVD ended in 2023')],
  [/"format"\s*:\s*"NVD_CVE"|"vulnerabilities"\s*:\s*\[\s*\{\s*"cve"\s*:/, () => known('nvd')],
  [/"(?:isEol|eolFrom)"\s*:/, () => known('eol')],
  [/"cveID"\s*:|"catalogVersion"\s*:/, () => known('kev')],
  [/"secfixes"\s*:/, identifySecdb],
  [/"affected"\s*:\s*\[/, identifyOsv],
  [/"releases"\s*:\s*\{\s*"[\w-]+"\s*:\s*\{/, () => known('debian-tracker')],
  [/"epss"\s*:/, () => unknown('EPSS scores as JSON')],
  [/"csaf_version"\s*:/, () => unknown('a CSAF document')],
  [/"bomFormat"\s*:|"spdxVersion"\s*:/, () => unknown('a software bill of materials')],
  [/openvex/, () => unknown('an OpenVEX document')],
];

function identifyJson(head: string, expected: FeedName | null): IdentifiedContent {
  const mark = JSON_MARKS.find(([pattern]) => pattern.test(head));
  if (mark) return mark[1](head, expected);
  const key = /^\{\s*"([^"]{1,200})"\s*:/.exec(head)?.[1];
  return unknown(key === undefined ? 'other JSON' : `JSON that starts with the key ${show(key)}`);
}

function identifySecdb(head: string): IdentifiedContent {
  return known(/"distroversion"\s*:\s*"[^"]/.test(head) ? 'alpine-secdb' : 'osv-wolfi');
}

function identifyOsv(head: string, expected: FeedName | null): IdentifiedContent {
  const ecosystems = [...head.matchAll(/"ecosystem"\s*:\s*"([^":]{1,200})/g)].map(
    ([, name = '']) => name,
  );
  const feeds = ecosystems.flatMap((name) => FEED_OF_ECOSYSTEM[name] ?? []);
  const [first] = feeds;
  if (first !== undefined) return known(feeds.find((feed) => feed === expected) ?? first);
  const [ecosystem = ''] = ecosystems;
  return unknown(ecosystem === '' ? 'OSV records' : `OSV records of ${show(ecosystem)}`);
}

function identifyLines(head: string): IdentifiedContent {
  const line = head.split(/\r?\n/).find((text) => text.trim() !== '' && !text.startsWith('#'));
  const cells = (line ?? '')
    .split(',')
    .map((cell) => cell.trim().replaceAll('"', '').toLowerCase());
  if (cells.includes('cve') && cells.includes('epss')) return known('epss');
  if (cells.includes('cveid') && cells.includes('dateadded')) return known('kev');
  return unknown(`text that starts with ${show(line ?? head)}`);
}
