import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../../../support/console.js';
import { waitForAnswers } from '../../../support/visit.js';
import { openWholeConsole } from '../../../support/whole-console.js';

/** Types a text into the palette. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('input[role=combobox]:focus').waitFor();
  await page.keyboard.type(text);
  await waitForAnswers(page);
}

/** Returns the actions that the palette lists. */
async function listActions(page: Page): Promise<string[]> {
  const words = await page.getByRole('option', { disabled: false }).allTextContents();
  return words.filter((word) => word.endsWith(' Action'));
}

/** Does the first thing that the palette finds for a text. */
async function useAction(page: Page, text: string): Promise<void> {
  await search(page, text);
  await expect.poll(() => listActions(page)).not.toEqual([]);
  await page.keyboard.press('Enter');
}

describe.runIf(hasBrowser)('the actions of the palette', () => {
  it('it adds hosts, accepts, runs a template, stops its task and installs an agent', async () => {
    const { page, open, network, hosts, addTemplate } = await openWholeConsole();
    for (const ip of ['192.0.2.1', '192.0.2.2']) network.set(ip, 'waits');
    const scan = await addTemplate('pentest', hosts);
    await open('hosts');
    await useAction(page, 'add ho');
    await page.getByRole('dialog', { name: 'Add hosts' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Add hosts');

    await open('findings');
    await page.getByRole('row', { name: /CVE-2024-0001/ }).waitFor();
    await useAction(page, 'accept 2024-0001');
    await page.getByRole('dialog', { name: 'Accept CVE-2024-0001' }).waitFor();
    await page.keyboard.press('Escape');

    await open('templates');
    await page.getByRole('row', { name: /inventory of all/ }).waitFor();
    await search(page, '');
    await expect.poll(() => listActions(page)).toEqual(['New template Action']);
    await page.keyboard.press('Escape');
    await useAction(page, 'run inventory of');
    await page.waitForURL(/tasks\/\d+$/);

    await open(`templates/${scan}`);
    await useAction(page, 'run');
    await page.waitForURL(/tasks\/\d+$/);
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await useAction(page, 'stop');
    await page.locator('.outcome-words', { hasText: 'stopped' }).waitFor();

    await open('agents?view=without');
    await page.getByRole('checkbox', { name: 'Select this row' }).first().check();
    await useAction(page, 'install');
    await page.getByRole('dialog').getByText('dry run').first().waitFor();
  });

  it('it has what is typed while it is loaded, which reaches no shortcut of the page', async () => {
    const { page, open, request, template } = await openWholeConsole();
    await open(`templates/${template}`);
    await page.getByRole('button', { name: 'Run' }).waitFor();
    const release = await openSlowly(page);
    await page.keyboard.type('rux');
    await page.keyboard.press('Backspace');
    release();
    const field = page.locator('input[role=combobox]:focus');
    await field.waitFor();
    await page.keyboard.type('n');
    expect(await field.inputValue()).toBe('run');
    await page.getByRole('option', { name: /^Run/ }).waitFor();
    expect(await request<object[]>(200, 'GET', '/api/v1/tasks/?status=working')).toEqual([]);
  });

  it('it stays closed after Escape while it is loaded', async () => {
    const { page, open } = await openConsole();
    await open('hosts');
    const release = await openSlowly(page);
    const loaded = page.waitForResponse(PALETTE_FILE);
    await page.keyboard.type('ru');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?'); // the page has its keys again
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    release();
    await (await loaded).finished();
    await waitForAnswers(page);
    expect(await page.locator('input[role=combobox]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    expect(await page.locator('input[role=combobox]:focus').inputValue()).toBe('');
  });

  it('an action that the role may not use is listed with the reason, and does nothing', async () => {
    const { page, open } = await openConsole({ role: 'viewer' });
    await open('hosts');
    await search(page, 'add');
    const option = page.getByRole('option', { name: 'Add hosts Needs the role operator' });
    await option.waitFor();
    expect(await listActions(page)).toEqual([]);
    expect(await option.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await page.locator('.toast', { hasText: 'Needs the role operator' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

const PALETTE_FILE = /\/palette-[^/]*\.js$/;

/** Opens the palette for the first time. Its file is not loaded before the returned function is called. */
async function openSlowly(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(PALETTE_FILE, async (route) => {
    await held;
    await route.continue();
  });
  const loading = page.waitForRequest(PALETTE_FILE);
  await page.keyboard.press('Control+k');
  await loading;
  return release;
}
