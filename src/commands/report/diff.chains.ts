import { pluralize, printable, shorten } from '../../lib/text.js';
import type { TaskResponse } from '../../tasks/tasks.schemas.js';
import type { FoundTemplate } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { OutputStream } from '../output/io.js';
import { renderList, type Column } from '../output/items.js';
import { agoColumn } from '../output/times.js';

/** A template with at least two finished tasks, and the latest of them. */
export interface Chain {
  template: FoundTemplate;
  last: TaskResponse;
}

/** The counts of the latest task of a chain. */
interface LastDiff {
  summary: { new: number; fixed: number; changed: number; not_compared: number };
  services: Record<'opened' | 'closed' | 'changed', ChangedPort[]>;
}

interface ChangedPort {
  ip: string;
  baseline?: string | null;
}

const TASKS_READ = 100; // the latest of a template; among them are two finished ones, or it has none to compare
const MAX_CHAINS = 50;
const MAX_NAME = 34;

/** Returns the templates that can be compared, the latest result first. */
export async function listChains(client: Client): Promise<Chain[]> {
  const templates = await getData<FoundTemplate[]>(client, 'GET', '/api/v1/templates');
  const chains: Chain[] = [];
  for (const template of templates) {
    const query = `templates_id=${template.id}&limit=${TASKS_READ}`;
    const tasks = await getData<TaskResponse[]>(client, 'GET', `/api/v1/tasks?${query}`);
    const [last, base] = tasks.filter(({ status }) => status !== 'working');
    if (last && base) chains.push({ template, last });
  }
  return chains.sort((a, b) => b.last.id - a.last.id);
}

/** A chain with the counts of its latest task. */
interface ChainRow extends Chain {
  diff: LastDiff;
}

/**
 * Renders a table of chains: the latest task of each, when it finished, and what it changed.
 * @param out undefined: for a file
 */
export async function renderChains(
  client: Client,
  chains: readonly Chain[],
  out: OutputStream | undefined,
): Promise<string> {
  const isText = out?.isTTY === true;
  const rows: ChainRow[] = [];
  for (const chain of isText ? chains.slice(0, MAX_CHAINS) : chains) {
    const path = `/api/v1/tasks/${chain.last.id}/diff`;
    rows.push({ ...chain, diff: await getData<LastDiff>(client, 'GET', path) });
  }
  const table = renderList(rows, COLUMNS, out);
  const omitted = chains.length - rows.length;
  return omitted > 0 ? `${table}… and ${pluralize(omitted, 'template')} more\n` : table;
}

const COLUMNS: Column<ChainRow>[] = [
  { heading: 'ID', value: ({ template: { id } }) => id },
  { heading: 'NAME', value: ({ template: { name } }) => name, isFlexible: true },
  { heading: 'TASK', value: ({ last: { number_task } }) => number_task },
  agoColumn('FINISHED', ({ last: { finished_at, updated_at } }) => finished_at ?? updated_at),
  { heading: 'CHANGES', value: ({ diff }) => changesText(diff), isLong: true },
];

/** `1 new, 0 fixed, 2 changed, 1 port opened, 3 not compared` */
function changesText({ summary, services: { opened, closed, changed } }: LastDiff): string {
  const atKnown = opened.filter(({ baseline }) => baseline == null).length;
  const newHosts = countHosts(opened.filter(({ baseline }) => baseline === 'host'));
  const firstSeen = opened.filter(({ baseline }) => baseline === 'port').length;
  const others: [number, string][] = [
    [summary.changed, `${summary.changed} changed`],
    [newHosts, pluralize(newHosts, 'new host')],
    [atKnown, `${pluralize(atKnown, 'port')} opened`],
    [firstSeen, `${pluralize(firstSeen, 'port')} first seen`],
    [closed.length, `${pluralize(closed.length, 'port')} closed`],
    [changed.length, `${pluralize(changed.length, 'service')} changed`],
    [summary.not_compared, `${summary.not_compared} not compared`],
  ];
  const listed = others.filter(([count]) => count > 0).map(([, text]) => text);
  return [`${summary.new} new`, `${summary.fixed} fixed`, ...listed].join(', ');
}

const countHosts = (ports: readonly ChangedPort[]): number =>
  new Set(ports.map(({ ip }) => ip)).size;

/** Returns the error for options that need one template, while several can be compared. */
export function severalChains(chains: readonly Chain[]): CommandError {
  const listed = chains
    .slice(0, MAX_CHAINS)
    .map(({ template: { id, name } }) => `  ${id}  ${shorten(printable(name), MAX_NAME)}`);
  return new CommandError(`Several templates can be compared; name one:\n${listed.join('\n')}`, 2);
}
