// Runs all static checks, two at a time, and prints a section for each: npm run lint [-- <section>…] [-- --all]
// A section that passes prints a summary only, unless --all is given. Exit code 1 when a section fails.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const CACHE = '.cache'; // in the checkout: node_modules may be shared by several checkouts
const isCi = process.env.CI !== undefined;
const cached = (name) =>
  isCi ? [] : ['--cache', '--cache-strategy', 'content', '--cache-location', `${CACHE}/${name}`];

/** Slowest first. A section that passes prints the lines that `summary` chooses. */
const SECTIONS = [
  {
    name: 'eslint',
    summary: /^warning:/,
    commands: [['eslint', '.', '--format', './scripts/eslint-summary.mjs', ...cached('eslint')]],
  },
  {
    name: 'types',
    commands: [
      [
        'tsc',
        '-p',
        'tsconfig.json',
        '--noEmit',
        '--incremental',
        '--tsBuildInfoFile',
        `${CACHE}/types`,
      ],
      ['tsc', '-p', 'src/console/tsconfig.json'],
    ],
  },
  { name: 'format', commands: [['prettier', '--check', '.', ...cached('prettier')]] },
  {
    name: 'architecture',
    summary: /^\s*Tests /,
    commands: [
      ['vitest', 'run', '--project', 'unit', 'tests/architecture', 'tests/glossary.test.ts'],
    ],
  },
  {
    name: 'cspell',
    commands: [['cspell', 'lint', '--no-progress', '--no-summary', ...cached('cspell')]],
  },
  {
    name: 'knip',
    summary: /^Unused/,
    commands: [['knip'], ['knip', '--production']],
  },
];
const AT_ONCE = 2;

const isAll = process.argv.includes('--all');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--all');
const sections = SECTIONS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

/** Runs a program of node_modules; resolves to its exit code and its whole output. */
function run([program, ...args]) {
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn('npx', ['--no-install', program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (code) =>
      resolve({ code, output: stripVTControlCharacters(Buffer.concat(chunks).toString()) }),
    );
  });
}

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);

async function check({ name, summary, commands }) {
  const started = performance.now();
  const shown = [];
  let isPassed = true;
  for (const command of commands) {
    const { code, output } = await run(command);
    const lines = output.trimEnd().split('\n').filter(Boolean);
    if (commands.length > 1) shown.push(`-- ${command.join(' ')}`);
    shown.push(...(code === 0 && !isAll ? lines.filter((line) => summary?.test(line)) : lines));
    isPassed &&= code === 0;
  }
  console.log(`\n== ${name}: ${isPassed ? 'passed' : 'FAILED'} (${seconds(started)} s)`);
  if (shown.length > 0) console.log(shown.join('\n'));
  return isPassed;
}

mkdirSync(CACHE, { recursive: true });
const started = performance.now();
const queue = [...sections];
const failed = [];
async function work() {
  for (let section = queue.shift(); section !== undefined; section = queue.shift()) {
    if (!(await check(section))) failed.push(section.name);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));

const verdict = failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`;
console.log(`\n== lint: ${verdict} (${seconds(started)} s)`);
process.exitCode = failed.length === 0 ? 0 : 1;
