// An operator whose bodies have hundreds of thousands of unknown keys, and callers without a token with 64 KB of them.
import { expectMet, repeat } from './support/load.mjs';

/** Returns an object of this many bytes, with keys that no other body has. */
function unknownKeys(bytes) {
  const run = Math.random().toString(36).slice(2, 6);
  const parts = [];
  for (let size = 0; size < bytes - 40;) {
    const part = `"${run}${parts.length}":1`;
    parts.push(part);
    size += part.length + 1;
  }
  return `{${parts.join(',')}}`;
}

const LARGE = 8 << 20;
const SMALL = 60_000;

export default {
  name: 'callers send bodies of 8 MB of unknown keys',
  env: { RATE_LIMIT_PER_MINUTE: '0' },
  async attack({ url, tokens, signal }) {
    const statuses = new Map();
    const send = async (path, token, body) => {
      const headers = { 'content-type': 'application/json' };
      if (token) headers.authorization = `Bearer ${token}`;
      try {
        const response = await fetch(url + path, { method: 'POST', headers, body });
        await response.arrayBuffer();
        statuses.set(path, response.status);
      } catch {
        // the service ends
      }
    };
    const large = [unknownKeys(LARGE), `[${unknownKeys(LARGE)}]`];
    const small = unknownKeys(SMALL);
    let turn = 0;
    const sendHosts = () => {
      turn += 1;
      return send('/hosts', tokens.operator, large[turn % 2]);
    };
    await Promise.all([
      repeat(signal, sendHosts, 10),
      repeat(signal, () => send('/groups', tokens.operator, large[0]), 10),
      repeat(signal, () => send('/ws/tickets', tokens.viewer, small), 2),
      repeat(signal, () => send('/session', null, small), 2),
    ]);
    expectMet(
      [...statuses.values()].filter((status) => status === 400).length >= 3,
      [...statuses].join(),
    );
  },
};
