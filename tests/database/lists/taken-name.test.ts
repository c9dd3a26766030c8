import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/database/database.js';
import { testApp } from '../../support/app.js';
import { temporaryFolder } from '../../support/database.js';

const WEBHOOK = { type: 'webhook', format: 'json', url: 'https://example.org/hook' };
const LOGIN = { type: 'ssh_password', username: 'root', password: 'p' };
const TEMPLATE = { type: 'pentest', hosts: [], enabled: false };

const KINDS = [
  ['/groups', {}, 'groups'],
  ['/credentials', LOGIN, 'credentials'],
  ['/notification-channels', WEBHOOK, 'notification_channels'],
  ['/api/v1/templates', TEMPLATE, 'templates'],
] as const;

describe.each(KINDS)('names of %s', (path, fields, table) => {
  const setUp = async () => {
    const { call, ctx } = await testApp();
    const create = (name: string) => call('POST', path, { name, ...fields });
    const rename = (id: number, name: string) => call('PUT', `${path}/${id}`, { name });
    return { call, create, rename, sqlite: ctx.database.sqlite };
  };

  it('are unique without regard to case, when created and when changed', async () => {
    const { create, rename } = await setUp();
    for (const name of ['Büro', 'other']) expect((await create(name)).status).toBe(201);
    const taken = { status: 409, body: { code: 'name_taken', conflict: { id: 1 } } };
    for (const name of ['Büro', 'BÜRO', 'bu\u0308ro', ' büro '])
      expect(await create(name)).toMatchObject(taken);
    expect(await rename(2, 'BÜRO')).toMatchObject(taken);
    expect((await rename(1, 'BÜRO')).status).toBe(200);
    expect((await rename(1, 'BÜRO')).status).toBe(200);
  });

  it('are free again after a deletion', async () => {
    const { call, create } = await setUp();
    await create('lab');
    expect((await call('DELETE', `${path}/1`)).status).toBe(204);
    expect((await create('LAB')).status).toBe(201);
  });

  it('may be doubles that were stored before, which can be changed and renamed', async () => {
    const { create, rename, sqlite } = await setUp();
    await create('lab');
    await create('other');
    sqlite.prepare(`UPDATE ${table} SET name = 'LAB' WHERE id = 2`).run();
    expect((await rename(2, 'LAB')).status).toBe(200);
    expect((await rename(2, 'Lab')).status).toBe(409);
    expect((await rename(2, 'dmz')).status).toBe(200);
  });
});

describe('templates of the command "scan"', () => {
  it('take no name from others, and keep theirs', async () => {
    const { call } = await testApp();
    const post = (name: string, more: object = {}) =>
      call('POST', '/api/v1/templates', { name, ...TEMPLATE, ...more });
    const scan = { shares_name: true };
    expect((await post('scan 10.0.0.1', scan)).status).toBe(201);
    expect((await post('scan 10.0.0.1', scan)).status).toBe(201);
    expect((await post('Scan 10.0.0.1')).status).toBe(201);
    expect((await post('scan 10.0.0.1', scan)).status).toBe(201);
    expect(await post('scan 10.0.0.1')).toMatchObject({
      status: 409,
      body: { conflict: { id: 3 } },
    });
    const put = (name: string) => call('PUT', '/api/v1/templates/1', { name });
    expect((await put('scan 10.0.0.1')).status).toBe(200); // its own name
    expect((await put('nightly')).status).toBe(200);
    expect(await post('Nightly')).toMatchObject({ status: 409, body: { conflict: { id: 1 } } });
  });

  it('are known by their names in an old database, and doubles there stay', async () => {
    const file = `${temporaryFolder()}/old.db`;
    const old = openDatabase(file, 0);
    old.sqlite.exec(`
      DROP INDEX vulnerabilities_id_nocase;
      DROP INDEX acceptances_vulnerability_nocase;
      ALTER TABLE templates DROP COLUMN shares_name;
      DELETE FROM migrations WHERE id = 22;
      INSERT INTO templates (name, type, created_at, updated_at) VALUES
        ('scan 10.0.0.1', 'pentest', 0, 0), ('nightly', 'pentest', 0, 0), ('Nightly', 'pentest', 0, 0);
      INSERT INTO groups (name, created_at, updated_at) VALUES ('lab', 0, 0), ('LAB', 0, 0);
    `);
    await old.close();
    const migrated = openDatabase(file, 0);
    const rows = migrated.sqlite.prepare('SELECT name, shares_name FROM templates').raw().all();
    expect(rows).toEqual([
      ['scan 10.0.0.1', 1],
      ['nightly', 0],
      ['Nightly', 0],
    ]);
    expect(migrated.sqlite.prepare('SELECT count(*) FROM groups').pluck().get()).toBe(2);
    await migrated.close();
  });
});
