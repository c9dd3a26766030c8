import type { Severity } from '../knowledge/records.js';
import { atLeast } from '../vulnerabilities/severity.js';
import { ask } from './ask.js';
import { withClient, type Client, type ConnectOptions } from './client.js';
import { diffText, type DiffAnswer } from './diff.text.js';
import { findTemplate } from './find-template.js';
import type { Io } from './io.js';
import { askText, writeReport } from './report.output.js';
import { painter } from './text.js';

export interface DiffOptions extends Omit<ConnectOptions, 'works'> { template: string; format?: string; output?: string; severity?: Severity; last?: string; unimportant?: boolean }

const THRESHOLD_MET = 3;
const SHOWN = '10'; // tasks of a table

/**
 * Prints the differential report of a template. Gives 3 when something new of at least `severity` appeared in the newest task, by
 * whatever cause; what is accepted does not count.
 */
export async function diff(options: DiffOptions, io: Io): Promise<number> {
  return withClient(options, io, async (client) => {
    const { id } = await findTemplate(client, options.template);
    writeReport(await reportText(client, id, options, io), options.output, io);
    return options.severity !== undefined && await appeared(client, id, options.severity) ? THRESHOLD_MET : 0;
  });
}

async function reportText(client: Client, id: number, { format = 'table', last, unimportant, output }: DiffOptions, io: Io): Promise<string> {
  const query = { ...(last !== undefined && { last }), ...(unimportant === true && { unimportant: 'true' }) };
  if (format !== 'table') return askText(client, `/api/v1/templates/${id}/diff?${new URLSearchParams({ format, ...query }).toString()}`);
  const diffs = await ask<DiffAnswer[]>(client, 'GET', `/api/v1/templates/${id}/diff?${new URLSearchParams({ last: SHOWN, ...query }).toString()}`);
  if (diffs.length === 0) return 'No task of this template has finished yet.\n';
  const paint = painter(output === undefined && io.stdout.isTTY === true && io.stdout.hasColors?.() === true);
  return diffs.reverse().map((d) => diffText(d, paint)).join('\n');
}

async function appeared(client: Client, id: number, severity: Severity): Promise<boolean> {
  const [newest] = await ask<DiffAnswer[]>(client, 'GET', `/api/v1/templates/${id}/diff?last=1`);
  return newest !== undefined && atLeast(severity).some((s) => (newest.summary.by_severity[s]?.new ?? 0) > 0);
}
