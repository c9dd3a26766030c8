import { gunzipSync } from 'node:zlib';
import { decodeReport, isGzip, MAX_REPORT_BYTES } from '../../inventory/report/report-format.js';
import { parseJson } from '../../platform/http/http-client.js';
import { readInput } from '../input/read-input.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';

/** The body of `PUT /hosts/{id}/inventory`. */
export type ReportBody = Record<string, unknown>;

const PROBLEMS = {
  too_large: 'is too large',
  damaged: 'is corrupt',
  not_a_report: 'is neither a report of "hostwarden inventory collect" nor JSON',
  truncated: 'is truncated',
} as const;

/** Reads a report from a file (`-`: standard input). Rejects with CommandError. */
export async function readReportFile(file: string, io: Pick<Io, 'signal'>): Promise<ReportBody> {
  const bytes = await readInput(file, io);
  const body = parseReportBody(bytes);
  if (typeof body === 'string') throw new CommandError(`${file} ${body}`);
  return body;
}

/**
 * Parses a report as printed by a collector, or the JSON of its sections; either may be gzip-compressed.
 * Returns text for an invalid file: `is corrupt`.
 * @internal
 */
export function parseReportBody(bytes: Buffer): ReportBody | string {
  const decoded = decodeReport(bytes);
  if (decoded.ok) return { sections: decoded.sections };
  const json =
    decoded.reason === 'not_a_report' ? parseJson(gunzipIfNeeded(bytes).toString()) : undefined;
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as ReportBody)
    : PROBLEMS[decoded.reason];
}

const gunzipIfNeeded = (bytes: Buffer): Buffer =>
  isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: MAX_REPORT_BYTES }) : bytes;
