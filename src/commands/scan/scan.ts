import { readConfig } from '../../config.js';
import { printable } from '../../lib/text.js';
import { parsePortItem, splitPortsOption } from '../../pentest/ports.js';
import { systemClock } from '../../platform/clock.js';
import { resolveName } from '../../platform/net/resolver.js';
import { connect } from '../client/client.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { widthOf, type Io } from '../output/io.js';
import { createPainter, pluralize, shorten } from '../output/text.js';
import { prepareHosts, prepareTemplate, scanName, type ScanParams } from './scan.prepare.js';
import { renderHosts, renderSummary } from './scan.report.js';
import { readResults, renderJson, type ScannedHost } from './scan.results.js';
import { readSince } from './scan.since.js';
import { renderSince } from './scan.since.text.js';
import { watchTask, type WatchedTask } from './scan.watch.js';
import { expandTargets, type TargetHost } from './targets.js';

export interface ScanOptions extends ServiceOptions {
  targets: string[];
  ports?: string;
  speed?: string;
  discovery?: string;
  json?: boolean;
}

export interface ScanDeps {
  connect: typeof connect;
  resolve: (name: string) => Promise<readonly string[]>;
  /** Unix seconds */
  now(): number;
  monotonicMs(): number;
}

const REAL_DEPS: ScanDeps = { connect, resolve: resolveName, ...systemClock };
const MAX_MESSAGES = 20;
const MAX_LISTED_ADDRESSES = 5;
const MAX_STATE = 500;

/**
 * Scans targets and prints open ports, services and findings. Exit code 1: no host has a result, 130: interrupted.
 * Throws CommandError with exit code 2 for invalid arguments.
 */
export async function scan(
  options: ScanOptions,
  io: Io,
  deps: ScanDeps = REAL_DEPS,
): Promise<number> {
  const params = parseParams(options);
  const hosts = await expandHosts(options, io, deps);
  const client = await deps.connect({ ...options, runsTasks: true }, io);
  try {
    if (io.signal.aborted) return 130;
    const name = scanName(options.targets, params);
    return await run(client, { hosts, params, name, isJson: options.json ?? false }, io, deps);
  } finally {
    await client.close();
  }
}

/**
 * Returns the params of the task with the given options only: the service has defaults for the others.
 */
export function parseParams({
  ports,
  speed,
  discovery,
}: Pick<ScanOptions, 'ports' | 'speed' | 'discovery'>): ScanParams {
  const items =
    ports === undefined ? undefined : splitPortsOption(ports).map((item) => item.trim());
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

async function expandHosts(
  { targets, dataDir }: ScanOptions,
  io: Io,
  deps: ScanDeps,
): Promise<TargetHost[]> {
  const { MAX_HOSTS_PER_TASK: limit } = readConfig({ DATA_DIR: dataDir });
  const expanded = await expandTargets(targets, {
    limit,
    resolve: (name) => resolveFirst(name, io, deps),
  });
  if (!expanded.ok) throw new CommandError(expanded.messages.slice(0, MAX_MESSAGES).join('\n'), 2);
  return expanded.hosts;
}

// A name with several addresses is usually one machine, or several identical ones. The others can be scanned by
// address.
async function resolveFirst(name: string, io: Io, deps: ScanDeps): Promise<string[]> {
  const [first, ...others] = await deps.resolve(name);
  if (first === undefined) return [];
  if (others.length > 0) {
    const listed = others.slice(0, MAX_LISTED_ADDRESSES).join(', ');
    const more = others.length > MAX_LISTED_ADDRESSES ? ', …' : '';
    const noun = others.length === 1 ? 'address' : 'addresses';
    io.stderr.write(
      `${name} is ${first}; its other ${noun} ${listed}${more} can be scanned by IP\n`,
    );
  }
  return [first];
}

interface ScanPlan {
  hosts: TargetHost[];
  params: ScanParams;
  name: string;
  isJson: boolean;
}

async function run(client: Client, plan: ScanPlan, io: Io, deps: ScanDeps): Promise<number> {
  const startedMs = deps.monotonicMs();
  const hostIds = await prepareHosts(client, plan.hosts);
  const templateId = await prepareTemplate(client, plan.name, plan.params, hostIds);
  const started = await getData<WatchedTask>(client, 'POST', `/api/v1/templates/${templateId}`);
  const task = await watchTask(client, started.id, io);
  const durationMs = deps.monotonicMs() - startedMs;
  const hosts = await readResults(client, task.id);
  const since = await readSince(client, task.id);
  if (plan.isJson) io.stdout.write(`${renderJson(task, hosts, since)}\n`);
  else {
    const paint = createPainter(io.stdout.hasColors?.() ?? false);
    const width = widthOf(io.stdout);
    const report = renderHosts(hosts, { width, paint, now: deps.now() });
    io.stdout.write(`${report}\n${renderSummary(hosts, durationMs, task.number_task)}\n`);
    if (since) io.stdout.write(`\n${renderSince(since, deps.now(), width)}`);
  }
  return finish(task, hosts, io);
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
