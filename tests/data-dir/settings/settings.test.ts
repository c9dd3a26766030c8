import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSizes } from '../../../src/data-dir/settings/folder-size.js';
import { sumDataDir } from '../../../src/data-dir/settings/settings.js';
import { temporaryFolder, testApp } from '../../support/app.js';

const SECRETS = {
  ENCRYPTION_KEY: 'ab'.repeat(32),
  SMTP_URL: 'smtps://smtp-user@mail.example.org:465',
  SMTP_PASSWORD: 'smtp-secret-password',
};

describe('GET /settings', () => {
  it('returns the settings that apply, and no secret or path', async () => {
    const env = {
      ...SECRETS,
      SCHEDULE_TIMEZONE: 'Europe/Berlin',
      MAX_CONCURRENT_TASKS: '3',
      FEED_STALE_DAYS: '9',
      SCAN_DENY: '10.0.9.0/24,fd00::/8',
    };
    const app = await testApp({ env });
    const { status, body, text } = await app.call('GET', '/settings');
    expect(status, text).toBe(200);
    expect((body as { data: object }).data).toMatchObject({
      now: app.clock.now(),
      zone: 'Europe/Berlin',
      limits: { concurrent_tasks: 3, hosts_per_request: 10_000 },
      feeds: { stale_days: 9 },
      scan: { allow: [], deny: ['10.0.9.0/24', 'fd00::/8'] },
      mail: { is_configured: true, from: null },
    });
    for (const secret of [...Object.values(SECRETS), 'smtp-user', app.dir, 'test-admin-token'])
      expect(text).not.toContain(secret);
  });

  it('has the size of the data directory', async () => {
    const { call } = await testApp();
    const { body } = await call('GET', '/settings');
    const { data_dir } = (body as { data: { data_dir: Record<string, number> } }).data;
    const { bytes = 0, database_bytes = 0, knowledge_bytes = 0 } = data_dir;
    expect(database_bytes).toBeGreaterThan(0);
    expect(knowledge_bytes).toBeGreaterThan(0);
    expect(bytes).toBeGreaterThanOrEqual(database_bytes + knowledge_bytes);
  });
});

describe('fileSizes', () => {
  it('measures files in folders, and follows no link', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'feeds'));
    writeFileSync(join(folder, 'hostwarden.db'), '12345');
    writeFileSync(join(folder, 'hostwarden.db-wal'), '123');
    writeFileSync(join(folder, 'knowledge.db'), '12');
    writeFileSync(join(folder, 'feeds', 'kev'), '1234567');
    symlinkSync('/usr', join(folder, 'link'));
    expect(sumDataDir(folder, await fileSizes(folder))).toEqual({
      bytes: 17,
      database_bytes: 8,
      knowledge_bytes: 2,
      feeds_bytes: 7,
    });
  });

  it('is empty for a folder that does not exist', async () => {
    expect(await fileSizes(join(temporaryFolder(), 'none'))).toEqual(new Map());
  });
});
