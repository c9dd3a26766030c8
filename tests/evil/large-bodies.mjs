// A viewer whose GET requests have bodies of 8 MB, and callers without a token who download the API
// description in a loop.
import { request } from 'node:http';
import { expectMet, repeat } from './support/load.mjs';

const BODY = Buffer.from(`{"ids":[${'1,'.repeat(4 << 20)}1]}`).subarray(0, (8 << 20) - 1);

const send = (address, headers, body) =>
  new Promise((resolve) => {
    const call = request(address, { method: 'GET', agent: false, headers });
    call.on('error', () => resolve(0));
    call.on('response', (response) => {
      response.on('error', () => undefined).resume();
      response.on('close', () => resolve(response.statusCode));
    });
    call.end(body);
  });

export default {
  name: 'a viewer sends GET requests with 8 MB of body, and others fetch the API description',
  async attack({ url, tokens, signal }) {
    const answered = new Set();
    const headers = {
      authorization: `Bearer ${tokens.viewer}`,
      'content-type': 'application/json',
      'content-length': BODY.length,
    };
    const large = () => send(`${url}/api/v1/templates/`, headers, BODY);
    const document = () => send(`${url}/openapi.json`, {}, undefined);
    const run = (work, what) =>
      repeat(
        signal,
        async () => {
          if ((await work()) > 0) answered.add(what);
        },
        10,
      );
    await Promise.all([
      ...Array.from({ length: 4 }, () => run(large, 'body')),
      ...Array.from({ length: 4 }, () => run(document, 'document')),
    ]);
    expectMet(answered.size === 2, [...answered].join());
  },
};
