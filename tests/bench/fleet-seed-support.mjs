// Fills the data directory of a fleet, stores the sums of its hosts, and ends.
// fleet-seed-support.mjs DIR SIZES: those of `seedFleet`, as JSON.
import { openFleet, seedFleet } from './fleet-support.mjs';

const [dir, sizes] = process.argv.slice(2);
const { RULES_VERSION: rules } = await import(
  new URL('../../build/vulnerabilities/rules-version.js', import.meta.url)
);
const service = await openFleet(dir);
seedFleet(service.ctx.database.sqlite, { ...JSON.parse(sizes), rules });
const start = performance.now();
await service.ctx.fleet.ask('summary', null);
console.log(`sums of all hosts computed in ${(performance.now() - start).toFixed(0)} ms`);
await service.close();
