// The exact form that curl and wget send. Any other form is left to the HTTP parser.
const LINE = 'POST /agent/v1/poll HTTP/1.1\r\n';
const HEADER = /^([A-Za-z-]{1,40}): ([\x20-\x7e]{0,300})$/;
const EXPECTED: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'user-agent',
  'accept',
  'accept-encoding',
  'content-type',
  'content-length',
  'connection',
]);
const MAX_HEAD = 2048;

/** The token and the body of a poll. */
export interface PollRequest {
  token: string;
  body: Buffer;
}

/** Parses an agent's poll that arrived complete and in its plainest form; returns null for anything else. */
export function parsePoll(bytes: Buffer): PollRequest | null {
  if (bytes.length > 2 * MAX_HEAD || bytes.toString('latin1', 0, LINE.length) !== LINE) return null;
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1 || end > MAX_HEAD) return null;
  const headers = parseHeaders(bytes.toString('latin1', LINE.length, end));
  const body = bytes.subarray(end + 4);
  const token = /^Bearer ([A-Za-z0-9_.-]{1,256})$/.exec(headers?.get('authorization') ?? '')?.[1];
  if (
    token === undefined ||
    headers?.get('content-length') !== `${body.length}` ||
    headers.get('content-type') !== 'application/octet-stream'
  )
    return null;
  return { token, body };
}

/** Returns null if a header is repeated or is not one of a poll: it could change the meaning of the others. */
function parseHeaders(text: string): ReadonlyMap<string, string> | null {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    const key = name.toLowerCase();
    if (!EXPECTED.has(key) || headers.has(key)) return null;
    headers.set(key, value);
  }
  return headers;
}

/** Returns the version that a poll reports, or null. */
export const parseAgentVersion = (body: Buffer): string | null =>
  /^version ([A-Za-z0-9.+_-]{1,64})\r?$/m.exec(body.toString('latin1'))?.[1] ?? null;
