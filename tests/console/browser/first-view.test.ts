import { describe, expect, it } from 'vitest';
import { seedConsole, type SeededConsole } from '../../support/console-fleet.js';
import { hasBrowser, openConsole } from '../../support/console.js';
import { openConsoleWithTasks } from '../../support/console-tasks.js';
import { waitForAnswers } from '../../support/visit.js';

/** Opens a screen as a new page, and returns what it requested from the service, besides files. */
async function requestsOf(
  { page, open }: Pick<SeededConsole, 'page' | 'open'>,
  path: string,
): Promise<string[]> {
  const requests: string[] = [];
  const note = (request: { resourceType: () => string; url: () => string }): void => {
    if (request.resourceType() === 'fetch') requests.push(new URL(request.url()).pathname);
  };
  await page.goto('about:blank'); // what the page before requests is not counted
  page.on('request', note);
  await open(path);
  await page.locator('html[data-live=open]').waitFor({ state: 'attached' });
  await waitForAnswers(page);
  page.off('request', note);
  return requests.sort();
}

describe.runIf(hasBrowser)('the first view of a screen', () => {
  it('requests its session with the ticket, and of lists only what is in sight', async () => {
    const app = await seedConsole(await openConsole());
    const ticket = '/ws/tickets';
    expect(await requestsOf(app, 'hosts')).toEqual(['/hosts', ticket]);
    expect(await requestsOf(app, 'hosts?group_id=1')).toEqual(['/groups', '/hosts', ticket]);
    expect(await requestsOf(app, 'findings')).toEqual(['/vulnerabilities', ticket]);
    expect(await requestsOf(app, 'findings?view=findings')).toEqual(['/findings', ticket]);
    expect(await requestsOf(app, 'findings?view=actions')).toEqual(['/remediations', ticket]);
    expect(await requestsOf(app, 'findings?view=hosts')).toEqual(['/groups', '/hosts', ticket]);
    expect(await requestsOf(app, 'hosts/1')).toEqual(['/hosts', '/remediations', ticket]);
    expect(await requestsOf(app, 'tasks')).toEqual(['/api/v1/tasks/', ticket]);
    expect(await requestsOf(app, '')).toEqual(['/history', '/summary', ticket]);
  });

  it('requests a template with its chain, and with what its form needs', async () => {
    const app = await openConsoleWithTasks();
    const { call, template } = app;
    await call('POST', '/groups', { name: 'web', host_ids: [1] });
    await call('PATCH', `/api/v1/templates/${template}`, { add_groups: [1] });
    const ticket = '/ws/tickets';
    const path = `/api/v1/templates/${template}`;
    const entries = '/api/v1/tasks/3/diff/entries';
    expect(await requestsOf(app, `templates/${template}`)).toEqual([
      entries,
      `${path}/chain`,
      ticket,
    ]);
    await app.page.getByRole('link', { name: 'web' }).waitFor();
    expect(await requestsOf(app, `templates/${template}/edit`)).toEqual([path, '/groups', ticket]);
    await app.page.getByText('Next starts').waitFor();
    expect(await requestsOf(app, `templates/new?copy=${template}`)).toEqual([
      path,
      '/groups',
      ticket,
    ]);
  });

  it('needs three files: the page, its script with the styles, and the script of the screen', async () => {
    const app = await seedConsole(await openConsole());
    const types: string[] = [];
    app.page.on('request', (request) => types.push(request.resourceType()));
    await app.open('hosts');
    await app.page.getByRole('cell', { name: 'production' }).first().waitFor();
    const files = types.filter((type) => type !== 'fetch' && type !== 'websocket');
    expect(files.sort()).toEqual(['document', 'script', 'script']);
  });
});

describe.runIf(hasBrowser)('the filter by group', () => {
  const options = ['any', 'production'];

  it('loads the groups when it is unfolded, and is right at once where the address has one', async () => {
    const app = await seedConsole(await openConsole());
    const { page, open } = app;
    const field = page.getByRole('combobox', { name: 'Group' });
    await requestsOf(app, 'hosts');
    await page.getByText('More filters').click();
    await expect.poll(() => field.locator('option').allTextContents()).toEqual(options);
    await field.selectOption('production');
    await page.getByText('1 to 2 of 2').waitFor();
    await open('findings?group_id=1');
    await expect.poll(() => field.locator('option').allTextContents()).toEqual(options);
    expect(await field.inputValue()).toBe('1');
    await open('findings?view=hosts'); // few filters: none is folded
    await expect.poll(() => field.locator('option').allTextContents()).toEqual(options);
  });

  it('is offered by the dialogs about groups too, which open with them', async () => {
    const { page, open } = await seedConsole(await openConsole());
    await open('hosts/1');
    await page.getByText('production').waitFor();
    await page.getByRole('button', { name: 'Groups' }).click();
    await page.getByRole('checkbox', { name: 'production' }).uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Groups changed').waitFor();
    await page.getByText('production').waitFor({ state: 'detached' });
    await open('hosts');
    await page.getByLabel('Select this row').first().check();
    await page.getByRole('button', { name: 'Add to group' }).click();
    const group = page.getByRole('dialog').getByLabel('Group');
    const choices = ['production', 'a new group'];
    await expect.poll(() => group.locator('option').allTextContents()).toEqual(choices);
    expect(await group.inputValue()).toBe('1');
  });
});
