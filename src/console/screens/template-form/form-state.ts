import type { Api } from '../../api/shapes.js';
import { fromLocalValue, startOf, toLocalValue } from './local-time.js';
import { toValues, type ParamValues } from './schema-fields.js';

type Schedule = Api<'Schedule'>;

/** The values that are typed into the form. */
export interface FormState {
  name: string;
  type: string;
  hosts: readonly number[];
  groups: readonly number[];
  params: ParamValues;
  hasSchedule: boolean;
  /** unit of recurrence */
  unit: number;
  every: string;
  /** values of `datetime-local` */
  from: string;
  until: string;
}

const DAY = 3;
const MAX_EVERY = 10_000;

/** Returns an empty form. `hosts`: ids separated by commas, from the address. */
export const emptyForm = ({ type = 'pentest', hosts = '' }: { type?: string; hosts?: string }) => ({
  name: '',
  type,
  hosts: hosts
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0),
  groups: [],
  params: {},
  hasSchedule: false,
  unit: DAY,
  every: '1',
  from: '',
  until: '',
});

/** Returns the form of a template. `isCopy`: the name says so. */
export function formOf(
  { name, type, hosts, groups, params, schedule }: Api<'Template'>,
  { isCopy, isUtc }: { isCopy: boolean; isUtc: boolean },
): FormState {
  return {
    name: isCopy ? `${name} (copy)` : name,
    type,
    hosts,
    groups,
    params: toValues(params),
    hasSchedule: schedule !== null,
    unit: schedule?.type ?? DAY,
    every: `${schedule?.recurrence ?? 1}`,
    from: toLocalValue(schedule?.start_time ?? null, isUtc),
    until: toLocalValue(schedule?.end_time ?? null, isUtc),
  };
}

/** Returns the schedule of the request; null: none, or it is not complete yet. */
export function toSchedule(
  { hasSchedule, unit, every, from, until }: FormState,
  isUtc: boolean,
):
  | (Pick<Schedule, 'type' | 'recurrence' | 'end_time'> & { start_time: number | string | null })
  | null {
  const recurrence = Number(every);
  const isCount = Number.isInteger(recurrence) && recurrence >= 1 && recurrence <= MAX_EVERY;
  if (!hasSchedule || !isCount) return null;
  return {
    type: unit,
    recurrence,
    start_time: startOf(from, isUtc),
    end_time: fromLocalValue(until, isUtc),
  };
}

/** Returns why the form cannot be saved; null: it can. */
export function formHint({ name, hosts, groups, hasSchedule, every }: FormState): string | null {
  if (name.trim() === '') return 'It needs a name';
  if (hosts.length + groups.length === 0) return 'It needs a host or a group';
  const n = Number(every);
  if (hasSchedule && !(Number.isInteger(n) && n >= 1 && n <= MAX_EVERY))
    return 'The schedule repeats every 1 to 10,000 units';
  return null;
}

/** Returns how many hosts there are when groups and single hosts are taken together. */
export function countTargets(
  { hosts, groups }: Pick<FormState, 'hosts' | 'groups'>,
  known: readonly Pick<Api<'Group'>, 'id' | 'host_ids'>[],
): number {
  const members = known.filter(({ id }) => groups.includes(id)).flatMap(({ host_ids }) => host_ids);
  return new Set([...hosts, ...members]).size;
}
