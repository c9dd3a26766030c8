// Service detection against `nmap -sV`, both on the real daemons of tests/lab/daemons.sh.
// Needs root, Debian, nmap and `npm run build`.
//   node tests/bench/detect-vs-nmap.mjs
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PRODUCT_NAMES, parseTruth } from '../lab/product.names.mjs';

const ROUNDS = 5;
const ADDRESS = '127.0.0.1';
const daemons = fileURLToPath(new URL('../lab/daemons.sh', import.meta.url));
const missing = missingPrerequisite();
if (missing !== null) {
  console.log(`detect-vs-nmap: skipped, needs ${missing}`);
  process.exit(0);
}

const { createDialer } = await import('../../build/platform/net/tcp-dialer.js');
const { createDetector } = await import('../../build/pentest/detect/detect.js');
const { createSemaphore } = await import('../../build/lib/semaphore.js');

const truth = parseTruth(
  execFileSync(daemons, ['up'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
);
try {
  const ours = await runOurs();
  const nmap = runNmap();
  print(ours, nmap);
} finally {
  execFileSync(daemons, ['down']);
}

/**
 * Results by port, and the median of the rounds' times in seconds. No state is shared between
 * rounds.
 */
async function runOurs() {
  const times = [];
  let found = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const detector = createDetector({ dialer: createDialer(() => null) });
    const started = performance.now();
    const slots = createSemaphore(16);
    const { signal } = new AbortController();
    found = await Promise.all(
      truth.map(({ port }) =>
        slots.run(async () => ({
          port,
          ...(await detector.detect({ ip: ADDRESS, port }, signal)),
        })),
      ),
    );
    times.push((performance.now() - started) / 1000);
  }
  return {
    seconds: times.sort((a, b) => a - b)[ROUNDS >> 1],
    byPort: new Map(found.map((service) => [service.port, service])),
  };
}

/**
 * One round, since it takes minutes. Host discovery and name lookups are omitted, in nmap's favor.
 */
function runNmap() {
  const started = performance.now();
  const xml = execFileSync(
    'nmap',
    ['-n', '-Pn', '-sV', `-p${truth.map(({ port }) => port).join(',')}`, '-oX', '-', ADDRESS],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const seconds = (performance.now() - started) / 1000;
  const byPort = new Map(
    [...xml.matchAll(/<port protocol="tcp" portid="(\d+)">(.*?)<\/port>/gs)].map(
      ([, port, body]) => {
        const attribute = (name) =>
          new RegExp(`<service[^>]* ${name}="([^"]*)"`).exec(body)?.[1] ?? null;
        return [
          Number(port),
          {
            service: attribute('name'),
            product: attribute('product'),
            version: attribute('version'),
            extra: attribute('extrainfo'),
          },
        ];
      },
    ),
  );
  return { seconds, byPort };
}

/**
 * Whether the text contains the version as a separate token: `10.11.19` in
 * `5.5.5-10.11.19-MariaDB`, but not `4.6` in `4.6.2`.
 */
function holds(text, version) {
  const quoted = version.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^0-9.])${quoted}(?![0-9]|\\.[0-9])`).test(text ?? '');
}

function compare({ port, name, version, shown }, ours, nmap) {
  const names = PRODUCT_NAMES[name];
  const o = ours.byPort.get(port);
  const n = nmap.byPort.get(port);
  return {
    port,
    name,
    version,
    shown,
    reportsProduct: names.ours !== null,
    ours: {
      text: [o?.service, o?.product, o?.version, o?.revision].filter(Boolean).join(' '),
      service: names.service.test(o?.service ?? ''),
      product: names.ours !== null && o?.product === names.ours,
      version: shown && o?.version === version,
      wrong: o?.version != null && !version.startsWith(o.version),
    },
    nmap: {
      text: [n?.service, n?.product, n?.version, n?.extra].filter(Boolean).join(' '),
      service: names.service.test(n?.service ?? ''),
      product: names.nmap?.test(n?.product ?? '') === true,
      version: shown && [n?.product, n?.version, n?.extra].some((text) => holds(text, version)),
      wrong:
        n?.version != null &&
        !holds(n.version, version) &&
        !/protocol|or later/.test(n.version) &&
        !version.startsWith(n.version),
    },
  };
}

function print(ours, nmap) {
  const rows = truth.map((line) => compare(line, ours, nmap));
  const mark = ({ service, product, version }) =>
    `${service ? 's' : '-'}${product ? 'p' : '-'}${version ? 'v' : '-'}`;
  console.log(
    `port   daemon         true version      ${'ours'.padEnd(49)} nmap -sV          ` +
      '(s, p, v: service, product, version right)',
  );
  for (const row of rows) {
    const version = row.version + (row.shown ? '' : ' (hidden)');
    console.log(
      `${row.port}  ${row.name.padEnd(14)} ${version.padEnd(17)} ` +
        `${mark(row.ours)} ${row.ours.text.slice(0, 44).padEnd(45)} ` +
        `${mark(row.nmap)} ${row.nmap.text.slice(0, 60)}`,
    );
  }
  const count = (who, what) => rows.filter((row) => row[who][what]).length;
  const line = (label, a, b) =>
    console.log(`${label.padEnd(34)} ${String(a).padStart(9)} ${String(b).padStart(9)}`);
  console.log();
  line(
    `${rows.length} ports, ${new Set(rows.map(({ name }) => name)).size} daemons`,
    'ours',
    'nmap -sV',
  );
  line('services right', count('ours', 'service'), count('nmap', 'service'));
  line(
    `products right, of ${rows.filter((row) => row.reportsProduct).length}`,
    count('ours', 'product'),
    count('nmap', 'product'),
  );
  line(
    `versions right, of ${rows.filter((row) => row.shown).length}`,
    count('ours', 'version'),
    count('nmap', 'version'),
  );
  line('versions wrong', count('ours', 'wrong'), count('nmap', 'wrong'));
  line(`seconds (ours: median of ${ROUNDS})`, ours.seconds.toFixed(2), nmap.seconds.toFixed(1));
  line('time ratio', (ours.seconds / nmap.seconds).toFixed(3), '1');
}

function missingPrerequisite() {
  if (process.getuid?.() !== 0) return 'root';
  if (!existsSync('/etc/debian_version')) return 'Debian';
  return existsSync('/usr/bin/nmap') ? null : 'nmap';
}
