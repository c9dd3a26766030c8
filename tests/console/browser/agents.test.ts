import { describe, expect, it } from 'vitest';
import { SshError } from '../../../src/platform/ssh/ssh-error.js';
import { findViolations } from '../../support/axe.js';
import { seedConsole, type SeededConsole } from '../../support/console-fleet.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { fakeRemoteHosts } from '../../support/fake-remote-host.js';

/** Seven hosts; the one at 10.8.0.3 refuses logins until it is repaired. */
async function setUp() {
  const hosts = fakeRemoteHosts(true);
  const broken = new Set(['10.8.0.3']);
  const console = await openConsole({
    env: { PUBLIC_URL: 'http://127.0.0.1' },
    operations: {
      connectHost: (login) => {
        if (broken.has(login.ip))
          return Promise.reject(new SshError('auth_failed', 'Denied <img src=x onerror=alert(1)>'));
        return hosts.connect(login);
      },
    },
  });
  const seeded = await seedConsole(console);
  const body = { name: 'lab', type: 'ssh_password', username: 'root', password: 'secret' };
  await seeded.call('POST', '/credentials', body);
  return { ...seeded, broken, release: hosts.release };
}

async function select({ page, open }: SeededConsole, names: readonly string[]): Promise<void> {
  await open('agents?view=without');
  for (const name of names)
    await page.locator('tr', { hasText: name }).getByRole('checkbox').check();
}

describe.runIf(hasBrowser)('agents', () => {
  it('a dry run is followed live, groups what failed, and leads to the installation', async () => {
    const console = await setUp();
    const { page, broken, release } = console;
    await select(console, ['web-1', 'db-1', 'mail-1']);
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Install the agent on 3 hosts' });
    await dialog
      .getByText('lab (root, SSH password)', { exact: true })
      .waitFor({ state: 'attached' });
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start the dry run' }).click();
    await page.waitForURL(/agents\/batches\/1$/);
    await page.getByRole('heading', { name: 'Dry run: Install the agent on 3 hosts' }).waitFor();
    await page.getByText('1 of 3 hosts done').waitFor();
    release();
    await page.getByText('3 of 3 hosts done').waitFor();
    await page.getByText('1 host failed: auth_failed. Check user name and password').waitFor();
    await page.reload();
    await page.getByText('Nothing was changed.').waitFor();
    expect(await findViolations(page)).toEqual([]);

    broken.clear();
    await page.getByRole('button', { name: 'Try again on 1 host' }).click();
    await page.getByRole('button', { name: 'Start the dry run' }).click();
    await page.waitForURL(/agents\/batches\/2$/);
    await page.getByText('1 of 1 host done').waitFor();
    await page.getByRole('button', { name: 'Install the agent on 1 host' }).click();
    const second = page.getByRole('dialog', { name: 'Install the agent on 1 host' });
    expect(await second.getByRole('checkbox').isChecked()).toBe(false);
    await second.getByRole('button', { name: 'Install the agent on 1 host' }).click();
    await page.waitForURL(/agents\/batches\/3$/);
    await page.getByRole('heading', { name: /^Install the agent on 1 host/ }).waitFor();
  });

  it('the rows of a page are chosen, and an unknown batch says so', async () => {
    const console = await setUp();
    const { page, open, release, faults, call } = console;
    release();
    await open('agents?view=without&limit=25&q=10.8.0');
    await page.getByLabel('Select the rows of this page').check();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('dialog', { name: 'Install the agent on 7 hosts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction("document.activeElement.textContent === 'Install'");
    expect((await call('GET', '/agent-operations')).body).toMatchObject({ meta: { total: 0 } });
    faults.expected.push(/404/);
    await open('agents/batches/99');
    await page.getByText('There is no such batch').waitFor();
  });

  it('a viewer sees why agents cannot be installed', async () => {
    const { page, open, call } = await openConsole({ role: 'viewer' });
    await open('agents');
    await page.getByText('No host has an agent yet').waitFor();
    await call('POST', '/hosts', [{ current_ip: '10.8.0.1', hostname: 'web-1' }]);
    await open('agents?view=without');
    await page.locator('tr', { hasText: 'web-1' }).getByRole('checkbox').check();
    const button = page.getByRole('button', { name: 'Install', exact: true });
    expect(await button.getAttribute('title')).toContain('Needs the role operator');
  });
});
