// One host matched with Debian's data, compared with debsecan on the same data in its own format: the findings, the
// time of a cold start (from the process start to the result), and our time when warm. FEEDS_DIR: a directory with
// real package lists and feeds (packages/debian-12-build-host.dpkg-query.tsv, osv/Debian/all.zip,
// debian/derived/tracker-from-DSA.json.xz); default: the fixtures. DEBSECAN: the path of debsecan (Debian package
// debsecan; requires python3-apt); default: found in the PATH. Exit code 1: an unexplained difference.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { debianCases } from './match-host-support.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
const { startJob } = await import(new URL('feeds/load/start-job.js', dist));
const { openKnowledge } = await import(new URL('knowledge/open-knowledge.js', dist));
const RUNS = 9;
const debsecan = process.env.DEBSECAN ?? 'debsecan';
const folder = mkdtempSync(join(tmpdir(), 'hostwarden-bench-'));
const table = new Table({
  head: [
    '',
    'ranges',
    'ours',
    'debsecan',
    'only ours: signed kernels',
    'unexplained',
    'cold, ms: both, ratio',
    'the same, CPU',
    'ours warm, ms (CPU)',
  ],
});
let unexplained = 0;
try {
  for (const host of debianCases(folder, process.env.FEEDS_DIR)) table.push(await trial(host));
  console.log(table.toString());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = unexplained === 0 ? 0 : 1;

async function trial({ name, list, osv, tracker, number, codename }) {
  const at = mkdtempSync(join(folder, 'case-'));
  const knowledge = join(at, 'knowledge.db');
  const ranges = await load(knowledge, { 'osv-debian': osv, 'debian-tracker': tracker });
  run('python', '/usr/bin/python3', [
    `${here}debsecan-feed.py`,
    osv ?? '-',
    tracker ?? '-',
    number,
    codename,
    join(at, codename),
  ]);
  writeFileSync(join(at, 'status'), statusOf(list));
  const ours = () =>
    run('ours', process.execPath, [
      `${here}match-host-one-support.mjs`,
      dist.href,
      knowledge,
      list,
      `Debian:${number}`,
    ]);
  const theirs = () =>
    run('debsecan', debsecan, [
      '--config',
      join(at, 'none'),
      '--source',
      `file://${at}`,
      '--suite',
      codename,
      '--status',
      join(at, 'status'),
      '--format',
      'simple',
    ]);
  const mine = setOf(ours().text);
  const other = setOf(theirs().text);
  const onlyOurs = [...mine].filter((line) => !other.has(line));
  const signed = new Set(
    rowsOf(list)
      .filter(({ source }) => source.startsWith('linux-signed'))
      .map(({ name }) => name),
  );
  const differences = [
    ...onlyOurs.filter((line) => !signed.has(line.split(' ')[1])),
    ...[...other].filter((line) => !mine.has(line)),
  ];
  if (differences.length > 0)
    console.log(`${name}: unexplained: ${differences.slice(0, 20).join(', ')}`);
  unexplained += differences.length;
  // Alternating, so that other load of the machine affects both.
  const pairs = Array.from({ length: RUNS }, () => [ours(), theirs()]);
  const [cold, cpu] = ['ms', 'cpu'].map((unit) =>
    [0, 1].map((i) => median(pairs.map((pair) => pair[i][unit]))),
  );
  const [warm, warmCpu] = Object.values(
    JSON.parse(
      run('ours', process.execPath, [
        `${here}match-host-one-support.mjs`,
        dist.href,
        knowledge,
        list,
        `Debian:${number}`,
        '50',
      ]).text,
    ),
  );
  return [
    name,
    ranges,
    mine.size,
    other.size,
    onlyOurs.length - onlyOurs.filter((line) => differences.includes(line)).length,
    differences.length,
    compare(cold),
    compare(cpu),
    `${warm.toFixed(1)} (${warmCpu.toFixed(1)})`,
  ];
}

async function load(file, feeds) {
  const knowledge = openKnowledge(file, 0);
  for (const [feed, path] of Object.entries(feeds)) {
    if (path === null) continue;
    await startJob(
      {
        kind: 'load',
        knowledge: file,
        feed,
        now: 1,
        retainFrom: null,
        files: [{ path, part: null, sha256: '', address: null, etag: null, lastModified: null }],
      },
      () => undefined,
    ).done;
  }
  const ranges = knowledge.sqlite.prepare('SELECT count(*) FROM ranges').pluck().get();
  knowledge.close();
  return ranges;
}

/** Runs a program. Returns its output, its duration and its CPU time in milliseconds. */
function run(program, command, args) {
  const { status, stdout, stderr, error } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', command, ...args],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
  const [real, user, system] = stderr
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .map((seconds) => Number(seconds) * 1000);
  return { ms: real, cpu: user + system, text: stdout };
}

function compare([ours, theirs]) {
  return `${ours.toFixed(0)} / ${theirs.toFixed(0)} = ${(ours / theirs).toFixed(2)}`;
}

function rowsOf(list) {
  return readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name, version, architecture, source, sourceVersion] = line.split('\t');
      return {
        name: name.split(':')[0],
        version,
        architecture,
        source: source || name,
        sourceVersion: sourceVersion || version,
      };
    });
}

/** Returns the package list in dpkg's own format. */
function statusOf(list) {
  return rowsOf(list)
    .map(
      (p) =>
        `Package: ${p.name}\nStatus: install ok installed\n` +
        `Architecture: ${p.architecture || 'amd64'}\nSource: ${p.source} (${p.sourceVersion})\n` +
        `Version: ${p.version}\n\n`,
    )
    .join('');
}

function setOf(text) {
  return new Set(text.split('\n').filter((line) => line !== ''));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
