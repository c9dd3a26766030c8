import { expect, it } from 'vitest';
import { createReportApp, EMPTY_DIFF, OS, summarize } from '../report-app.js';

it('a vulnerability of the running kernel is fixed by the reboot, and not by the upgrade', async () => {
  const app = await createReportApp();
  await app.importFeed({ linux: { 'CVE-2024-1': '6.1.124-1' } });
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  const runWith = async (installed: string, running: string) => {
    const dpkg = `linux-image-6.1.0-28-amd64\t${installed}\tamd64\tlinux-signed-amd64\t${installed}\tii \t100\n`;
    const uname = `Linux 6.1.0-28-amd64 #1 SMP Debian ${running} (2024-11-22) x86_64\n`;
    const sections = { 'os-release': OS, dpkg, uname };
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, { sections });
    await app.runTask(template);
    return (await app.getDiffs(template)).at(-1);
  };
  const place = 'CVE-2024-1 linux-image-6.1.0-28-amd64';
  expect(summarize(await runWith('6.1.119-1', '6.1.119-1'))).toEqual({
    ...EMPTY_DIFF,
    new: [`${place} target`],
  });
  const upgraded = await runWith('6.1.124-1', '6.1.119-1');
  expect(summarize(upgraded)).toEqual({
    ...EMPTY_DIFF,
    changed: [`${place} target installed_version runs_old_code`],
  });
  expect(upgraded?.changed[0]).toMatchObject({
    why:
      'The installed version changed from 6.1.119-1 to 6.1.124-1, the fix is installed, and the ' +
      'old kernel still runs.',
    runs_old_code: 'kernel',
    running_version: '6.1.119-1',
    remedy: 'reboot',
  });
  const remediations = await app.request<object[]>(200, 'GET', '/remediations');
  expect(remediations).toMatchObject([
    {
      action: 'reboot',
      restart: 'reboot',
      title: 'Reboot to run linux-image-6.1.0-28-amd64 6.1.124-1: 6.1.119-1 is running',
    },
  ]);
  const rebooted = await runWith('6.1.124-1', '6.1.124-1');
  expect(summarize(rebooted)).toEqual({ ...EMPTY_DIFF, fixed: [`${place} target`] });
  expect(rebooted?.fixed[0]).toMatchObject({ why: 'The host no longer runs the old kernel.' });
});

it('says which kernel runs where its package is not installed', async () => {
  const app = await createReportApp();
  await app.importFeed({ linux: { 'CVE-2024-1': '6.1.124-1' } });
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  const runWith = async (installed: string[], running: string) => {
    const images = installed.map((version) => {
      const name = version === '6.1.119-1' ? '6.1.0-28-amd64' : '6.1.0-30-amd64';
      return `linux-image-${name}\t${version}\tamd64\tlinux-signed-amd64\t${version}\tii \t100\n`;
    });
    const release = running === '6.1.119-1' ? '6.1.0-28-amd64' : '6.1.0-30-amd64';
    const sections = {
      'os-release': OS,
      dpkg: ['bash\t5.1\tamd64\tbash\t5.1\tii \t100\n', ...images].join(''),
      uname: `Linux ${release} #1 SMP Debian ${running} (2024-11-22) x86_64\n`,
    };
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, { sections });
    await app.runTask(template);
    return (await app.getDiffs(template)).at(-1);
  };
  await runWith(['6.1.124-1'], '6.1.124-1');
  expect((await runWith(['6.1.124-1'], '6.1.119-1'))?.new[0]?.why).toBe(
    'The running kernel is linux-image-6.1.0-28-amd64 6.1.119-1.',
  );
  await runWith(['6.1.119-1', '6.1.124-1'], '6.1.124-1');
  await runWith(['6.1.119-1'], '6.1.119-1');
  expect((await runWith([], '6.1.119-1'))?.changed[0]?.why).toBe(
    'The installed version changed from 6.1.119-1 to none, the package was removed, and the old ' +
      'kernel still runs.',
  );
});
