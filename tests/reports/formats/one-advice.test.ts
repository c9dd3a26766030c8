import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { diff } from '../../../src/commands/report/diff.js';
import { report } from '../../../src/commands/report/report.js';
import { ADMIN } from '../../support/app.js';
import { testIo } from '../../support/command.js';
import { service } from '../../support/services.js';
import { createReportApp, nvdFile } from '../report-app.js';

it('advises the version that resolves all findings of an action, in each form of a report', async () => {
  const app = await createReportApp();
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('pentest', [host]);
  const cpe = 'cpe:2.3:a:f5:nginx:1.18.0:*:*:*:*:*:*:*';
  app.network.set('10.0.0.1', {
    services: [service(80, { service: 'http', product: 'nginx', version: '1.18.0', cpe })],
  });
  await app.runTask(template);
  await app.request(200, 'PUT', '/feeds/nvd', JSON.stringify(nginxUntil('1.20.1', '1.22.3')));
  await app.runTask(template);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const connection = { url: `http://127.0.0.1:${port}`, token: ADMIN };
  const forms: string[] = [];
  for (const format of ['markdown', 'html'])
    for (const url of ['/api/v1/tasks/2/report', '/api/v1/tasks/2/diff'])
      forms.push((await app.call('GET', `${url}?format=${format}`)).text.replaceAll('\\', ''));
  for (const run of [report, diff]) {
    const io = testIo();
    await run({ ...connection, task: '2', template: '1' }, io);
    forms.push(io.out());
  }
  for (const form of forms) {
    const advised = [...form.matchAll(/Upgrade nginx [^ ]+ to ([\d.]*\d)/g)].map(([, v]) => v);
    expect(new Set(advised)).toEqual(new Set(['1.22.3']));
  }
});

/** Returns a file of NVD with a vulnerability of nginx for each fixed version. */
function nginxUntil(...fixes: string[]) {
  const file = nvdFile('CVE-2024-1', 'f5:nginx');
  const [range] = file.vulnerabilities[0]?.cve.configurations[0]?.nodes[0]?.cpeMatch ?? [];
  const vulnerabilities = fixes.map((versionEndExcluding, i) => ({
    cve: {
      ...file.vulnerabilities[0]?.cve,
      id: `CVE-2024-${i + 1}`,
      configurations: [
        {
          nodes: [{ operator: 'OR', negate: false, cpeMatch: [{ ...range, versionEndExcluding }] }],
        },
      ],
    },
  }));
  return { ...file, resultsPerPage: fixes.length, totalResults: fixes.length, vulnerabilities };
}
