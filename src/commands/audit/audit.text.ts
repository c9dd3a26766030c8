import type { AuditLine } from '../../audit/audit.schemas.js';
import { changeText } from '../../audit/words/change-text.js';
import { describeChanges } from '../../audit/words/describe-changes.js';
import { printable, shorten } from '../../lib/text.js';
import type { Column } from '../output/items.js';
import { responsiveTable } from '../output/table.js';
import { isoText } from '../output/times.js';

// The changes need no heading: on a narrow terminal they are on a separate line.
const HEAD = ['TIME', 'WHO', 'ACTION', 'RESOURCE', 'RESULT', ''];
const MAX_WHO = 16;
/** Characters of a value in a table; the whole is in the output for other programs. */
const MAX_VALUE = 80;
const MAX_RESOURCE = 32; // `notification_channel ops (123)`

/**
 * Renders lines of the log as a table; times are UTC.
 * @param width columns of the terminal; undefined: unlimited
 */
export const renderAuditLines = (lines: readonly AuditLine[], width: number | undefined): string =>
  responsiveTable([HEAD, ...lines.map(toRow)], width);

/** Columns for other programs. */
export const AUDIT_COLUMNS: Column<AuditLine>[] = [
  { heading: 'TIME', value: ({ time }) => isoText(time) },
  { heading: 'WHO', value: whoText },
  { heading: 'ACTION', value: ({ action }) => action },
  { heading: 'RESOURCE', value: resourceText },
  { heading: 'RESULT', value: ({ outcome }) => outcome },
  { heading: 'CHANGES', value: (line) => changesText(line) },
];

const toRow = (line: AuditLine): string[] => [
  timeText(line.time),
  shorten(printable(whoText(line)), MAX_WHO),
  line.action,
  shorten(printable(resourceText(line)), MAX_RESOURCE),
  line.outcome,
  printable(changesText(line, MAX_VALUE)),
];

function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime())
    ? String(seconds)
    : date.toISOString().slice(5, 16).replace('T', ' ');
}

function whoText({ actor: { name, address } }: AuditLine): string {
  return name ?? address ?? 'many addresses';
}

/** `template nightly (2)`; the id alone if the resource has no name */
function resourceText({
  resource,
  resource_id: id,
  resource_name: name,
  count,
}: AuditLine): string {
  if (id !== null) return name === null ? `${resource} ${id}` : `${resource} ${name} (${id})`;
  return count > 1 ? `${resource} × ${count}` : resource;
}

/** `Name: "a" → "b"; Hosts: added 7`; the error code of a change that was refused */
function changesText(line: AuditLine, max?: number): string {
  if (line.code !== null) return line.code;
  return describeChanges(line, (seconds) => isoText(seconds) ?? '')
    .map((change) => changeText(change, max))
    .join('; ');
}
