import type { ReportHost } from '../diff.js';
import type { EntryView } from '../present/entry-view.js';

/** One thing that is told of several hosts. */
export interface EntryGroup {
  first: EntryView;
  hosts: ReportHost[];
}

/** Entries that say the same of different hosts, told once: a fleet has the same flaw in the same package many times. */
export function groupEntries(entries: Iterable<EntryView>): EntryGroup[] {
  const groups = new Map<string, EntryGroup>();
  for (const one of entries) {
    const {
      entry: { fact, before, after, accepted },
      why,
    } = one;
    const key = JSON.stringify([
      fact.vulnerability_id,
      fact.severity,
      fact.package,
      fact.port,
      fact.transport,
      before?.installed_version,
      after?.installed_version,
      fact.fixed_version,
      why,
      accepted,
    ]);
    const group = groups.get(key);
    if (group) group.hosts.push(one.entry.host);
    else groups.set(key, { first: one, hosts: [one.entry.host] });
  }
  return [...groups.values()];
}
