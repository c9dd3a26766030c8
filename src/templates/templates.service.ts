import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config.js';
import { requireReferenced } from '../credentials/credentials.service.js';
import { appendChange, type ChangeLog } from '../database/changes/change-events.js';
import type { Database, Db } from '../database/database.js';
import { findTakenName } from '../database/lists/taken-name.js';
import { findMissingIds } from '../database/missing-ids.js';
import { AppError, nameTaken, notFound, unknownIds } from '../errors.js';
import { requireGroups } from '../groups/groups.service.js';
import { requireHosts } from '../hosts/hosts.service.js';
import { fieldErrors, parseRequest, validationFailed } from '../http/zod.js';
import type { Clock } from '../platform/clock.js';
import { putSchedule, readSchedules } from '../schedules/schedules.service.js';
import type { TaskType } from '../tasks/task-type.js';
import { archiveTemplateTasks } from '../tasks/tasks.service.js';
import type { StartTasks } from '../tasks/tasks.start.js';
import type { LoginRole } from '../tokens/tokens.js';
import { startTask, type TaskStart } from './start/start-task.js';
import * as repository from './templates.repository.js';
import type { TemplateFilter } from './templates.repository.js';
import { changeSchedule, toScheduleInput } from './templates.schedule.js';
import { applyPatch, type PatchedFields } from './templates.patch.js';
import type { TemplatePatch } from './templates.patch.schemas.js';
import type { NewTemplate, TemplateChange } from './templates.schemas.js';
import type { Template } from './templates.js';

export interface TemplateDeps {
  database: Database;
  clock: Clock;
  eventStream: ChangeLog;
  config: Pick<Config, 'SCHEDULE_TIMEZONE' | 'MAX_HOSTS_PER_TASK'>;
  /** `wake` starts new tasks and applies stop requests; call it after the commit */
  engine: { wake: () => void };
  taskTypes: readonly TaskType[];
  startTasks: StartTasks;
}

type ReadDeps = Pick<TemplateDeps, 'database' | 'clock'>;

/** Throws 404 for an unknown template. */
export async function getTemplate({ database, clock }: ReadDeps, id: number): Promise<Template> {
  const template = await repository.findTemplate(database.db, id);
  const found = template ? [template] : [];
  const [complete] = await withSchedules(database.db, found, clock.now());
  if (!complete) throw notFound('template', id);
  return complete;
}

export async function listTemplates(
  { database: { db }, clock }: ReadDeps,
  filter: TemplateFilter,
  page?: { limit: number; offset: number },
): Promise<Template[]> {
  return withSchedules(db, await repository.selectTemplates(db, filter, page), clock.now());
}

/** Returns the number of templates that match. */
export const countMatchingTemplates = (
  { database: { db } }: Pick<ReadDeps, 'database'>,
  filter: TemplateFilter,
): Promise<number> => repository.countTemplates(db, filter);

async function withSchedules(
  db: Db,
  templates: repository.StoredTemplate[],
  now: number,
): Promise<Template[]> {
  const ids = templates.map((t) => t.id);
  const schedules = await readSchedules(db, ids, now);
  return templates.map((t) => ({ ...t, schedule: schedules.get(t.id) ?? null }));
}

/**
 * Creates a template, its schedule and, if `enabled`, its first task: all or nothing. 409 if the name is taken, 422
 * for unknown hosts, groups or a credential in the params, or if the first task cannot start.
 */
export async function createTemplate(
  deps: TemplateDeps,
  input: NewTemplate,
  role: LoginRole,
): Promise<Template> {
  const now = deps.clock.now();
  const id = await deps.database.db.transaction().execute(async (trx) => {
    if (input.shares_name !== true) await requireFreeName(trx, input.name);
    await requireCredentialOf(trx, input.params);
    const newId = await repository.insertTemplate(trx, { ...input, login_role: role }, now);
    await setMembers(trx, newId, input);
    if (input.schedule) {
      const schedule = toScheduleInput(input.schedule, now);
      await putSchedule(trx, newId, schedule, now, deps.config.SCHEDULE_TIMEZONE);
    }
    appendChange(deps.eventStream, 'template.created', [newId]);
    if (input.enabled) startTask(deps, newId, { trigger: 'creation', role });
    return newId;
  });
  deps.engine.wake();
  return getTemplate(deps, id);
}

/**
 * Updates a template; without any field nothing changes. 404, 409 if the name is taken, 422 for unknown hosts, groups
 * or a credential.
 */
export const updateTemplate = (
  deps: TemplateDeps,
  id: number,
  change: TemplateChange,
  role: LoginRole,
): Promise<Template> => storeChange(deps, id, () => Promise.resolve(change), role);

/**
 * Changes parts of a template: it adds and then removes hosts and groups, and sets and removes single params. All
 * else stays as it is stored. 404, 409 if the name is taken, 422 for unknown hosts or groups to add, and for params
 * that the
 * type rejects.
 */
export const patchTemplate = (
  deps: TemplateDeps,
  id: number,
  patch: TemplatePatch,
  role: LoginRole,
): Promise<Template> =>
  storeChange(
    deps,
    id,
    async (template, trx) => {
      await requireHosts(trx, patch.add_hosts ?? [], '/add_hosts');
      await requireGroups(trx, patch.add_groups ?? [], '/add_groups');
      return applyPatch(template, patch);
    },
    role,
  );

const CHANGEABLE = ['name', 'hosts', 'groups', 'params', 'schedule'] as const;

async function requireFreeName(
  db: Db,
  name: string,
  own?: { id: number; name: string },
): Promise<void> {
  const other = await findTakenName(db, 'templates', name, own);
  if (other !== undefined) throw nameTaken('template', other);
}

/** @param readChange returns the change of the template that is stored in this transaction */
async function storeChange(
  deps: TemplateDeps,
  id: number,
  readChange: (
    template: repository.StoredTemplate,
    trx: Db,
  ) => Promise<TemplateChange | PatchedFields>,
  role: LoginRole,
): Promise<Template> {
  const now = deps.clock.now();
  await deps.database.db.transaction().execute(async (trx) => {
    const template = await repository.findTemplate(trx, id);
    if (!template) throw notFound('template', id);
    const change = await readChange(template, trx);
    validateChange(deps, template.type, change);
    await requireCredentialOf(trx, change.params);
    if (CHANGEABLE.every((field) => change[field] === undefined)) return;
    if (change.name !== undefined) await requireFreeName(trx, change.name, template);
    const login_role = loginRoleAfter(template, change, role);
    await repository.updateTemplateRow(trx, id, { ...change, login_role }, now);
    await setMembers(trx, id, change);
    const zone = deps.config.SCHEDULE_TIMEZONE;
    await changeSchedule(trx, id, change.schedule, { now, zone });
    appendChange(deps.eventStream, 'template.updated', [id]);
  });
  return getTemplate(deps, id);
}

/**
 * Returns the rights of logins after a change of the targets or params; undefined: as before. An operator
 * takes those of an admin away. An admin gives them with all three fields: a part would vouch for the rest
 * unseen.
 */
function loginRoleAfter(
  template: repository.StoredTemplate,
  change: TemplateChange & { isPartial?: true },
  role: LoginRole,
): LoginRole | undefined {
  const given = (['hosts', 'groups', 'params'] as const).filter((f) => change[f] !== undefined);
  if (role === 'admin')
    return given.length === 3 && change.isPartial !== true ? 'admin' : undefined;
  return given.some((field) => !isDeepStrictEqual(change[field], template[field]))
    ? 'operator'
    : undefined;
}

function validateChange(
  { taskTypes }: TemplateDeps,
  typeName: string,
  change: TemplateChange,
): void {
  if (change.type !== undefined && change.type !== typeName)
    throw new AppError('type_fixed', `Template type is ${typeName}; create another template`, {
      errors: [{ in: 'body', path: '/type', message: 'cannot be changed' }],
    });
  if (change.params === undefined) return;
  const type = taskTypes.find((t) => t.name === typeName);
  if (!type) return;
  const parsed = parseRequest(type.params, change.params);
  const origin = { in: 'body', base: '/params' } as const;
  if (parsed.error) throw validationFailed(fieldErrors(parsed.error, origin, change.params));
}

/** Throws 422 for params with a credential that does not exist. A param `credential_id` is one in every task type. */
async function requireCredentialOf(db: Db, params: object | null | undefined): Promise<void> {
  const { credential_id: id } = (params ?? {}) as { credential_id?: unknown };
  if (typeof id === 'number') await requireReferenced(db, id, '/params/credential_id');
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
    await repository.replaceTemplateGroups(trx, id, groups);
  }
}

/** Throws 404 for an unknown template. */
export async function requireTemplate(db: Db, id: number): Promise<void> {
  if ((await findMissingIds(db, 'templates', [id])).length > 0) throw notFound('template', id);
}

/** Deletes templates, all or nothing: their running tasks stop, and all their tasks are archived. */
export async function deleteTemplates(
  {
    database: { db },
    engine,
    eventStream,
  }: Pick<TemplateDeps, 'database' | 'engine' | 'eventStream'>,
  ids: readonly number[],
  path = '/ids',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const unknown = await findMissingIds(trx, 'templates', ids);
    if (unknown.length > 0) throw unknownIds('template', unknown, path);
    await archiveTemplateTasks(trx, ids);
    await repository.deleteTemplateRows(trx, ids);
    appendChange(eventStream, 'template.deleted', [...new Set(ids)]);
  });
  engine.wake();
}

/** Starts a task of a template. Returns the id of the task. 404 for an unknown template, 422 without hosts. */
export async function runTemplate(
  deps: TemplateDeps,
  id: number,
  start: TaskStart,
): Promise<number> {
  const taskId = await deps.database.db.transaction().execute(async (trx) => {
    await requireTemplate(trx, id);
    return startTask(deps, id, start);
  });
  deps.engine.wake();
  return taskId;
}
