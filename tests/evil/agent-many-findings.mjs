// Reports in which every package is built from the source with the most vulnerabilities: 30,000 packages with 4,000
// vulnerabilities each would be 120,000,000 findings. A real host has some thousand.
import { randomBytes } from 'node:crypto';
import {
  createAgents,
  createInventoryTemplate,
  DEBIAN,
  poll,
  report,
  sendResult,
} from './support/agents.mjs';
import { expectMet, repeat } from './support/load.mjs';

const PACKAGES = 29_000;
const VULNERABILITIES = 4_000;

function tracker() {
  const release = {
    status: 'open',
    repositories: { bookworm: '6.1.1-1' },
    urgency: 'not yet assigned',
  };
  const entry = (_, i) => [
    `CVE-2024-${10_000 + i}`,
    { description: 'a defect of the kernel', scope: 'local', releases: { bookworm: release } },
  ];
  return { linux: Object.fromEntries(Array.from({ length: VULNERABILITIES }, entry)) };
}

/** Returns a report of this many packages. The names change with each report: none is stored yet. */
function kernels(count) {
  const run = randomBytes(4).toString('hex');
  const line = (_, i) => `linux-p${run}${i}\t6.1.1-1\tamd64\tlinux\t6.1.1-1\tii \t1\n`;
  return report({ ...DEBIAN, dpkg: Array.from({ length: count }, line).join('') });
}

export default {
  name: 'agents report 29,000 and 900 packages with 4,000 vulnerabilities each',
  async attack(service) {
    const loaded = await service.request('admin', 'PUT', '/feeds/debian-tracker', tracker());
    expectMet(loaded.status === 200, `the feed was not loaded: ${loaded.status}`);
    const agents = await createAgents(service, 2);
    const template = await createInventoryTemplate(service, agents);
    let accepted = 0;
    const run = (agent, i) =>
      repeat(service.signal, async () => {
        const job = await poll(service, agent);
        if (job === null) return;
        const { status } = await sendResult(service, agent, job, kernels(i === 0 ? PACKAGES : 900));
        if (status < 300) accepted += 1;
      });
    const ask = repeat(
      service.signal,
      () => service.request('operator', 'POST', `/api/v1/templates/${template}`),
      500,
    );
    await Promise.all([ask, ...agents.map(run)]);
    expectMet(accepted > 0, 'no report was accepted');
  },
};
