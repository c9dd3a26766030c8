import { mapBy } from '../../lib/collections.js';
import type { CountedTask } from '../../reports/chain/chain.service.js';
import { dayOf } from '../../vulnerabilities/ledger/days.js';
import { nameSeverities } from '../answers/host-risk.js';
import { dateOf, NOT_OBSERVED, notRecorded, type HistoryDay } from './history.js';

/**
 * Returns the days of a template from one to another, oldest first: the state after the last task that finished on a
 * day, and what all tasks of the day found. Days: Unix seconds / 86400.
 * @param tasks oldest first
 */
export function buildTemplateHistory(
  range: { from: number; to: number },
  tasks: readonly CountedTask[],
): HistoryDay[] {
  const tasksOf = mapBy(tasks, ({ finished_at }) => dayOf(finished_at ?? 0));
  const length = Math.max(0, range.to - range.from + 1);
  return Array.from({ length }, (_, i) => {
    const day = range.from + i;
    return toDay(dateOf(day), tasksOf.get(day) ?? []);
  });
}

function toDay(date: string, tasks: readonly CountedTask[]): HistoryDay {
  const last = tasks.at(-1);
  if (last === undefined) return notRecorded(date);
  const { hosts } = last;
  const hosts_checked = Math.max(...tasks.map((task) => task.hosts_checked));
  if (hosts_checked === 0) return { date, hosts, hosts_checked, ...NOT_OBSERVED };
  return {
    date,
    hosts,
    hosts_checked,
    open: sumOf(last.open),
    by_severity: nameSeverities(last.open),
    known_exploited: null,
    accepted: last.accepted,
    new: sumCauses(tasks.map((task) => task.new_by_cause)),
    fixed: sumCauses(tasks.map((task) => task.fixed_by_cause)),
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** @param counts in the order of CAUSES */
function sumCauses(counts: readonly (readonly number[])[]): HistoryDay['new'] {
  const at = (index: number): number => sumOf(counts.map((numbers) => numbers[index] ?? 0));
  const target = at(0);
  const knowledge = at(1);
  const both = at(2);
  return { total: target + knowledge + both, target, knowledge, both };
}
