import { cpeParts } from '../../../lib/cpe-parts.js';
import { escapeXmlText, toXmlText } from '../../../lib/markup/xml-text.js';
import { defaultPorts, describePorts, parsePorts } from '../../../pentest/ports.js';
import type { ServiceResponse } from '../../../services/services.schemas.js';
import { VERSION } from '../../../version.js';
import { pluralize } from '../../../lib/text.js';
import type { ScannedHost } from '../scan.results.js';

/** A finished scan, beside its hosts. Times are Unix seconds. */
export interface ScanRun {
  /** the arguments of the scan */
  name: string;
  /** undefined: the default ports */
  ports: readonly string[] | undefined;
  startedAt: number;
  finishedAt: number;
  /** why the task did not complete; null: it did */
  error: string | null;
}

type Attributes = Record<string, string | number | undefined>;

/** Services with TLS from the first byte: nmap names the protocol inside. */
const INNER_NAMES: Readonly<Record<string, string>> = {
  https: 'http',
  imaps: 'imap',
  pop3s: 'pop3',
  smtps: 'smtp',
  ldaps: 'ldap',
  ftps: 'ftp',
};
/** nmap's `conf`: 3 by the port's number, 10 by an identification. */
const CONFIDENCES = { confirmed: 10, likely: 7, possible: 3 } as const;
/** The states of hosts without a result; of the others: `unknown`. */
const HOST_STATES: Readonly<Record<string, string>> = {
  done: 'up',
  unreachable: 'down',
  not_allowed: 'skipped',
};

/**
 * Yields the results of a scan as nmap writes them with `-oX` (valid against nmap.dtd, xmloutputversion 1.05), one host
 * at a time. Addresses of ranges at which no host is known are only counted, as nmap does it. Text of hosts is escaped;
 * characters that XML does not allow become U+FFFD.
 */
export function* renderNmapXml(hosts: Iterable<ScannedHost>, run: ScanRun): Generator<string> {
  const ports = run.ports === undefined ? defaultPorts() : parsePorts(run.ports);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE nmaprun>\n';
  yield openRun(run, ports);
  const counts = { up: 0, down: 0, total: 0 };
  for (const host of hosts) {
    const state = stateOf(host);
    counts.total += 1;
    if (state === 'up') counts.up += 1;
    if (state === 'down') counts.down += 1;
    if (!host.isUnanswered) yield renderHost(host, state, ports.length);
  }
  yield `${renderStatistics(counts, run)}</nmaprun>\n`;
}

function openRun({ name, startedAt }: ScanRun, ports: readonly number[]): string {
  const root = {
    scanner: 'nmap', // the only value that nmap.dtd allows
    args: `hostwarden ${name}`,
    start: startedAt,
    startstr: formatTime(startedAt),
    version: VERSION,
    xmloutputversion: '1.05',
  };
  const scan = {
    type: 'connect',
    protocol: 'tcp',
    numservices: ports.length,
    services: describePorts(ports),
  };
  return [
    `<nmaprun${attributes(root)}>`,
    element('scaninfo', scan),
    element('verbose', { level: 0 }),
    element('debugging', { level: 0 }),
    '',
  ].join('\n');
}

/** A stopped scan may have results without an outcome. */
function stateOf({ outcome, services }: ScannedHost): string {
  return services.length > 0 ? 'up' : (HOST_STATES[outcome ?? ''] ?? 'unknown');
}

function renderHost(host: ScannedHost, state: string, portCount: number): string {
  const { ip, name, services, outcome } = host;
  const type = ip.includes(':') ? 'ipv6' : 'ipv4';
  const names = name === '' || name === ip ? [] : [element('hostname', { name, type: 'user' })];
  return [
    '<host>',
    element('status', { state, reason: hostReason(host, state), reason_ttl: 0 }),
    element('address', { addr: ip, addrtype: type }),
    ['<hostnames>', ...names, '</hostnames>'].join('\n'),
    ...(outcome === 'done' || services.length > 0 ? [renderPorts(host, portCount)] : []),
    '</host>\n',
  ].join('\n');
}

function hostReason({ outcome, reason, services }: ScannedHost, state: string): string {
  if (state === 'up') return services.length > 0 ? 'syn-ack' : 'user-set';
  return outcome === 'unreachable' ? 'no-response' : (reason ?? outcome ?? 'unknown');
}

/** The scan does not record which ports are closed and which are filtered. */
function renderPorts({ services, outcome }: ScannedHost, portCount: number): string {
  const others = Math.max(0, portCount - services.length);
  const extra = { state: 'closed|filtered', count: others };
  return [
    '<ports>',
    ...(outcome === 'done' && others > 0 ? [`<extraports${attributes(extra)}></extraports>`] : []),
    ...services.map(renderPort),
    '</ports>',
  ].join('\n');
}

function renderPort(service: ServiceResponse): string {
  const { port, transport, state, banner } = service;
  const reason = transport === 'tcp' ? 'syn-ack' : 'udp-response';
  return [
    `<port${attributes({ protocol: transport, portid: port })}>`,
    element('state', {
      state,
      reason: state === 'open' ? reason : 'no-response',
      reason_ttl: 0,
    }),
    renderService(service),
    ...(banner === null ? [] : [element('script', { id: 'banner', output: banner })]),
    '</port>',
  ].join('');
}

function renderService(found: ServiceResponse): string {
  const { service, product, version, revision, cpe, confidence } = found;
  if (service === null && product === null) return '';
  const inner = INNER_NAMES[service ?? ''];
  const list = {
    name: inner ?? service ?? 'unknown',
    product: product ?? undefined,
    version: [version, revision].filter(Boolean).join(' ') || undefined,
    tunnel: inner === undefined ? undefined : 'ssl',
    method: confidence === 'possible' ? 'table' : 'probed',
    conf: CONFIDENCES[confidence],
  };
  const uri = cpe === null ? null : toCpeUri(cpe);
  const content = uri === null ? '' : `<cpe>${escapeText(uri)}</cpe>`;
  return `<service${attributes(list)}>${content}</service>`;
}

/**
 * Converts a CPE 2.3 formatted string to a URI of CPE 2.2, as nmap writes it: `cpe:/a:openbsd:openssh:9.2:p1`.
 * Null if it is not one.
 * @internal
 */
export function toCpeUri(text: string): string | null {
  const [, , ...parts] = cpeParts(text) ?? [];
  if (parts.length < 3) return null;
  const values = parts.slice(0, 7).map((part) => (part === '*' ? '' : encodeURIComponent(part)));
  return `cpe:/${values.join(':').replace(/:+$/, '')}`;
}

function renderStatistics(
  counts: { up: number; down: number; total: number },
  { startedAt, finishedAt, error }: ScanRun,
): string {
  const elapsed = Math.max(0, finishedAt - startedAt);
  const time = formatTime(finishedAt);
  const finished = {
    time: finishedAt,
    timestr: time,
    summary:
      `hostwarden done at ${time}; ${pluralize(counts.total, 'IP address', 'IP addresses')} ` +
      `(${pluralize(counts.up, 'host')} up) scanned in ${elapsed} seconds`,
    elapsed,
    exit: error === null ? 'success' : 'error',
    errormsg: error ?? undefined,
  };
  return `<runstats>${element('finished', finished)}${element('hosts', counts)}\n</runstats>\n`;
}

/** `Mon Nov 23 01:50:28 2026`, in the local time zone, as nmap writes it (asctime of C). */
function formatTime(seconds: number): string {
  const [weekday, month, day, year, time] = new Date(seconds * 1000).toString().split(' ');
  return [weekday, month, day, time, year].join(' ');
}

const element = (name: string, list: Attributes): string => `<${name}${attributes(list)}/>`;

const attributes = (list: Attributes): string =>
  Object.entries(list)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeText(String(value))}"`))
    .join('');

const escapeText = (text: string): string => escapeXmlText(toXmlText(text));
