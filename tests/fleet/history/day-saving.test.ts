import { expect, it } from 'vitest';
import { createDaySaving } from '../../../src/fleet/history/day-saving.js';
import { setUpFleet } from '../../support/fleet.js';

const DAY_S = 86_400;
const MINUTE_MS = 60_000;

it('is due in the background a minute after a write, and an hour without one', async () => {
  const { ctx, addHost } = await setUpFleet();
  let now = 20_000 * DAY_S;
  let ms = 0;
  const wait = (minutes: number): void => {
    now += minutes * 60;
    ms += minutes * MINUTE_MS;
  };
  const days = createDaySaving({
    database: ctx.database,
    clock: { now: () => now, monotonicMs: () => ms },
    clockWatch: ctx.clockWatch,
    readDay: async () => ({}) as never,
    store: async () => undefined,
  });
  const due = () => [days.isDue(), days.isDueInBackground()];
  expect(due()).toEqual([true, true]); // never stored
  await days.saveDay();
  expect(due()).toEqual([false, false]);
  wait(1);
  expect(due()).toEqual([true, false]);
  wait(59);
  expect(due()).toEqual([true, true]);
  await days.saveDay();
  await addHost('10.0.0.1');
  expect(due()).toEqual([false, false]);
  wait(1);
  expect(due()).toEqual([true, true]);
  await days.saveDay();
  now += DAY_S;
  expect(due()).toEqual([true, true]);
});
