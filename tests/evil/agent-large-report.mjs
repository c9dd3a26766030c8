// Reports of 100,000 packages, each time others. An inventory of a real server has some hundred.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openSqlite } from '../../build/database/sqlite.js';
import {
  createAgents,
  createInventoryTemplate,
  DEBIAN,
  poll,
  report,
  sendResult,
} from './support/agents.mjs';
import { expectMet, repeat } from './support/load.mjs';

const PACKAGES = 100_000;

function largeReport() {
  const run = randomBytes(4).toString('hex');
  const line = (_, i) => `p${run}${i}\t${i}\tamd64\ts${i}\t${i}\tii \t1\n`;
  return report({ ...DEBIAN, dpkg: Array.from({ length: PACKAGES }, line).join('') });
}

function countPackages({ dataDir }) {
  const sqlite = openSqlite(join(dataDir, 'hostwarden.db'));
  try {
    return sqlite.prepare('SELECT count(*) FROM packages').pluck().get();
  } finally {
    sqlite.close();
  }
}

export default {
  name: 'an agent reports 100,000 packages, each time others',
  async attack(service) {
    const agents = await createAgents(service, 2);
    const template = await createInventoryTemplate(service, agents);
    const reports = [largeReport(), largeReport()];
    const run = async (agent, i) => {
      let turn = i;
      await repeat(service.signal, async () => {
        const job = await poll(service, agent);
        if (job === null) return;
        turn += 1;
        await sendResult(service, agent, job, reports[turn % 2]);
      });
    };
    const ask = repeat(
      service.signal,
      () => service.request('operator', 'POST', `/api/v1/templates/${template}`),
      500,
    );
    await Promise.all([ask, ...agents.map(run)]);
    expectMet(countPackages(service) > 0, 'no package was stored');
  },
};
