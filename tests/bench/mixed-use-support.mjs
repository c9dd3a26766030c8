// The ordinary use of a service, as clients that work side by side at a low rate.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import WebSocket from 'ws';
import { almaZip } from './feed-support.mjs';
import { fleet } from './inventory-support.mjs';

const HOSTS = 100;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns a function that sends a request and returns the JSON or the text of its answer. Throws for an error. */
export const createClient =
  (url, token) =>
  async (method, path, body, headers = {}) => {
    const isText = body === undefined || Buffer.isBuffer(body);
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isText && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isText ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  };

/** Creates hosts with inventories, a feed, two templates and a webhook; returns what the clients use. */
export async function prepare(call) {
  await call(
    'POST',
    '/hosts',
    [{ current_ip: '127.0.0.1' }].concat(
      Array.from({ length: HOSTS }, (_, i) => ({ current_ip: `10.0.0.${i + 1}` })),
    ),
  );
  const receiver = await startReceiver();
  const { data: channel } = await call('POST', '/notification-channels', {
    name: 'mixed use',
    type: 'webhook',
    url: receiver.url,
  });
  await importFeed(call, 0);
  await sendInventories(call, 0);
  const scan = await createTemplate(call, 'common ports', { hosts: [1] });
  const all = await createTemplate(call, 'all ports', {
    hosts: [1],
    params: { ports: ['1-65535'], speed: '5' },
  });
  return { scan, all, channel, receiver };
}

async function createTemplate(call, name, rest) {
  const { data } = await call('POST', '/api/v1/templates/', {
    shares_name: true,
    name,
    type: 'pentest',
    enabled: false,
    ...rest,
  });
  return data.id;
}

function startReceiver() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('ok'));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }),
    );
  });
}

const importFeed = (call, day) =>
  call('PUT', '/feeds/osv-almalinux', almaZip(1500, 6, day === 0 ? 0 : 20 + (day % 30)), {
    'content-type': 'application/zip',
  });

const reportOf = fleet({ packages: 200, names: 600 });

async function sendInventories(call, day) {
  for (let host = 0; host < HOSTS; host += 1) {
    if (day > 0 && host % 10 !== day % 10) continue;
    const sections = reportOf(host, day);
    await call('PUT', `/hosts/${host + 2}/inventory`, gzipSync(JSON.stringify({ sections })), {
      'content-encoding': 'gzip',
      'content-type': 'application/json',
    });
  }
}

async function scan(call, template) {
  const { data: task } = await call('POST', `/api/v1/templates/${template}`);
  for (let status = 'working'; status === 'working';) {
    await pause(500);
    ({ status } = (await call('GET', `/api/v1/tasks/${task.id}`)).data);
  }
  return task.id;
}

const LISTS = [
  '/hosts?limit=100',
  '/api/v1/hosts/',
  '/vulnerabilities?limit=50',
  '/vulnerabilities?limit=1000&sort=-risk',
  '/findings?limit=100',
  '/remediations?limit=50',
  '/summary',
  '/history',
  '/audit?limit=100',
  '/agents',
  '/feeds',
  '/api/v1/tasks?limit=100',
  '/api/v1/templates/',
  '/hosts/2/vulnerabilities?limit=100',
  '/hosts/2/inventory/packages?limit=500',
  '/notification-deliveries',
  '/openapi.json',
  '/ui/',
];

/** Pages and filters that no client asked for before. */
const otherLists = (n) => [
  `/hosts?limit=50&page=${1 + (n % 3)}&hostname=${n}`,
  `/hosts?limit=20&page=${1 + (n % 5)}&sort=-risk`,
  `/vulnerabilities?limit=50&page=${1 + (n % 40)}&q=${n % 700}`,
  `/findings?limit=100&page=${1 + (n % 90)}`,
  `/hosts/${2 + (n % HOSTS)}/vulnerabilities?limit=100`,
  `/hosts/${2 + (n % HOSTS)}/timeline`,
  `/audit?limit=50&page=${1 + (n % 20)}`,
];

async function readLists(call, n) {
  for (const path of [...LISTS, ...otherLists(n)]) {
    await call('GET', path);
    await pause(50);
  }
}

async function readReports(call, { scan: template, lastTask }) {
  for (const format of ['json', 'csv', 'markdown', 'html'])
    await call('GET', `/api/v1/templates/${template}/diff?format=${format}`);
  for (const format of ['json', 'html'])
    await call('GET', `/api/v1/tasks/${lastTask}/report?format=${format}`);
}

/** Opens some subscriptions of events for a while, and closes them. */
async function follow(url, token) {
  const sockets = Array.from({ length: 5 }, () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return socket.on('error', () => undefined);
  });
  await pause(8000);
  for (const socket of sockets) socket.terminate();
}

/** Repeats each kind of work with a pause, until `isOver`. Returns a promise of its end, and the number of each. */
export function work({ url, token, call, state, pace }, isOver) {
  const counts = {};
  const repeat = async (name, seconds, run) => {
    for (let n = 1; !isOver(); n += 1) {
      await run(n);
      counts[name] = n;
      for (let waited = 0; waited < seconds * pace && !isOver(); waited += 0.25) await pause(250);
    }
  };
  const ended = Promise.all([
    repeat('scans', 10, async () => {
      state.lastTask = await scan(call, state.scan);
    }),
    repeat('scans of all ports', 90, () => scan(call, state.all)),
    repeat('lists', 2, (n) => readLists(call, n)),
    repeat('reports', 20, () => state.lastTask && readReports(call, state)),
    repeat('inventories', 15, (day) => sendInventories(call, day)),
    repeat('feeds', 60, (day) => importFeed(call, day)),
    repeat('subscriptions', 5, () => follow(url, token)),
    repeat('messages', 30, () => call('POST', `/notification-channels/${state.channel.id}/test`)),
  ]);
  return { ended, counts };
}
