// Debian's security tracker at its real size: some 50 MB of JSON, 60,000 issues in 4,000 source packages, made from the issues of the sample among the fixtures (their texts, their states,
// their releases). Imported from a file by the real command line, which is the service itself on a data folder: time, and the most memory that its process ever had.
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

/** The states of one issue in all releases that the tracker speaks of today, each as the sample has one. `changed`: another state. */
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

async function write(path, everyChanged) {
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
          issueOf(n, everyChanged > 0 && n % everyChanged === 0),
        ];
      }),
    );
    await put(`${s === 0 ? '{' : ','}${JSON.stringify(`source-${s}`)}:${JSON.stringify(issues)}`);
  }
  out.end('}\n');
  await once(out, 'close');
}

/** Runs the command line; what it said, how long it took and the most memory it had (MB). */
async function command(...words) {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [new URL('../../dist/main.js', import.meta.url).pathname, ...words],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [said, peak] = ['', 0];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      said += piece;
    });
  const watch = setInterval(() => {
    try {
      peak = Math.max(
        peak,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) /
          1024,
      );
    } catch {
      /* it has just ended */
    }
  }, 10);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  return {
    code,
    said: said.trim().split('\n').at(-1),
    seconds: ((performance.now() - begun) / 1000).toFixed(1),
    peak: Math.round(peak),
  };
}

const dir = mkdtempSync(join(tmpdir(), 'hostwarden-tracker-'));
const [first, later] = [join(dir, 'first.json'), join(dir, 'later.json')];
await write(first, 0);
await write(later, 100);
console.log(
  `${(statSync(first).size / 1e6).toFixed(1)} MB, ${ISSUES} issues of ${SOURCES} source packages`,
);
for (const [what, file] of [
  ['first', first],
  ['unchanged', first],
  ['1 % changed', later],
]) {
  const { code, said, seconds, peak } = await command(
    'feed',
    'import',
    'debian-tracker',
    file,
    '--data-dir',
    join(dir, 'data'),
  );
  console.log(`${what}: ${seconds} s, at most ${peak} MB, exit code ${code}; ${said}`);
  if (code !== 0) process.exitCode = 1;
}
rmSync(dir, { recursive: true, force: true });
