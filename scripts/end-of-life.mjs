// Makes resources/end-of-life.tsv from the answer of https://endoflife.date/api/v1/products/full:
// node scripts/end-of-life.mjs <file.json> > resources/end-of-life.tsv
import { readFileSync } from 'node:fs';

/** The products that src/vulnerabilities/support/known-releases.ts knows. */
const PRODUCTS = [
  'almalinux',
  'alpine-linux',
  'amazon-linux',
  'centos',
  'centos-stream',
  'debian',
  'fedora',
  'linuxmint',
  'opensuse',
  'oracle-linux',
  'rhel',
  'rocky-linux',
  'sles',
  'ubuntu',
  'windows',
  'windows-server',
];

const { generated_at: generatedAt, result } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const WITHOUT_DAY = new Map([
  [true, 'yes'],
  [false, 'no'],
]);
const end = (date, isOver) => date ?? WITHOUT_DAY.get(isOver) ?? '';
const rows = PRODUCTS.flatMap((product) =>
  result
    .find(({ name }) => name === product)
    .releases.map((release) => [
      product,
      release.name,
      end(release.eolFrom, release.isEol),
      end(release.eoesFrom, release.isEoes),
    ]),
);
const head = [
  '# End of support of operating systems: product, release, last day of support, last day of extended support.',
  '# yes: ended, no date; no: not ended, no date; empty: no such support. Made by scripts/end-of-life.mjs.',
  `# Source: endoflife.date (MIT), ${generatedAt.slice(0, 10)}`,
];
console.log([...head, ...rows.map((row) => row.join('\t'))].join('\n'));
