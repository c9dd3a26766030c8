import type { Api } from '../../api/shapes.js';

type Entry = Api<'DiffEntry'>;

/** The entries of one host that one action is about. */
export interface ActionEntries<T> {
  remedy: string;
  entries: T[];
}

/** The entries of one host. */
export interface HostEntries<T> {
  host_id: number;
  name: string;
  ip: string;
  count: number;
  actions: ActionEntries<T>[];
}

interface Group<T> extends HostEntries<T> {
  byRemedy: Map<string, ActionEntries<T>>;
}

/** Groups entries by host and action, in the order in which each comes first. */
export function groupEntries<T extends Pick<Entry, 'host_id' | 'name' | 'ip' | 'remedy'>>(
  entries: readonly T[],
): HostEntries<T>[] {
  const hosts = new Map<number, Group<T>>();
  for (const entry of entries) {
    const { host_id, name, ip, remedy } = entry;
    const host: Group<T> = hosts.get(host_id) ?? {
      ...{ host_id, name, ip, count: 0, actions: [] },
      byRemedy: new Map(),
    };
    hosts.set(host_id, host);
    host.count += 1;
    const action = host.byRemedy.get(remedy);
    if (action) action.entries.push(entry);
    else {
      const created = { remedy, entries: [entry] };
      host.byRemedy.set(remedy, created);
      host.actions.push(created);
    }
  }
  return [...hosts.values()].map(({ host_id, name, ip, count, actions }) => ({
    ...{ host_id, name, ip, count, actions },
  }));
}
