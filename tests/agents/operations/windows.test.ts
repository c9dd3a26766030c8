import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../../src/agents/operations/operations.js';
import * as scripts from '../../../src/agents/operations/remote/windows.scripts.js';
import { agentService, type AgentService } from '../../support/agent-service.js';
import { winRmServer } from '../../support/winrm-server.js';
import type { PowerShellRequest, ProgramResult } from '../../support/winrm-shells.js';

const FACTS =
  'administrator=True\r\nos=Microsoft Windows Server 2022\r\narchitecture=AMD64\r\npowershell=5.1.20348\r\nfree_kb=900000\r\ninstalled=False\r\ntraces=False\r\n';

/** A powershell.exe that knows our scripts by sight, and plays the agent when its task is started: no proof that they run on a Windows. */
function standIn(
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
    script: given,
    stdin,
  }: PowerShellRequest): Promise<ProgramResult> => {
    const lines = stdin.toString().split('\r\n');
    const isLong = given.includes('ScriptBlock]::Create($script)');
    const script = isLong
      ? lines
          .slice(0, lines.indexOf(''))
          .map((line) => Buffer.from(line, 'base64').toString())
          .join('')
      : given;
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
    seen.push(
      script.includes('Start-ScheduledTask')
        ? 'start'
        : script.includes('Unregister-ScheduledTask')
          ? 'remove'
          : script.includes('icacls')
            ? 'stage'
            : 'tidy',
    );
    if (seen.at(-1) === 'start')
      void fetch(`http://127.0.0.1:${service().port}/agent/v1/poll`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          authorization: `Bearer ${files.get('C:\\Program Files\\hostwarden-agent.new\\token')?.trim() ?? ''}`,
        },
        body: 'version 0.1.0\n',
      }).catch(() => undefined);
    return { exitCode: 0, stdout: '' };
  };
  return { powershell, files, seen };
}

async function setUp(tls: boolean, facts?: string) {
  let service: AgentService | null = null;
  const there = standIn(() => service as AgentService, facts);
  const server = await winRmServer({
    tls,
    users: { Administrator: 'Win-password-1' },
    powershell: there.powershell,
  });
  service = await agentService({
    operations: {
      ports: { ssh: 1, winrm: tls ? 1 : server.port, winrmTls: tls ? server.port : 1 },
      verifyMs: 10_000,
    },
  });
  onTestFinished(() => service.close());
  const hostId = await service.addHost('127.0.0.1');
  const made = service;
  const add = (password: string): Promise<number> =>
    made.addCredential('Administrator', password, 'winrm_password');
  const run = async (action: string, credential_id: number, more = {}): Promise<Operation> =>
    made.ended(await made.start(hostId, { action, os_family: 'windows', credential_id, ...more }));
  return { ...there, service, server, hostId, add, run };
}

describe('an agent operation on Windows, as far as a stand-in tells', () => {
  it.each([
    [true, 'pinned'],
    [false, 'sealed'],
  ])('installs over WinRM (TLS: %s)', async (tls) => {
    const { service, server, hostId, add, run, files, seen } = await setUp(tls);
    const credential = await add('Win-password-1');
    expect(await run('install', credential)).toMatchObject({
      status: 'completed',
      error: null,
      agent_version: '0.1.0',
    });
    expect(seen).toEqual(['inspect', 'reach', 'stage', 'start', 'tidy']);
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

  it('tells a login without rights, and where no agent is', async () => {
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

  it('does not fall back to HTTP where it has seen a certificate', async () => {
    const { service, hostId, add, run, seen } = await setUp(false);
    service.ctx.database.sqlite
      .prepare(
        "INSERT INTO host_keys (host_id, kind, type, fingerprint_sha256, pinned_at) VALUES (?, 'winrm', 'x509', 'aa', 1)",
      )
      .run(hostId);
    expect(await run('install', await add('Win-password-1'))).toMatchObject({
      status: 'failed',
      error: { code: 'connection_refused' },
    });
    expect(seen).toEqual([]);
  });

  it('has scripts that a grammar of PowerShell can read, and that are plain ASCII', async () => {
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
