import { gunzipSync } from 'node:zlib';
import { hasLayout } from '../codec/section-units.js';

/** Maximum size of a decompressed report. A small report that decompresses to more is an attack. */
export const MAX_REPORT_BYTES = 32 << 20;
const MAX_SECTIONS = 100;
/** For a section that is not a package list. The longest, the list of 2,000 processors, has 4 MB. */
const MAX_OTHER_SECTION_BYTES = 8 << 20;
const FIRST_LINE = /^hostwarden-report 1 ([A-Za-z0-9]{8,64})\r?\n/;
const NEWLINE = 0x0a;

/**
 * The sections of a report, or the reason why it is not one: too large, damaged (cannot be decompressed),
 * not a report, or truncated.
 */
export type DecodedReport =
  | { ok: true; sections: Record<string, string> }
  | { ok: false; reason: 'too_large' | 'damaged' | 'not_a_report' | 'truncated' };

/** Whether data starts as a gzip file (RFC 1952). */
export const isGzip = (data: Uint8Array | undefined): boolean =>
  data?.[0] === 0x1f && data[1] === 0x8b;

/**
 * Decodes a report as agents and collectors write it, plain or gzip (docs/agent-protocol.md). Never throws.
 * Decompresses at most `maxBytes`.
 */
export function decodeReport(data: Uint8Array, maxBytes = MAX_REPORT_BYTES): DecodedReport {
  if (data.length > maxBytes) return { ok: false, reason: 'too_large' };
  if (!isGzip(data)) return parseText(Buffer.from(data.buffer, data.byteOffset, data.length));
  try {
    return parseText(
      gunzipSync(data, { maxOutputLength: maxBytes, chunkSize: chunkSize(data, maxBytes) }),
    );
  } catch (error) {
    return {
      ok: false,
      reason:
        (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'damaged',
    };
  }
}

const MIN_CHUNK_BYTES = 16 * 1024;

/**
 * Returns the size that a gzip file states in its last four bytes (RFC 1952), and one byte more: it is then
 * decompressed into one buffer, instead of many that are joined in a second one. A wrong size costs no memory,
 * because pages that are not written are not resident.
 */
function chunkSize(data: Uint8Array, maxBytes: number): number {
  const { buffer, byteOffset, byteLength } = data;
  const stated =
    byteLength < 4 ? 0 : new DataView(buffer, byteOffset).getUint32(byteLength - 4, true);
  return Math.max(MIN_CHUNK_BYTES, Math.min(stated, maxBytes) + 1);
}

function parseText(data: Buffer): DecodedReport {
  const firstLine = FIRST_LINE.exec(data.toString('latin1', 0, 128));
  if (firstLine === null) return { ok: false, reason: 'not_a_report' };
  const boundary = Buffer.from(`\n--${firstLine[1]}`);
  const sections = new Map<string, string>();
  let at = firstLine[0].length - 1;
  for (let left = MAX_SECTIONS; left > 0 && data.indexOf(boundary, at) === at; left -= 1) {
    const header = headerAt(data, at + boundary.length);
    if (header === null) return { ok: false, reason: 'truncated' };
    if (header.name === '--') return { ok: true, sections: Object.fromEntries(sections) };
    // The line end before a boundary belongs to the boundary: texts that do not end with one are preserved.
    const end = data.indexOf(boundary, header.end - 1);
    if (end === -1) return { ok: false, reason: 'truncated' };
    const name = /^ ([a-z0-9-]{1,40})$/.exec(header.name)?.[1];
    if (name !== undefined && !hasLayout(name) && end - header.end > MAX_OTHER_SECTION_BYTES)
      return { ok: false, reason: 'too_large' };
    if (name !== undefined && !sections.has(name))
      sections.set(name, data.toString('utf8', header.end, Math.max(end, header.end)));
    at = end;
  }
  return { ok: false, reason: 'not_a_report' };
}

/** Returns the text after the boundary, and the start of the next line; null when the line does not end. */
function headerAt(data: Buffer, from: number): { name: string; end: number } | null {
  const end = data.indexOf(NEWLINE, from);
  const name =
    end === -1
      ? data.toString('latin1', from, from + 64)
      : data.toString('latin1', from, Math.min(end, from + 64));
  if (end === -1 && name !== '--') return null;
  return { name: name.replace(/\r$/, ''), end: end + 1 };
}
