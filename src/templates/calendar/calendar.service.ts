import type { Config } from '../../config.js';
import type { Database } from '../../database/database.js';
import { AppError } from '../../errors.js';
import type { Page } from '../../http/common.js';
import { mapBy } from '../../lib/collections.js';
import { runInSlices, type SlicedWork } from '../../lib/slices.js';
import type { Clock } from '../../platform/clock.js';
import type { ScheduleRule } from '../../schedules/recurrence.js';
import { toRule } from '../../schedules/schedules.rows.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import { toScheduleInput } from '../templates.schedule.js';
import { median, plannedIn, type PastStart, type TimeRange } from './calendar.js';
import * as repository from './calendar.repository.js';
import type { CalendarItem, SchedulePreview, StartsQuery } from './calendar.schemas.js';
import { localStartsAfter } from './local-starts.js';

export interface CalendarDeps {
  database: Pick<Database, 'db'>;
  clock: Pick<Clock, 'now'>;
  config: Pick<Config, 'SCHEDULE_TIMEZONE'>;
}

const DEFAULT_DAYS = 7;
const MAX_DAYS = 62;
/** Starts of one template in a response, of each kind. */
const MAX_STARTS = 100;
/** Tasks whose median is the expected length of the next. */
const TASKS_OF_LENGTH = 5;

/** Returns the next starts of a schedule that is not stored. */
export function previewUnsaved(
  { clock, config }: Pick<CalendarDeps, 'clock' | 'config'>,
  { schedule, count }: SchedulePreview,
) {
  return previewRule({ clock, config }, toRule(toScheduleInput(schedule, clock.now())), count);
}

/** Returns the next starts of a schedule, also of a disabled one. */
export function previewRule(
  { clock, config }: Pick<CalendarDeps, 'clock' | 'config'>,
  rule: ScheduleRule,
  count: number,
) {
  const zone = config.SCHEDULE_TIMEZONE;
  return { zone, starts: localStartsAfter(rule, clock.now(), zone, count) };
}

/** Returns the range of a query; 400 if it ends before it begins, or is longer than MAX_DAYS. */
function rangeOf({ from, to }: Pick<StartsQuery, 'from' | 'to'>, now: number): TimeRange {
  const start = from ?? now;
  const end = to ?? start + DEFAULT_DAYS * SECONDS_PER_DAY;
  if (end <= start) throw invalidEnd('must be after `from`');
  if (end - start > MAX_DAYS * SECONDS_PER_DAY)
    throw invalidEnd(`must be at most ${MAX_DAYS} days after \`from\``);
  return { from: start, to: end };
}

const invalidEnd = (message: string): AppError =>
  new AppError('validation_failed', `/to: ${message}`, {
    errors: [{ in: 'query', path: '/to', message }],
  });

/** Returns the starts of a page of templates in a range of time: those that were due, and those to come. */
export async function listStarts(
  { database: { db }, clock, config }: CalendarDeps,
  query: StartsQuery & Page,
): Promise<{ items: CalendarItem[]; total: number; range: TimeRange }> {
  const now = clock.now();
  const range = rangeOf(query, now);
  const { items: templates, total } = await repository.selectScheduledTemplates(db, query);
  const ids = templates.map((t) => t.template_id);
  const past = await repository.selectPastStarts(db, ids, { ...range, limit: MAX_STARTS + 1 });
  const lengths = await repository.selectTaskLengths(db, ids, TASKS_OF_LENGTH);
  const byTemplate = mapBy(past, (start) => start.template_id);
  const zone = config.SCHEDULE_TIMEZONE;
  const items = await runInSlices(
    buildItems(templates, {
      past: (id) => byTemplate.get(id) ?? [],
      lengths: (id) => lengths.get(id) ?? [],
      planned: (template) =>
        plannedIn(toRule(template), range, { now, zone, limit: MAX_STARTS + 1 }),
    }),
  );
  return { items, total, range };
}

interface StartsOf {
  past: (templateId: number) => PastStart[];
  lengths: (templateId: number) => number[];
  planned: (template: repository.ScheduledTemplate) => number[];
}

function* buildItems(
  templates: readonly repository.ScheduledTemplate[],
  of: StartsOf,
): SlicedWork<CalendarItem[]> {
  const items: CalendarItem[] = [];
  for (const template of templates) {
    const id = template.template_id;
    const past = of.past(id);
    const planned = template.enabled === 1 ? of.planned(template) : [];
    items.push({
      template_id: id,
      name: template.name,
      enabled: template.enabled === 1,
      expected_seconds: median(of.lengths(id)),
      past: past.slice(-MAX_STARTS),
      past_truncated: past.length > MAX_STARTS,
      planned: planned.slice(0, MAX_STARTS),
      planned_truncated: planned.length > MAX_STARTS,
    });
    yield; // calendar arithmetic is slow
  }
  return items;
}
