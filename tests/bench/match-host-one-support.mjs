// The process that the bench match-host starts cold: opens knowledge.db, matches one package list (with the columns
// that the collector requests from dpkg-query), and prints a line for each finding that is not hidden. usage:
// match-host-one-support.mjs DIST KNOWLEDGE LIST ECOSYSTEM [ROUNDS] With ROUNDS it prints the milliseconds of one
// warm round instead (median), and its CPU time (mean).
import { readFileSync } from 'node:fs';

const [dist, file, list, ecosystem, rounds] = process.argv.slice(2);
const load = (path) => import(new URL(path, dist));
const [{ readKnowledge }, { createMatcher }, { parseDpkg }] = await Promise.all(
  [
    'knowledge/open-knowledge.js',
    'vulnerabilities/matching/matcher.js',
    'inventory/parse/packages/dpkg.js',
  ].map(load),
);
const knowledge = readKnowledge(file);
const matcher = createMatcher(knowledge);
const packages = parseDpkg(readFileSync(list, 'utf8')).value;
const found = () =>
  matcher
    .matchPackages([ecosystem], packages)
    .flatMap((matches) => matches.map(({ fact }) => fact))
    .filter(({ basis }) => !basis.unimportant);
if (rounds === undefined)
  process.stdout.write(
    found()
      .map((fact) => `${fact.vulnerability_id} ${fact.package}\n`)
      .join(''),
  );
else {
  for (let n = 0; n < 10; n += 1) found();
  const cpu = process.cpuUsage();
  const times = Array.from({ length: Number(rounds) }, () => {
    const start = performance.now();
    found();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    JSON.stringify({
      median: times[times.length >> 1],
      cpu: (user + system) / 1000 / times.length,
    }),
  );
}
knowledge.close();
