import type { TransactionObserver } from '../database/write-transaction.js';
import type { AuditStatements } from './audit.statements.js';
import type { AuditOutcome, NewAuditLine } from './audit.table.js';
import type { AuditedRoute } from './audited-routes.js';
import { describeIds, diffFields, type ResourceFields } from './changes.js';
import type { ResourceReader } from './resources.statements.js';

/** Who sent a request, and which one. */
export type AuditedRequest = Pick<
  NewAuditLine,
  'token_id' | 'actor' | 'role' | 'address' | 'request_id'
>;

/** The response of a request. `code`: of its error, or null. */
export interface AuditedResponse {
  status: number;
  code: string | null;
}

/** The line of one request. It is written in the first transaction of the request. */
export interface AuditEntry extends TransactionObserver {
  /**
   * Ends the entry. Returns what is left to write: the line of a request that changed nothing, or the outcome of
   * one that failed after its change; null: nothing.
   */
  end(response: AuditedResponse): (() => void) | null;
}

export interface EntryDeps {
  statements: AuditStatements;
  resources: ResourceReader;
  now: () => number;
}

export interface EntryOptions {
  request: AuditedRequest;
  route: AuditedRoute;
  /** of existing resources; empty: the request creates them */
  ids: readonly string[];
  /** of the response, if the request succeeds */
  expectedStatus: number;
}

interface Before {
  fields: ResourceFields | null;
  /** of the resource that is created */
  highestId: number;
}

type Subject = Pick<NewAuditLine, 'resource_id' | 'first_id' | 'last_id' | 'count' | 'changes'>;

const NOTHING: Before = { fields: null, highestId: 0 };

/** Creates the entry of one request: one line, or one for each resource that it creates. */
export function createAuditEntry(deps: EntryDeps, options: EntryOptions): AuditEntry {
  const { statements, resources } = deps;
  let isOpen = true;
  let before = NOTHING;
  let inserted: readonly number[] | null = null;
  let committed: readonly number[] | null = null;
  const isDone = (): boolean => !isOpen || committed !== null;
  return {
    afterBegin() {
      if (!isDone()) before = readBefore(resources, options);
    },
    beforeCommit() {
      if (isDone()) return;
      const response = { status: options.expectedStatus, code: null };
      inserted = describeSubjects(resources, options, before).map((subject) =>
        statements.insert(toLine(deps, options, subject, response)),
      );
    },
    afterCommit() {
      if (!isDone()) committed = inserted;
    },
    end(response) {
      isOpen = false;
      const ids = committed;
      if (ids === null && options.route.isEach && response.status < 400) return null;
      if (ids === null)
        return () =>
          void statements.insert(
            toLine(deps, options, unchanged(knownIds(options.ids, response.status)), response),
          );
      if (response.status === options.expectedStatus) return null;
      return () => {
        for (const id of ids)
          statements.setOutcome(id, { ...response, outcome: outcomeOf(response.status) });
      };
    },
  };
}

/** The resource whose new rows are counted. */
const createdResource = ({ id, makes, resource, isInMemory }: AuditedRoute) =>
  id === undefined && makes === undefined && isInMemory !== true ? resource : (makes ?? null);

function readBefore(resources: ResourceReader, { route, ids }: EntryOptions): Before {
  const created = createdResource(route);
  const [id] = ids;
  return {
    fields: id !== undefined && ids.length === 1 ? resources.fields(route.resource, id) : null,
    highestId: created === null ? 0 : resources.highestId(created),
  };
}

/** Returns what each line of a request is about. */
function describeSubjects(
  resources: ResourceReader,
  options: EntryOptions,
  before: Before,
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
  { route, ids }: EntryOptions,
  before: Before,
): Subject {
  const { resource } = route;
  if (ids.length > 1) return severalIds(ids.map(Number), (text) => [text, null]);
  const [id] = ids;
  const changes =
    id === undefined ? null : diffFields(before.fields, resources.fields(resource, id));
  const created = createdResource(route);
  if (created === null) return single(id ?? null, changes);
  const { first, last, count } = resources.idsAfter(created, before.highestId);
  if (count === 0 || first === null || last === null)
    return { ...single(id ?? null, changes), count: id === undefined ? 0 : 1 };
  if (count > 1) return { ...severalNew(first, last, count), resource_id: id ?? null };
  const made = diffFields(null, resources.fields(created, String(first)));
  const createdId = created === resource ? String(first) : null;
  return single(id ?? createdId, changes || made ? { ...changes, ...made } : null);
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

const MAY_BE_UNKNOWN: ReadonlySet<number> = new Set([400, 403, 404]);

/** An id that is not a number may be anything, also a secret, until the request has found the resource. */
const knownIds = (ids: readonly string[], status: number): readonly string[] =>
  MAY_BE_UNKNOWN.has(status) ? ids.filter((id) => /^\d+$/.test(id)) : ids;

function unchanged(ids: readonly string[]): Subject {
  if (ids.length <= 1) return single(ids[0] ?? null, null);
  return { ...severalIds(ids.map(Number), () => []), changes: null };
}

function toLine(
  { now }: EntryDeps,
  { request, route }: EntryOptions,
  subject: Subject,
  { status, code }: AuditedResponse,
): NewAuditLine {
  const { action, resource } = route;
  return {
    time: now(),
    ...request,
    action,
    resource,
    ...subject,
    outcome: outcomeOf(status),
    status,
    code,
  };
}

function outcomeOf(status: number): AuditOutcome {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}
