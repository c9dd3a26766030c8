// Debian's security tracker at its real size: some 50 MB of JSON, 60,000 issues in 4,000 source packages, generated
// from the issues of the fixture (their texts, states and releases). Imported from a file by the real command line,
// which starts the service on a data directory: time, and maximum memory of the process.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCES = 4_000;
const ISSUES = 60_000;
const RELEASES = ['bullseye', 'bookworm', 'trixie', 'forky', 'sid'];
const sample = Object.values(
  JSON.parse(
    readFileSync(
      new URL('../fixtures/feeds/debian-tracker/tracker-sample.json', import.meta.url),
      'utf8',
    ),
  ),
).flatMap((issues) => Object.values(issues));

/** Returns an issue with a state of the sample for each release. `changed`: with other states. */
function issueOf(n, changed) {
  const like = sample[n % sample.length];
  const states = Object.values(like.releases);
  const releases = Object.fromEntries(
    RELEASES.map((codename, r) => {
      const state = states[(n + r + (changed ? 1 : 0)) % states.length];
      const version = `${1 + (n % 9)}.${n % 40}.${n % 17}-${1 + r}+deb${11 + r}u${n % 5}`;
      return [
        codename,
        {
          ...state,
          repositories: { [codename]: version, [`${codename}-security`]: version },
          ...(state.fixed_version !== undefined &&
            state.fixed_version !== '0' && { fixed_version: `${version}${changed ? '.1' : ''}` }),
        },
      ];
    }),
  );
  return {
    ...like,
    description: `${like.description ?? 'No description yet.'} (${n})`.slice(0, 300),
    releases,
  };
}

/** @param changeInterval every issue of this distance is changed; 0: none */
async function write(path, changeInterval) {
  const out = createWriteStream(path);
  const put = async (text) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  const perSource = Math.ceil(ISSUES / SOURCES);
  for (let s = 0; s < SOURCES; s += 1) {
    const issues = Object.fromEntries(
      Array.from({ length: perSource }, (_, i) => {
        const n = s * perSource + i;
        return [
          `CVE-${2010 + (n % 17)}-${10_000 + n}`,
          issueOf(n, changeInterval > 0 && n % changeInterval === 0),
        ];
      }),
    );
    await put(`${s === 0 ? '{' : ','}${JSON.stringify(`source-${s}`)}:${JSON.stringify(issues)}`);
  }
  out.end('}\n');
  await once(out, 'close');
}

/** Runs the command line. Returns its exit code, its last line of output, its time and its maximum memory (MB). */
async function command(...args) {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [new URL('../../dist/main.js', import.meta.url).pathname, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let peak = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      /* it has just ended */
    }
  }, 10);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  return {
    code,
    lastLine: output.trim().split('\n').at(-1),
    seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
    peak: Math.round(peak),
  };
}

const dir = mkdtempSync(join(tmpdir(), 'hostwarden-tracker-'));
const first = join(dir, 'first.json');
const later = join(dir, 'later.json');
await write(first, 0);
await write(later, 100);
console.log(
  `${(statSync(first).size / 1e6).toFixed(1)} MB, ${ISSUES} issues of ${SOURCES} source packages`,
);
for (const [label, file] of [
  ['first', first],
  ['unchanged', first],
  ['1 % changed', later],
]) {
  const { code, lastLine, seconds, peak } = await command(
    'feed',
    'import',
    'debian-tracker',
    file,
    '--data-dir',
    join(dir, 'data'),
  );
  console.log(`${label}: ${seconds} s, at most ${peak} MB, exit code ${code}; ${lastLine}`);
  if (code !== 0) process.exitCode = 1;
}
rmSync(dir, { recursive: true, force: true });
