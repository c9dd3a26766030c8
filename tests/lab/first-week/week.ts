import { expect } from 'vitest';
import { reportWith, type Versions } from './first-day.js';
import type { WeekPage } from './page.js';
import type { UserService } from './service.js';

const DAY = 86_400;
/** The service begins this long before a start, seconds. */
const BEFORE_START = 3;
const START_MS = 60_000;

/** Makes a template of imported reports with a start each day in the form. Returns its id. */
export async function makeTemplate(week: WeekPage, from: number): Promise<number> {
  const { page, open, picture } = week;
  await open('templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('packages');
  await page.getByLabel('Type').selectOption('inventory');
  await page.getByLabel('Add a host by name or address').fill('127.0.0.1');
  await page.getByRole('button', { name: 'Add this' }).click();
  await page.getByText('Choose one of: Credential, Imported reports').waitFor();
  await page.getByRole('checkbox', { name: 'Imported reports' }).check();
  await page.getByLabel('Start tasks on a schedule').check();
  await page.getByRole('textbox', { name: 'From' }).fill(minuteOf(from));
  await expectStarts(week, from, DAY);
  await page.getByLabel('Every', { exact: true }).fill('2');
  await expectStarts(week, from, 2 * DAY);
  await page.getByLabel('Every', { exact: true }).fill('1');
  await expectStarts(week, from, DAY);
  await picture('08-template-form');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'packages' }).waitFor();
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

/** `2026-11-17T02:30` in UTC. */
const minuteOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16);

/** The form shows five starts, of this distance in seconds. */
async function expectStarts({ page }: WeekPage, from: number, distance: number): Promise<void> {
  const expected = [0, 1, 2, 3, 4].map((n) => minuteOf(from + n * distance));
  const shown = async (): Promise<(string | undefined)[]> => {
    const times = await page.locator('.next-starts time').all();
    return Promise.all(
      times.map(async (time) => (await time.getAttribute('datetime'))?.slice(0, 16)),
    );
  };
  await expect.poll(shown).toEqual(expected);
}

/** Runs the template from its page, and returns when its task has ended. */
export async function runNow({ page, open }: WeekPage, template: number): Promise<void> {
  await open(`templates/${template}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL(/\/ui\/tasks\/\d+$/);
  await page.getByText('completed').first().waitFor();
}

/**
 * Lets days pass: the service is stopped, and begins again a moment before the next start of the template. Before each
 * start the report of the day is imported. Returns how far the clock of the service is from the real one.
 * @param from Unix seconds of the first start
 */
export async function passDays(
  service: UserService,
  { template, host, from }: { template: number; host: number; from: number },
  days: readonly Versions[],
): Promise<{ shift: number; link: string }> {
  let shift = 0;
  let link = '';
  for (const [day, versions] of days.entries()) {
    await service.request('PUT', `/hosts/${host}/inventory`, reportWith(versions));
    const ended = await endedTasks(service, template);
    await service.stop();
    shift = from + day * DAY - BEFORE_START - Math.floor(Date.now() / 1000);
    link = await service.start(shift);
    await expect
      .poll(() => endedTasks(service, template), { timeout: START_MS, interval: 100 })
      .toBe(ended + 1);
  }
  return { shift, link };
}

async function endedTasks({ request }: UserService, template: number): Promise<number> {
  const path = `/api/v1/tasks/?templates_id=${template}&limit=100`;
  const tasks = await request<{ status: string }[]>('GET', path);
  return tasks.filter(({ status }) => status === 'completed').length;
}
