import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';

const objectOf = (count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`;
const LIMITED = 'Request body is limited to 1000 different keys';

describe('a body of unknown keys', () => {
  it.each([
    ['POST', '/session', objectOf(5000), null],
    ['GET', '/api/v1/templates/', objectOf(5000), undefined],
    ['POST', '/hosts', objectOf(700_000), undefined],
    ['POST', '/hosts', `[${objectOf(700)},${objectOf(1001)}]`, undefined],
    ['POST', '/vex', objectOf(700_000), undefined],
    ['PUT', '/hosts/1/inventory', `{"sections":${objectOf(700_000)}}`, undefined],
  ])('of %s %s is refused at the first thousand', async (method, path, body, token) => {
    const { call } = await testApp();
    const options = token === null ? { token } : {};
    expect((await call(method, path, body, options)).body).toMatchObject({
      status: 400,
      code: 'malformed_json',
      detail: LIMITED,
    });
  });

  it.each([
    ['POST', '/session'],
    ['POST', '/groups'],
    ['PUT', '/credentials/1'],
  ])('of %s %s has a short answer', async (method, path) => {
    const { call } = await testApp();
    const answer = await call(method, path, objectOf(1000));
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.text.length).toBeLessThan(5000);
  });

  it.each([
    ['objects', `[${Array(250_000).fill('{}').join(',')}]`],
    ['objects with a field', `[${Array(900_000).fill('{"a":1}').join(',')}]`],
    ['strings', `["${Array(250_000).fill('x').join('","')}"]`],
  ])('of more %s than any request has is refused before it is parsed', async (_what, body) => {
    const { call } = await testApp();
    expect((await call('POST', '/hosts', body)).body).toMatchObject({
      status: 400,
      code: 'malformed_json',
      detail: 'Request body is limited to 250000 objects, arrays and strings',
    });
  });

  it('accepts a key of the prototype in no spelling', async () => {
    const { call } = await testApp();
    for (const key of ['__proto__', '\\u005f_proto__', '__prot\\u006f__'])
      expect((await call('POST', '/groups', `{"name":"a","${key}":{}}`)).body).toMatchObject({
        code: 'malformed_json',
        detail: 'Request body is not accepted with the key __proto__',
      });
  });
});
