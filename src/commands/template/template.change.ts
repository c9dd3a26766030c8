import type { z } from 'zod';
import { printable } from '../../lib/text.js';
import { systemClock } from '../../platform/clock.js';
import type { TemplateResponse } from '../../templates/templates.schemas.js';
import { withClient } from '../client/client.js';
import { actOnEach, reportFailed } from '../client/each.js';
import { changing, removing, requireChange, type Options } from '../client/handlers.js';
import {
  lookupEach,
  lookupGroup,
  lookupHost,
  lookupIds,
  lookupTemplate,
} from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson } from '../output/items.js';
import { localZone, zonedTime } from '../output/times.js';
import { parseSchedule, type RequestedSchedule, type ScheduleOptions } from './schedule.parse.js';
import { driftOf, scheduleText } from './schedule.text.js';
import { givenParams, readParamChanges, readParams, type ParamOptions } from './template.params.js';
import { runAndReport, type TaskRunOptions } from './template.run.js';

type Template = z.infer<typeof TemplateResponse>;

type TemplateCreateOptions = Options<ParamOptions & ScheduleOptions & TaskRunOptions> & {
  name: string;
  type: string;
  /** ids, IP addresses or names */
  host?: string[];
  /** ids or names */
  group?: string[];
  /** start a task at once */
  run?: true;
};

/** Creates a template; with `run` also starts a task of it. */
export async function templateCreate(options: TemplateCreateOptions, io: Io): Promise<number> {
  const { name, type, host = [], group = [], run, json } = options;
  if (run !== true && (options.wait === true || options.failOn !== undefined))
    throw new CommandError('--wait and --fail-on need --run', 2);
  const schedule = parseSchedule(options, systemClock.now(), localZone());
  return withClient({ ...options, needsDataDir: false }, io, async (client) => {
    const body = {
      name,
      type,
      hosts: await lookupIds(client, host, lookupHost),
      groups: await lookupIds(client, group, lookupGroup),
      params: await readParams(client, type, options),
      enabled: false,
      schedule,
    };
    const created = await getData<Template>(client, 'POST', '/api/v1/templates', body);
    await reportDrift(client, created, options, io);
    if (json && run !== true) printJson(created, io);
    else
      (run ? io.stderr : io.stdout).write(
        `Created ${describeTemplate(created, options.timezone)}.\n`,
      );
    return run === true ? runAndReport(client, created.id, options, io) : 0;
  });
}

function describeTemplate({ id, name, schedule }: Template, timeZone?: string): string {
  const text = `template ${id}, "${printable(name)}"`;
  if (schedule === null || schedule.scheduled_time === 0) return text;
  const next = zonedTime(schedule.scheduled_time, timeZone);
  return `${text}: ${scheduleText(schedule, timeZone)}, next start ${next}`;
}

/** Warns if the starts move in the requested time zone: the service plans days in its own. */
async function reportDrift(
  client: Client,
  { id, schedule }: Template,
  options: ScheduleOptions,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<void> {
  if (schedule === null || schedule.scheduled_time === 0) return;
  const zone = options.timezone ?? localZone();
  const count = STARTS_PER_YEAR[schedule.type];
  if (count === undefined) return;
  const url = `/api/v1/templates/${id}/schedule/preview?count=${count}`;
  const drift = driftOf(await getData<number[]>(client, 'GET', url), zone);
  if (drift === null) return;
  stderr.write(
    `Note: from ${drift.slice(0, 10)} on, it starts at ${drift.slice(-5)} in ${zone}: the service plans ` +
      `days in another time zone. Set SCHEDULE_TIMEZONE=${zone} for the service to prevent that.\n`,
  );
}

// By type: days, weeks and months. Their starts in one year see both clock changes.
const STARTS_PER_YEAR: Readonly<Record<number, number>> = { 3: 366, 4: 53, 5: 12 };

type TemplateEditOptions = Options<ParamOptions & ScheduleOptions> & {
  /** id or name */
  template: string;
  name?: string;
  addHost?: string[];
  removeHost?: string[];
  addGroup?: string[];
  removeGroup?: string[];
  /** `false`: `--no-schedule` */
  schedule?: boolean;
};

/** Changes a template. */
export async function templateEdit(options: TemplateEditOptions, io: Io): Promise<number> {
  const schedule = readScheduleChange(options);
  const { name, addHost, removeHost, addGroup, removeGroup } = options;
  return changing(
    options,
    io,
    async (client) => {
      const { id } = await lookupTemplate(client, options.template);
      const body = {
        name,
        add_hosts: await lookupIds(client, addHost, lookupHost),
        remove_hosts: await lookupIds(client, removeHost, lookupHost),
        add_groups: await lookupIds(client, addGroup, lookupGroup),
        remove_groups: await lookupIds(client, removeGroup, lookupGroup),
        ...(givenParams(options).length > 0 && { params: await changeParams(client, id, options) }),
        schedule,
      };
      requireChange('template edit', Object.values(body));
      const template = await getData<Template>(client, 'PATCH', `/api/v1/templates/${id}`, body);
      if (schedule) await reportDrift(client, template, options, io);
      return template;
    },
    (template) => `Changed ${describeTemplate(template, options.timezone)}.`,
  );
}

async function changeParams(
  client: Client,
  id: number,
  options: ParamOptions,
): Promise<Record<string, unknown>> {
  const { type } = await getData<Template>(client, 'GET', `/api/v1/templates/${id}`);
  return readParamChanges(client, type, options);
}

function readScheduleChange(options: TemplateEditOptions): RequestedSchedule | null | undefined {
  const schedule = parseSchedule(options, systemClock.now(), localZone());
  if (options.schedule !== false) return schedule;
  if (schedule !== undefined) throw new CommandError('--no-schedule and a schedule: use one', 2);
  return null;
}

/** Enables or disables the schedules of templates: those of the others if one fails. */
export async function templateSwitch(
  options: ServiceOptions & { templates: string[]; enable: boolean },
  io: Io,
): Promise<number> {
  const { enable } = options;
  const outcome = await withClient(options, io, async (client) =>
    actOnEach(await lookupEach(client, options.templates, lookupTemplate), ({ id }) => {
      const body = { templates_id: id, enable };
      return getData<Template>(client, 'PATCH', '/api/v1/templates', body);
    }),
  );
  for (const template of outcome.done)
    io.stdout.write(`${enable ? 'Enabled' : 'Disabled'} ${describeTemplate(template)}.\n`);
  return reportFailed(outcome, ({ id }) => `Not changed: template ${id}`, io);
}

const TEMPLATES = { noun: 'template', path: '/api/v1/templates', lookup: lookupTemplate } as const;

/** Removes templates: all of them, or none if one is unknown. Their tasks are archived. */
export const templateRemove = removing(TEMPLATES, ({ name }) => name, 'id');
