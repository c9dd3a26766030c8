import { formatOf, labelOf, partLabel, unitName } from './field-words.js';

/** A value as a person reads it. */
export interface ShownValue {
  text: string;
  /** a person typed it: it is shown as a quotation */
  isTyped: boolean;
}

/** A changed field as a person reads it. */
export type ShownChange = { label: string } & (
  | { kind: 'value'; before: ShownValue | null; after: ShownValue | null }
  | { kind: 'new'; value: ShownValue }
  | { kind: 'members'; parts: readonly MemberPart[] }
  | { kind: 'secret'; words: 'set' | 'changed' | 'removed' }
);

/** Members that joined or left a list. */
type MemberPart = readonly [words: 'added' | 'removed', text: string];

/** A line of the log, as far as it says what was changed. */
interface ChangedLine {
  action: string;
  changes: Readonly<Record<string, readonly unknown[]>> | null;
}

/** Writes a time, Unix seconds. */
type TimeText = (seconds: number) => string;

interface Field {
  /** its name, after those of the fields that it is in */
  path: readonly string[];
  before: unknown;
  after: unknown;
  /** there was nothing before: only the new value is of interest */
  isNew: boolean;
}

/** Actions that make what they change. */
const MAKING: ReadonlySet<string> = new Set(['create', 'run', 'import']);
const IS_PLAIN = /^[\w.:@/+-]+$/;
const IS_CODE = /^[\w.:/+,…-]+$/;
const MAX_TIME = 8.64e12; // of Date, in seconds

/** Returns what a line changed, a field each. */
export function describeChanges(
  { action, changes }: ChangedLine,
  timeText: TimeText,
): ShownChange[] {
  return Object.entries(changes ?? {}).flatMap(([name, [before, after]]) =>
    describeField(
      {
        path: [name],
        before: before ?? null,
        after: after ?? null,
        isNew: MAKING.has(action) && before === null,
      },
      timeText,
    ),
  );
}

function describeField(field: Field, timeText: TimeText): ShownChange[] {
  const { path, before, after, isNew } = field;
  const name = path.at(-1) ?? '';
  const label = labelText(path, after ?? before);
  if (formatOf(name) === 'secret') return [{ label, kind: 'secret', words: secretWords(field) }];
  const parts = Array.isArray(before) && Array.isArray(after) ? memberParts(before, after) : [];
  if (parts.length > 0) return [{ label, kind: 'members', parts }];
  if (isObject(after) && (before === null || isObject(before)))
    return describeParts(field, after, timeText);
  const shown = (value: unknown): ShownValue | null =>
    value === null || value === undefined ? null : toShown(name, value, timeText);
  if (isNew && isEmpty(after)) return [];
  const value = shown(after);
  if (isNew && value !== null) return [{ label, kind: 'new', value }];
  return [{ label, kind: 'value', before: shown(before), after: value }];
}

/** Whether a value of a new resource says nothing: a text or a list without content. */
const isEmpty = (value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0);

/** The changed parts of an object. */
function describeParts(
  { path, before, isNew }: Field,
  after: Readonly<Record<string, unknown>>,
  timeText: TimeText,
): ShownChange[] {
  const old = isObject(before) ? before : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(after[name] ?? null))
    .flatMap((name) =>
      describeField(
        {
          path: [...path, name],
          before: old[name] ?? null,
          after: after[name] ?? null,
          isNew: isNew || before === null,
        },
        timeText,
      ),
    );
}

function secretWords({ before, after }: Field): 'set' | 'changed' | 'removed' {
  if (before === null) return 'set';
  return after === null ? 'removed' : 'changed';
}

/** A field that is a list of some resources, and their number for others. */
const labelText = (path: readonly string[], value: unknown): string =>
  path[0] === 'hosts' && typeof value === 'number' ? 'Number of hosts' : labelOf(path);

/** Returns what joined and what left a list; nothing if only its order changed. */
function memberParts(before: readonly unknown[], after: readonly unknown[]): MemberPart[] {
  const without = (list: readonly unknown[], others: readonly unknown[]): unknown[] => {
    const known = new Set(others.map((value) => JSON.stringify(value)));
    return list.filter((value) => !known.has(JSON.stringify(value)));
  };
  const changed = [
    ['added', without(after, before)],
    ['removed', without(before, after)],
  ] as const;
  return changed.flatMap(([words, values]) =>
    values.length === 0 ? [] : [[words, listText(values)] as const],
  );
}

function toShown(name: string, value: unknown, timeText: TimeText): ShownValue {
  const kind = formatOf(name);
  const plain = (text: string): ShownValue => ({ text, isTyped: false });
  if (Array.isArray(value)) return plain(listText(value));
  if (isObject(value)) return plain(objectText(value, timeText));
  if (typeof value === 'boolean' || (kind === 'flag' && (value === 0 || value === 1)))
    return plain(value ? 'yes' : 'no');
  if (typeof value !== 'number')
    return kind === 'list' ? plain(cutListText(String(value))) : typed(String(value), kind);
  if (kind === 'time' && Math.abs(value) <= MAX_TIME) return plain(timeText(value));
  return plain(kind === 'unit' ? unitName(value) : String(value));
}

const typed = (text: string, kind: string): ShownValue => ({
  text,
  isTyped: kind !== 'code' || !IS_CODE.test(text),
});

/** A list that was too long for the log: the start of its JSON. */
const cutListText = (text: string): string => text.replace(/^\[/, '').replaceAll(',', ', ');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectText = (value: Readonly<Record<string, unknown>>, timeText: TimeText): string =>
  Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${partLabel(name)} ${partText(toShown(name, part, timeText))}`)
    .join(', ');

/** Returns the values with commas; ids that follow each other as a range. */
function listText(values: readonly unknown[]): string {
  if (values.length === 0) return 'none';
  if (values.every((value) => Number.isSafeInteger(value))) return idsText(values as number[]);
  return values.map(itemText).join(', ');
}

const itemText = (value: unknown): string =>
  isObject(value) ? `(${objectText(value, String)})` : quoted(String(value));

const partText = ({ text, isTyped }: ShownValue): string => (isTyped ? quoted(text) : text);

/** Returns a text in quotation marks if it could be taken for more than one. */
const quoted = (text: string): string => (IS_PLAIN.test(text) ? text : JSON.stringify(text));

function idsText(ids: readonly number[]): string {
  const sorted = [...ids].sort((a, b) => a - b);
  const starts = sorted.filter((id, i) => i === 0 || sorted[i - 1] !== id - 1);
  const ends = sorted.filter((id, i) => sorted[i + 1] !== id + 1);
  return starts
    .map((start, i) => (start === ends[i] ? `${start}` : `${start}-${ends[i] ?? start}`))
    .join(', ');
}
