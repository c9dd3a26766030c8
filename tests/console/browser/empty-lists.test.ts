import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../../support/console.js';
import { waitForAnswers } from '../../support/visit.js';

/** Screens with nothing in their list: what each says, and what it says to do. */
const NOTHING: readonly (readonly [path: string, title: string, remedy: string])[] = [
  ['', 'Overview', 'Add hosts, and scan them'],
  ['hosts', 'There is no host yet', 'Add hosts'],
  ['findings', 'There is no host yet', 'Add hosts'],
  ['findings?view=actions', 'There is no host yet', 'Add hosts'],
  ['acceptances', 'Nothing is accepted', 'vulnerability'],
  ['templates', 'There is no template yet', 'New template'],
  ['calendar', 'No template has a schedule', 'give it one'],
  ['tasks', 'No task has run yet', 'Make a template'],
  ['agents', 'No host has an agent yet', 'Choose hosts to install it on'],
  ['agents?view=without', 'There is no host without an agent', 'Add hosts'],
  ['agents?view=operations', 'No agent was installed', 'Choose hosts to install it on'],
  ['settings', 'There is no credential yet', 'Add a credential'],
  ['settings/groups', 'There is no group yet', 'Create a group'],
  ['settings/notifications', 'There is no channel yet', 'Add the address of a chat'],
  ['settings/notifications?view=rules', 'There is no rule yet', 'Add a rule'],
  ['settings/notifications?view=deliveries', 'No message was sent yet', 'Rules'],
];

/** The same of a host, a group and a template, about which nothing is known yet. */
const NOTHING_YET: typeof NOTHING = [
  ['hosts/1', 'Nothing to do here', 'not checked'],
  ['hosts/1?tab=findings', 'No open finding', 'what was not'],
  ['hosts/1?tab=ports', 'The ports were never scanned', 'hostwarden scan'],
  ['hosts/1?tab=packages', 'No package list is stored', 'hostwarden inventory import'],
  ['hosts/1?tab=changes', 'No change is known', 'second inventory'],
  ['hosts/1?tab=timeline', 'Nothing happened yet', 'Scans, inventories'],
  ['hosts/1?tab=tasks', 'No task had this host yet', 'Scan it now'],
  ['hosts/1?tab=agent', 'No agent is installed', 'Install'],
  ['settings/groups/1', 'This group has no host yet', 'Add one here'],
  ['templates/1', 'No task of this template has finished', 'Run it'],
  ['templates/1?tab=tasks', 'No task of this template has started', 'Run it'],
  ['templates/1?tab=schedule', 'This template has no schedule', 'Add a schedule'],
];

describe.runIf(hasBrowser)('a list without rows', () => {
  it('says that there is nothing yet, and what to do', async () => {
    expect(await silentScreens(await openConsole(), NOTHING)).toEqual([]);
  });

  it('of one host, group or template says so as well', async () => {
    const app = await openConsole();
    const { call } = app;
    await call('POST', '/hosts', [{ current_ip: '192.0.2.7' }]);
    await call('POST', '/groups', { name: 'empty' });
    const template = { name: 'never', type: 'pentest', hosts: [1], enabled: false };
    await call('POST', '/api/v1/templates/', template);
    expect(await silentScreens(app, NOTHING_YET)).toEqual([]);
  });
});

/** Returns the screens that do not say both, with what they say. */
async function silentScreens(
  { page, open }: Pick<Awaited<ReturnType<typeof openConsole>>, 'page' | 'open'>,
  screens: typeof NOTHING,
): Promise<string[]> {
  const silent: string[] = [];
  for (const [path, title, remedy] of screens) {
    await open(path);
    await waitForAnswers(page);
    const text = await page.getByRole('main').innerText();
    if (!text.includes(title) || !text.includes(remedy)) silent.push(`${path}: ${text}`);
  }
  return silent;
}
