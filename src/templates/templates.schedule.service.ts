import { appendChange } from '../database/changes/change-events.js';
import type { HistoryItem } from '../schedules/schedules.table.js';
import type { Page } from '../http/common.js';
import * as schedules from '../schedules/schedules.service.js';
import { getTemplate, requireTemplate, type TemplateDeps } from './templates.service.js';
import type { Template } from './templates.js';

/** Returns the next `count` starts. 404 for an unknown template, 409 without a schedule. */
export async function previewSchedule(
  { database: { db }, clock, config }: TemplateDeps,
  id: number,
  count: number,
): Promise<number[]> {
  await requireTemplate(db, id);
  return schedules.previewStarts(db, id, count, clock.now(), config.SCHEDULE_TIMEZONE);
}

/** Returns the outcomes of a template's due starts, newest first. 404 for an unknown template. */
export async function listScheduleHistory(
  { database: { db } }: Pick<TemplateDeps, 'database'>,
  id: number,
  page: Page,
): Promise<{ items: HistoryItem[]; total: number }> {
  await requireTemplate(db, id);
  return schedules.listHistory(db, id, page);
}

/** Enables or disables the schedule of a template. 404 for an unknown template, 409 without a schedule. */
export async function setTemplateScheduleEnabled(
  deps: TemplateDeps,
  id: number,
  isEnabled: boolean,
): Promise<Template> {
  const { database, clock, config } = deps;
  await database.db.transaction().execute(async (trx) => {
    await requireTemplate(trx, id);
    const zone = config.SCHEDULE_TIMEZONE;
    await schedules.setScheduleEnabled(trx, id, isEnabled, clock.now(), zone);
    appendChange(deps.eventStream, 'template.updated', [id]);
  });
  return getTemplate(deps, id);
}
