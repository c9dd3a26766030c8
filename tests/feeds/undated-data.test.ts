import { expect, it } from 'vitest';
import type { FeedResponse } from '../../src/feeds/feeds.schemas.js';
import { createReportApp } from '../reports/report-app.js';

const TRACKER = JSON.stringify({
  a: {
    'CVE-2023-1': { releases: { bookworm: { status: 'open', urgency: 'low', repositories: {} } } },
  },
});

it('undated data is loaded, and is not dated by the load', async () => {
  const app = await createReportApp();
  await app.request(200, 'PUT', '/feeds/debian-tracker', TRACKER);
  const feeds = await app.request<FeedResponse[]>(200, 'GET', '/feeds?limit=100');
  const tracker = feeds.find(({ name }) => name === 'debian-tracker');
  expect(tracker).toMatchObject({ status: 'ready', records: 1, data_from: null, stale: false });
  expect(tracker?.version).not.toBeNull();
});
