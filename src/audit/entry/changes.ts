/** The changed fields of a resource: values before and after; null: the resource or the value did not exist. */
export type AuditChanges = Record<string, [before: unknown, after: unknown]>;

/** The recorded fields of a resource at one moment. */
export type ResourceFields = Record<string, unknown>;

const MAX_VALUE = 500;
/** Fields of which only a change is recorded. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['secret', 'sudo_secret']);
const HIDDEN = '(hidden)';

/** Returns the fields that differ; null if there are none. Long values are cut, secrets are replaced. */
export function diffFields(
  before: ResourceFields | null,
  after: ResourceFields | null,
): AuditChanges | null {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes: AuditChanges = {};
  for (const name of names) {
    const old = before?.[name] ?? null;
    const now = after?.[name] ?? null;
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    changes[name] = [shown(name, old), shown(name, now)];
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

function shown(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (HIDDEN_FIELDS.has(name)) return HIDDEN;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_VALUE ? value : `${text.slice(0, MAX_VALUE)}…`.toWellFormed();
}

/** Several ids of one line. */
export interface IdRange {
  first: number;
  last: number;
  count: number;
  /** `1-3,7`; cut at 500 characters */
  text: string;
}

/** Describes ids, in any order; null without any. */
export function describeIds(ids: readonly number[]): IdRange | null {
  const sorted = Float64Array.from(ids).sort();
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return null;
  return { first, last, count: sorted.length, text: rangesText(sorted) };
}

function rangesText(sorted: Float64Array): string {
  let text = '';
  let start = 0;
  for (let i = 0; i < sorted.length && text.length <= MAX_VALUE; i += 1) {
    if (sorted[i + 1] === (sorted[i] ?? 0) + 1) continue;
    text += `${text === '' ? '' : ','}${range(sorted[start] ?? 0, sorted[i] ?? 0)}`;
    start = i + 1;
  }
  return text.length <= MAX_VALUE ? text : `${text.slice(0, text.lastIndexOf(','))},…`;
}

const range = (from: number, to: number): string => (from === to ? `${from}` : `${from}-${to}`);
