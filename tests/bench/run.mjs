// run.mjs [name …] — runs the benches one after the other, each printing its own table, and says which could not run.
// Without names: all of them (about 25 minutes; nmap on silent networks takes the most).
// Nothing else should run meanwhile.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const folder = new URL('.', import.meta.url).pathname;
const known = readdirSync(folder, { recursive: true })
  .filter((f) => f.endsWith('.mjs') && f !== 'run.mjs' && !/(support|service)\.mjs$/.test(f))
  .map((f) => f.slice(0, -4))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no bench is called ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(2);
}
const failed = [];
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, [`${folder}${name}.mjs`], { stdio: 'inherit' });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) console.log(`\nmissed a limit, or not run to the end: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
