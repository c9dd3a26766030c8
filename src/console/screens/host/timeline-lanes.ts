import type { TimelineInput } from '../../../pictures/timeline-picture.js';
import type { Api } from '../../api/shapes.js';

type Timeline = Api<'HostTimeline'>;
type TimelineEvent = Timeline['events'][number];
type EventOf<Kind> = Extract<TimelineEvent, { kind: Kind }>;
type Lane = TimelineInput['lanes'][number];
type Span = Lane['spans'][number];

/** Addresses of what is shown. */
export interface TimelineHrefs {
  task: (id: number) => string;
  vulnerability: (id: string) => string;
}

const MAX_PORTS = 6;

/** Returns the lanes of a picture for the events of a host, and the times without a check. */
export function timelineLanes(
  { events, from, to }: Timeline,
  hrefs: TimelineHrefs,
): Omit<TimelineInput, 'timeText'> {
  const of = <Kind extends TimelineEvent['kind']>(kind: Kind): EventOf<Kind>[] =>
    events.filter((event): event is EventOf<Kind> => event.kind === kind);
  const tasks = of('task');
  const lanes = [
    findingsLane(tasks, hrefs),
    ...portLanes(tasks, from),
    { name: 'Packages', spans: [], marks: of('packages').map(packagesMark) },
    { name: 'Agent', spans: [], marks: of('agent').map(agentMark) },
    { name: 'Tasks', spans: [], marks: tasks.map((task) => taskMark(task, hrefs)) },
    {
      name: 'Acceptances',
      spans: [],
      marks: of('acceptance').map((event) => acceptanceMark(event, hrefs)),
    },
  ];
  return { lanes, gaps: gapsOf(tasks, to), from, to };
}

function findingsLane(tasks: readonly EventOf<'task'>[], hrefs: TimelineHrefs): Lane {
  const marks = tasks.flatMap(({ time, task_id, findings }) => {
    if (findings === null) return [];
    const { open, appeared, disappeared } = findings;
    const change = appeared === null ? '' : `, ${appeared} new, ${disappeared ?? 0} fixed`;
    return [
      {
        label: `${open} open${change}`,
        kind: changeKind(appeared ?? 0, disappeared ?? 0),
        at: time,
        href: hrefs.task(task_id),
      },
    ];
  });
  return { name: 'Findings', spans: [], marks };
}

function changeKind(added: number, removed: number): string {
  if (added > 0) return 'new';
  return removed > 0 ? 'fixed' : 'same';
}

/** Returns a lane for each of the first ports that opened or closed: a bar from open to closed. */
function portLanes(tasks: readonly EventOf<'task'>[], start: number): Lane[] {
  const spans = new Map<string, Span[]>();
  const lane = (name: string): Span[] => {
    const found = spans.get(name) ?? [];
    spans.set(name, found);
    return found;
  };
  for (const { time, ports } of tasks) {
    for (const { port, transport, service } of ports?.opened ?? [])
      lane(`${port}/${transport}`).push({
        label: `${port}/${transport} ${service ?? ''} open`,
        kind: 'port',
        from: time,
        to: null,
      });
    for (const { port, transport } of ports?.closed ?? []) {
      const bars = lane(`${port}/${transport}`);
      const last = bars.pop();
      bars.push({
        label: `${port}/${transport} open`,
        kind: 'port',
        from: last?.from ?? start,
        to: time,
      });
    }
  }
  return [...spans]
    .slice(0, MAX_PORTS)
    .map(([name, bars]) => ({ name: `Port ${name}`, spans: bars, marks: [] }));
}

const packagesMark = (event: EventOf<'packages'>) => {
  const counts = (['installed', 'upgraded', 'downgraded', 'removed'] as const)
    .filter((name) => event[name] > 0)
    .map((name) => `${event[name]} ${name}`);
  return { label: counts.join(', '), kind: 'packages', at: event.time };
};

const agentMark = ({ time, action, status, error_code }: EventOf<'agent'>) => ({
  label: `${action} ${status}${error_code === null ? '' : `: ${error_code}`}`,
  kind: status === 'failed' ? 'missed' : 'agent',
  at: time,
});

const taskMark = (event: EventOf<'task'>, hrefs: TimelineHrefs) => ({
  label: `${event.template ?? event.task_type}: ${event.outcome}${event.reason === null ? '' : `, ${event.reason}`}`,
  kind: event.outcome === 'done' ? 'task' : 'missed',
  at: event.time,
  href: hrefs.task(event.task_id),
});

const acceptanceMark = (
  { time, vulnerability_id, change }: EventOf<'acceptance'>,
  hrefs: TimelineHrefs,
) => ({
  label: `${vulnerability_id}: acceptance ${change}`,
  kind: 'acceptance',
  at: time,
  href: hrefs.vulnerability(vulnerability_id),
});

/**
 * Returns the times from a task that did not check the host to the next one that did.
 * @internal
 */
export function gapsOf(
  tasks: readonly Pick<EventOf<'task'>, 'time' | 'outcome'>[],
  end: number,
): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let start: number | null = null;
  for (const { time, outcome } of tasks) {
    if (outcome !== 'done') start ??= time;
    else if (start !== null) {
      gaps.push({ from: start, to: time });
      start = null;
    }
  }
  return start === null ? gaps : [...gaps, { from: start, to: end }];
}
