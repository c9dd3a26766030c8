import { readConfig } from '../../config.js';
import { systemClock } from '../../platform/clock.js';
import { resolveName } from '../../platform/net/resolver.js';
import { parsePortItem, splitPortsOption } from '../../pentest/ports.js';
import { getData } from '../client/request.js';
import { connect, type Client, type ConnectOptions } from '../client/client.js';
import { CommandError, widthOf, type Io } from '../output/io.js';
import { prepareHosts, prepareTemplate, scanName, type ScanParams } from './scan.prepare.js';
import { closingLine, renderHosts } from './scan.report.js';
import { readResults, resultsJson, type ScannedHost } from './scan.results.js';
import { watchTask, type WatchedTask } from './scan.watch.js';
import { expandTargets, type TargetHost } from './targets.js';
import { pluralize, createPainter, printable, shorten } from '../output/text.js';

export interface ScanOptions extends Omit<ConnectOptions, 'works'> {
  targets: string[];
  ports?: string;
  speed?: string;
  discovery?: string;
  json?: boolean;
}

/** What scan takes from outside, other than the service. */
export interface ScanDeps {
  connect: typeof connect;
  resolve: (name: string) => Promise<readonly string[]>;
  now(): number;
  monotonicMs(): number;
}

const real: ScanDeps = { connect, resolve: resolveName, ...systemClock };

/**
 * Scans targets and prints what was found. Exit codes: 0 done, 1 no host gave a result, 130 interrupted. Throws a CommandError with code 2 for bad usage.
 */
export async function scan(options: ScanOptions, io: Io, needs: ScanDeps = real): Promise<number> {
  const params = readParams(options);
  const hosts = await readTargets(options, io, needs);
  const client = await needs.connect({ ...options, works: true }, io);
  try {
    if (io.signal.aborted) return 130;
    return await run(
      client,
      { hosts, params, name: scanName(options.targets, params), json: options.json ?? false },
      io,
      needs,
    );
  } finally {
    await client.close();
  }
}

/** The params of the task from the options; only what was asked for, so that the service's defaults hold for the rest. */
export function readParams({
  ports,
  speed,
  discovery,
}: Pick<ScanOptions, 'ports' | 'speed' | 'discovery'>): ScanParams {
  const items =
    ports === undefined ? undefined : splitPortsOption(ports).map((item) => item.trim());
  for (const item of items ?? []) {
    const read = parsePortItem(item);
    if (!read.ok) throw new CommandError(`--ports: ${read.message}`, 2);
  }
  return {
    ...(items && { ports: items }),
    ...(speed !== undefined && { speed }),
    ...(discovery !== undefined && { discovery }),
  };
}

async function readTargets(
  { targets, dataDir }: ScanOptions,
  io: Io,
  needs: ScanDeps,
): Promise<TargetHost[]> {
  const { MAX_HOSTS_PER_TASK: limit } = readConfig({ DATA_DIR: dataDir });
  const expanded = await expandTargets(targets, {
    limit,
    resolve: (name) => firstAddress(name, io, needs),
  });
  if (!expanded.ok) throw new CommandError(expanded.messages.slice(0, 20).join('\n'), 2);
  return expanded.hosts;
}

// A name with several addresses mostly is one machine, or many that are alike. The others can be asked for by address.
async function firstAddress(name: string, io: Io, needs: ScanDeps): Promise<string[]> {
  const [first, ...others] = await needs.resolve(name);
  if (others.length > 0)
    io.stderr.write(
      `${name} is ${first ?? ''}; its other ${others.length === 1 ? 'address' : 'addresses'} ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''} can be scanned by naming them\n`,
    );
  return first === undefined ? [] : [first];
}

interface Plan {
  hosts: TargetHost[];
  params: ScanParams;
  name: string;
  json: boolean;
}

async function run(client: Client, plan: Plan, io: Io, needs: ScanDeps): Promise<number> {
  const begun = needs.monotonicMs();
  const template = await prepareTemplate(
    client,
    plan.name,
    plan.params,
    await prepareHosts(client, plan.hosts),
  );
  const started = await getData<WatchedTask>(client, 'POST', `/api/v1/templates/${template}`);
  const task = await watchTask(client, started.id, io);
  const ms = needs.monotonicMs() - begun;
  const hosts = await readResults(client, task.id);
  if (plan.json) io.stdout.write(`${resultsJson(task, hosts)}\n`);
  else {
    const paint = createPainter(io.stdout.hasColors?.() ?? false);
    io.stdout.write(
      `${renderHosts(hosts, { width: widthOf(io.stdout), paint, now: needs.now() })}\n${closingLine(hosts, ms, task.number_task)}\n`,
    );
  }
  return verdict(task, hosts, io);
}

function verdict(task: WatchedTask, hosts: readonly ScannedHost[], io: Io): number {
  if (task.status === 'completed') return 0;
  const unfinished = hosts.filter((h) => h.outcome === 'stopped' || h.outcome === null).length;
  const words =
    task.status === 'stopped'
      ? `Stopped before ${pluralize(unfinished, 'host')} ${unfinished === 1 ? 'was' : 'were'} finished`
      : shorten(printable(task.error ?? task.state), 500);
  io.stderr.write(`${words}\n`);
  return io.signal.aborted ? 130 : 1;
}
