import { expect } from 'vitest';
import type { RegisteredAcceptance } from '../../../src/vulnerabilities/acceptances/acceptances.js';
import type { TestAppOptions } from '../../support/app.js';
import { setUpFleet, type TestFleet } from '../../support/fleet.js';
import { range, record } from '../../support/stored-records.js';

/** A fleet with acceptances. CVE-2024-1 is in package a of the first host, CVE-2024-2 in b of both and in a. */
export interface AcceptanceFleet extends TestFleet {
  first: number;
  second: number;
  /** sends `POST /acceptances` and returns the `data`, or the problem */
  accept: <T = RegisteredAcceptance>(body: Record<string, unknown>, status?: number) => Promise<T>;
  get: <T = RegisteredAcceptance[]>(
    url: string,
    status?: number,
  ) => Promise<{ data: T; meta: { total: number } }>;
  /** stores a group of hosts; returns its id */
  addGroup: (name: string, hosts: readonly number[]) => Promise<number>;
  /** stores a finding on a port of a host */
  addPortFinding: (host: number, vulnerability: string, port: number) => void;
}

export async function setUpAcceptances(options?: TestAppOptions): Promise<AcceptanceFleet> {
  const fleet = await setUpFleet(options);
  const { call, ctx } = fleet;
  fleet.storeRecords('osv-debian', [
    record('DEBIAN-CVE-2024-1', { severity: 'critical', ranges: [range('a', '2')] }),
    record('DEBIAN-CVE-2024-2', {
      severity: 'medium',
      ranges: [range('a', null), range('b', '2')],
    }),
  ]);
  const first = await fleet.addHost('10.0.0.1');
  const second = await fleet.addHost('10.0.0.2');
  await fleet.importInventory(first, [
    { name: 'a', version: '1' },
    { name: 'b', version: '1' },
  ]);
  await fleet.importInventory(second, [{ name: 'b', version: '1' }]);
  return {
    ...fleet,
    first,
    second,
    accept: async <T>(body: Record<string, unknown>, status = 201) => {
      const response = await call('POST', '/acceptances', { reason: 'Known', ...body });
      expect([response.status, response.text]).toEqual([status, response.text]);
      return (status === 201 ? (response.body as { data: T }).data : response.body) as T;
    },
    get: async <T>(url: string, status = 200) => {
      const response = await call('GET', url);
      expect([response.status, response.text]).toEqual([status, response.text]);
      return response.body as { data: T; meta: { total: number } };
    },
    addGroup: async (name, hosts) => {
      const { body } = await call('POST', '/groups', { name, host_ids: hosts });
      return (body as { data: { id: number } }).data.id;
    },
    addPortFinding: (host, vulnerability, port) => {
      const { sqlite } = ctx.database;
      sqlite
        .prepare('INSERT OR IGNORE INTO vulnerabilities (id, title) VALUES (?, ?)')
        .run(vulnerability, vulnerability);
      sqlite
        .prepare(
          `INSERT OR IGNORE INTO facts (key, origin, vulnerability_id, port, transport, installed_version, severity, confidence, advisory, basis)
           VALUES (?, 'service', ?, ?, 'tcp', '9.2p1', 'high', 'version-based', 'A', '{"scope":"cpe:a","source":"openbsd:openssh"}')`,
        )
        .run(Buffer.from(`${vulnerability} ${port}`), vulnerability, port);
      sqlite
        .prepare(
          'INSERT INTO host_findings (host_id, fact_id, first_seen, last_seen) SELECT ?, id, 1, 1 FROM facts WHERE vulnerability_id = ? AND port = ?',
        )
        .run(host, vulnerability, port);
    },
  };
}
