import { expect, it } from 'vitest';
import { SOURCES } from './source.js';

it('one file creates the pool of report threads: their number is the limit of the whole service', () => {
  const creators = SOURCES.filter(({ text }) => /\bcreateReportRenderer\(\)/.test(text));
  expect(creators.map(({ path }) => path)).toEqual(['src/reports/create-reports.ts']);
});
