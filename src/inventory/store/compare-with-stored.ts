import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Sqlite } from '../../database/sqlite.js';
import { chunk } from '../../lib/collections.js';
import { runInSlices, visitInSlices, type SlicedWork } from '../../lib/slices.js';
import type { PackageList } from '../ingest-worker/parse.js';
import type { ChangedPackage } from './parts.js';
import { readLinks, readPackages, type Links } from './store.js';

const NAMES_PER_READ = 1000;

/** The difference between the stored packages of a host and a list. */
export interface StoredPackageChanges {
  before: Links;
  /** added packages, and those with another time of installation */
  changed: ChangedPackage[];
  removed: number[];
  /** id of a listed package → time of installation */
  listed: Map<number, number | null>;
  /** name → ids of the packages that stay */
  unchanged: Map<string, number[]>;
}

/** Returns the difference, computed in slices: other work of this thread runs in between. */
export const compareWithStored = (
  sqlite: Sqlite,
  hostId: number,
  packages: PackageList,
): Promise<StoredPackageChanges> => runInSlices(compareLinks(readLinks(sqlite, hostId), packages));

function* compareLinks(
  before: Links,
  { ids, names, installed }: PackageList,
): SlicedWork<StoredPackageChanges> {
  const difference: StoredPackageChanges = {
    before,
    changed: [],
    removed: [],
    listed: new Map(),
    unchanged: new Map(),
  };
  const { changed, removed, listed, unchanged } = difference;
  yield* visitInSlices(ids.keys(), (i) => {
    const id = ids[i] ?? 0;
    const name = names[i] ?? '';
    const installedAt = installed[i] ?? null;
    const known = before.get(id);
    listed.set(id, installedAt);
    if (known === undefined) return void changed.push({ id, name, kind: 'added' });
    if (known !== installedAt) changed.push({ id, name, kind: 'relinked' });
    const same = unchanged.get(name);
    if (same) same.push(id);
    else unchanged.set(name, [id]);
  });
  yield* visitInSlices(before.keys(), (id) => {
    if (!listed.has(id)) removed.push(id);
  });
  return difference;
}

/** Returns removed packages with their names, read in slices. */
export async function withNames(sqlite: Sqlite, ids: readonly number[]): Promise<ChangedPackage[]> {
  const removed: ChangedPackage[] = [];
  for (const some of chunk(ids, NAMES_PER_READ)) {
    const found = new Map(readPackages(sqlite, some).map(({ id, name }) => [id, name]));
    for (const id of some) removed.push({ id, name: found.get(id) ?? '', kind: 'removed' });
    await yieldToEventLoop();
  }
  return removed;
}
