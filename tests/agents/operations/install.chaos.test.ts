import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../../src/agents/operations/operations.js';
import { VERSION } from '../../../src/version.js';
import { agentHost, type AgentHost } from '../../support/agent-host.js';
import {
  agentService,
  type AgentService,
  type AgentServiceOptions,
} from '../../support/agent-service.js';
import type { SshServerOptions } from '../../support/ssh-server.js';
import { hostKey } from '../../support/ssh-server.js';

interface TestSetup {
  host: AgentHost;
  service: AgentService;
  hostId: number;
  credentialId: number;
  run: (action: string, more?: object) => Promise<Operation>;
}

const operationsAt = (host: AgentHost) => ({
  ports: { ssh: host.port, winrm: 1, winrmTls: 1 },
  root: host.sandbox.root,
  verifyMs: 15_000,
  connectMs: 5_000,
  commandMs: 15_000,
});

async function serve(host: AgentHost, options: AgentServiceOptions = {}): Promise<AgentService> {
  const service = await agentService({
    ...options,
    operations: { ...operationsAt(host), ...options.operations },
  });
  onTestFinished(() => service.close());
  return service;
}

async function setUp(
  options: AgentServiceOptions = {},
  server: SshServerOptions = {},
  user = 'admin',
  password?: string,
): Promise<TestSetup> {
  const host = await agentHost(server);
  const service = await serve(host, options);
  const hostId = await service.addHost('127.0.0.1');
  const credentialId = await service.addCredential(user, password ?? host.password(user));
  return {
    host,
    service,
    hostId,
    credentialId,
    run: async (action, more = {}) =>
      service.ended(
        await service.start(hostId, {
          action,
          os_family: 'linux',
          credential_id: credentialId,
          ...more,
        }),
      ),
  };
}

const completed = { status: 'completed', percent: 100, error: null };
const failed = (code: string): object => ({ status: 'failed', error: { code } });

describe('agent operations', () => {
  it('installs, repairs, updates and uninstalls an agent with an event for each step, without leftovers', async () => {
    const { host, service, hostId, run } = await setUp();
    expect(await run('install')).toMatchObject({ ...completed, agent_version: VERSION });
    expect(service.events.map((e) => [e.event, e.step, e.percent])).toEqual([
      ['agent.install.accepted', 'queued', 0],
      ['agent.install.progress', 'connect', 5],
      ['agent.install.progress', 'authenticate', 15],
      ['agent.install.progress', 'inspect', 25],
      ['agent.install.progress', 'way_back', 40],
      ['agent.install.progress', 'upload', 50],
      ['agent.install.progress', 'start', 65],
      ['agent.install.progress', 'verify', 80],
      ['agent.install.progress', 'clean_up', 95],
      ['agent.install.completed', 'clean_up', 100],
    ]);
    expect(await service.agent(hostId)).toMatchObject({
      state: 'online',
      version: VERSION,
      service_manager: 'systemd',
      os_family: 'linux',
      ssh_host_key: { type: 'ssh-ed25519' },
    });
    const token = host.file('opt/hostwarden-agent/token');
    expect(await run('install')).toMatchObject(completed);
    expect(await run('update')).toMatchObject(completed);
    expect(host.file('opt/hostwarden-agent/token')).not.toBe(token);
    expect(host.traces().filter((trace) => /\.(old|new)\b/.test(trace))).toEqual([]);
    expect(await run('uninstall')).toMatchObject(completed);
    expect(host.traces()).toEqual([]);
    expect(await service.agent(hostId)).toMatchObject({
      state: 'none',
      version: null,
      service_manager: null,
    });
  });

  it('checks everything and makes no changes with dry_run', async () => {
    const { host, run } = await setUp();
    expect(await run('install', { dry_run: true })).toMatchObject({
      ...completed,
      message: expect.stringMatching(/^Ready: Sandbox 1/) as string,
    });
    expect(host.traces()).toEqual([]);
    await run('install');
    const before = host.traces();
    expect(await run('uninstall', { dry_run: true })).toMatchObject(completed);
    expect(host.traces()).toEqual(before);
  });

  it('restores the old agent if the new one does not check in', async () => {
    const { host, service, hostId, run } = await setUp({ operations: { verifyMs: 8_000 } });
    host.manager('works');
    expect(await run('install')).toMatchObject(completed);
    const before = host.file('opt/hostwarden-agent/token');
    host.manager('lazy');
    expect(await run('update')).toMatchObject({
      ...failed('verify_timeout'),
      error: { detail: expect.stringContaining('lazy') as string },
    });
    expect(host.file('opt/hostwarden-agent/token')).toBe(before);
    expect(service.ctx.hub.authenticate(before.trim())).toMatchObject({ hostId });
    expect(host.traces().filter((trace) => /\.(old|new)\b/.test(trace))).toEqual([]);
  }, 60_000);

  it('removes all files if the first agent does not check in', async () => {
    const { host, service, hostId, run } = await setUp({ operations: { verifyMs: 100 } });
    host.manager('lazy');
    expect(await run('install')).toMatchObject(failed('verify_timeout'));
    expect(host.traces()).toEqual([]);
    expect(await service.agent(hostId)).toMatchObject({ state: 'none', version: null });
    expect(
      service.ctx.database.sqlite
        .prepare('SELECT token_sha256, new_token_sha256 FROM agents')
        .get(),
    ).toEqual({ token_sha256: null, new_token_sha256: null });
  });

  it('does not reveal passwords and tokens in responses, logs, commands and files', async () => {
    const log: string[] = [];
    const { host, service, run, hostId } = await setUp({ log });
    await run('install');
    const token = host.file('opt/hostwarden-agent/token').trim();
    host.manager('broken');
    await run('update');
    host.tool('useradd', `echo "${host.password('admin')}" >&2; exit 1`);
    host.manager('works');
    await run('uninstall');
    expect(await run('install')).toMatchObject(failed('upload_failed'));
    const answers = JSON.stringify([
      await service.agent(hostId),
      (await service.call('GET', '/credentials')).body,
      service.events,
    ]);
    const files = readdirSync(service.dir)
      .filter((name) => name !== 'encryption.key')
      .map((name) => readFileSync(join(service.dir, name), 'latin1'));
    for (const secret of [host.password('admin'), token])
      for (const text of [answers, log.join('\n'), host.log.commands.join('\n'), ...files])
        expect(text.includes(secret)).toBe(false);
    expect(answers).toContain('***');
  });
});

describe('failing agent operations', () => {
  const cases: [string, AgentServiceOptions, SshServerOptions, (host: AgentHost) => void][] = [
    [
      'auth_failed',
      {},
      {},
      (host) => {
        host.knobs.refuseAuth = true;
      },
    ],
    ['sudo_denied', {}, { sudo: 'denied' }, () => undefined],
    ['sudo_denied', {}, { sudo: 'absent' }, () => undefined],
    [
      'connect_timeout',
      { operations: { connectMs: 200 } },
      {},
      (host) => {
        host.knobs.isMute = true;
      },
    ],
    [
      'connection_refused',
      { operations: { ports: { ssh: 1, winrm: 1, winrmTls: 1 } } },
      {},
      () => undefined,
    ],
    ['not_allowed', { env: { SCAN_DENY: '127.0.0.0/8' } }, {}, () => undefined],
    ['missing_tool', {}, { without: ['curl', 'wget'] }, () => undefined],
    ['missing_tool', {}, { without: ['od', 'awk'] }, () => undefined],
    ['no_way_back', { env: { PUBLIC_URL: 'http://127.0.0.1:1' } }, {}, () => undefined],
    ['no_way_back', { isSilent: true }, {}, () => undefined],
    [
      'disk_full',
      {},
      {},
      (host) => {
        host.tool('df', 'echo Filesystem; echo "disk 100 90 10 90% /"');
      },
    ],
    [
      'disk_full',
      {},
      {},
      (host) => {
        host.tool('mkdir', 'echo "mkdir: No space left on device" >&2; exit 1');
      },
    ],
    [
      'read_only_root',
      {},
      {},
      (host) => {
        host.write('proc/mounts', 'disk /there ext4 ro,noatime 0 0\n');
        host.tool('df', 'echo Filesystem; echo "disk 9000 0 9000 0% /there"');
      },
    ],
    [
      'read_only_root',
      {},
      {},
      (host) => {
        host.tool('mkdir', 'echo "mkdir: Read-only file system" >&2; exit 1');
      },
    ],
    [
      'unsupported_os',
      {},
      {},
      (host) => {
        host.tool('uname', 'echo FreeBSD');
      },
    ],
    [
      'upload_failed',
      {},
      {},
      (host) => {
        host.tool('useradd', 'echo "useradd: no" >&2; exit 1');
      },
    ],
    [
      'start_failed',
      {},
      {},
      (host) => {
        host.manager('broken');
      },
    ],
    [
      'verify_timeout',
      { operations: { verifyMs: 50 } },
      {},
      (host) => {
        host.manager('lazy');
      },
    ],
  ];
  it.each(cases)('fails with %s and leaves no files', async (code, options, server, prepare) => {
    const { host, service, run } = await setUp(options, server);
    prepare(host);
    expect(await run('install')).toMatchObject(failed(code));
    expect(host.traces()).toEqual([]);
    expect(service.events.at(-1)).toMatchObject({ event: 'agent.install.failed', error: { code } });
    await expect.poll(() => host.connections()).toBe(0);
  });

  it('does not send the password to a host whose key changed', async () => {
    const first = await setUp();
    await first.run('install', { dry_run: true });
    const other = await agentHost({ hostKeys: [hostKey('ed25519', 'other')] });
    await first.service.close();
    const service = await serve(other, { dir: first.service.dir });
    const op = await service.start(first.hostId, {
      action: 'install',
      os_family: 'linux',
      credential_id: first.credentialId,
    });
    expect(await service.ended(op)).toMatchObject({
      ...failed('host_key_changed'),
      step: 'authenticate',
    });
    expect(other.log.passwords).toBe(0);
    expect((await service.call('DELETE', `/hosts/${first.hostId}/ssh-host-key`)).status).toBe(204);
    const again = await service.start(first.hostId, {
      action: 'install',
      os_family: 'linux',
      credential_id: first.credentialId,
      dry_run: true,
    });
    expect(await service.ended(again)).toMatchObject(completed);
  });

  it.each(['update', 'uninstall'])(
    '%s without an installed agent fails with not_installed',
    async (action) => {
      const { run } = await setUp();
      expect(await run(action)).toMatchObject(failed('not_installed'));
    },
  );

  it('fails with no_way_back before connecting if the service listens on loopback only', async () => {
    const { service, credentialId } = await setUp();
    const hostId = await service.addHost('192.0.2.77');
    const op = await service.ended(
      await service.start(hostId, {
        action: 'install',
        os_family: 'linux',
        credential_id: credentialId,
      }),
    );
    expect(op).toMatchObject({ ...failed('no_way_back'), step: 'queued' });
  });
});
