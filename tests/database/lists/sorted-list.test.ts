import { describe, expect, it } from 'vitest';
import { ADMIN, testApp, type TestApp } from '../../support/app.js';

interface Listed {
  data: Record<string, unknown>[];
  meta: { total: number };
}

/** Adds two channels, three rules, three messages, and two sessions. */
async function seed(app: TestApp): Promise<void> {
  const { call, ctx } = app;
  for (const name of ['mail list', 'Alerts'])
    await call('POST', '/notification-channels', {
      name,
      type: 'webhook',
      format: 'json',
      url: 'http://127.0.0.1:1/',
    });
  const rules = [
    { channel_id: 1, events: ['task.failed'] },
    { channel_id: 2, events: ['finding.new'], severity: 'low' },
    { channel_id: 1, events: ['feed.stale'], severity: 'critical', digest: 'daily' },
  ];
  for (const rule of rules) await call('POST', '/notification-rules', rule);
  const insert = ctx.database.sqlite.prepare(
    `INSERT INTO notification_deliveries (id, channel_id, event, stage, state, attempts, last_error, created_at)
      VALUES (?, ?, ?, 'ready', ?, ?, ?, 1)`,
  );
  insert.run(11, 1, 'test', 'sent', 1, null);
  insert.run(12, 2, 'finding.new', 'failed', 9, 'Status 500%');
  insert.run(13, 1, 'digest', 'pending', 2, null);
  const { body } = await call('POST', '/tokens', { name: 'zoe', role: 'viewer' });
  for (const token of [ADMIN, (body as { data: { token: string } }).data.token])
    await call('POST', '/session', { token }, { token: null });
}

/** Returns what the rows of a list are known by, in its order. */
async function list({ call }: TestApp, path: string, field: string): Promise<string> {
  const { status, body } = await call('GET', path);
  expect(status, path).toBe(200);
  const { data, meta } = body as Listed;
  if (!path.includes('limit=')) expect(meta.total).toBe(data.length);
  return data.map((row) => String(row[field])).join(' ');
}

const RULES = '/notification-rules?';
const MESSAGES = '/notification-deliveries?';
const LISTS: readonly [path: string, field: string, expected: string][] = [
  ['/notification-rules', 'id', '1 2 3'],
  [`${RULES}sort=-id`, 'id', '3 2 1'],
  [`${RULES}sort=channel`, 'id', '2 1 3'],
  [`${RULES}sort=-channel`, 'id', '3 1 2'],
  [`${RULES}sort=-severity`, 'id', '3 2 1'],
  [`${RULES}q=ALERT`, 'id', '2'],
  [`${RULES}q=mail%20list&channel_id=1&limit=1&page=2`, 'id', '3'],
  [`${RULES}q=stale`, 'id', '3'],
  [`${RULES}q=daily`, 'id', '3'],
  ['/notification-deliveries', 'id', '13 12 11'],
  [`${MESSAGES}sort=id`, 'id', '11 12 13'],
  [`${MESSAGES}sort=channel`, 'id', '12 11 13'],
  [`${MESSAGES}sort=-attempts`, 'id', '12 13 11'],
  [`${MESSAGES}sort=event`, 'id', '13 12 11'],
  [`${MESSAGES}q=500%25`, 'id', '12'],
  [`${MESSAGES}q=MAIL&state=sent`, 'id', '11'],
  [`${MESSAGES}q=_`, 'id', ''],
  ['/sessions', 'id', '2 1'],
  ['/sessions?sort=id', 'id', '1 2'],
  ['/sessions?sort=-token_name', 'id', '2 1'],
  ['/sessions?sort=address', 'id', '1 2'],
  ['/sessions?q=ZOE', 'id', '2'],
  ['/sessions?q=api_token', 'id', '1'],
  ['/sessions?q=127.0.0', 'id', '2 1'],
  ['/feeds?q=ALPINE', 'name', 'osv-alpine alpine-secdb'],
  ['/feeds?limit=2&sort=name', 'name', 'alpine-secdb debian-tracker'],
  ['/feeds?limit=1&sort=-id', 'name', 'eol'],
];

describe('lists that are searched and sorted', () => {
  it('they have the rows and the order of the request, and no other order', async () => {
    const app = await testApp();
    await seed(app);
    const expected = LISTS.map(([path, , rows]) => `${path}: ${rows}`);
    const found: string[] = [];
    for (const [path, field] of LISTS) found.push(`${path}: ${await list(app, path, field)}`);
    expect(found).toEqual(expected);
    for (const path of ['/feeds', '/sessions', '/notification-rules', '/notification-deliveries'])
      expect((await app.call('GET', `${path}?sort=other`)).status).toBe(400);
  });
});
