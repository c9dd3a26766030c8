import { describe, expect, it } from 'vitest';
import { gapsOf, timelineLanes } from '../../../src/console/screens/host/timeline-lanes.js';

type Timeline = Parameters<typeof timelineLanes>[0];
type Task = Extract<Timeline['events'][number], { kind: 'task' }>;

const task = (time: number, more: Partial<Task> = {}): Task => ({
  kind: 'task',
  time,
  task_id: time,
  template_id: 1,
  template: 'nightly',
  task_type: 'pentest',
  outcome: 'done',
  reason: null,
  findings: null,
  ports: null,
  ...more,
});
const port = (number: number) => ({ port: number, transport: 'tcp' as const, service: 'http' });
const ports = (opened: number[], closed: number[]) => ({
  opened: opened.map(port),
  opened_count: opened.length,
  closed: closed.map(port),
  closed_count: closed.length,
});
const HREFS = { task: (id: number) => `t${id}`, vulnerability: (id: string) => `v${id}` };
const lanesOf = (events: Timeline['events']) =>
  timelineLanes({ from: 0, to: 100, events, truncated: false, open_since: [] }, HREFS).lanes;

describe('the lanes of a timeline', () => {
  it('a port is a bar from open to closed; one that is open has no end', () => {
    const lanes = lanesOf([
      task(10, { ports: ports([80, 443], []) }),
      task(20, { ports: ports([], [80]) }),
      task(30, { ports: ports([80], []) }),
    ]);
    const bars = lanes
      .filter(({ name }) => name.startsWith('Port'))
      .map(({ name, spans }) => [name, ...spans.map(({ from, to }) => `${from}-${to ?? ''}`)]);
    expect(bars).toEqual([
      ['Port 80/tcp', '10-20', '30-'],
      ['Port 443/tcp', '10-'],
    ]);
  });

  it('a port that closes but never opened is a bar from the start', () => {
    const [, lane] = lanesOf([task(20, { ports: ports([], [80]) })]);
    expect(lane).toMatchObject({ name: 'Port 80/tcp', spans: [{ from: 0, to: 20 }] });
  });

  it('findings say what is open, and what appeared and disappeared', () => {
    const findings = { open: 5, by_severity: {}, appeared: 2, disappeared: 1 };
    const [lane] = lanesOf([task(10, { findings })]);
    expect(lane?.marks).toEqual([
      { label: '5 open, 2 new, 1 fixed', kind: 'new', at: 10, href: 't10' },
    ]);
  });
});

describe('the times without a check', () => {
  it.each([
    [[], []],
    [['done@1', 'done@5'], []],
    [['unreachable@3', 'unreachable@5', 'done@9'], ['3-9']],
    [['done@1', 'unreachable@5'], ['5-100']],
  ])('tasks %j give %j', (tasks, gaps) => {
    const events = tasks.map((text) => {
      const [outcome = '', time] = text.split('@');
      return { outcome: outcome as Task['outcome'], time: Number(time) };
    });
    expect(gapsOf(events, 100).map(({ from, to }) => `${from}-${to}`)).toEqual(gaps);
  });
});
