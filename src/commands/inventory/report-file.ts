import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeReport, MAX_REPORT_BYTES } from '../../inventory/report/report-format.js';
import { parseJson } from '../../platform/http/http-client.js';
import { CommandError } from '../output/io.js';

/** What the service takes for a host: the body of `PUT /hosts/{id}/inventory`. */
export type ReportBody = Record<string, unknown>;

const REASONS = {
  too_large: 'is too large',
  damaged: 'is damaged',
  not_a_report: 'is no report of "hostwarden inventory collect", and no JSON either',
  truncated: 'is cut off before its end',
} as const;

/** Reads a report from a file (`-`: standard input). Throws CommandError. */
export function readReportFile(file: string): ReportBody {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, 2);
  }
  const body = reportBody(bytes);
  if (typeof body === 'string') throw new CommandError(`${file} ${body}`);
  return body;
}

/** A report as a collector printed it, or the JSON of its sections, either plain or gzip; a text says what it is instead: `is damaged`. */
export function reportBody(bytes: Buffer): ReportBody | string {
  const decoded = decodeReport(bytes);
  if (decoded.ok) return { sections: decoded.sections };
  const json =
    decoded.reason === 'not_a_report' ? parseJson(unpacked(bytes).toString()) : undefined;
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as ReportBody)
    : REASONS[decoded.reason];
}

const unpacked = (bytes: Buffer): Buffer =>
  bytes[0] === 0x1f && bytes[1] === 0x8b
    ? gunzipSync(bytes, { maxOutputLength: MAX_REPORT_BYTES })
    : bytes;
