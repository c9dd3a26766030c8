import type { z } from 'zod';
import { pluralize } from '../../lib/text.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import type { HistoryResponse, TemplateResponse } from '../../templates/templates.schemas.js';
import { listing, showing, type Options } from '../client/handlers.js';
import { lookupTemplate, type FoundGroup } from '../client/lookup.js';
import { getData, listAll, withQuery } from '../client/request.js';
import type { Client } from '../client/types.js';
import type { Column } from '../output/items.js';
import { isoText, zonedTime } from '../output/times.js';
import { nextStartText, scheduleText } from './schedule.text.js';

type Template = z.infer<typeof TemplateResponse>;
type HistoryItem = z.infer<typeof HistoryResponse>;

const COLUMNS: Column<Template>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'TYPE', value: ({ type }) => type },
  { heading: 'TARGETS', value: targetsText, isFlexible: true },
  { heading: 'SCHEDULE', value: ({ schedule }) => scheduleText(schedule), isLong: true },
  {
    heading: 'NEXT START',
    value: ({ schedule }) => isoText(schedule?.scheduled_time || null),
    text: ({ schedule }) => nextStartText(schedule),
  },
];

function targetsText({ hosts, groups, params }: Template): string {
  const parts = [
    ...(hosts.length > 0
      ? [
          params?.['ranges'] === undefined
            ? pluralize(hosts.length, 'host')
            : pluralize(hosts.length, 'address', 'addresses'),
        ]
      : []),
    ...(groups.length > 0 ? [pluralize(groups.length, 'group')] : []),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** Lists the templates that match the filters. */
export const templateList = listing(
  (client, { name, type, sort }: Options<{ name?: string; type?: string; sort?: string }>) =>
    getData<Template[]>(client, 'GET', withQuery('/api/v1/templates', { name, type, sort })),
  COLUMNS,
  'No templates.',
);

interface TemplateView {
  template: Template;
  hosts: readonly string[];
  groups: readonly string[];
}

const MAX_NAMED_HOSTS = 10;

async function readView(template: Template, client: Client): Promise<TemplateView> {
  const named = template.hosts.slice(0, MAX_NAMED_HOSTS);
  const hosts: string[] = [];
  for (const id of named)
    hosts.push((await getData<{ hostname: string }>(client, 'GET', `/hosts/${id}`)).hostname);
  const more = template.hosts.length - named.length;
  if (more > 0) hosts.push(`and ${more} more`);
  const groups = template.groups.length === 0 ? [] : await listAll<FoundGroup>(client, '/groups');
  return {
    template,
    hosts,
    groups: groups.filter(({ id }) => template.groups.includes(id)).map(({ name }) => name),
  };
}

const FIELDS: Column<TemplateView>[] = [
  { heading: 'ID', value: ({ template }) => template.id },
  { heading: 'NAME', value: ({ template }) => template.name },
  { heading: 'TYPE', value: ({ template }) => template.type },
  { heading: 'HOSTS', value: ({ hosts }) => hosts.join(', ') },
  { heading: 'GROUPS', value: ({ groups }) => groups.join(', ') },
  { heading: 'PARAMS', value: ({ template }) => paramsText(template.params) },
  { heading: 'SCHEDULE', value: ({ template }) => scheduleText(template.schedule) },
  {
    heading: 'NEXT START',
    value: ({ template: { schedule } }) => isoText(schedule?.scheduled_time || null),
    text: ({ template }) => nextStartText(template.schedule),
  },
  {
    heading: 'LAST START',
    value: ({ template: { schedule } }) => isoText(schedule?.last_start || null),
    text: ({ template: { schedule } }) => timeOrNone(schedule?.last_start ?? 0),
  },
];

const timeOrNone = (seconds: number): string => (seconds === 0 ? '-' : zonedTime(seconds));

/** `ports 22, 80; speed 3` */
const paramsText = (params: Template['params']): string =>
  params === null
    ? 'default'
    : Object.entries(params)
        .map(
          ([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`,
        )
        .join('; ');

const HISTORY: Column<HistoryItem>[] = [
  {
    heading: 'DUE',
    value: ({ due_at }) => isoText(due_at),
    text: ({ due_at }) => zonedTime(due_at),
  },
  { heading: 'RESULT', value: ({ result }) => result },
  { heading: 'TASK', value: ({ task_id: id }) => (id === null ? null : taskNumber(id)) },
  { heading: 'REASON', value: ({ reason }) => reason },
  { heading: 'DETAIL', value: ({ detail }) => detail, isFlexible: true, isLong: true },
];

const TEMPLATES = { noun: 'template', path: '/api/v1/templates', lookup: lookupTemplate } as const;

/** Prints one template. */
export const templateShow = showing(TEMPLATES, FIELDS, readView);

const STARTS: Column<number>[] = [
  { heading: 'START', value: isoText, text: (at) => zonedTime(at) },
];

/** Prints the next starts of a schedule. */
export const templatePreview = listing(
  async (client, { template, count }: Options<{ template: string; count: string }>) => {
    const { id } = await lookupTemplate(client, template);
    const url = `/api/v1/templates/${id}/schedule/preview?count=${count}`;
    return getData<number[]>(client, 'GET', url);
  },
  STARTS,
  'No start is planned.',
);

/** Prints what became of the planned starts, newest first. */
export const templateHistory = listing(
  async (client, { template }: Options<{ template: string }>) => {
    const { id } = await lookupTemplate(client, template);
    return listAll<HistoryItem>(client, `/api/v1/templates/${id}/schedule/history`);
  },
  HISTORY,
  'No start was due yet.',
);
