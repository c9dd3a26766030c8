import { signal } from '@preact/signals';

/** The subject of events. A resource that depends on a topic is requested again after an event of it. */
export type Topic =
  'tasks' | 'agents' | 'feeds' | 'hosts' | 'groups' | 'templates' | 'acceptances' | 'all';

/** The topics that change open findings of hosts, or how far the hosts were checked. */
export const FINDING_TOPICS: readonly Topic[] = [
  'tasks',
  'agents',
  'feeds',
  'hosts',
  'groups',
  'acceptances',
];

/** How often each topic changed. */
const counts = signal<Readonly<Record<Topic, number>>>({
  tasks: 0,
  agents: 0,
  feeds: 0,
  hosts: 0,
  groups: 0,
  templates: 0,
  acceptances: 0,
  all: 0,
});

/** Notes that something of this topic changed. */
export function noteChange(topic: Topic): void {
  counts.value = { ...counts.value, [topic]: counts.value[topic] + 1 };
}

/** Requests everything that is shown again: after a sign-in, or when the connection is back. */
export const refetchAll = (): void => noteChange('all');

/** Returns a number that grows with each change of these topics. */
export const changesOf = (topics: readonly Topic[]): number =>
  topics.reduce((sum, topic) => sum + counts.value[topic], counts.value.all);
