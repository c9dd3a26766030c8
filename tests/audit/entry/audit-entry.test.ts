import { describe, expect, it } from 'vitest';
import { createAuditEntry } from '../../../src/audit/entry/audit-entry.js';
import { createAuditStatements } from '../../../src/audit/audit.statements.js';
import { createResourceReader } from '../../../src/audit/resources.statements.js';
import { testDatabase } from '../../support/database.js';

function setUp() {
  const { sqlite } = testDatabase();
  sqlite.exec(
    "INSERT INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at) VALUES (5, '10.0.0.5', x'', 'a', 'a', 0, 0)",
  );
  const entry = createAuditEntry(
    {
      statements: createAuditStatements(sqlite),
      resources: createResourceReader(sqlite),
      now: () => 100,
    },
    {
      request: { token_id: 7, actor: 'ann', role: 'admin', address: '10.0.0.1', request_id: 'r1' },
      route: { action: 'update', resource: 'host', id: { in: 'params', name: 'id' } },
      ids: ['5'],
      expectedStatus: 200,
    },
  );
  const lines = () =>
    sqlite.prepare('SELECT resource_id, outcome, status, code FROM audit ORDER BY id').all();
  const commit = (change = "UPDATE hosts SET name = name || 'x'") => {
    entry.afterBegin();
    sqlite.exec(change);
    entry.beforeCommit();
    entry.afterCommit();
  };
  return { entry, lines, commit };
}

describe('the line of a request', () => {
  it('is corrected if the request fails after its change was committed', () => {
    const { entry, lines, commit } = setUp();
    commit();
    expect(lines()).toEqual([{ resource_id: '5', outcome: 'ok', status: 200, code: null }]);
    entry.end({ status: 500, code: 'internal_error' })?.();
    expect(lines()).toEqual([
      { resource_id: '5', outcome: 'failed', status: 500, code: 'internal_error' },
    ]);
  });

  it('is written once, by the first transaction of the request that changes its resource', () => {
    const { entry, lines, commit } = setUp();
    commit('UPDATE hosts SET last_seen = 7'); // not a recorded field
    expect(lines()).toEqual([]);
    commit();
    commit();
    expect(entry.end({ status: 200, code: null })).toBeNull();
    expect(lines()).toHaveLength(1);
  });

  it('is written at the end of a request whose transactions changed no recorded field', () => {
    const { entry, lines, commit } = setUp();
    commit('UPDATE hosts SET last_seen = 7');
    entry.end({ status: 200, code: null })?.();
    expect(lines()).toEqual([{ resource_id: '5', outcome: 'ok', status: 200, code: null }]);
  });

  it('is written at the end of a request that changed nothing', () => {
    const { entry, lines } = setUp();
    entry.end({ status: 409, code: 'host_in_use' })?.();
    expect(lines()).toEqual([
      { resource_id: '5', outcome: 'refused', status: 409, code: 'host_in_use' },
    ]);
  });
});
