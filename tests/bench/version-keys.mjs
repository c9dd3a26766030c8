// How fast versions become keys, beside comparing the same versions: of each order the real versions of the
// fixtures, once warm. By the time of the processor, so that what else runs on the machine counts little.
import { readFileSync } from 'node:fs';
import Table from 'cli-table3';

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const { versionKey } = await import(new URL('versions/keys.js', dist));
const { compareVersions } = await import(new URL('versions/versions.js', dist));

const TIMES = Number(process.env.BENCH_TIMES ?? 400_000);
const ROUNDS = 7;

const table = new Table({
  head: [
    'order',
    'versions',
    'characters, mean',
    'bytes of a key, mean',
    'keys/s, median',
    'comparisons/s, median',
    'two keys compared/s',
    'limit, keys/s',
  ],
});
for (const [order, fixture] of [
  ['dpkg', 'dpkg'],
  ['rpm', 'rpm'],
  ['apk', 'apk'],
  ['semver', 'semver'],
  ['generic', 'semver'],
])
  table.push(measure(order, versionsOf(fixture)));
console.log(`${table}`);

function measure(order, versions) {
  const keys = versions.map((version) => versionKey(order, version));
  const at = (i) => versions[i % versions.length];
  return [
    order,
    versions.length,
    mean(versions),
    mean(keys),
    perSecond((i) => versionKey(order, at(i)).length),
    perSecond((i) => compareVersions(order, at(i), at(i * 7 + 1))),
    perSecond((i) => Buffer.compare(keys[i % keys.length], keys[(i * 7 + 1) % keys.length])),
    '500,000',
  ];
}

function perSecond(work) {
  let sum = 0;
  const rates = Array.from({ length: ROUNDS }, () => {
    const started = process.cpuUsage();
    for (let i = 0; i < TIMES; i += 1) sum += work(i);
    const { user, system } = process.cpuUsage(started);
    return (TIMES / (user + system)) * 1e6;
  });
  if (Number.isNaN(sum)) throw new Error('nothing was worked out');
  return Math.round(rates.sort((a, b) => a - b)[ROUNDS >> 1]).toLocaleString('en');
}

function versionsOf(name) {
  const text = readFileSync(new URL(`../fixtures/versions/${name}.txt`, import.meta.url), 'utf8');
  return [
    ...new Set(
      text.split('\n').flatMap((line) => /^([^#\s]\S*) [<=] (\S+)$/.exec(line)?.slice(1) ?? []),
    ),
  ];
}

function mean(items) {
  return (items.reduce((sum, { length }) => sum + length, 0) / items.length).toFixed(1);
}
