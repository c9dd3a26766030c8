import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../../src/agents/operations/operations.js';
import { VERSION } from '../../../src/version.js';
import * as scripts from '../../../src/agents/operations/remote/windows.scripts.js';
import { agentService, type AgentService } from '../../support/agent-service.js';
import { winRmServer } from '../../support/winrm-server.js';
import type { PowerShellRequest, ProgramResult } from '../../support/winrm-shells.js';

const FACTS =
  'administrator=True\r\nos=Microsoft Windows Server 2022\r\narchitecture=AMD64\r\n' +
  'powershell=5.1.20348\r\nfree_kb=900000\r\ninstalled=False\r\ntraces=False\r\n';

/**
 * A powershell.exe that recognizes the scripts of the service, and acts as the agent when its task is started.
 * It does not prove that the scripts run on Windows.
 */
const ACTIONS = [
  ['Start-ScheduledTask', 'start'],
  ['Unregister-ScheduledTask', 'remove'],
  ['icacls', 'stage'],
] as const;

function fakePowerShell(
  service: () => AgentService,
  facts = FACTS,
): {
  powershell: (request: PowerShellRequest) => Promise<ProgramResult>;
  files: Map<string, string>;
  seen: string[];
} {
  const files = new Map<string, string>();
  const seen: string[] = [];
  const powershell = async ({
    script: received,
    stdin,
  }: PowerShellRequest): Promise<ProgramResult> => {
    const lines = stdin.toString().split('\r\n');
    const isLong = received.includes('ScriptBlock]::Create($script)');
    const script = isLong
      ? lines
          .slice(0, lines.indexOf(''))
          .map((line) => Buffer.from(line, 'base64').toString())
          .join('')
      : received;
    if (script.includes("Say 'administrator'")) {
      seen.push('inspect');
      return { exitCode: 0, stdout: facts };
    }
    if (script.includes("'reach'")) {
      seen.push('reach');
      return { exitCode: 0, stdout: 'dotnet 0\r\n' };
    }
    const upload = /\$path = .*FromBase64String\('([^']+)'\)/.exec(script)?.[1];
    if (upload !== undefined) {
      const bytes = Buffer.concat(lines.map((line) => Buffer.from(line, 'base64')));
      files.set(Buffer.from(upload, 'base64').toString(), bytes.toString());
      return { exitCode: 0, stdout: createHash('sha256').update(bytes).digest('hex') };
    }
    const [, action = 'clean_up'] = ACTIONS.find(([command]) => script.includes(command)) ?? [];
    seen.push(action);
    if (action === 'start')
      void fetch(`http://127.0.0.1:${service().port}/agent/v1/poll`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          authorization: `Bearer ${files.get('C:\\Program Files\\hostwarden-agent.new\\token')?.trim() ?? ''}`,
        },
        body: `version ${VERSION}\n`,
      }).catch(() => undefined);
    return { exitCode: 0, stdout: '' };
  };
  return { powershell, files, seen };
}

async function setUp(tls: boolean, facts?: string) {
  let service: AgentService | null = null;
  const fake = fakePowerShell(() => service as AgentService, facts);
  const server = await winRmServer({
    tls,
    users: { Administrator: 'Win-password-1' },
    powershell: fake.powershell,
  });
  service = await agentService({
    operations: {
      ports: { ssh: 1, winrm: tls ? 1 : server.port, winrmTls: tls ? server.port : 1 },
      verifyMs: 10_000,
    },
  });
  onTestFinished(() => service.close());
  const hostId = await service.addHost('127.0.0.1');
  const running = service;
  const add = (password: string): Promise<number> =>
    running.addCredential('Administrator', password, 'winrm_password');
  const run = async (action: string, credential_id: number, more = {}): Promise<Operation> =>
    running.ended(
      await running.start(hostId, { action, os_family: 'windows', credential_id, ...more }),
    );
  return { ...fake, service, server, hostId, add, run };
}

describe('agent operations on Windows (with a fake PowerShell)', () => {
  it.each([
    [true, 'pinned'],
    [false, 'sealed'],
  ])('installs over WinRM (TLS: %s)', async (tls) => {
    const { service, server, hostId, add, run, files, seen } = await setUp(tls);
    const credential = await add('Win-password-1');
    expect(await run('install', credential)).toMatchObject({
      status: 'completed',
      error: null,
      agent_version: VERSION,
    });
    expect(seen).toEqual(['inspect', 'reach', 'stage', 'start', 'clean_up']);
    expect(
      [...files.keys()]
        .map((path) => path.replace('C:\\Program Files\\hostwarden-agent.new\\', ''))
        .sort(),
    ).toEqual(['hostwarden-agent.conf', 'hostwarden-agent.ps1', 'task.xml', 'token', 'unverified']);
    expect(await service.agent(hostId)).toMatchObject({
      state: 'online',
      service_manager: 'windows',
      os_family: 'windows',
    });
    expect(
      service.ctx.database.sqlite
        .prepare("SELECT fingerprint_sha256 FROM host_keys WHERE kind = 'winrm'")
        .pluck()
        .all(),
    ).toEqual(tls ? [server.fingerprint] : []);
  });

  it('fails without administrator rights, and without an installed agent', async () => {
    const { add, run } = await setUp(
      true,
      FACTS.replace('administrator=True', 'administrator=False'),
    );
    const right = await add('Win-password-1');
    expect(await run('install', right)).toMatchObject({
      status: 'failed',
      error: { code: 'access_denied' },
    });
    expect(await run('uninstall', right)).toMatchObject({
      status: 'failed',
      error: { code: 'not_installed' },
    });
  });

  it('does not fall back to HTTP if a certificate is pinned', async () => {
    const { service, hostId, add, run, seen } = await setUp(false);
    service.ctx.database.sqlite
      .prepare(
        "INSERT INTO host_keys SELECT ip, 0, 'winrm', 'x509', 'aa', 1, 0 FROM hosts WHERE id = ?",
      )
      .run(hostId);
    expect(await run('install', await add('Win-password-1'))).toMatchObject({
      status: 'failed',
      error: { code: 'connection_refused' },
    });
    expect(seen).toEqual([]);
  });

  it('uses scripts that are valid for a PowerShell grammar, and ASCII only', async () => {
    await Parser.init();
    const parser = new Parser();
    parser.setLanguage(
      await Language.load(
        createRequire(import.meta.url).resolve(
          'tree-sitter-powershell/tree-sitter-powershell.wasm',
        ),
      ),
    );
    const all = (node: Node): Node[] => [
      node,
      ...node.children.flatMap((child) => (child === null ? [] : all(child))),
    ];
    const {
      WINDOWS_INSPECT,
      WINDOWS_STAGE,
      WINDOWS_CLEAN_UP,
      WINDOWS_REMOVE,
      WINDOWS_DIAGNOSE,
      windowsStart,
      windowsRollback,
      windowsCallbackTest,
    } = scripts;
    for (const script of [
      WINDOWS_INSPECT,
      WINDOWS_STAGE,
      WINDOWS_CLEAN_UP,
      WINDOWS_REMOVE,
      WINDOWS_DIAGNOSE,
      windowsStart(true),
      windowsStart(false),
      windowsRollback(true),
      windowsRollback(false),
      windowsCallbackTest('x', "http://it's"),
    ]) {
      const tree = parser.parse(script);
      expect(
        tree === null
          ? ['nothing']
          : all(tree.rootNode)
              .filter((node) => node.isError || node.isMissing)
              .map((node) => `${node.startPosition.row + 1}: ${node.text.slice(0, 80)}`),
      ).toEqual([]);
      expect(script).toMatch(/^[\r\n\x20-\x7e]*$/);
    }
  });
});
