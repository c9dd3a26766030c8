import { describe, expect, it, vi } from 'vitest';
import type { FoundService } from '../../../src/pentest/service.js';
import { nvdFile, OS, reportApp, service, told, type ReportApp, type Scanned } from '../service.js';

const SSL = {
  openssl: { 'CVE-2024-1': '3.0.2', 'CVE-2024-2': null },
  bash: { 'CVE-2024-3': '5.2' },
};
const OLD = { openssl: '3.0.1', bash: '5.1' };
const nothing = { new: [], fixed: [], changed: [], unchanged: 0, not_compared: [] };
const ALL_NEW = {
  ...nothing,
  new: ['CVE-2024-1 openssl target', 'CVE-2024-2 openssl target', 'CVE-2024-3 bash target'],
};

async function inventoried(): Promise<{ app: ReportApp; host: number; template: number }> {
  const app = await reportApp();
  await app.feed(SSL);
  const host = await app.host('10.0.0.1');
  const template = await app.template('inventory', [host]);
  await app.packages(host, OLD);
  await app.run(template);
  return { app, host, template };
}
const last = async (app: ReportApp, template: number) => told((await app.diff(template)).at(-1));

describe('an inventory, run twice', () => {
  it('tells that an upgraded package is mended, with both versions', async () => {
    const { app, host, template } = await inventoried();
    await app.packages(host, { ...OLD, openssl: '3.0.2' });
    await app.run(template);
    const [first, second] = await app.diff(template);
    expect(told(first)).toEqual(ALL_NEW);
    expect(told(second)).toEqual({
      ...nothing,
      fixed: ['CVE-2024-1 openssl target'],
      changed: ['CVE-2024-2 openssl target installed_version'],
      unchanged: 1,
    });
    expect(second?.fixed[0]).toMatchObject({
      why: 'Package openssl went from 3.0.1 to 3.0.2.',
      evidence: {
        before: { installed_version: '3.0.1', fixed_version: '3.0.2' },
        after: { installed_version: '3.0.2', fixed_version: null },
      },
    });
    expect(second?.summary).toMatchObject({
      new: 0,
      fixed: 1,
      changed: 1,
      unchanged: 1,
      accepted: 0,
      not_compared: 0,
      by_severity: { critical: { new: 0, fixed: 0 } },
    });
    expect(second?.base_task_id).toBe(first?.task_id);
  });

  it('tells that a removed package is mended', async () => {
    const { app, host, template } = await inventoried();
    await app.packages(host, { bash: '5.1' });
    await app.run(template);
    expect(await last(app, template)).toEqual({
      ...nothing,
      fixed: ['CVE-2024-1 openssl target', 'CVE-2024-2 openssl target'],
      unchanged: 1,
    });
  });

  it('tells what came and went by an update of the feed alone', async () => {
    const { app, host, template } = await inventoried();
    await app.feed({
      openssl: { 'CVE-2024-1': '3.0.2', 'CVE-2024-9': null },
      bash: { 'CVE-2024-3': '5.3' },
    });
    await app.packages(host, OLD);
    await app.run(template);
    expect(await last(app, template)).toEqual({
      ...nothing,
      new: ['CVE-2024-9 openssl knowledge'],
      fixed: ['CVE-2024-2 openssl knowledge'],
      changed: ['CVE-2024-3 bash knowledge fixed_version'],
      unchanged: 1,
    });
  });

  it('tells host and knowledge apart when both changed', async () => {
    const { app, host, template } = await inventoried();
    await app.feed({ ...SSL, bash: { 'CVE-2024-3': '5.2', 'CVE-2024-4': null } });
    await app.packages(host, { openssl: '3.0.2', bash: '5.1' });
    await app.run(template);
    expect(await last(app, template)).toMatchObject({
      new: ['CVE-2024-4 bash knowledge'],
      fixed: ['CVE-2024-1 openssl target'],
    });
  });

  it('keeps what is known of a host whose agent could not be reached', async () => {
    const { app, host, template } = await inventoried();
    const other = await app.host('10.0.0.2');
    await app.want(200, 'PUT', `/api/v1/templates/${template}`, { hosts: [host, other] });
    app.network.set('10.0.0.1', 'unreachable');
    await app.packages(other, OLD);
    await app.run(template);
    expect(await last(app, template)).toEqual({
      ...ALL_NEW,
      not_compared: ['10.0.0.1 agent_offline'],
    });
    app.network.delete('10.0.0.1');
    await app.packages(host, { ...OLD, openssl: '3.0.2' });
    await app.run(template);
    expect(await last(app, template)).toMatchObject({
      fixed: ['CVE-2024-1 openssl target'],
      not_compared: ['10.0.0.2 no_import'],
    });
  });

  it('keeps what is known when a task failed, which is in the chain all the same', async () => {
    const { app, template } = await inventoried();
    const failed = await app.run(template); // nothing new was imported
    const chain = await app.diff(template);
    expect(chain).toHaveLength(2);
    expect(told(chain[1])).toEqual({ ...nothing, not_compared: ['10.0.0.1 no_import'] });
    expect(chain[1]).toMatchObject({
      task_id: failed,
      base_task_id: chain[0]?.task_id,
      summary: { open: 3 },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['lacks', {}],
    ['has an empty', { dpkg: '' }],
    ['has half a', { dpkg: 'bash\t5.1\tamd64\tbash\t5.1\tii \t100\n', failed: 'dpkg 2\n' }],
    [
      'has half a, beside that of another tool,',
      { dpkg: 'bash\t5.1\n', failed: 'dpkg 2\n', rpm: 'alien\t0\t1\t1\tnoarch\n' },
    ],
  ])('keeps what is known when a report %s list of packages', async (_what, sections) => {
    const { app, host, template } = await inventoried();
    await app.want(200, 'PUT', `/hosts/${host}/inventory`, {
      sections: { 'os-release': OS, hostname: 'web1', ...sections },
    });
    const task = await app.run(template);
    expect(await last(app, template)).toEqual({
      ...nothing,
      not_compared: ['10.0.0.1 no_packages'],
    });
    expect(await app.want(200, 'GET', `/api/v1/tasks/${task}/report`)).toMatchObject({
      findings: [],
      without_result: [{ reason: 'no_packages' }],
    });
    await app.packages(host, { ...OLD, openssl: '3.0.2' });
    await app.run(template);
    expect(await last(app, template)).toMatchObject({
      fixed: ['CVE-2024-1 openssl target'],
      unchanged: 1,
    });
  });

  it.each<[string, string, string]>([
    ['with its name', 'openssl\t\n', ''],
    ['without a name', 'open\u0000ssl\t3.0.1\n', ''],
    ['beside an upgrade', 'openssl\t\n', 'zlib\t1\tamd64\tzlib\t1\tii \t100\n'],
  ])(
    'tells nothing as mended of a package whose line can not be read, %s',
    async (_what, damaged, more) => {
      const { app, host, template } = await inventoried();
      const dpkg = `bash\t5.2\tamd64\tbash\t5.2\tii \t100\n${more}`;
      const answer = await app.call('PUT', `/hosts/${host}/inventory`, {
        sections: { 'os-release': OS, dpkg: dpkg + damaged },
      });
      expect((answer.body as { data: { warnings: unknown[] } }).data.warnings).toEqual([
        { section: 'dpkg', message: '1 entries could not be read' },
        {
          section: 'packages',
          message: '1 known before stay, because they may stand in entries that could not be read',
        },
      ]);
      await app.run(template);
      expect(await last(app, template)).toEqual({
        ...nothing,
        fixed: ['CVE-2024-3 bash target'],
        unchanged: 2,
      });
      const changes = await app.want<{ change: string; name: string }[]>(
        200,
        'GET',
        `/hosts/${host}/inventory/changes`,
      );
      expect(changes.map((c) => `${c.change} ${c.name}`)).toEqual([
        'upgraded bash',
        ...(more ? ['installed zlib'] : []),
      ]);
      await app.want(200, 'PUT', `/hosts/${host}/inventory`, {
        sections: { 'os-release': OS, dpkg },
      });
      await app.run(template);
      expect(await last(app, template)).toEqual({
        ...nothing,
        fixed: ['CVE-2024-1 openssl target', 'CVE-2024-2 openssl target'],
      });
    },
  );

  it('keeps what is known while there are no data to judge by', async () => {
    const { app, host, template } = await inventoried();
    await app.want(204, 'DELETE', '/feeds/debian-tracker');
    await app.packages(host, { ...OLD, bash: '5.2' });
    await app.run(template);
    expect(await last(app, template)).toEqual({
      ...nothing,
      not_compared: ['10.0.0.1 not_judged'],
    });
    await app.feed(SSL);
    await app.packages(host, { ...OLD, bash: '5.2' });
    await app.run(template);
    expect(await last(app, template)).toEqual({
      ...nothing,
      fixed: ['CVE-2024-3 bash target'],
      unchanged: 2,
    });
  });

  it('knows a host with another address as the same', async () => {
    const { app, host, template } = await inventoried();
    await app.want(200, 'PUT', `/hosts/${host}`, { current_ip: '10.9.9.9' });
    await app.packages(host, OLD);
    await app.run(template);
    expect(await last(app, template)).toEqual({ ...nothing, unchanged: 3 });
  });

  it('does not call mended what was on a host that was deleted', async () => {
    const { app, host, template } = await inventoried();
    const other = await app.host('10.0.0.2');
    await app.want(200, 'PUT', `/api/v1/templates/${template}`, { hosts: [host, other] });
    await app.want(204, 'DELETE', `/hosts/${host}`);
    await app.packages(other, { bash: '9' });
    await app.run(template);
    expect(await last(app, template)).toEqual({
      ...nothing,
      not_compared: ['10.0.0.1 host_deleted'],
    });
  });

  it('goes by the hosts of each task when those of the template change', async () => {
    const { app, host, template } = await inventoried();
    const other = await app.host('10.0.0.2');
    await app.packages(other, { bash: '5.1' });
    await app.want(200, 'PUT', `/api/v1/templates/${template}`, { hosts: [other] });
    await app.run(template);
    expect(await last(app, template)).toEqual({
      ...nothing,
      new: ['CVE-2024-3 bash target'],
      not_compared: ['10.0.0.1 not_in_task'],
    });
    await app.want(200, 'PUT', `/api/v1/templates/${template}`, { hosts: [host, other] });
    await app.packages(host, { ...OLD, openssl: '3.0.2' });
    await app.packages(other, { bash: '5.1' });
    await app.run(template);
    expect(await last(app, template)).toMatchObject({
      new: [],
      fixed: ['CVE-2024-1 openssl target'],
      not_compared: [],
    });
  });

  it('calls an acceptance that begins or ends a change, and what is accepted neither new nor fixed', async () => {
    const { app, host, template } = await inventoried();
    const again = async (versions: Record<string, string>) => {
      await app.packages(host, versions);
      await app.run(template);
      return (await app.diff(template)).at(-1);
    };
    const { id } = await app.want<{ id: number }>(
      201,
      'POST',
      '/vulnerabilities/CVE-2024-2/acceptances',
      { reason: 'Nobody can reach it' },
    );
    const began = await again(OLD);
    expect(told(began)).toEqual({
      ...nothing,
      changed: ['CVE-2024-2 openssl  accepted'],
      unchanged: 2,
    });
    expect(began).toMatchObject({
      summary: { accepted: 1, open: 2 },
      changed: [{ cause: null, accepted: { reason: 'Nobody can reach it' } }],
    });
    expect(told(await again({ bash: '5.1' }))).toEqual({
      ...nothing,
      fixed: ['CVE-2024-1 openssl target'],
      unchanged: 1,
    });
    expect(told(await again(OLD))).toEqual({
      ...nothing,
      new: ['CVE-2024-1 openssl target'],
      unchanged: 1,
    });
    await app.want(204, 'DELETE', `/vulnerabilities/CVE-2024-2/acceptances/${id}`);
    expect(told(await again(OLD))).toEqual({
      ...nothing,
      changed: ['CVE-2024-2 openssl  accepted'],
      unchanged: 2,
    });
  });

  it('tells one finding where two advisories are about one CVE, also when one of them goes', async () => {
    const { app, host, template } = await inventoried();
    const advisory = {
      id: 'DSA-9999-1',
      summary: 'openssl',
      modified: '2026-01-01T00:00:00Z',
      upstream: ['CVE-2024-1'],
      affected: [
        {
          package: { ecosystem: 'Debian:12', name: 'openssl' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.2' }] }],
        },
      ],
    };
    await app.want(200, 'PUT', '/feeds/osv-debian', JSON.stringify([advisory]));
    await app.packages(host, OLD);
    await app.run(template);
    expect(await last(app, template)).toEqual({ ...nothing, unchanged: 3 });
    await app.want(204, 'DELETE', '/feeds/osv-debian');
    await app.packages(host, OLD);
    await app.run(template);
    expect(await last(app, template)).toEqual({ ...nothing, unchanged: 3 });
  });

  it('counts one CVE in two packages twice', async () => {
    const app = await reportApp();
    await app.feed({ openssl: { 'CVE-2024-1': '3.0.2' }, nodejs: { 'CVE-2024-1': '18.1' } });
    const host = await app.host('10.0.0.1');
    const template = await app.template('inventory', [host]);
    await app.packages(host, { openssl: '3.0.1', nodejs: '18.0' });
    await app.run(template);
    await app.packages(host, { openssl: '3.0.2', nodejs: '18.0' });
    await app.run(template);
    expect(await last(app, template)).toEqual({
      ...nothing,
      fixed: ['CVE-2024-1 openssl target'],
      unchanged: 1,
    });
  });
});

const SSHD = service(22, {
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  banner: 'SSH-2.0-OpenSSH_9.2p1',
});
const WEB = service(80, { service: 'http', product: 'nginx', version: '1.20' });

async function scanned(): Promise<{ app: ReportApp; template: number; host: number }> {
  const app = await reportApp();
  const host = await app.host('10.0.0.1');
  const template = await app.template('pentest', [host]);
  app.network.set('10.0.0.1', { services: [SSHD, WEB] });
  await app.run(template);
  return { app, template, host };
}
const ports = async (app: ReportApp, template: number) => {
  const diff = (await app.diff(template)).at(-1);
  return {
    opened: diff?.services.opened.map((s) => s.port),
    closed: diff?.services.closed.map((s) => s.port),
    changed: diff?.services.changed.map((s) => s.port),
  };
};
const steady = { opened: [], closed: [], changed: [] };

describe('a scan, run twice', () => {
  it('tells no port closed while the host was down, nor opened when it is back', async () => {
    const { app, template } = await scanned();
    expect(await ports(app, template)).toEqual({ ...steady, opened: [22, 80] });
    app.network.set('10.0.0.1', 'unreachable');
    await app.run(template);
    expect(await ports(app, template)).toEqual(steady);
    expect((await last(app, template)).not_compared).toEqual(['10.0.0.1 unreachable']);
    app.network.set('10.0.0.1', { services: [SSHD] });
    await app.run(template);
    expect(await ports(app, template)).toEqual({ ...steady, closed: [80] });
  });

  it('tells no port closed that was outside the range', async () => {
    const { app, template } = await scanned();
    app.network.set('10.0.0.1', { services: [SSHD], looked_at: [22] });
    await app.run(template);
    expect(await ports(app, template)).toEqual(steady);
    expect((await last(app, template)).not_compared).toEqual(['10.0.0.1 ports_not_scanned 80']);
  });

  it('tells nothing of a banner that tells the time', async () => {
    const { app, template } = await scanned();
    app.network.set('10.0.0.1', {
      services: [
        { ...SSHD, banner: 'at 12:01' },
        { ...WEB, version: '1.22' },
      ],
    });
    await app.run(template);
    expect(await ports(app, template)).toEqual({ ...steady, changed: [80] });
  });

  const OPENSSH = service(22, {
    service: 'ssh',
    product: 'OpenSSH',
    version: '9.2p1',
    revision: 'Debian 2+deb12u2',
    cpe: 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*',
    banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2',
  });
  it.each<[string, Partial<FoundService>]>([
    ['its distribution', { revision: null }],
    ['its version', { revision: null, version: null, cpe: null }],
    [
      'what it is',
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
    'keeps what is known of a service that hides %s, here and in the list of the host, however often',
    async (_what, hidden) => {
      const app = await reportApp();
      await app.feed({ openssh: { 'CVE-2024-1': '1:9.2p1-2+deb12u3' } });
      await app.want(
        200,
        'PUT',
        '/feeds/nvd',
        JSON.stringify(nvdFile('CVE-2023-9', 'openbsd:openssh')),
      );
      const host = await app.host('10.0.0.1');
      const template = await app.template('pentest', [host]);
      const scan = async (service: FoundService) => {
        app.network.set('10.0.0.1', { services: [service] });
        await app.run(template);
        const now = await app.want<{ vulnerability_id: string }[]>(
          200,
          'GET',
          `/hosts/${host}/vulnerabilities`,
        );
        return [await last(app, template), now.map((f) => f.vulnerability_id)];
      };
      expect(await scan(OPENSSH)).toEqual([
        { ...nothing, new: ['CVE-2024-1 22 target'] },
        ['CVE-2024-1'],
      ]);
      for (let i = 0; i < 2; i += 1)
        expect(await scan({ ...OPENSSH, ...hidden })).toEqual([
          { ...nothing, not_compared: ['10.0.0.1 service_not_identified 22'] },
          ['CVE-2024-1'],
        ]);
      expect(await scan(OPENSSH)).toEqual([{ ...nothing, unchanged: 1 }, ['CVE-2024-1']]);
      expect(await scan({ ...OPENSSH, revision: 'Debian 2+deb12u3' })).toEqual([
        { ...nothing, fixed: ['CVE-2024-1 22 target'] },
        [],
      ]);
    },
  );

  it('keeps what is known of a service while there are no data to judge it by', async () => {
    const app = await reportApp();
    const load = () =>
      app.want(200, 'PUT', '/feeds/nvd', JSON.stringify(nvdFile('CVE-2023-9', 'openbsd:openssh')));
    const template = await app.template('pentest', [await app.host('10.0.0.1')]);
    const scan = async (service: FoundService) => {
      app.network.set('10.0.0.1', { services: [service] });
      await app.run(template);
      return last(app, template);
    };
    const ssh = { ...OPENSSH, revision: null };
    await load();
    expect(await scan(ssh)).toEqual({ ...nothing, new: ['CVE-2023-9 22 target'] });
    await app.want(204, 'DELETE', '/feeds/nvd');
    expect(await scan(ssh)).toEqual({ ...nothing, not_compared: ['10.0.0.1 not_judged 22'] });
    await load();
    expect(await scan(ssh)).toEqual({ ...nothing, unchanged: 1 });
    await app.want(204, 'DELETE', '/feeds/nvd');
    expect(await scan(service(22, { service: 'ftp' }))).toMatchObject({
      fixed: ['CVE-2023-9 22 target'],
      not_compared: [],
    });
  });

  it('calls a weakness mended whose port another service has now, here and in the list of the host', async () => {
    const app = await reportApp();
    const host = await app.host('10.0.0.1');
    const template = await app.template('pentest', [host]);
    const list = async () =>
      (
        await app.want<{ vulnerability_id: string }[]>(200, 'GET', `/hosts/${host}/vulnerabilities`)
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
    await app.run(template);
    expect(await list()).toEqual(['redis-without-password']);
    app.network.set('10.0.0.1', { services: [service(22, { confidence: 'possible' })] });
    await app.run(template);
    expect([await list(), await last(app, template)]).toEqual([
      ['redis-without-password'],
      { ...nothing, not_compared: ['10.0.0.1 check_inconclusive 22'] },
    ]);
    app.network.set('10.0.0.1', { services: [OPENSSH] });
    await app.run(template);
    expect([await list(), await last(app, template)]).toEqual([
      [],
      { ...nothing, fixed: ['redis-without-password 22 target'] },
    ]);
  });

  it('keeps what is known of hosts that a stopped task did not come to', async () => {
    const { app, template } = await scanned();
    app.network.set('10.0.0.1', 'waits');
    const task = await app.start(template);
    await app.want(202, 'POST', `/api/v1/tasks/${task}/stop`);
    await app.ended(task);
    expect(await ports(app, template)).toEqual(steady);
    expect((await last(app, template)).not_compared).toEqual(['10.0.0.1 stopped']);
  });

  it('turns nothing around where a task that was started earlier sees a host later', async () => {
    const { app, template } = await scanned();
    let answer: (scan: Scanned) => void = () => undefined;
    app.network.set(
      '10.0.0.1',
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const slow = await app.start(template);
    await vi.waitFor(async () => {
      expect(
        (
          await app.want<{ started_at: number | null }[]>(200, 'GET', `/api/v1/tasks/${slow}/hosts`)
        )[0]?.started_at,
      ).not.toBeNull();
    });
    app.network.set('10.0.0.1', { services: [SSHD, WEB] });
    const quick = await app.start(template);
    await vi.waitFor(async () => {
      expect(await app.want(200, 'GET', `/api/v1/tasks/${quick}`)).toMatchObject({
        status: 'completed',
      });
    }, 5000);
    answer({ services: [SSHD] });
    await app.ended(slow);
    const [, earlier, later] = await app.diff(template);
    expect([earlier?.task_id, earlier?.services.closed.map((s) => s.port)]).toEqual([slow, [80]]);
    expect([later?.services, told(later)]).toEqual([
      steady,
      { ...nothing, not_compared: ['10.0.0.1 overtaken'] },
    ]);
    app.network.set('10.0.0.1', { services: [SSHD] });
    await app.run(template);
    expect(await ports(app, template)).toEqual(steady);
  });

  it('goes on through 200 tasks', async () => {
    const { app, template } = await scanned();
    for (let i = 0; i < 199; i += 1) {
      app.network.set(
        '10.0.0.1',
        i % 3 === 0 ? 'unreachable' : { services: i % 2 === 0 ? [SSHD] : [SSHD, WEB] },
      );
      await app.run(template);
    }
    const chain = await app.diff(template);
    let open = 0;
    for (const diff of chain) open += diff.services.opened.length - diff.services.closed.length;
    expect(chain).toHaveLength(200);
    expect([chain.filter((d) => d.not_compared.length === 1).length, open]).toEqual([
      67,
      2 - Number(198 % 3 !== 0 && 198 % 2 === 0),
    ]);
  });

  it('goes on without a task that was deleted', async () => {
    const { app, template } = await scanned();
    app.network.set('10.0.0.1', { services: [SSHD] });
    const second = await app.run(template);
    await app.run(template);
    await app.want(204, 'DELETE', `/api/v1/tasks/${second}`);
    const chain = await app.diff(template);
    expect(chain.map((d) => d.services.closed.length)).toEqual([0, 1]);
    expect(chain[1]?.base_task_id).toBe(chain[0]?.task_id);
  });

  it('keeps the diffs of archived tasks', async () => {
    const { app, template } = await scanned();
    app.network.set('10.0.0.1', { services: [SSHD] });
    const second = await app.run(template);
    await app.want(204, 'DELETE', `/api/v1/templates/${template}`);
    await app.want(404, 'GET', `/api/v1/templates/${template}/diff`);
    expect(await app.want(200, 'GET', `/api/v1/tasks/${second}/diff`)).toMatchObject({
      task_id: second,
      base_task_id: second - 1,
      services: {
        closed: [{ port: 80, after: null, before: { product: 'nginx', version: '1.20' } }],
      },
    });
  });

  it('refuses to tell of a task that is working, or that is none', async () => {
    const { app, template } = await scanned();
    app.network.set('10.0.0.1', 'waits');
    const task = await app.start(template);
    await app.want(409, 'GET', `/api/v1/tasks/${task}/diff`);
    expect(await app.diff(template)).toHaveLength(1);
    await app.want(404, 'GET', '/api/v1/tasks/999/diff');
    await app.want(404, 'GET', '/api/v1/templates/999/diff');
    await app.want(202, 'POST', `/api/v1/tasks/${task}/stop`);
    await app.ended(task);
  });
});
