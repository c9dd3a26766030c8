import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parsePoll, parseAgentVersion } from '../../../src/agents/polling/poll.request.js';

const HEADERS = [
  'Host: x',
  'Authorization: Bearer hwa_a-b_c.1',
  'User-Agent: curl/8',
  'Accept: */*',
  'Content-Type: application/octet-stream',
];
const poll = (
  body = 'version 1\n',
  headers = [...HEADERS, `Content-Length: ${body.length}`],
  line = 'POST /agent/v1/poll HTTP/1.1',
): Buffer => Buffer.from([line, ...headers, '', body].join('\r\n'), 'latin1');
const without = (name: string): string[] =>
  [...HEADERS, 'Content-Length: 10'].filter((h) => !h.startsWith(name));

describe('parsePoll', () => {
  it('returns token and body of a poll', () => {
    expect(parsePoll(poll())).toEqual({ token: 'hwa_a-b_c.1', body: Buffer.from('version 1\n') });
    expect(parsePoll(poll(''))).toMatchObject({ token: 'hwa_a-b_c.1' });
  });

  it.each<[string, Buffer]>([
    ['truncated in its head', poll().subarray(0, 60)],
    ['truncated in its body', poll().subarray(0, -1)],
    ['longer than announced', Buffer.concat([poll(), Buffer.from('x')])],
    ['to another URL', poll(undefined, undefined, 'POST /agent/v1/jobs/1 HTTP/1.1')],
    ['by another method', poll(undefined, undefined, 'GET /agent/v1/poll HTTP/1.1')],
    ['of an older HTTP version', poll(undefined, undefined, 'POST /agent/v1/poll HTTP/1.0')],
    ['without a token', poll(undefined, without('Authorization'))],
    [
      'with another scheme',
      poll(undefined, [...without('Authorization'), 'Authorization: Basic eDp4']),
    ],
    [
      'with two tokens',
      poll(undefined, [
        ...without(''),
        ...HEADERS,
        'Content-Length: 10',
        'authorization: Bearer b',
      ]),
    ],
    ['without a length', poll(undefined, without('Content-Length'))],
    ['with two lengths', poll(undefined, [...HEADERS, 'Content-Length: 10', 'Content-Length: 10'])],
    [
      'with a length that is not a plain number',
      poll(undefined, [...HEADERS, 'Content-Length: 010']),
    ],
    ['with a chunked body', poll(undefined, [...HEADERS, 'Transfer-Encoding: chunked'])],
    ['with a folded line', poll(undefined, [...HEADERS, 'Content-Length: 10', ' folded'])],
    [
      'with a control character',
      poll(undefined, [...HEADERS, 'Content-Length: 10', 'Accept-Encoding: a\u0000b']),
    ],
    ['with a blank before the colon', poll(undefined, [...without('Host'), 'Host : x'])],
    [
      'of another media type',
      poll(undefined, [...without('Content-Type'), 'Content-Type: text/plain']),
    ],
    [
      'that expects a response first',
      poll(undefined, [...HEADERS, 'Content-Length: 10', 'Expect: 100-continue']),
    ],
    [
      'that requests an upgrade',
      poll(undefined, [...HEADERS, 'Content-Length: 10', 'Upgrade: websocket']),
    ],
    ['with bare line feeds', Buffer.from(poll().toString().replaceAll('\r', ''))],
    ['that is too large', poll('x'.repeat(5000))],
  ])('returns null for a poll %s', (_how, bytes) => {
    expect(parsePoll(bytes)).toBeNull();
  });

  it('accepts arbitrary bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(400), (noise, at) => {
        const bytes = Buffer.concat([poll().subarray(0, at), Buffer.from(noise)]);
        expect([null, 'hwa_a-b_c.1']).toContain(parsePoll(bytes)?.token ?? null);
      }),
    );
  });

  it.each([
    ['version 1\n', '1'],
    ['version 1.2.3-a+b\r\n', '1.2.3-a+b'],
    ['token x\nversion 2\n', '2'],
    ['', null],
    ['version \n', null],
    ['version a b\n', null],
  ])('finds the version in %j', (body, version) => {
    expect(parseAgentVersion(Buffer.from(body))).toBe(version);
  });
});
