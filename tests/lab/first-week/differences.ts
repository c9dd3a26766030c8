import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { WeekPage } from './page.js';
import type { UserService } from './service.js';

const KINDS = ['New', 'Fixed', 'Changed', 'Not compared'] as const;
/** How many entries of each kind a difference has. */
type Counts = Record<(typeof KINDS)[number], number>;

/** Returns the counts of the difference that the page shows. */
async function readCounts({ page }: WeekPage): Promise<Counts> {
  const tabs = page.getByRole('navigation', { name: 'Kinds of differences' });
  await tabs.waitFor();
  const texts = await tabs.getByRole('link').allInnerTexts();
  return toCounts((kind) =>
    texts
      .find((text) => text.startsWith(`${kind} `))
      ?.split(' ')
      .at(-1),
  );
}

const toCounts = (find: (kind: keyof Counts) => unknown): Counts =>
  Object.fromEntries(KINDS.map((kind) => [kind, Number(find(kind))])) as Counts;

/** The counts of a difference, as the service and its commands print them. */
interface Summary {
  new: number;
  fixed: number;
  changed: number;
  not_compared: number;
}

const countsOf = (summary: Summary): Counts => ({
  New: summary.new,
  Fixed: summary.fixed,
  Changed: summary.changed,
  'Not compared': summary.not_compared,
});

/** Saves the difference that the page shows as HTML. Returns the file. */
async function saveHtml({ page }: WeekPage): Promise<string> {
  const group = page.getByRole('group', { name: 'Export' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    group.getByRole('button', { name: 'HTML' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

/** The upgrade of a package is shown: on the host, in the newest difference, and on the overview. */
export async function expectFixed(
  week: WeekPage,
  { template, host, name }: { template: number; host: number; name: string },
): Promise<void> {
  const { page, open, picture } = week;
  await open(`hosts/${host}?tab=changes`);
  await page.getByRole('row').filter({ hasText: name }).getByText('upgraded').waitFor();
  await picture('09-changes');
  await open(`hosts/${host}?tab=findings`);
  await page.getByRole('cell', { name: 'sope' }).first().waitFor();
  await picture('10-findings');
  expect(await page.getByRole('cell', { name, exact: true }).count()).toBe(0);
  await open(`templates/${template}?section=fixed`);
  await page.getByText(name).first().waitFor();
  await picture('11-fixed');
  const { Fixed } = await readCounts(week);
  expect(Fixed).toBeGreaterThan(0);
  await open('');
  await page
    .getByRole('link', { name: `−${Fixed} disappeared` })
    .first()
    .waitFor();
  await picture('12-overview');
}

/** The chain has these tasks, and its newest difference the numbers of `hostwarden diff` and of the HTML report. */
export async function expectChain(
  week: WeekPage,
  { command, request }: UserService,
  template: number,
  tasks: number,
): Promise<void> {
  await week.open(`templates/${template}`);
  await week.picture('13-chain');
  expect(await week.page.locator('figure.picture svg a').count()).toBe(tasks);
  const shown = await readCounts(week);
  const diffs = await request<{ summary: Summary }[]>('GET', `/api/v1/templates/${template}/diff`);
  expect(diffs).toHaveLength(tasks);
  expect(shown).toEqual(countsOf((diffs.at(-1) as { summary: Summary }).summary));
  const printed = await command('diff', `${template}`, '--last', '1', '--format', 'json');
  const [last] = (JSON.parse(printed) as { data: { summary: Summary }[] }).data;
  expect(shown).toEqual(last && countsOf(last.summary));
  const html = await saveHtml(week);
  expect(shown).toEqual(
    toCounts((kind) =>
      new RegExp(`<b>([\\d,]+)</b><span>${kind.toLowerCase()}</span>`).exec(html)?.at(1),
    ),
  );
  expect(shown.New).toBeGreaterThan(0);
}
