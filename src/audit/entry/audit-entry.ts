import type { TransactionObserver } from '../../database/write-transaction.js';
import type { AuditStatements } from '../audit.statements.js';
import type { AuditOutcome, NewAuditLine } from '../audit.table.js';
import type { AuditedRoute } from '../audited-routes.js';
import {
  createdResource,
  describeSubjects,
  unchanged,
  type StateBefore,
  type Subject,
} from './describe-subjects.js';
import type { ResourceReader } from '../resources.statements.js';

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

/** The line of one request. It is written in the first transaction of the request that changes a recorded field. */
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

type NamedSubject = Subject & Pick<NewAuditLine, 'resource_name'>;

const NOTHING: StateBefore = { fields: null, name: null, highestId: 0, added: [] };

/** Creates the entry of one request: one line, or one for each resource that it creates. */
export function createAuditEntry(deps: EntryDeps, options: EntryOptions): AuditEntry {
  const { statements, resources } = deps;
  let isOpen = true;
  let before = NOTHING;
  let added: readonly number[] = [];
  let inserted: readonly number[] | null = null;
  let unwritten: readonly NamedSubject[] | null = null;
  let committed: readonly number[] | null = null;
  const isDone = (): boolean => !isOpen || committed !== null;
  return {
    afterBegin() {
      if (!isDone()) before = readBefore(resources, options);
      added = [];
    },
    created(ids) {
      added = ids;
    },
    beforeCommit() {
      if (isDone()) return;
      const response = { status: options.expectedStatus, code: null };
      const subjects = describeSubjects(resources, options, { ...before, added }).map((subject) =>
        named(deps, options, subject, before),
      );
      // A request may store something else before its change, such as sums that are out of date.
      const isChange = subjects.some(({ changes }) => changes !== null);
      unwritten = isChange || !isRecorded(resources, options) ? null : subjects;
      inserted =
        unwritten === null
          ? subjects.map((subject) => statements.insert(toLine(deps, options, subject, response)))
          : null;
    },
    afterCommit() {
      if (!isDone()) committed = inserted;
    },
    end(response) {
      isOpen = false;
      const ids = committed;
      if (ids === null && options.route.isEach && response.status < 400) return null;
      if (ids === null)
        return () => {
          const subjects =
            response.status < 400 && unwritten !== null
              ? unwritten
              : [named(deps, options, unchangedBy(options, response))];
          for (const subject of subjects)
            statements.insert(toLine(deps, options, subject, response));
        };
      if (response.status === options.expectedStatus) return null;
      return () => {
        for (const id of ids)
          statements.setOutcome(id, { ...response, outcome: outcomeOf(response.status) });
      };
    },
  };
}

/** Whether a change of the resource in the database, or of what the request creates, shows in recorded fields. */
function isRecorded(resources: ResourceReader, { route }: EntryOptions): boolean {
  if (route.isOutside === true) return false;
  const created = createdResource(route);
  return (
    resources.isRecorded(route.resource) || (created !== null && resources.isRecorded(created))
  );
}

function readBefore(resources: ResourceReader, { route, ids }: EntryOptions): StateBefore {
  const created = createdResource(route);
  const [first] = ids;
  const id = ids.length === 1 ? first : undefined;
  return {
    fields: id === undefined ? null : resources.fields(route.resource, id),
    name: id === undefined ? null : resources.name(route.resource, id),
    highestId: created === null ? 0 : resources.highestId(created),
    added: [],
  };
}

/** Adds the name of the resource: that of now, or what it was before it was deleted. */
function named(
  { resources }: EntryDeps,
  { route }: EntryOptions,
  subject: Subject,
  before: StateBefore = NOTHING,
): NamedSubject {
  const { resource_id: id } = subject;
  const name = id === null ? null : (resources.name(route.resource, id) ?? before.name);
  return { ...subject, resource_name: name };
}

const unchangedBy = ({ ids }: EntryOptions, { status }: AuditedResponse): Subject =>
  unchanged(knownIds(ids, status));

const MAY_BE_UNKNOWN: ReadonlySet<number> = new Set([400, 403, 404]);

/** An id that is not a number may be anything, also a secret, until the request has found the resource. */
const knownIds = (ids: readonly string[], status: number): readonly string[] =>
  MAY_BE_UNKNOWN.has(status) ? ids.filter((id) => /^\d+$/.test(id)) : ids;

function toLine(
  { now }: EntryDeps,
  { request, route }: EntryOptions,
  subject: NamedSubject,
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
