// A report whose Ubuntu Pro status is millions of brackets, beside good reports of other hosts.
import { gzipSync } from 'node:zlib';
import {
  createAgents,
  createInventoryTemplate,
  DEBIAN,
  poll,
  report,
  sendResult,
} from './support/agents.mjs';
import { expectMet, repeat } from './support/load.mjs';

const BRACKETS = 30_000_000;
const GOOD = report({ ...DEBIAN, dpkg: 'bash\t5.2\tamd64\tbash\t5.2\tii \t1\n' });

export default {
  name: 'an agent reports JSON of millions of levels',
  async attack(service) {
    const bomb = gzipSync(
      report({
        ...DEBIAN,
        'ubuntu-pro': '['.repeat(BRACKETS),
        dpkg: 'a\t1\tamd64\ta\t1\tii \t1\n',
      }),
    );
    const agents = await createAgents(service, 4);
    const template = await createInventoryTemplate(service, agents);
    const sent = { evil: 0, good: 0 };
    const run = (agent, i) =>
      repeat(
        service.signal,
        async () => {
          const job = await poll(service, agent);
          if (job === null) return;
          const { status } = await sendResult(service, agent, job, i < 2 ? bomb : GOOD);
          if (status === 204) sent[i < 2 ? 'evil' : 'good'] += 1;
        },
        100,
      );
    const ask = repeat(
      service.signal,
      () => service.request('operator', 'POST', `/api/v1/templates/${template}`),
      300,
    );
    await Promise.all([ask, ...agents.map(run)]);
    expectMet(sent.evil > 0 && sent.good > 0, `${sent.evil} bombs, ${sent.good} good reports`);
  },
};
