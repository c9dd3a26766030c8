import type { Coverage } from '../../../src/vulnerabilities/coverage/coverage.js';
import { describe, expect, it, vi } from 'vitest';
import type { FoundService } from '../../../src/pentest/service.js';
import { service } from '../../support/services.js';
import {
  createReportApp,
  EMPTY_DIFF,
  lastDiff,
  nvdFile,
  OPENSSH,
  summarize,
  type ReportApp,
  type ScanResult,
} from '../report-app.js';

const SSHD = service(22, {
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  banner: 'SSH-2.0-OpenSSH_9.2p1',
});
const WEB = service(80, { service: 'http', product: 'nginx', version: '1.20' });

async function setUpScan(): Promise<{ app: ReportApp; template: number; host: number }> {
  const app = await createReportApp();
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('pentest', [host]);
  app.network.set('10.0.0.1', { services: [SSHD, WEB] });
  await app.runTask(template);
  return { app, template, host };
}

/** Returns the ports in `services` of the last diff. */
async function lastServiceChanges(app: ReportApp, template: number) {
  const diff = (await app.getDiffs(template)).at(-1);
  return {
    opened: diff?.services.opened.map((s) => s.port),
    closed: diff?.services.closed.map((s) => s.port),
    changed: diff?.services.changed.map((s) => s.port),
  };
}
const NO_CHANGES = { opened: [], closed: [], changed: [] };

describe('differences between scans', () => {
  it('reports no port as closed while the host is down, nor as opened afterwards', async () => {
    const { app, template } = await setUpScan();
    expect(await lastServiceChanges(app, template)).toEqual({ ...NO_CHANGES, opened: [22, 80] });
    app.network.set('10.0.0.1', 'unreachable');
    await app.runTask(template);
    expect(await lastServiceChanges(app, template)).toEqual(NO_CHANGES);
    expect((await lastDiff(app, template)).not_compared).toEqual(['10.0.0.1 unreachable']);
    app.network.set('10.0.0.1', { services: [SSHD] });
    await app.runTask(template);
    expect(await lastServiceChanges(app, template)).toEqual({ ...NO_CHANGES, closed: [80] });
  });

  it('keeps the ports and findings of a host that answers no port any more', async () => {
    const { app, template, host } = await setUpScan();
    await app.request(200, 'PUT', '/feeds/nvd', nvdFile('CVE-2024-9', 'openbsd:openssh'));
    app.network.set('10.0.0.1', { services: [OPENSSH, WEB] });
    await app.runTask(template);
    app.network.set('10.0.0.1', { services: [], silent_ports: [22, 80, 443] });
    await app.runTask(template);
    expect(await lastServiceChanges(app, template)).toEqual(NO_CHANGES);
    expect(await lastDiff(app, template)).toMatchObject({
      fixed: [],
      not_compared: ['10.0.0.1 ports_silent 22,80'],
    });
    const services = await app.request<{ port: number }[]>(200, 'GET', `/hosts/${host}/services`);
    expect(services.map(({ port }) => port)).toEqual([22, 80]);
    const findings = await app.request(200, 'GET', `/hosts/${host}/vulnerabilities`);
    expect(findings).toHaveLength(1);
    const { coverage } = await app.request<{ coverage: Coverage }>(200, 'GET', `/hosts/${host}`);
    expect(coverage.services).toMatchObject({
      state: 'partly',
      reason: 'no_answer',
      message: 'No answer from ports 22, 80: they may still be open.',
    });
    const diff = (await app.getDiffs(template)).at(-1);
    expect(diff?.summary).toMatchObject({ checked_hosts: 0, not_checked_hosts: 1 });
  });

  it('lists a UDP service when it answers first, and its silence as no change', async () => {
    const { app, template } = await setUpScan();
    const snmp = { ...service(161, { service: 'snmp' }), transport: 'udp' as 'tcp' }; // as a UDP scan stores it
    for (const services of [
      [SSHD, WEB, snmp],
      [SSHD, WEB],
      [SSHD, WEB, snmp],
    ]) {
      app.network.set('10.0.0.1', { services, scanned_ports: [22, 80, 161] });
      await app.runTask(template);
    }
    const chain = await app.getDiffs(template);
    expect(chain.slice(1).map((d) => d.services)).toMatchObject([
      { opened: [{ port: 161, transport: 'udp' }], closed: [], changed: [] },
      NO_CHANGES,
      NO_CHANGES,
    ]);
  });

  it('reports no port outside the scanned range as closed', async () => {
    const { app, template } = await setUpScan();
    app.network.set('10.0.0.1', { services: [SSHD], scanned_ports: [22] });
    await app.runTask(template);
    expect(await lastServiceChanges(app, template)).toEqual(NO_CHANGES);
    expect((await lastDiff(app, template)).not_compared).toEqual([
      '10.0.0.1 ports_not_scanned 80',
      '10.0.0.1 not_matched 22',
    ]);
  });

  it('ignores a banner that contains the time', async () => {
    const { app, template } = await setUpScan();
    app.network.set('10.0.0.1', {
      services: [
        { ...SSHD, banner: 'at 12:01' },
        { ...WEB, version: '1.22' },
      ],
    });
    await app.runTask(template);
    expect(await lastServiceChanges(app, template)).toEqual({ ...NO_CHANGES, changed: [80] });
  });

  it.each<[string, Partial<FoundService>]>([
    ['its distribution', { revision: null }],
    ['its version', { revision: null, version: null, cpe: null }],
    [
      'its name',
      {
        service: null,
        product: null,
        version: null,
        revision: null,
        cpe: null,
        confidence: 'possible',
      },
    ],
  ])(
    'keeps the findings of a service that no longer reports %s, in the diff and in the list of the host',
    async (_case, hidden) => {
      const app = await createReportApp();
      await app.importFeed({ openssh: { 'CVE-2024-1': '1:9.2p1-2+deb12u3' } });
      await app.request(
        200,
        'PUT',
        '/feeds/nvd',
        JSON.stringify(nvdFile('CVE-2023-9', 'openbsd:openssh')),
      );
      const host = await app.addHost('10.0.0.1');
      const template = await app.addTemplate('pentest', [host]);
      const scan = async (service: FoundService) => {
        app.network.set('10.0.0.1', { services: [service] });
        await app.runTask(template);
        const now = await app.request<{ vulnerability_id: string }[]>(
          200,
          'GET',
          `/hosts/${host}/vulnerabilities`,
        );
        return [await lastDiff(app, template), now.map((f) => f.vulnerability_id)];
      };
      expect(await scan(OPENSSH)).toEqual([
        { ...EMPTY_DIFF, new: ['CVE-2024-1 22 target'] },
        ['CVE-2024-1'],
      ]);
      for (let i = 0; i < 2; i += 1)
        expect(await scan({ ...OPENSSH, ...hidden })).toEqual([
          { ...EMPTY_DIFF, not_compared: ['10.0.0.1 service_not_identified 22'] },
          ['CVE-2024-1'],
        ]);
      expect(await scan(OPENSSH)).toEqual([{ ...EMPTY_DIFF, unchanged: 1 }, ['CVE-2024-1']]);
      expect(await scan({ ...OPENSSH, revision: 'Debian 2+deb12u3' })).toEqual([
        { ...EMPTY_DIFF, fixed: ['CVE-2024-1 22 target'] },
        [],
      ]);
    },
  );

  it('reports a weakness as fixed in diff and list once a different service listens on its port', async () => {
    const app = await createReportApp();
    const host = await app.addHost('10.0.0.1');
    const template = await app.addTemplate('pentest', [host]);
    const list = async () =>
      (
        await app.request<{ vulnerability_id: string }[]>(
          200,
          'GET',
          `/hosts/${host}/vulnerabilities`,
        )
      ).map((f) => f.vulnerability_id);
    const check = {
      id: 'redis-without-password',
      port: 22,
      transport: 'tcp' as const,
      result: 'weak' as const,
      evidence: null,
    };
    app.network.set('10.0.0.1', {
      services: [service(22, { service: 'redis', product: 'Redis' })],
      checks: [check],
    });
    await app.runTask(template);
    expect(await list()).toEqual(['redis-without-password']);
    app.network.set('10.0.0.1', { services: [service(22, { confidence: 'possible' })] });
    await app.runTask(template);
    expect([await list(), await lastDiff(app, template)]).toEqual([
      ['redis-without-password'],
      {
        ...EMPTY_DIFF,
        not_compared: ['10.0.0.1 check_inconclusive 22', '10.0.0.1 not_matched 22'],
      },
    ]);
    app.network.set('10.0.0.1', { services: [OPENSSH] });
    await app.runTask(template);
    expect([await list(), await lastDiff(app, template)]).toEqual([
      [],
      {
        ...EMPTY_DIFF,
        fixed: ['redis-without-password 22 target'],
        not_compared: ['10.0.0.1 not_matched 22'],
      },
    ]);
  });

  it('keeps the findings of hosts that a stopped task did not reach', async () => {
    const { app, template } = await setUpScan();
    app.network.set('10.0.0.1', 'waits');
    const task = await app.startTask(template);
    await app.request(202, 'POST', `/api/v1/tasks/${task}/stop`);
    await app.waitForTask(task);
    expect(await lastServiceChanges(app, template)).toEqual(NO_CHANGES);
    expect((await lastDiff(app, template)).not_compared).toEqual(['10.0.0.1 stopped']);
  });

  it('does not compare a result when an earlier task scanned the host later', async () => {
    const { app, template } = await setUpScan();
    let finishScan: (scan: ScanResult) => void = () => undefined;
    app.network.set(
      '10.0.0.1',
      new Promise((resolve) => {
        finishScan = resolve;
      }),
    );
    const slow = await app.startTask(template);
    await vi.waitFor(async () => {
      expect(
        (
          await app.request<{ started_at: number | null }[]>(
            200,
            'GET',
            `/api/v1/tasks/${slow}/hosts`,
          )
        )[0]?.started_at,
      ).not.toBeNull();
    });
    app.network.set('10.0.0.1', { services: [SSHD, WEB] });
    const quick = await app.startTask(template);
    await vi.waitFor(async () => {
      expect(await app.request(200, 'GET', `/api/v1/tasks/${quick}`)).toMatchObject({
        status: 'completed',
      });
    }, 5000);
    finishScan({ services: [SSHD] });
    await app.waitForTask(slow);
    const [, earlier, later] = await app.getDiffs(template);
    expect([earlier?.task_id, earlier?.services.closed.map((s) => s.port)]).toEqual([slow, [80]]);
    expect([later?.services, summarize(later)]).toEqual([
      NO_CHANGES,
      { ...EMPTY_DIFF, not_compared: ['10.0.0.1 overtaken'] },
    ]);
    app.network.set('10.0.0.1', { services: [SSHD] });
    await app.runTask(template);
    expect(await lastServiceChanges(app, template)).toEqual(NO_CHANGES);
  });

  it('compares a chain of 200 tasks', async () => {
    const { app, template } = await setUpScan();
    for (let i = 0; i < 199; i += 1) {
      app.network.set(
        '10.0.0.1',
        i % 3 === 0 ? 'unreachable' : { services: i % 2 === 0 ? [SSHD] : [SSHD, WEB] },
      );
      await app.runTask(template);
    }
    const chain = await app.getDiffs(template);
    let open = 0;
    for (const diff of chain) open += diff.services.opened.length - diff.services.closed.length;
    expect(chain).toHaveLength(200);
    expect([chain.filter((d) => d.not_compared[0]?.reason === 'unreachable').length, open]).toEqual(
      [67, 2 - Number(198 % 3 !== 0 && 198 % 2 === 0)],
    );
  });

  it('compares with the task before a deleted one', async () => {
    const { app, template } = await setUpScan();
    app.network.set('10.0.0.1', { services: [SSHD] });
    const second = await app.runTask(template);
    await app.runTask(template);
    await app.request(204, 'DELETE', `/api/v1/tasks/${second}`);
    const chain = await app.getDiffs(template);
    expect(chain.map((d) => d.services.closed.length)).toEqual([0, 1]);
    expect(chain[1]?.base_task_id).toBe(chain[0]?.task_id);
  });

  it('keeps the diffs of archived tasks', async () => {
    const { app, template } = await setUpScan();
    app.network.set('10.0.0.1', { services: [SSHD] });
    const second = await app.runTask(template);
    await app.request(204, 'DELETE', `/api/v1/templates/${template}`);
    await app.request(404, 'GET', `/api/v1/templates/${template}/diff`);
    expect(await app.request(200, 'GET', `/api/v1/tasks/${second}/diff`)).toMatchObject({
      task_id: second,
      base_task_id: second - 1,
      services: {
        closed: [{ port: 80, after: null, before: { product: 'nginx', version: '1.20' } }],
      },
    });
  });

  it('refuses the diff of a running or an unknown task', async () => {
    const { app, template } = await setUpScan();
    app.network.set('10.0.0.1', 'waits');
    const task = await app.startTask(template);
    await app.request(409, 'GET', `/api/v1/tasks/${task}/diff`);
    expect(await app.getDiffs(template)).toHaveLength(1);
    await app.request(404, 'GET', '/api/v1/tasks/999/diff');
    await app.request(404, 'GET', '/api/v1/templates/999/diff');
    await app.request(202, 'POST', `/api/v1/tasks/${task}/stop`);
    await app.waitForTask(task);
  });
});
