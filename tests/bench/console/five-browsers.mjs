// Measures the service while five browsers sit on the overview and the findings and a scan of all ports of loopback
// addresses runs: p99 of GET /healthz, and the longest request of the pages. Needs `npm run build` and Chromium.
import { loadavg } from 'node:os';
import { printLimit, printMissed, quantile, signIn, withConsole } from './support.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const requestPath = (request) => {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
};
const SCREENS = ['', 'findings', '', 'findings?view=actions', 'hosts'];

await withConsole(
  async (bench) => {
    const { url, token } = bench;
    const call = async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    };
    const addresses = Array.from({ length: 8 }, (_, i) => ({ current_ip: `127.9.0.${i + 1}` }));
    const { data } = await call('POST', '/hosts', addresses);
    const { data: template } = await call('POST', '/api/v1/templates/', {
      shares_name: true,
      name: 'all ports',
      type: 'pentest',
      hosts: data.created.map(({ id }) => id),
      params: { ports: ['1-65535'], discovery: 'off' },
      enabled: false,
    });
    const slow = [];
    for (const path of SCREENS) {
      const page = await signIn(bench);
      await page.goto(`${url}/ui/${path}`);
      page.on('requestfinished', (request) => {
        slow.push([request.timing().responseEnd, requestPath(request)]);
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    slow.length = 0;
    const times = [];
    const end = performance.now() + SECONDS * 1000;
    let task = null;
    while (performance.now() < end) {
      if (task === null || (await call('GET', `/api/v1/tasks/${task}`)).data.status !== 'working')
        task = (await call('POST', `/api/v1/templates/${template.id}`)).data.id;
      const start = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    printLimit(`GET /healthz, p99 of ${times.length}`, quantile(times, 0.99), 50);
    slow.sort(([a], [b]) => b - a);
    const [longest = 0] = slow[0] ?? [];
    printLimit(`longest of ${slow.length} requests of the pages`, longest, 300);
    for (const [ms, path] of slow.slice(0, 5)) console.log(`  ${ms.toFixed(0)} ms: ${path}`);
    console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
    printMissed();
  },
  { SCAN_DENY: '' },
);
