import { describe, expect, it } from 'vitest';
import { heldClock } from '../../../support/app.js';
import { hasBrowser, openConsole } from '../../../support/console.js';
import { readTimes } from '../../../support/in-page.mjs';
import { visit } from '../../../support/visit.js';

const at = (text: string): number => Date.parse(text) / 1000;
const HOUR = 3600;

/** Berlin: 2027-03-28 has no 02:30, 2027-10-31 has it twice. New York changes on other days. */
const CHANGES = [
  ['forward', '2027-03-26T12:00:00Z', ['02:30', '03:30', '02:30'], ['21:30', '21:30', '20:30']],
  ['back', '2027-10-29T12:00:00Z', ['02:30', '02:30', '02:30'], ['20:30', '20:30', '21:30']],
] as const;

describe.runIf(hasBrowser)('times of schedules', () => {
  it.each(CHANGES)(
    'the starts on the screen are those of the service, and those that happen: clocks go %s',
    async (name, now, berlin, newYork) => {
      const clock = heldClock(at(now));
      const app = await openConsole({
        clock,
        env: { SCHEDULE_TIMEZONE: 'Europe/Berlin', SESSION_IDLE_HOURS: '200' },
        browser: { timezoneId: 'America/New_York' },
      });
      const { page, call } = app;
      await call('POST', '/hosts', [{ current_ip: '192.0.2.1' }]);
      // 02:30 in Berlin on the next day
      const first = at(now) + (now.startsWith('2027-03') ? 13.5 : 12.5) * HOUR;
      const created = await call('POST', '/api/v1/templates', {
        name: 'nightly',
        type: 'pentest',
        hosts: [1],
        enabled: true,
        schedule: { type: 3, recurrence: 1, start_time: first },
      });
      expect(created.status, created.text).toBe(201);

      await visit(page, 'templates/1/edit');
      const list = page.locator('.next-starts li');
      await expect.poll(() => list.count()).toBe(5);
      const texts = (await list.allInnerTexts()).slice(0, 3);
      const shown = await page.locator('.next-starts time').evaluateAll(readTimes);
      const wanted = shown.slice(0, 3).map(at);
      // In both zones, which differ.
      texts.forEach((text, i) => {
        expect(text).toContain(berlin[i]);
        expect(text).toContain(newYork[i]);
      });
      expect(texts[1]).toContain(name === 'forward' ? 'skips' : 'twice');

      const planned = await call('GET', `/schedules/starts?to=${at(now) + 4 * 24 * HOUR}`);
      const [item] = (planned.body as { data: { planned: number[] }[] }).data;
      expect(item?.planned.slice(0, 3)).toEqual(wanted);

      const history = async () => {
        const { body } = await call('GET', '/api/v1/templates/1/schedule/history');
        return (body as { data: { due_at: number; result: string }[] }).data;
      };
      for (const [i, start] of wanted.entries()) {
        clock.set(start - 1);
        await app.ctx.engine.idle();
        clock.set(start);
        await expect.poll(async () => (await history()).length, { timeout: 20_000 }).toBe(i + 1);
        await app.ctx.engine.idle();
      }
      const happened = (await history()).filter(({ result }) => result === 'started');
      expect(happened.map(({ due_at }) => due_at).sort()).toEqual(wanted);
      await visit(page, 'templates/1?tab=schedule');
      const due = await page.locator('tbody time').evaluateAll(readTimes);
      expect(due.map(at).sort()).toEqual(wanted);
    },
    300_000,
  );
});
