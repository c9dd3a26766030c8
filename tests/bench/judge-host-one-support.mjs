// What is started cold by the bench judge-host: opens the knowledge, judges one list of packages (columns as the collector asks dpkg-query for), prints a line for each finding that is not hidden.
// usage: judge-host-one-support.mjs DIST KNOWLEDGE LIST SCOPE [ROUNDS]; with rounds it tells instead how many milliseconds one took when warm (median), and how many of the processor (mean).
import { readFileSync } from 'node:fs';

const [dist, file, list, scope, rounds] = process.argv.slice(2);
const load = (path) => import(new URL(path, dist));
const [{ readKnowledge }, { createMatcher }, { parseDpkg }] = await Promise.all(
  [
    'knowledge/open-knowledge.js',
    'vulnerabilities/matching/matcher.js',
    'inventory/parse/packages/dpkg.js',
  ].map(load),
);
const knowledge = readKnowledge(file);
const judge = createMatcher(knowledge);
const packages = parseDpkg(readFileSync(list, 'utf8')).value;
const found = () =>
  judge
    .matchPackages([scope], packages)
    .flatMap((judgements) => judgements.map(({ fact }) => fact))
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
    const begun = performance.now();
    found();
    return performance.now() - begun;
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
