import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { pluralize, printable, shorten } from '../../lib/text.js';
import { parsePortItem, splitPortsOption } from '../../pentest/ports.js';
import { systemClock } from '../../platform/clock.js';
import { resolveName } from '../../platform/net/resolver.js';
import { connect } from '../client/client.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { widthOf, type Io } from '../output/io.js';
import { createPainter, wrapText } from '../output/text.js';
import { renderActions, renderLead } from '../report/lead.text.js';
import type { TaskReportBody } from '../report/report.body.js';
import { thresholdExitCode } from '../report/threshold.js';
import { renderNmapXml } from './xml/nmap-xml.render.js';
import { expandHosts, type ResolveDeps, type TargetOptions } from './scan.hosts.js';
import { prepareHosts, prepareTemplate, scanName, type ScanParams } from './scan.prepare.js';
import { renderHosts, renderSummary } from './scan.report.js';
import { readResults, readScanReport, renderJson, type ScannedHost } from './scan.results.js';
import { readSince } from './scan.since.js';
import { renderSince } from './scan.since.text.js';
import { watchScan, type WatchedTask } from './scan.watch.js';
import type { TargetHost } from './targets.js';
import { openXmlFile, type XmlFile } from './xml/xml-file.js';

export interface ScanOptions extends ServiceOptions, TargetOptions {
  ports?: string;
  speed?: string;
  discovery?: string;
  json?: boolean;
  failOn?: Severity;
  /** also write the results to this file as nmap's XML; `-`: standard output */
  outputXml?: string;
}

export interface ScanDeps extends ResolveDeps {
  connect: typeof connect;
  /** Unix seconds */
  now(): number;
  monotonicMs(): number;
}

const REAL_DEPS: ScanDeps = { connect, resolve: resolveName, ...systemClock };
const MAX_MESSAGES = 20;
const MAX_STATE = 500;

/**
 * Scans targets and prints open ports, services and findings. Exit code 1: no host has a result, or a name does not
 * resolve; 130: interrupted; with `failOn` 3: an open finding has at least this severity, 4: none has, but something
 * was not checked. Throws CommandError with exit code 2 for invalid arguments.
 */
export async function scan(
  options: ScanOptions,
  io: Io,
  deps: ScanDeps = REAL_DEPS,
): Promise<number> {
  const given = parseParams(options);
  const { hosts, names, ranges, unresolved } = await expandHosts(options, io, deps);
  const params = { ...given, ...(ranges.length > 0 && { ranges }) };
  for (const name of unresolved)
    io.stderr.write(`${name} does not resolve to an IP address and is left out\n`);
  const { outputXml } = options;
  if (outputXml === '-' && options.json === true)
    throw new CommandError('--json and -oX - both write to standard output', 2);
  const xml = outputXml === undefined ? null : openXmlFile(outputXml, io);
  const client = await deps.connect(options, io);
  try {
    if (io.signal.aborted) return 130;
    await client.resumeTasks?.();
    const name = scanName(names, params);
    const { json: isJson = false, failOn } = options;
    const code = await run(client, { hosts, params, name, isJson, failOn, xml }, io, deps);
    return reportUnresolved(unresolved, io) && code === 0 ? 1 : code;
  } finally {
    await client.close();
  }
}

/** Repeats, after a long output, which names were left out. Returns whether there is one. */
function reportUnresolved(unresolved: readonly string[], { stderr }: Pick<Io, 'stderr'>): boolean {
  if (unresolved.length === 0) return false;
  const listed = unresolved.slice(0, MAX_MESSAGES).join(', ');
  const more = unresolved.length > MAX_MESSAGES ? ', …' : '';
  stderr.write(
    `Not scanned: ${pluralize(unresolved.length, 'unresolved name')}: ${listed}${more}\n`,
  );
  return true;
}

/**
 * Returns the params of the task with the given options only: the service has defaults for the others.
 */
export function parseParams({
  ports,
  speed,
  discovery,
}: Pick<ScanOptions, 'ports' | 'speed' | 'discovery'>): ScanParams {
  const items = ports === undefined ? undefined : splitPortsOption(ports);
  for (const item of items ?? []) {
    const parsed = parsePortItem(item);
    if (!parsed.ok) throw new CommandError(`--ports: ${parsed.message}`, 2);
  }
  return {
    ...(items && { ports: items }),
    ...(speed !== undefined && { speed }),
    ...(discovery !== undefined && { discovery }),
  };
}

interface ScanPlan {
  hosts: TargetHost[];
  params: ScanParams;
  name: string;
  isJson: boolean;
  failOn: Severity | undefined;
  xml: XmlFile | null;
}

async function run(client: Client, plan: ScanPlan, io: Io, deps: ScanDeps): Promise<number> {
  const startedMs = deps.monotonicMs();
  const startedAt = deps.now();
  const hostIds = await prepareHosts(client, plan.hosts, plan.params.ranges);
  const templateId = await prepareTemplate(client, plan.name, plan.params, hostIds);
  const started = await getData<WatchedTask>(client, 'POST', `/api/v1/templates/${templateId}`);
  const task = await watchScan(client, started.id, io);
  const durationMs = deps.monotonicMs() - startedMs;
  const report = await readScanReport(client, task.id);
  const hosts = await readResults(client, task.id, report);
  const since = await readSince(client, task.id);
  const error = task.status === 'completed' ? null : (task.error ?? task.state);
  const finishedAt = deps.now();
  const { name, params, xml } = plan;
  const scanRun = { name, ports: params.ports, startedAt, finishedAt, error };
  if (plan.isJson) io.stdout.write(`${renderJson(task, hosts, report, since)}\n`);
  else if (xml?.isStandardOutput !== true) {
    const style = {
      paint: createPainter(io.stdout.hasColors?.() ?? false),
      width: widthOf(io.stdout),
      now: deps.now(),
    };
    const parts = [
      `${renderHosts(hosts, style)}\n`,
      renderLead(report, style),
      `${wrapText(renderSummary(hosts, report, durationMs), style.width)}\n`,
      renderActions(report, style),
      since ? `\n${renderSince(since, style.now, style.width)}` : '',
    ];
    io.stdout.write(parts.join(''));
  }
  await xml?.write(renderNmapXml(hosts, scanRun));
  return exitCodeOf(report, plan.failOn, finish(task, hosts, io));
}

/** Returns the exit code of a threshold; that of an incomplete scan is kept unless a finding meets the threshold. */
function exitCodeOf(
  { summary }: TaskReportBody,
  failOn: Severity | undefined,
  ofTask: number,
): number {
  const { by_severity, not_checked_hosts } = summary;
  const worst = SEVERITIES.find((s) => by_severity[s] > 0) ?? null;
  const code = thresholdExitCode(failOn, { worst, isWhole: not_checked_hosts === 0 });
  return ofTask === 0 || (ofTask === 1 && code === 3) ? code : ofTask;
}

/** Reports why a task did not complete. Returns the exit code. */
function finish(task: WatchedTask, hosts: readonly ScannedHost[], io: Io): number {
  if (task.status === 'completed') return 0;
  const message =
    task.status === 'stopped'
      ? stoppedMessage(hosts)
      : shorten(printable(task.error ?? task.state), MAX_STATE);
  io.stderr.write(`${message}\n`);
  return io.signal.aborted ? 130 : 1;
}

function stoppedMessage(hosts: readonly ScannedHost[]): string {
  const count = hosts.filter((h) => h.outcome === 'stopped' || h.outcome === null).length;
  return `Stopped before ${pluralize(count, 'host')} ${count === 1 ? 'was' : 'were'} finished`;
}
