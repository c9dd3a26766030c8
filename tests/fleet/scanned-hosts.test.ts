import { describe, expect, it, vi } from 'vitest';
import { status } from '../../src/commands/fleet/status.js';
import type { Coverage } from '../../src/vulnerabilities/coverage/coverage.js';
import type { SummaryBody } from '../../src/fleet/fleet.schemas.js';
import { ADMIN, fakeType } from '../support/app.js';
import { testIo } from '../support/command.js';
import { setUpFleet } from '../support/fleet.js';
import { range, record } from '../support/stored-records.js';
import { runTemplate } from '../support/run-template.js';

const WITHOUT_INVENTORY = '10.0.0.2';
const UNREACHABLE = '10.0.0.3';

/**
 * Scans two hosts without an open port, of which the first has an inventory, and one that does not answer.
 */
async function setUp() {
  const closed = { services: [], scanned_ports: [22, 80] };
  const answer = (ip: string) =>
    ip === UNREACHABLE
      ? { outcome: 'unreachable' as const, reason: 'no_answer', detail: '' }
      : { outcome: 'done' as const, reason: null, detail: null, scan: closed };
  const app = await setUpFleet({ types: [fakeType(answer)] });
  app.storeRecords('osv-debian', [record('CVE-2024-1', { ranges: [range('a', '2')] })]);
  const read = async <T>(url: string): Promise<T> => (await app.call('GET', url)).body as T;
  const { taskId } = await runTemplate(app, ['10.0.0.1', '10.0.0.2', UNREACHABLE]);
  await vi.waitFor(async () => {
    const { data } = await read<{ data: { status: string } }>(`/api/v1/tasks/${taskId}`);
    expect(data.status).toBe('completed');
  });
  await app.importInventory(1, [{ name: 'b', version: '1' }]);
  const ids = async (query: string) => {
    const { data } = await read<{ data: { id: number; current_ip: string }[] }>(`/hosts${query}`);
    return data.map(({ current_ip }) => current_ip);
  };
  return { ...app, read, ids, taskId };
}

type App = Awaited<ReturnType<typeof setUp>>;

/** Returns how many hosts were not checked, as each reader says. */
async function notChecked({ read, ids }: App) {
  const { data: summary } = await read<{ data: SummaryBody }>('/summary');
  const { meta } = await read<{ meta: { not_checked: { hosts: number } } }>('/vulnerabilities');
  return {
    summary: summary.hosts.not_checked,
    vulnerabilities: meta.not_checked.hosts,
    hosts: await ids('?coverage=not_checked'),
  };
}

describe('a host without an open port', () => {
  it('is checked as soon as it has an inventory too, as each reader says', async () => {
    const app = await setUp();
    expect(await notChecked(app)).toEqual({
      summary: 2,
      vulnerabilities: 2,
      hosts: [WITHOUT_INVENTORY, UNREACHABLE],
    });
    const { meta } = await app.read<{ meta: { coverage: Coverage } }>('/hosts/1/vulnerabilities');
    expect(meta.coverage.services).toMatchObject({ state: 'matched', reason: null });
    const ofHost = await app.read<{ meta: object }>('/vulnerabilities?host_id=1');
    expect(ofHost.meta).toMatchObject({ not_checked: { hosts: 0, reasons: {} } });
    const report = await app.read<{ data: object }>(`/api/v1/tasks/${app.taskId}/report`);
    expect(report.data).toMatchObject({
      summary: {
        checked_hosts: 2,
        not_checked_hosts: 1,
        coverage: {
          packages: { not_applicable: 3 },
          services: { matched: 2, not_matched: 1 },
        },
      },
    });
    const io = testIo();
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    await status({ url, token: ADMIN }, io);
    expect(io.out().split('\n')[0]).toBe(
      'Packages: 1 of 3 hosts checked. Ports: 2 of 3 hosts checked.',
    );
  });

  it('stays checked when the task is deleted, and leaves no count when it is deleted itself', async () => {
    const app = await setUp();
    await notChecked(app);
    expect((await app.call('DELETE', `/api/v1/tasks/${app.taskId}`)).status).toBe(204);
    expect(await notChecked(app)).toMatchObject({
      summary: 2,
      hosts: [WITHOUT_INVENTORY, UNREACHABLE],
    });
    await app.call('DELETE', '/hosts/3');
    await app.call('DELETE', '/hosts/2');
    expect(await notChecked(app)).toEqual({ summary: 0, vulnerabilities: 0, hosts: [] });
  });
});
