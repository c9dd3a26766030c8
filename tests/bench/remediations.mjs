// Measures the remediations of a fleet of 1,000 hosts with 150 findings each, over HTTP with complete responses. Needs
// `npm run build`.
import { printRow, timesOf, withFleet } from './fleet-support.mjs';

const ROUNDS = 11;
const TARGET_MS = 300;

await withFleet({ hosts: 1_000, findings: 150 }, async ({ get }) => {
  printRow(
    'remediations: first, with the state of the fleet',
    await timesOf(1, () => get('/remediations')),
    TARGET_MS,
  );
  printRow(
    'remediations: 50 of the fleet',
    await timesOf(ROUNDS, () => get('/remediations')),
    TARGET_MS,
  );
  printRow(
    'remediations: 1,000 of the fleet',
    await timesOf(ROUNDS, () => get('/remediations?limit=1000')),
    TARGET_MS,
  );
  printRow(
    'remediations: of one host',
    await timesOf(ROUNDS, () => get('/remediations?host_id=7')),
    TARGET_MS,
  );
});
