import type { NewAuditLine } from '../audit.table.js';
import type { AuditedRoute } from '../audited-routes.js';
import { describeIds, diffFields, type ResourceFields } from './changes.js';
import type { ResourceReader } from '../resources.statements.js';

/** The subject of a request. `ids`: of existing resources; empty: the request creates them. */
interface SubjectOptions {
  route: AuditedRoute;
  ids: readonly string[];
}

/** The stored state before a change. */
export interface StateBefore {
  fields: ResourceFields | null;
  name: string | null;
  /** of the resource that is created */
  highestId: number;
  /** rows that existed and are created as resources now */
  added: readonly number[];
}

/** The subject of a line. */
export type Subject = Pick<
  NewAuditLine,
  'resource_id' | 'first_id' | 'last_id' | 'count' | 'changes'
>;

/** The resource whose new rows are counted. */
export const createdResource = ({ id, makes, resource, isOutside }: AuditedRoute) =>
  id === undefined && makes === undefined && isOutside !== true ? resource : (makes ?? null);

/** Returns what each line of a request is about. */
export function describeSubjects(
  resources: ResourceReader,
  options: SubjectOptions,
  before: StateBefore,
): Subject[] {
  const { isEach, resource } = options.route;
  if (isEach !== true) return [describeSubject(resources, options, before)];
  const { first, last } = resources.idsAfter(resource, before.highestId);
  if (first === null || last === null) return [];
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i)).map((id) =>
    single(id, diffFields(null, resources.fields(resource, id))),
  );
}

function describeSubject(
  resources: ResourceReader,
  { route, ids }: SubjectOptions,
  before: StateBefore,
): Subject {
  const { resource } = route;
  if (ids.length > 1) return severalIds(ids.map(Number), (text) => [text, null]);
  const [id] = ids;
  const changes =
    id === undefined ? null : diffFields(before.fields, resources.fields(resource, id));
  const created = createdResource(route);
  if (created === null) return single(id ?? null, changes);
  const { first, last, count } = resources.idsAfter(created, before.highestId);
  if (before.added.length > 0) return describeAdded(resources, created, before, { first, last });
  if (count === 0 || first === null || last === null)
    return { ...single(id ?? null, changes), count: id === undefined ? 0 : 1 };
  if (count > 1) return { ...severalNew(first, last, count), resource_id: id ?? null };
  const made = diffFields(null, resources.fields(created, String(first)));
  const createdId = created === resource ? String(first) : null;
  return single(id ?? createdId, changes || made ? { ...changes, ...made } : null);
}

/** Returns what a line is about that creates resources, some of them from rows that existed. */
function describeAdded(
  resources: ResourceReader,
  created: AuditedRoute['resource'],
  { added }: StateBefore,
  { first, last }: { first: number | null; last: number | null },
): Subject {
  const isNew = first !== null && last !== null;
  const inserted = isNew ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : [];
  const ids = [...added, ...inserted];
  const [id] = ids.map(String);
  if (ids.length > 1 || id === undefined) return severalIds(ids, (text) => [null, text]);
  return single(id, diffFields(null, resources.fields(created, id)));
}

const single = (id: string | null, changes: object | null): Subject => ({
  resource_id: id,
  first_id: null,
  last_id: null,
  count: 1,
  changes: changes && JSON.stringify(changes),
});

const severalNew = (first: number, last: number, count: number): Subject => ({
  ...single(null, { ids: [null, `${first}-${last}`] }),
  first_id: first,
  last_id: last,
  count,
});

function severalIds(ids: readonly number[], toChange: (text: string) => unknown[]): Subject {
  const range = describeIds(ids);
  return {
    ...single(null, range && { ids: toChange(range.text) }),
    first_id: range?.first ?? null,
    last_id: range?.last ?? null,
    count: ids.length,
  };
}

/** Returns what the line of a request is about that changed nothing. */
export function unchanged(ids: readonly string[]): Subject {
  if (ids.length <= 1) return single(ids[0] ?? null, null);
  return { ...severalIds(ids.map(Number), () => []), changes: null };
}
