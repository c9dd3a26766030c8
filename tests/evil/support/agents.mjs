// Agents of hosts that were taken over: each has the token of its host, and sends what it likes.
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { openSqlite } from '../../../build/database/sqlite.js';

/** Creates `count` hosts with an installed agent each; returns their ids and tokens. */
export async function createAgents({ request: call, dataDir }, count) {
  const hosts = Array.from({ length: count }, (_, i) => ({ current_ip: `127.1.0.${i + 1}` }));
  const { body } = await call('admin', 'POST', '/hosts', hosts);
  const sqlite = openSqlite(join(dataDir, 'hostwarden.db'));
  try {
    const add = sqlite.prepare(
      "INSERT INTO agents (host_id, os_family, token_sha256, version, installed_at, last_seen) VALUES (?, 'linux', ?, '1', 1, unixepoch())",
    );
    return body.data.created.map(({ id }) => {
      const token = `hwa_${randomBytes(32).toString('base64url')}`;
      add.run(id, createHash('sha256').update(token).digest());
      return { id, token };
    });
  } finally {
    sqlite.close();
  }
}

/** Creates a template that asks the agents of all these hosts for an inventory. */
export async function createInventoryTemplate({ request: call }, agents) {
  const { body } = await call('admin', 'POST', '/api/v1/templates/', {
    shares_name: true,
    name: 'inventory',
    type: 'agentInventory',
    hosts: agents.map(({ id }) => id),
    enabled: false,
  });
  return body.data.id;
}

/** Polls once. Returns the id of the job, or null. */
export async function poll({ url }, { token }) {
  const { text } = await post(`${url}/agent/v1/poll`, token, Buffer.from('version 1\n'));
  return /^job (\S+) inventory/m.exec(text)?.[1] ?? null;
}

export const sendResult = ({ url }, { token }, job, body) =>
  post(`${url}/agent/v1/jobs/${job}`, token, body);

/** Resolves with `{status, text}`; status 0: no answer. */
export function post(address, token, body) {
  return new Promise((resolve) => {
    const call = request(address, {
      method: 'POST',
      agent: false,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        'content-type': 'application/octet-stream',
        'content-length': body.length,
      },
    });
    call.on('error', () => resolve({ status: 0, text: '' }));
    call.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', () => resolve({ status: 0, text }));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    call.end(body);
  });
}

/** A report as collectors write it; `sections` are text. */
export const report = (sections) =>
  Buffer.from(
    `hostwarden-report 1 abcdefgh\n${Object.entries(sections)
      .map(([name, text]) => `--abcdefgh ${name}\n${text}\n`)
      .join('')}--abcdefgh--\n`,
  );

export const DEBIAN = {
  'os-release': 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
  uname: 'Linux 6.1.0-28-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22) x86_64\n',
};
