import type { AuditLine } from '../../audit/audit.schemas.js';
import { printable } from '../../lib/text.js';
import { plainTable } from '../output/table.js';
import { shorten } from '../output/text.js';

const HEAD = ['TIME', 'WHO', 'ACTION', 'RESOURCE', 'RESULT', 'CHANGES'];
const MAX_WHO = 16;
const MAX_RESOURCE = 16;
const MIN_CHANGES = 10;

/**
 * Renders lines of the log as a table; times are UTC.
 * @param width columns of the terminal; undefined: unlimited
 */
export function renderAuditLines(lines: readonly AuditLine[], width: number | undefined): string {
  const rows = lines.map((line) => [
    timeText(line.time),
    shorten(printable(whoText(line)), MAX_WHO),
    line.action,
    shorten(printable(resourceText(line)), MAX_RESOURCE),
    resultText(line),
    printable(changesText(line)),
  ]);
  const table = plainTable(HEAD, rows);
  if (width === undefined) return table;
  const withoutChanges = plainTable(
    HEAD,
    rows.map((row) => [...row.slice(0, -1), '']),
  );
  const used = Math.max(...withoutChanges.split('\n').map((line) => [...line].length));
  const left = Math.max(MIN_CHANGES, width - used - 2 + (HEAD.at(-1) ?? '').length);
  return plainTable(
    HEAD,
    rows.map((row) => [...row.slice(0, -1), shorten(row.at(-1) ?? '', left)]),
  );
}

function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime())
    ? String(seconds)
    : date.toISOString().slice(5, 16).replace('T', ' ');
}

function whoText({ actor: { name, address } }: AuditLine): string {
  return name ?? address ?? 'many addresses';
}

function resourceText({ resource, resource_id: id, count }: AuditLine): string {
  if (id !== null) return `${resource} ${id}`;
  return count > 1 ? `${resource} × ${count}` : resource;
}

const resultText = ({ outcome, status }: AuditLine): string =>
  outcome === 'ok' ? 'ok' : `${outcome}${status === null ? '' : ` ${status}`}`;

/** `name: "a" → "b"`; the error code of a change that was refused */
function changesText({ changes, code }: AuditLine): string {
  if (code !== null) return code;
  return Object.entries(changes ?? {})
    .map(([field, [before, after]]) => `${field}: ${valueText(before)} → ${valueText(after)}`)
    .join(', ');
}

const valueText = (value: unknown): string =>
  value === null || value === undefined ? '-' : JSON.stringify(value);
