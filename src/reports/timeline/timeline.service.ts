import type { Database } from '../../database/database.js';
import { AppError } from '../../errors.js';
import { requireHost } from '../../hosts/hosts.service.js';
import type { Severity } from '../../knowledge/records.js';
import { memoize } from '../../lib/memoize.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import { runInSlices, type SlicedWork } from '../../lib/slices.js';
import type { HostIdentifier } from '../../pentest/identity/identifiers.js';
import { compareDevice } from '../../pentest/identity/same-device.js';
import type { Clock } from '../../platform/clock.js';
import { decodeIdSet } from '../../vulnerabilities/findings/id-set.js';
import { answeredPorts, createPortSetParser } from '../compare/port-set.js';
import {
  compareFacts,
  comparePorts,
  countPresentSeverities,
  isObserved,
  type OpenPort,
  type TimelineFact,
  type TimelineScan,
} from './timeline.js';
import type { TimelinePorts, TimelineResponse, TimelineTaskEvent } from './timeline.schemas.js';
import {
  prepareHostResultStatements,
  prepareTimelineStatements,
  type TimelineTask,
} from './timeline.statements.js';

export interface TimelineDeps {
  database: Pick<Database, 'db' | 'reading'>;
  clock: Pick<Clock, 'now'>;
}

const DEFAULT_DAYS = 90;
const MAX_DAYS = 400;
/** Events of each kind. */
const MAX_EVENTS = 100;
const MAX_PORTS = 50;

interface TimelineRange {
  from: number;
  to: number;
}

function rangeOf({ from, to }: Partial<TimelineRange>, now: number): TimelineRange {
  const end = to ?? now + 1;
  const start = from ?? Math.max(0, end - DEFAULT_DAYS * SECONDS_PER_DAY);
  if (end <= start) throw invalidRange('/to', 'must be after `from`');
  if (end - start > MAX_DAYS * SECONDS_PER_DAY)
    throw invalidRange('/from', `must be at most ${MAX_DAYS} days before \`to\``);
  return { from: start, to: end };
}

const invalidRange = (path: string, message: string): AppError =>
  new AppError('validation_failed', `${path}: ${message}`, {
    errors: [{ in: 'query', path, message }],
  });

/** Returns the events of a host in a range of time. 404 for an unknown host, 400 for an invalid range. */
export async function getTimeline(
  deps: TimelineDeps,
  hostId: number,
  range: { from?: number | undefined; to?: number | undefined },
): Promise<TimelineResponse> {
  await requireHost(deps.database.db, hostId);
  const now = deps.clock.now();
  const { from, to } = rangeOf(range, now);
  return runInSlices(readTimeline(deps, { host: hostId, from, to, now, limit: MAX_EVENTS + 1 }));
}

interface TimelineParameters extends TimelineRange {
  host: number;
  now: number;
  limit: number;
}

function* readTimeline(
  { database }: Pick<TimelineDeps, 'database'>,
  parameters: TimelineParameters,
): SlicedWork<TimelineResponse> {
  const { from, to } = parameters;
  const statements = () => prepareTimelineStatements(database.reading());
  const tasks = statements().tasks.all(parameters);
  yield;
  const results = createResultReader(
    () => prepareHostResultStatements(database.reading()),
    parameters.host,
  );
  const taskEvents = yield* compareTasks(results, tasks.slice(0, MAX_EVENTS));
  const packages = statements().packages.all(parameters);
  yield;
  const operations = statements().operations.all(parameters);
  const acceptances = statements().acceptances.all(parameters);
  yield;
  const events: TimelineResponse['events'] = [
    ...taskEvents,
    ...packages.slice(0, MAX_EVENTS).map((row) => ({ kind: 'packages' as const, ...row })),
    ...operations.slice(0, MAX_EVENTS).map((row) => ({ kind: 'agent' as const, ...row })),
    ...acceptances.slice(0, MAX_EVENTS).map((row) => ({ kind: 'acceptance' as const, ...row })),
  ];
  return {
    from,
    to,
    events: events.sort((a, b) => a.time - b.time),
    truncated: [tasks, packages, operations, acceptances].some((rows) => rows.length > MAX_EVENTS),
    open_since: statements().openSince.all(parameters),
  };
}

type ResultReader = ReturnType<typeof createResultReader>;

/** Compares each task with the one before of its template that has a result of the host. `tasks`: newest first. */
function* compareTasks(
  results: ResultReader,
  tasks: readonly TimelineTask[],
): SlicedWork<TimelineTaskEvent[]> {
  const newest = new Map<number, TimelineTask>();
  const events: TimelineTaskEvent[] = [];
  for (const task of tasks.toReversed()) {
    const {
      template_id,
      task_id,
      finished_at: time,
      kind,
      facts_id,
      identifiers,
      ...fields
    } = task;
    const hasResult = facts_id !== null;
    const last = hasResult ? (newest.get(template_id) ?? results.previous(task)) : null;
    const before = last && results.isOtherDevice(last, identifiers, task_id) ? null : last;
    if (hasResult) newest.set(template_id, task);
    events.push({
      kind: 'task',
      time,
      task_id,
      template_id,
      ...fields,
      findings: hasResult ? results.findings(task, before) : null,
      ports: kind === 'ports' && before ? results.ports(before, task) : null,
    });
    yield;
  }
  return events;
}

/** Reads results of tasks on one host. Each is read once: equal ones are stored once. */
function createResultReader(
  statements: () => ReturnType<typeof prepareHostResultStatements>,
  host: number,
) {
  const parsePorts = createPortSetParser();
  const factsOf = memoize((factsId: number): TimelineFact[] => {
    const bytes = statements().idSet.get(factsId);
    const ids = JSON.stringify(bytes ? decodeIdSet(bytes) : []);
    return statements()
      .facts.all(ids)
      .map(({ severity, ...fact }) => ({ ...fact, severity: severity as Severity }));
  });
  const scanOf = memoize(
    (taskId: number): TimelineScan | null => {
      const row = statements().scan.get(taskId, host);
      if (!row) return null;
      const services = (JSON.parse(row.services) as OpenPort[]).map(toOpenPort);
      const scanned = parsePorts(row.scanned_ports);
      return { services, scanned: answeredPorts(scanned, parsePorts(row.silent_ports)) };
    },
    { maxEntries: 20 },
  );
  return {
    /** Whether another device answered in the later task: its results are no differences. */
    isOtherDevice(before: TimelineTask, identifiers: string | null, taskId: number): boolean {
      if (before.identifiers === null || identifiers === null) return false;
      const scanned = scanOf(taskId)?.scanned;
      const { device } = compareDevice(parseIdentifiers(before.identifiers), {
        identifiers: parseIdentifiers(identifiers),
        wasObserved: (port) => scanned?.has(port) === true,
      });
      return device === 'other';
    },
    previous: (task: TimelineTask): TimelineTask | null =>
      statements().previous.get({ host, template: task.template_id, task: task.task_id }) ?? null,
    findings(task: TimelineTask, before: TimelineTask | null): TimelineTaskEvent['findings'] {
      const facts = factsOf(task.facts_id ?? 0);
      const by_severity = countPresentSeverities(facts) as Record<string, number>;
      const open = facts.length;
      if (before === null) return { open, by_severity, appeared: null, disappeared: null };
      const sides = [before, task].map((side) => scanOf(side.task_id)?.scanned ?? null);
      const wasObserved = isObserved(sides);
      const old = factsOf(before.facts_id ?? 0).filter(wasObserved);
      return { open, by_severity, ...compareFacts(old, facts.filter(wasObserved)) };
    },
    ports(before: TimelineTask, after: TimelineTask): TimelinePorts | null {
      const scans = [scanOf(before.task_id), scanOf(after.task_id)] as const;
      if (!scans[0] || !scans[1]) return null;
      const { opened, closed } = comparePorts(scans[0], scans[1]);
      return {
        opened: opened.slice(0, MAX_PORTS),
        opened_count: opened.length,
        closed: closed.slice(0, MAX_PORTS),
        closed_count: closed.length,
      };
    },
  };
}

const parseIdentifiers = (json: string): HostIdentifier[] => JSON.parse(json) as HostIdentifier[];

const toOpenPort = ({ port, transport, service }: OpenPort): OpenPort => ({
  port,
  transport,
  service,
});
