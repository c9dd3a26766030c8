import type { Context } from '../context.js';
import type { Db } from '../database/database.js';
import { findMissingIds } from '../database/missing-ids.js';
import { AppError, notFound, unknownIds } from '../errors.js';
import { validationFailed, fieldErrors } from '../http/zod.js';
import type { Page } from '../http/common.js';
import { requireGroups } from '../groups/groups.service.js';
import { requireHosts } from '../hosts/hosts.service.js';
import * as schedules from '../schedules/schedules.service.js';
import { archiveTemplateTasks } from '../tasks/tasks.service.js';
import type { StartRefusal } from '../tasks/tasks.start.js';
import type { TaskTrigger } from '../tasks/tasks.table.js';
import * as repository from './templates.repository.js';
import type { TemplateFilter } from './templates.repository.js';
import type { NewTemplate, TemplateChange } from './templates.schemas.js';
import type { Template } from './templates.js';

type Needs = Pick<Context, 'database' | 'clock' | 'config' | 'engine' | 'taskTypes' | 'startTasks'>;

/** The next `count` starts. 404 without the template, 409 without its schedule. */
export async function previewSchedule(ctx: Needs, id: number, count: number): Promise<number[]> {
  await requireTemplate(ctx.database.db, id);
  return schedules.previewStarts(
    ctx.database.db,
    id,
    count,
    ctx.clock.now(),
    ctx.config.SCHEDULE_TIMEZONE,
  );
}

/** What became of the due starts of a template, newest first. 404 without the template. */
export async function scheduleHistory(
  { database: { db } }: Pick<Needs, 'database'>,
  id: number,
  page: Page,
): Promise<{ items: schedules.HistoryItem[]; total: number }> {
  await requireTemplate(db, id);
  return schedules.listHistory(db, id, page);
}

async function withSchedules(
  db: Db,
  templates: repository.StoredTemplate[],
  now: number,
): Promise<Template[]> {
  const found = await schedules.readSchedules(
    db,
    templates.map((t) => t.id),
    now,
  );
  return templates.map((t) => ({ ...t, schedule: found.get(t.id) ?? null }));
}

/** 404 when there is none. */
export async function getTemplate(
  { database: { db }, clock }: Pick<Needs, 'database' | 'clock'>,
  id: number,
): Promise<Template> {
  const template = await repository.findTemplate(db, id);
  const [full] = await withSchedules(db, template ? [template] : [], clock.now());
  if (!full) throw notFound('template', id);
  return full;
}

export async function listTemplates(
  { database: { db }, clock }: Pick<Needs, 'database' | 'clock'>,
  filter: TemplateFilter,
  page?: { limit: number; offset: number },
): Promise<Template[]> {
  return withSchedules(db, await repository.selectTemplates(db, filter, page), clock.now());
}

/** Makes a template, its schedule and, with `enabled`, its first task: all or nothing. 422 for unknown hosts or groups, or none to start with. */
export async function createTemplate(ctx: Needs, input: NewTemplate): Promise<Template> {
  const now = ctx.clock.now();
  const id = await ctx.database.db.transaction().execute(async (trx) => {
    const made = await repository.insertTemplate(trx, input, now);
    await setMembers(trx, made, input);
    if (input.schedule)
      await schedules.putSchedule(
        trx,
        made,
        scheduleInput(input.schedule, now),
        now,
        ctx.config.SCHEDULE_TIMEZONE,
      );
    if (input.enabled) start(ctx, made, 'creation');
    return made;
  });
  ctx.engine.wake();
  return getTemplate(ctx, id);
}

/** Changes a template; nothing given changes nothing. */
export async function updateTemplate(
  ctx: Needs,
  id: number,
  change: TemplateChange,
): Promise<Template> {
  const now = ctx.clock.now();
  await ctx.database.db.transaction().execute(async (trx) => {
    const template = await repository.findTemplate(trx, id);
    if (!template) throw notFound('template', id);
    checkChange(ctx, template.type, change);
    if (
      ['name', 'hosts', 'groups', 'params', 'schedule'].every(
        (k) => change[k as keyof TemplateChange] === undefined,
      )
    )
      return;
    await repository.updateTemplateRow(trx, id, change, now);
    await setMembers(trx, id, change);
    await changeSchedule(ctx, trx, id, change.schedule, now);
  });
  return getTemplate(ctx, id);
}

function checkChange(ctx: Needs, type: string, change: TemplateChange): void {
  if (change.type !== undefined && change.type !== type)
    throw new AppError('type_fixed', `The type is ${type}; make another template instead`, {
      errors: [{ in: 'body', path: '/type', message: 'cannot change' }],
    });
  if (change.params === undefined) return;
  const checked = ctx.taskTypes.find((t) => t.name === type)?.params.safeParse(change.params);
  if (checked?.error) throw validationFailed(fieldErrors(checked.error, 'body', '/params'));
}

async function setMembers(
  trx: Db,
  id: number,
  { hosts, groups }: { hosts?: number[]; groups?: number[] },
): Promise<void> {
  if (hosts) {
    await requireHosts(trx, hosts, '/hosts');
    await repository.replaceTemplateHosts(trx, id, hosts);
  }
  if (groups) {
    await requireGroups(trx, groups, '/groups');
    await repository.replaceGroups(trx, id, groups);
  }
}

type ScheduleInput = NonNullable<TemplateChange['schedule']>;

function scheduleInput(
  s: Pick<ScheduleInput, 'type' | 'recurrence' | 'start_time' | 'end_time'> & { enabled?: boolean },
  now: number,
) {
  return {
    unit: s.type,
    recurrence: s.recurrence,
    start_time: s.start_time ?? now,
    end_time: s.end_time ?? null,
    enabled: s.enabled ?? true,
  };
}

// A schedule that comes back as it was read stays as it is: planning it anew could drop a start that is due right now.
async function changeSchedule(
  ctx: Needs,
  trx: Db,
  id: number,
  schedule: TemplateChange['schedule'],
  now: number,
): Promise<void> {
  if (schedule === undefined) return;
  if (schedule === null) return schedules.removeSchedule(trx, id);
  const old = (await schedules.readSchedules(trx, [id], now)).get(id);
  const input = scheduleInput({ ...schedule, enabled: schedule.enabled ?? old?.enabled }, now);
  if (input.end_time !== null && input.end_time <= input.start_time)
    throw new AppError('validation_failed', 'The end must be after the start', {
      errors: [{ in: 'body', path: '/schedule/end_time', message: 'must be after the start' }],
    });
  const same =
    old &&
    old.type === input.unit &&
    old.recurrence === input.recurrence &&
    old.start_time === input.start_time &&
    old.end_time === input.end_time &&
    old.enabled === input.enabled;
  if (!same) await schedules.putSchedule(trx, id, input, now, ctx.config.SCHEDULE_TIMEZONE);
}

/** Switches the schedule of a template on or off. 404 unknown template, 409 without a schedule. */
export async function setTemplateScheduleEnabled(
  ctx: Needs,
  id: number,
  enable: boolean,
): Promise<Template> {
  await ctx.database.db.transaction().execute(async (trx) => {
    await requireTemplate(trx, id);
    await schedules.setScheduleEnabled(
      trx,
      id,
      enable,
      ctx.clock.now(),
      ctx.config.SCHEDULE_TIMEZONE,
    );
  });
  return getTemplate(ctx, id);
}

async function requireTemplate(db: Db, id: number): Promise<void> {
  if ((await findMissingIds(db, 'templates', [id])).length > 0) throw notFound('template', id);
}

/** Deletes templates, all or none: their working tasks stop and all their tasks go into the archive. */
export async function deleteTemplates(
  { database: { db }, engine }: Pick<Needs, 'database' | 'engine'>,
  ids: readonly number[],
  path = '/ids',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const unknown = await findMissingIds(trx, 'templates', ids);
    if (unknown.length > 0) throw unknownIds('template', unknown, path);
    await archiveTemplateTasks(trx, ids);
    await repository.deleteTemplateRows(trx, ids);
  });
  engine.wake();
}

/** Starts a task of a template now. Gives its id. 404 unknown template, 422 without hosts. */
export async function runTemplate(ctx: Needs, id: number, trigger: TaskTrigger): Promise<number> {
  const taskId = await ctx.database.db.transaction().execute(async (trx) => {
    await requireTemplate(trx, id);
    return start(ctx, id, trigger);
  });
  ctx.engine.wake();
  return taskId;
}

const REFUSALS: Partial<Record<StartRefusal, (max: number) => AppError>> = {
  no_hosts: () =>
    new AppError('no_hosts', 'The template has no hosts, neither itself nor through its groups'),
  too_many_hosts: (max) =>
    new AppError('too_many_hosts', `A task may have at most MAX_HOSTS_PER_TASK (${max}) hosts`),
};

// Inside the transaction of the caller.
function start(ctx: Needs, id: number, trigger: TaskTrigger): number {
  const [result] = ctx.startTasks(
    [{ template_id: id, trigger, scheduled_for: null }],
    ctx.clock.now(),
  );
  if (result && 'task_id' in result) return result.task_id;
  const refused = result?.refused ?? 'no_template';
  throw (
    REFUSALS[refused]?.(ctx.config.MAX_HOSTS_PER_TASK) ??
    new AppError('conflict', `The task was not started: ${refused}`)
  );
}
