import type { z } from 'zod';
import type { HistoryDayResponse } from '../../fleet/history/history.schemas.js';
import { withClient } from '../client/client.js';
import { lookupGroup, lookupId, lookupTemplate } from '../client/lookup.js';
import { getData, withQuery } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printItems, type Column, type JsonOption } from '../output/items.js';

type HistoryDay = z.infer<typeof HistoryDayResponse>;

export interface HistoryOptions extends ServiceOptions, JsonOption {
  days?: string;
  /** id or name */
  group?: string;
  /** id or name */
  template?: string;
}

/** Prints the open findings of each day, and what was new and fixed. */
export async function history(options: HistoryOptions, io: Io): Promise<number> {
  const { days = '30', group, template, json } = options;
  if (group !== undefined && template !== undefined)
    throw new CommandError('--group and --template exclude each other', 2);
  const found = await withClient(options, io, async (client) => {
    const group_id = await lookupId(client, group, lookupGroup);
    const template_id = await lookupId(client, template, lookupTemplate);
    const url = withQuery('/history', { days, group_id, template_id });
    return getData<HistoryDay[]>(client, 'GET', url);
  });
  printItems(found, COLUMNS, { json, none: 'No day is recorded yet.' }, io);
  return 0;
}

type Changes = HistoryDay['new'];

/** `+4`, and how many of them only because more is known. */
const changesText = (sign: string, changes: Changes): string => {
  if (changes === null) return '-';
  const known = changes.knowledge > 0 ? ` (${changes.knowledge} by data)` : '';
  return changes.total === 0 ? '0' : `${sign}${changes.total}${known}`;
};

const checkedText = ({ hosts, hosts_checked: checked }: HistoryDay): string =>
  hosts === null ? 'not recorded' : `${checked ?? 0} of ${hosts}`;

const forPipes = (
  heading: string,
  value: (day: HistoryDay) => number | null,
): Column<HistoryDay> => ({ heading, value, isForPipes: true });

const COLUMNS: Column<HistoryDay>[] = [
  { heading: 'DATE', value: ({ date }) => date },
  { heading: 'CHECKED', value: ({ hosts_checked: checked }) => checked, text: checkedText },
  forPipes('HOSTS', ({ hosts }) => hosts),
  { heading: 'OPEN', value: ({ open }) => open },
  { heading: 'CRITICAL', value: (day) => day.by_severity?.critical ?? null },
  { heading: 'HIGH', value: (day) => day.by_severity?.high ?? null },
  forPipes('MEDIUM', (day) => day.by_severity?.medium ?? null),
  forPipes('LOW', (day) => day.by_severity?.low ?? null),
  { heading: 'EXPLOITED', value: ({ known_exploited: exploited }) => exploited },
  {
    heading: 'NEW',
    value: (day) => day.new?.total ?? null,
    text: (day) => changesText('+', day.new),
  },
  {
    heading: 'FIXED',
    value: ({ fixed }) => fixed?.total ?? null,
    text: ({ fixed }) => changesText('-', fixed),
  },
  forPipes('ACCEPTED', ({ accepted }) => accepted),
  forPipes('NEW_BY_TARGET', (day) => day.new?.target ?? null),
  forPipes('NEW_BY_KNOWLEDGE', (day) => day.new?.knowledge ?? null),
  forPipes('FIXED_BY_TARGET', ({ fixed }) => fixed?.target ?? null),
  forPipes('FIXED_BY_KNOWLEDGE', ({ fixed }) => fixed?.knowledge ?? null),
];
