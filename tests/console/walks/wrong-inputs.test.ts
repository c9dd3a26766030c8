import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../support/console.js';
import { visit, waitForAnswers } from '../../support/visit.js';
import { openWholeConsole } from '../../support/whole-console.js';

/** The values that are typed into a form, by the label of their field; for a box, whether it is checked. */
type Typed = Readonly<Record<string, string | boolean>>;

interface Form {
  /** the screen, and the button that opens the form; no button: the screen is the form */
  path: string;
  opener?: string;
  /** the button that sends it */
  submit: RegExp;
  /** wrong inputs, and what the form says about each */
  wrong: readonly (readonly [typed: Typed, problem: RegExp])[];
}

const SCHEDULED: Typed = { Name: 'nightly', production: true, 'Start tasks on a schedule': true };
const LOGIN: Typed = { Type: 'ssh_password', Name: 'other', User: 'root', Password: 'x' };
const LONG = 'x'.repeat(300);

const FORMS: Readonly<Record<string, Form>> = {
  host: {
    path: 'hosts',
    opener: 'Add hosts',
    submit: /^Add \d+ hosts?$/,
    wrong: [
      [{ 'Addresses, one a line': 'nowhere' }, /line 1: no address \(nowhere\)/],
      [{ 'Addresses, one a line': '10.0.0.0/8' }, /line 1: more than 4,096 addresses/],
      [{ 'Addresses, one a line': '::1::' }, /Address, entry 1: must be an IPv4 or IPv6 address/],
    ],
  },
  'a changed host': {
    path: 'HOST',
    opener: 'Edit',
    submit: /^Save$/,
    wrong: [
      [{ Address: '192.0.2.300' }, /Address: must be an IPv4 or IPv6 address/],
      [{ Address: '192.0.2.2' }, /IP address 192\.0\.2\.2 is assigned to host 2/],
      [{ Address: '' }, /^Address: Please fill out this field/],
    ],
  },
  template: {
    path: 'templates/new',
    submit: /^Save$/,
    wrong: [
      [{ Name: ' ' }, /It needs a name/],
      [{ Name: 'nightly' }, /It needs a host or a group/],
      [{ Name: 'nightly', production: true, Type: 'inventory' }, /It needs: imported/],
    ],
  },
  schedule: {
    path: 'templates/new',
    submit: /^Save$/,
    wrong: [
      [{ ...SCHEDULED, Every: '0' }, /The schedule repeats every 1 to 10,000 units/],
      [{ ...SCHEDULED, Every: '' }, /The schedule repeats every 1 to 10,000 units/],
      [
        { ...SCHEDULED, From: '2030-01-02T00:00', Until: '2030-01-01T00:00' },
        /Until: must be after the start/,
      ],
    ],
  },
  credential: {
    path: 'settings',
    opener: 'Add a credential',
    submit: /^Add$/,
    wrong: [
      [{ ...LOGIN, Name: '' }, /^Name: Please fill out this field/],
      [{ ...LOGIN, Name: 'lab' }, /Name/],
      [{ Type: 'ssh_key', Name: 'k', User: 'root', 'Private key': 'no key' }, /Private key: /],
      [{ ...LOGIN, 'On these addresses': '10.0.0.0/99' }, /Addresses and blocks, entry 1: /],
    ],
  },
  token: {
    path: 'settings/access',
    opener: 'Create a token',
    submit: /^Create$/,
    wrong: [
      [{}, /^Name.*: Please fill out this field/],
      [{ Name: 'ci', 'Last day': '2020-01-01' }, /Last day: must be in the future/],
      [{ Name: LONG }, /Name: must be at most 255 characters/],
    ],
  },
  channel: {
    path: 'settings/notifications',
    opener: 'Add a channel',
    submit: /^Add$/,
    wrong: [
      [{ Name: 'chat', Address: 'chat.example.org' }, /Address: must be a URL like https:/],
      [
        { Name: 'ops chat', Address: 'https://chat.example.org' },
        /Name already in use by notification channel 1/,
      ],
      [{ Type: 'email', Name: 'mail', Recipients: 'ops' }, /Recipients, entry 1: /],
    ],
  },
  rule: {
    path: 'settings/notifications?view=rules',
    opener: 'Add a rule',
    submit: /^Add$/,
    wrong: [
      [{ 'new findings': false, 'a task failed': false }, /Choose an event first/],
      [{ 'Risk at least': '101' }, /^Risk at least.*: Value must be less than or equal to 100/],
      [{ 'an agent is silent': true, 'Minutes that': '-1' }, /^Minutes that an agent is silent/],
    ],
  },
  group: {
    path: 'settings/groups',
    opener: 'Create a group',
    submit: /^Create$/,
    wrong: [
      [{}, /^Name: Please fill out this field/],
      [{ Name: 'production' }, /Name already in use by group 1/],
      [{ Name: ' ' }, /Name: /],
    ],
  },
  'a new acceptance': {
    path: 'acceptances',
    opener: 'New acceptance',
    submit: /^Next$/,
    wrong: [
      [{}, /^Vulnerability.*: Please fill out this field/],
      [{ Vulnerability: 'CVE-1999-99999' }, /Vulnerability CVE-1999-99999 not found/],
      [{ Vulnerability: 'openssl' }, /Vulnerability openssl not found/],
    ],
  },
  acceptance: {
    path: 'vulnerabilities/CVE-2024-0001',
    opener: 'Accept',
    submit: /^Accept$/,
    wrong: [
      [{}, /A reason is needed/],
      [{ Reason: ' ' }, /A reason is needed/],
      [{ Reason: 'lab', 'Until the end of': '2020-01-01' }, /^Until the end of.*: Value must be/],
    ],
  },
};

const formOf = (page: Page) => page.locator('dialog[open] form, main form').last();

async function type(page: Page, typed: Typed): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    const field = formOf(page)
      .getByLabel(new RegExp(`^\\s*${label}`))
      .first();
    if (typeof value === 'boolean') await field.setChecked(value);
    else if ((await field.locator('xpath=self::select').count()) > 0)
      await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Returns what the form says: of the browser about a field; else of the service, or why it cannot be sent. */
const readProblem = (page: Page): Promise<string> =>
  page.evaluate(`{
    const form = [...document.querySelectorAll('dialog[open] form, main form')].at(-1);
    const text = (selector) => [...(form?.querySelectorAll(selector) ?? [])].map((e) => e.innerText).join(' ');
    const wrong = form?.querySelector('input:invalid, textarea:invalid, select:invalid');
    const says = ['[role=alert]', '.buttons > .muted', '[role=status] li'].map(text).join(' ').trim();
    says || (wrong ? wrong.closest('label').innerText.replaceAll('\\n', ' ') + ': ' + wrong.validationMessage : '');
  }`);

/** Returns what a form says about an input. */
async function tryInput(page: Page, form: Form, typed: Typed): Promise<string> {
  await visit(page, form.path);
  if (form.opener !== undefined)
    await page.getByRole('button', { name: form.opener, exact: true }).first().click();
  await waitForAnswers(page);
  await type(page, typed);
  const button = formOf(page).getByRole('button', { name: form.submit });
  if (await button.isEnabled()) await button.click();
  await waitForAnswers(page);
  const says = await readProblem(page);
  await page.keyboard.press('Escape');
  await visit(page, 'settings/about');
  return says;
}

describe.runIf(hasBrowser)('wrong inputs', () => {
  it('each form names the field, and says what is wrong with it', async () => {
    const { page, screens, faults } = await openWholeConsole();
    faults.expected.push(/4\d\d/);
    const host = screens.find((path) => /^hosts\/\d+$/.test(path)) ?? '';
    const found: string[] = [];
    for (const [name, form] of Object.entries(FORMS))
      for (const [typed, problem] of form.wrong) {
        const path = form.path.replace('HOST', host);
        const says = await tryInput(page, { ...form, path }, typed).catch(String);
        if (!problem.test(says)) found.push(`${name} ${JSON.stringify(typed)}: "${says}"`);
      }
    expect(found).toEqual([]);
  });

  it('an installation of agents says why it cannot begin, and what to do where it failed', async () => {
    const { page, call } = await openWholeConsole();
    const { body } = await call('GET', '/hosts?q=db-2');
    const [host] = (body as { data: { id: number }[] }).data;
    await visit(page, 'agents?view=without&q=db-2');
    await page.locator('tbody input[type=checkbox]').check();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByText('lab (root').waitFor({ state: 'attached' });
    await call('DELETE', `/hosts/${host?.id ?? 0}`);
    await page.getByRole('button', { name: 'Start the dry run' }).click();
    await page.getByText('1 host refused: not_found').waitFor();

    await visit(page, 'agents?view=without&q=db-1');
    await page.locator('tbody input[type=checkbox]').check();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByText('lab (root').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Start the dry run' }).click();
    await page.getByText('1 host failed: auth_failed. Check user name and password').waitFor();

    await call('DELETE', '/credentials/1');
    await visit(page, 'agents?view=without&q=db-1');
    await page.locator('tbody input[type=checkbox]').check();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByText('There is no credential yet').waitFor();
    await page.getByRole('link', { name: 'Add a credential' }).waitFor();
  });
});
