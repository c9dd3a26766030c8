// The search for processes that run old code: 500 more than now run a deleted file. AGENT: another script.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const COUNT = 500;
const ROUNDS = 5;
const agent =
  process.env.AGENT ?? fileURLToPath(new URL('../../agent/hostwarden-agent.sh', import.meta.url));
const folder = mkdtempSync(join(import.meta.dirname, '../../data/old-code-'));
const program = join(folder, 'held');
copyFileSync('/bin/sleep', program);
const children = Array.from({ length: COUNT }, () => spawn(program, ['600']));
await delay(3000);
rmSync(program);

try {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    spawnSync('sh', [agent, 'look', join(folder, 'look')]);
    return Math.round(performance.now() - start);
  });
  console.log(`${COUNT} processes: ${times.join(', ')} ms`);
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
}
