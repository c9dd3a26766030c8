import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';

const SECRET = 'Zq3-x7-horse-battery';

/** Returns a logger at the level trace, and what it wrote. */
function recordLog() {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { log: pino({ level: 'trace' }, stream), written: () => text };
}

describe('a request body that is not JSON', () => {
  it.each([
    ['without quotes', `{"username":"x","password": ${SECRET}}`, 'line 1, column 29'],
    ['with single quotes', `{"password":'${SECRET}'}`, 'line 1, column 13'],
    ['in a later line', `{\n  "password": ${SECRET}\n}`, 'line 2, column 15'],
    ['that is cut', `{"password":"${SECRET}`, 'ends early, in line 1'],
    ['with a line break', `{"password":"${SECRET}\n"}`, `line 1, column ${14 + SECRET.length}`],
    ['with a wrong escape', `{"password":"${SECRET}\\x"}`, `line 1, column ${15 + SECRET.length}`],
    ['before a second value', `{"password":"${SECRET}"} "${SECRET}"`, 'line 1, column'],
    ['alone', SECRET, 'line 1, column 1'],
  ])('names the place and repeats no password %s', async (_case, body, place) => {
    const { log, written } = recordLog();
    const { call } = await testApp({ log });
    for (const [method, path] of [
      ['POST', '/credentials'],
      ['PUT', '/hosts/1/inventory'],
      ['POST', '/api/v1/templates/'],
      ['POST', '/vex'],
    ] as const) {
      const answer = await call(method, path, body);
      expect(answer.body).toMatchObject({ status: 400, code: 'malformed_json' });
      expect((answer.body as { detail: string }).detail).toContain(place);
      expect(answer.text + JSON.stringify(answer.headers)).not.toContain(SECRET.slice(0, 3));
    }
    expect(written()).not.toContain(SECRET.slice(0, 3));
  });
});
