// cspell:ignore currentip
import { printable } from '../../lib/text.js';
import { canonicalIp } from '../addresses.js';
import { findNameProblem } from '../host-names.js';
import { NewHostV2 } from '../hosts.v2.schemas.js';
import { parseCsv } from './csv.js';
import { parseNmapXml } from './nmap-xml.js';

/** A host to create. */
export interface ImportedHost {
  ip: string;
  name: string | null;
  description: string | null;
  /** names of groups */
  groups: string[];
}

interface RejectedLine {
  /** from 1 */
  line: number;
  /** what is wrong with it; it can be shown */
  message: string;
}

export interface HostFile {
  hosts: ImportedHost[];
  rejected: RejectedLine[];
}

interface Row extends ImportedHost {
  line: number;
}

/** The headings of a CSV file, in lower case and without separators. */
const HEADINGS: Readonly<Record<string, 'ip' | 'name' | 'description' | 'groups'>> = {
  ip: 'ip',
  ipaddress: 'ip',
  ipv4: 'ip',
  ipv6: 'ip',
  address: 'ip',
  currentip: 'ip',
  name: 'name',
  host: 'name',
  hostname: 'name',
  fqdn: 'name',
  description: 'description',
  comment: 'description',
  group: 'groups',
  groups: 'groups',
};
const FIELDS = ['ip', 'name', 'description', 'groups'] as const;
const DELIMITERS = [',', ';', '\t'];
const MAX_SHOWN = 60;

/**
 * Reads hosts from a list, CSV or the XML of nmap; the content decides which. Each address is returned once. Lines that
 * name no host are returned in `rejected`. Throws NmapXmlError if XML is not that of nmap.
 *
 * - List: an IP address on each line, and optionally a name after a space; `#` starts a comment.
 * - CSV: the first line has headings, of which one is `ip` or `address`; also with `;` or tabs. Several groups in one
 *   field are separated by `;` or `|`.
 */
export function parseHostFile(content: string): HostFile {
  const text = content.replace(/^\uFEFF/, '');
  if (/^\s*</.test(text)) return parseXml(text);
  const delimiter = csvDelimiter(text);
  const { rows, rejected } = delimiter === null ? parseList(text) : parseTable(text, delimiter);
  return mergeRows(rows, rejected);
}

function parseXml(text: string): HostFile {
  const { hosts } = parseNmapXml(text);
  return {
    hosts: hosts.map(({ ip, name }) => ({
      ip,
      name: name === null || findNameProblem(name, ip) !== null ? null : name,
      description: null,
      groups: [],
    })),
    rejected: [],
  };
}

/** Returns the delimiter if the first line has a heading for addresses; otherwise null: the text is no CSV. */
function csvDelimiter(text: string): string | null {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const isHeading = (delimiter: string): boolean =>
    first.split(delimiter).some((cell) => fieldOf(cell.replaceAll('"', '')) === 'ip');
  return DELIMITERS.find(isHeading) ?? null;
}

const fieldOf = (heading: string) => HEADINGS[heading.toLowerCase().replace(/[\s_-]/g, '')];

interface Rows {
  rows: Row[];
  rejected: RejectedLine[];
}

function parseTable(text: string, delimiter: string): Rows {
  const [head, ...records] = parseCsv(text, delimiter);
  const columns = (head?.fields ?? []).map(fieldOf);
  const [ip, name, description, groups] = FIELDS.map((field) => columns.indexOf(field));
  const rows: Row[] = [];
  const rejected: RejectedLine[] = [];
  for (const { line, fields, problem } of records) {
    const cell = (column = -1): string => fields[column]?.trim() ?? '';
    const row = {
      line,
      ip: cell(ip),
      name: cell(name) || null,
      description: cell(description) || null,
      groups: splitGroups(cell(groups)),
    };
    const found = problem ?? tooManyFields(fields, columns) ?? checkRow(row);
    if (found === null) rows.push(row);
    else rejected.push({ line, message: found });
  }
  return { rows, rejected };
}

const tooManyFields = (fields: readonly string[], columns: readonly unknown[]): string | null =>
  fields.length > columns.length
    ? `has ${fields.length} fields, and the first line has ${columns.length}`
    : null;

const splitGroups = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

function parseList(text: string): Rows {
  const rows: Row[] = [];
  const rejected: RejectedLine[] = [];
  text.split(/\r\n|\n|\r/).forEach((content, index) => {
    const line = index + 1;
    const [ip = '', name = null, ...others] = content.replace(/#.*/, '').trim().split(/\s+/);
    if (ip === '') return;
    const row = { line, ip, name, description: null, groups: [] };
    const problem = others.length > 0 ? 'has more than an address and a name' : checkRow(row);
    if (problem === null) rows.push(row);
    else rejected.push({ line, message: problem });
  });
  return { rows, rejected };
}

/** Returns what is wrong with a row; null: nothing. */
function checkRow({ ip, name, description }: Row): string | null {
  if (canonicalIp(ip) === null) return ip === '' ? 'has no IP address' : notAnAddress(ip);
  const parsed = NewHostV2.safeParse({
    current_ip: ip,
    ...(name !== null && { hostname: name }),
    ...(description !== null && { description }),
  });
  const [issue] = parsed.error?.issues ?? [];
  return issue === undefined
    ? checkName(ip, name)
    : `has an invalid ${issue.path[0] === 'hostname' ? 'name' : 'description'}: it ${issue.message}`;
}

function checkName(ip: string, name: string | null): string | null {
  const problem = name === null ? null : findNameProblem(name, canonicalIp(ip) ?? ip);
  return problem === null ? null : `has an invalid name: ${shorten(name ?? '')} ${problem}`;
}

const notAnAddress = (text: string): string => `${shorten(text)} is not an IP address`;

function shorten(text: string): string {
  const shown = printable(text);
  return JSON.stringify(shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown);
}

/** A host of one or more rows, while the rows are merged. */
interface MergedRow extends Omit<Row, 'groups'> {
  groups: Set<string>;
}

/** Returns each address once. The same address under another name is rejected: one of the names would be lost. */
function mergeRows(rows: readonly Row[], rejected: readonly RejectedLine[]): HostFile {
  const merged = new Map<string, MergedRow>();
  const conflicts: RejectedLine[] = [];
  for (const row of rows) {
    const ip = canonicalIp(row.ip) ?? row.ip;
    const known = merged.get(ip);
    if (!known) merged.set(ip, { ...row, ip, groups: new Set(row.groups) });
    else if (row.name !== null && known.name !== null && known.name !== row.name)
      conflicts.push({
        line: row.line,
        message: `${ip} has the name ${JSON.stringify(printable(known.name))} on line ${known.line}`,
      });
    else addRow(known, row);
  }
  return {
    hosts: [...merged.values()].map(({ ip, name, description, groups }) => ({
      ip,
      name,
      description,
      groups: [...groups],
    })),
    rejected: [...rejected, ...conflicts].sort((a, b) => a.line - b.line),
  };
}

function addRow(known: MergedRow, row: Row): void {
  known.name ??= row.name;
  known.description ??= row.description;
  for (const group of row.groups) known.groups.add(group);
}
