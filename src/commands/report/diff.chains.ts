import { printable } from '../../lib/text.js';
import { systemClock } from '../../platform/clock.js';
import type { TaskResponse } from '../../tasks/tasks.schemas.js';
import type { FoundTemplate } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { responsiveTable } from '../output/table.js';
import { formatTimeAgo, pluralize, shorten } from '../output/text.js';

/** A template with at least two finished tasks, and the latest of them. */
export interface Chain {
  template: FoundTemplate;
  last: TaskResponse;
}

/** The counts of the latest task of a chain. */
interface LastDiff {
  summary: { new: number; fixed: number; changed: number; not_compared: number };
  services: Record<'opened' | 'closed' | 'changed', unknown[]>;
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

/** Renders a line for each chain: its latest task, when it finished, and what it changed. */
export async function renderChains(
  client: Client,
  chains: readonly Chain[],
  width?: number,
): Promise<string> {
  if (chains.length === 0) return 'No template has two finished tasks to compare yet.\n';
  const rows: string[][] = [];
  for (const { template, last } of chains.slice(0, MAX_CHAINS)) {
    const path = `/api/v1/tasks/${last.id}/diff`;
    const changes = renderChanges(await getData<LastDiff>(client, 'GET', path));
    const age = formatTimeAgo(systemClock.now() - (last.finished_at ?? last.updated_at));
    const name = shorten(printable(template.name), MAX_NAME);
    rows.push([String(template.id), name, last.number_task, age, changes]);
  }
  const omitted = chains.length - MAX_CHAINS;
  const more = omitted > 0 ? `… and ${pluralize(omitted, 'template')} more\n` : '';
  return `${responsiveTable(rows, width)}${more}\nShow one: hostwarden diff <id or name>\n`;
}

/** `1 new, 0 fixed, 2 changed, 1 port opened, 3 not compared` */
function renderChanges({ summary, services: { opened, closed, changed } }: LastDiff): string {
  const others: [number, string][] = [
    [summary.changed, `${summary.changed} changed`],
    [opened.length, `${pluralize(opened.length, 'port')} opened`],
    [closed.length, `${pluralize(closed.length, 'port')} closed`],
    [changed.length, `${pluralize(changed.length, 'service')} changed`],
    [summary.not_compared, `${summary.not_compared} not compared`],
  ];
  const listed = others.filter(([count]) => count > 0).map(([, text]) => text);
  return [`${summary.new} new`, `${summary.fixed} fixed`, ...listed].join(', ');
}

/** Returns the error for options that need one template, while several can be compared. */
export function severalChains(chains: readonly Chain[]): CommandError {
  const listed = chains
    .slice(0, MAX_CHAINS)
    .map(({ template: { id, name } }) => `  ${id}  ${shorten(printable(name), MAX_NAME)}`);
  return new CommandError(`Several templates can be compared; name one:\n${listed.join('\n')}`, 2);
}
