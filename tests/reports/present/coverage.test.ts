import { describe, expect, it } from 'vitest';
import type { DiffBody, TaskReportBody } from '../../../src/commands/report/report.body.js';
import { feedDateText, unansweredText } from '../../../src/reports/present/coverage.js';
import { createReportApp, OS } from '../report-app.js';

const NOW = Date.UTC(2026, 10, 22, 12) / 1000;
const HOUR = 3_600;
const DAY = 24 * HOUR;

describe('the age of data', () => {
  it.each([
    [-HOUR, 'less than an hour old'],
    [0, 'less than an hour old'],
    [HOUR - 1, 'less than an hour old'],
    [HOUR, '1 hour old'],
    [DAY - 1, '23 hours old'],
    [DAY, '1 day old'],
    [729 * DAY, '729 days old'],
    [730 * DAY, '2 years old'],
  ])('of %i seconds is %s', (seconds, expected) => {
    const feed = { name: 'nvd', data_from: NOW - seconds, stale: false };
    expect(feedDateText(feed, NOW)).toContain(`(${expected})`);
  });
});

it.each([
  [0, null],
  [1, '1 address did not answer: no host is known there'],
  [1251, '1,251 addresses did not answer: no host is known there'],
])('%i addresses without a host are named', (count, expected) => {
  expect(unansweredText({ unanswered_addresses: count })).toBe(expected);
});

it('names the system that no feed covers as the task saw it', async () => {
  const app = await createReportApp();
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  const dpkg = 'bash\t5.1\tamd64\tbash\t5.1\tii \t100\n';
  const kali = 'NAME="Kali GNU/Linux"\nID=kali\nPRETTY_NAME="Kali GNU/Linux Rolling"\n';
  for (const os of [kali, OS]) {
    await app.request(200, 'PUT', `/hosts/${host}/inventory`, {
      sections: { 'os-release': os, dpkg },
    });
    await app.runTask(template);
  }
  const message = 'No feed covers the packages of Kali GNU/Linux Rolling.';
  const report = await app.request<TaskReportBody>(200, 'GET', '/api/v1/tasks/1/report');
  expect(report.not_checked).toMatchObject([{ reason: 'unsupported_system', message }]);
  const diff = await app.request<DiffBody>(200, 'GET', '/api/v1/tasks/1/diff');
  expect(diff.not_compared).toMatchObject([{ reason: 'not_matched', detail: message }]);
  const results = await app.request<{ coverage: { packages: object } }[]>(
    200,
    'GET',
    '/api/v1/tasks/1/results',
  );
  expect(results[0]?.coverage.packages).toMatchObject({ message });
});
