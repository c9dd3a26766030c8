import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../../src/audit/audit.schemas.js';
import { audit } from '../../src/commands/audit/audit.js';
import { renderAuditLines } from '../../src/commands/audit/audit.text.js';
import { tokenCreate } from '../../src/commands/token.js';
import { ADMIN, temporaryFolder, testApp } from '../support/app.js';
import { testIo } from '../support/command.js';

const LINE: AuditLine = {
  id: 1,
  time: 1_790_000_000,
  actor: { token_id: 3, name: 'night shift with a long name', role: 'operator', address: '::1' },
  action: 'update',
  resource: 'host',
  resource_id: '7',
  resource_name: 'printer',
  changes: { name: ['printer', `plotter ${'x'.repeat(100)}`], description: [null, '\u001b[2J'] },
  outcome: 'ok',
  status: 200,
  code: null,
  request_id: 'a-1',
  count: 1,
};

describe('hostwarden audit', () => {
  it('prints a table of at most 80 columns on a terminal of 80', () => {
    const refused = { ...LINE, outcome: 'refused', status: 403, code: 'forbidden' } as const;
    const failed = {
      ...LINE,
      action: 'login_failed',
      actor: { token_id: null, name: null, role: null, address: '2001:db8:1:2:3:4:5:6' },
      resource: 'token',
      resource_id: null,
      resource_name: null,
      count: 300,
    };
    const channel = {
      ...LINE,
      resource: 'notification_channel',
      resource_id: '123',
      resource_name: null,
    };
    const text = renderAuditLines([LINE, refused, failed, channel], 80);
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
    expect(text).toMatch(/refused\n +forbidden/);
    expect(text).toContain('token × 300');
    expect(text).toContain('notification_channel 123');
    expect(text).toContain('host printer (7)');
    expect(text).toContain('"printer" → "plot');
    expect(text).not.toContain('\u001b');
  });

  it('prints lines of the service that a filter selects, also as JSON', async () => {
    const app = await testApp();
    await app.call('POST', '/groups', { name: 'office' });
    await app.call('POST', '/tokens', { name: 'screen', role: 'viewer' });
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const connection = { url: `http://127.0.0.1:${port}`, token: ADMIN };
    const io = testIo();
    expect(await audit({ ...connection, resource: 'group' }, io)).toBe(0);
    expect(io.out()).toMatch(/\tAPI_TOKEN\tcreate\tgroup office \(1\)\tok\tName: "office"/);
    expect(io.out()).not.toContain('screen');
    const json = testIo();
    await audit({ ...connection, id: '1', action: 'create', json: true }, json);
    expect(JSON.parse(json.out())).toMatchObject([{ resource: 'group', resource_id: '1' }]);
  });

  it('names the command line as the actor of a command on a data directory', async () => {
    const dataDir = temporaryFolder();
    await tokenCreate({ dataDir, name: 'screen', role: 'viewer' }, testIo());
    const io = testIo();
    await audit({ dataDir, json: true }, io);
    const lines = JSON.parse(io.out()) as AuditLine[];
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      actor: { token_id: null, name: 'command line', role: 'admin', address: null },
      action: 'create',
      resource: 'token',
      changes: { name: [null, 'screen'] },
    });
  });
});
