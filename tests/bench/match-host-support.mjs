// Hosts and feeds for the bench match-host: a real package list with real records if FEEDS_DIR has them, otherwise the
// fixtures; and many generated records about that list.
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const RANGES = [50_000, 200_000];
const SOURCES = 4000;
let seed = 1;
function random(n) {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % n;
}

/** Package lists with their feed files. Created files are in `folder`. */
export function debianCases(folder, feeds) {
  const list = feeds
    ? listFile(folder, 'debian-12', join(feeds, 'packages/debian-12-build-host.dpkg-query.tsv'))
    : join(FIXTURES, 'inventory/debian-10.dpkg');
  const [number, codename] = feeds ? ['12', 'bookworm'] : ['10', 'buster'];
  const generated = RANGES.map((n) => ({
    name: `${count(list)} packages of Debian ${number}, generated records`,
    list,
    osv: null,
    tracker: generateTracker(folder, list, codename, n),
    number,
    codename,
  }));
  return [...(feeds ? realCases(folder, feeds, list) : fixtureCases(list)), ...generated];
}

function fixtureCases(list) {
  return [
    {
      name: `${count(list)} packages of Debian 10, fixtures`,
      list,
      osv: null,
      tracker: join(FIXTURES, 'feeds/debian-tracker/tracker-sample.json'),
      number: '10',
      codename: 'buster',
    },
  ];
}

function realCases(folder, feeds, twelve) {
  const osv = join(feeds, 'osv/Debian/all.zip');
  const tracker = join(folder, 'tracker.json');
  writeFileSync(
    tracker,
    execFileSync('xz', ['-dc', join(feeds, 'debian/derived/tracker-from-DSA.json.xz')], {
      maxBuffer: 2 ** 28,
    }),
  );
  const ten = join(FIXTURES, 'inventory/debian-10.dpkg');
  return [
    {
      name: `${count(twelve)} packages of Debian 12, real records`,
      list: twelve,
      osv,
      tracker,
      number: '12',
      codename: 'bookworm',
    },
    {
      name: `${count(ten)} packages of Debian 10, real records`,
      list: ten,
      osv,
      tracker,
      number: '10',
      codename: 'buster',
    },
  ];
}

/** Writes the list with the abbreviated status of dpkg-query. */
function listFile(folder, name, path) {
  const file = join(folder, name);
  writeFileSync(file, readFileSync(path, 'utf8').replace(/\tinstalled$/gm, '\tii '));
  return file;
}

const count = (list) =>
  readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '').length;

/**
 * Like a distribution's data: most vulnerabilities are fixed in the installed versions, a few in none, a few in the
 * next.
 */
function generateTracker(folder, list, codename, ranges) {
  const versions = new Map(
    readFileSync(list, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'))
      .map(([name, version, , source, sourceVersion]) => [
        source || name,
        sourceVersion || version,
      ]),
  );
  for (let n = 0; versions.size < SOURCES; n += 1) versions.set(`generated-${n}`, `1.${n}-1`);
  const sources = [...versions];
  const tracker = {};
  for (let n = 0; n < ranges; n += 1) {
    const [source, version] = sources[random(sources.length)];
    const kind = random(1000);
    const state = stateOf(kind, version);
    tracker[source] ??= {};
    tracker[source][`CVE-2024-${10_000 + n}`] = {
      releases: {
        [codename]: {
          repositories: {},
          urgency: kind % 200 === 1 ? 'unimportant' : 'not yet assigned',
          ...state,
        },
      },
    };
  }
  const file = join(folder, `tracker-${ranges}.json`);
  writeFileSync(file, JSON.stringify(tracker));
  return file;
}

function stateOf(kind, version) {
  if (kind < 3) return { status: 'open' };
  if (kind < 5) return { status: 'resolved', fixed_version: `${version}+deb9u1` };
  if (kind < 8) return { status: 'resolved', fixed_version: '0' };
  return { status: 'resolved', fixed_version: kind < 500 ? version : `${version}~${kind}` };
}
