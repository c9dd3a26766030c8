import { expect, it } from 'vitest';
import { createReportApp, EMPTY_DIFF, OS, summarize } from '../report-app.js';

const OLD = 'old\topenssl\tamd64\tssh.service\troot\tsshd\t2\n';

async function setUp() {
  const app = await createReportApp();
  await app.importFeed({ openssl: { 'CVE-2024-1': '3.0.15-1' } });
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  const runWith = async (version: string, holders: string) => {
    const sections = {
      'os-release': OS,
      dpkg: `openssl\t${version}\tamd64\topenssl\t${version}\tii \t100\n`,
      'old-code': `looked 1790000000 80 0\n${holders}`,
    };
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, { sections });
    await app.runTask(template);
    return (await app.getDiffs(template)).at(-1);
  };
  return { ...app, host, runWith };
}

const PLACE = 'CVE-2024-1 openssl';

it('a vulnerability is fixed by the restart of services, and not by the upgrade', async () => {
  const { request, host, runWith } = await setUp();
  await runWith('3.0.14-1', '');
  const upgraded = await runWith('3.0.15-1', OLD + OLD.replace('ssh.', 'nginx.'));
  expect(summarize(upgraded)).toEqual({
    ...EMPTY_DIFF,
    changed: [`${PLACE} target installed_version runs_old_code`],
  });
  expect(upgraded?.changed[0]).toMatchObject({
    why:
      'The installed version changed from 3.0.14-1 to 3.0.15-1, the fix is installed, and ' +
      'processes still run the code from before.',
    runs_old_code: 'processes',
    explanation:
      'nginx, ssh still run code of openssl from before its change to 3.0.15-1. The version before, 3.0.14-1, ' +
      'is older than the fixed version 3.0.15-1 for Debian:12. 3.0.15-1 is not affected.',
    remedy: 'systemctl restart nginx ssh',
  });
  expect(await request(200, 'GET', '/remediations')).toMatchObject([
    {
      action: 'restart',
      restart: 'service',
      title: 'Restart nginx, ssh to run the installed versions',
      command: 'systemctl restart nginx ssh',
    },
  ]);
  expect(await request(200, 'GET', `/hosts/${host}`)).toMatchObject({
    inventory: { restarts_required: ['nginx.service', 'ssh.service'], processes_not_seen: 0 },
  });
  for (const list of ['findings', 'vulnerabilities', `hosts/${host}/vulnerabilities`]) {
    expect(await request(200, 'GET', `/${list}?runs_old_code=processes`)).toHaveLength(1);
    expect(await request(200, 'GET', `/${list}?runs_old_code=kernel`)).toHaveLength(0);
  }
  const restarted = await runWith('3.0.15-1', '');
  expect(summarize(restarted)).toEqual({ ...EMPTY_DIFF, fixed: [`${PLACE} target`] });
  expect(restarted?.fixed[0]).toMatchObject({
    why: 'No process runs the code from before the change of the package.',
  });
});

it('old code that no restart of a service ends needs a reboot', async () => {
  const { request, runWith } = await setUp();
  await runWith('3.0.14-1', '');
  const holders = `${OLD.replace('ssh.', 'dbus.')}${OLD.replace('ssh.service\troot\tsshd', '-\talice\tbash')}`;
  await runWith('3.0.15-1', holders);
  expect(await request(200, 'GET', '/remediations')).toMatchObject([
    {
      action: 'reboot',
      title: 'Reboot to end old code: bash of alice, dbus cannot be restarted alone',
      command: null,
    },
  ]);
});
