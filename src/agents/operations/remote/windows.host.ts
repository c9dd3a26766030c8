import { plainAddress } from '../../../platform/net/plain-address.js';
import { readableStderr } from '../../../platform/winrm/powershell.js';
import type { WinRm } from '../../../platform/winrm/winrm.js';
import { agentConfigFile } from '../../service-files.js';
import { scheduledTaskXml, WINDOWS_PATHS } from '../../windows-task.js';
import { commandFailure, OperationFailure, type OperationErrorCode } from '../errors.js';
import type { NewAgent, RemoteHost } from './remote-host.js';
import { notAdministrator, parseWindowsFacts } from './windows.facts.js';
import {
  WINDOWS_CLEAN_UP,
  WINDOWS_DIAGNOSE,
  WINDOWS_INSPECT,
  WINDOWS_REMOVE,
  WINDOWS_RIGHTS,
  WINDOWS_STAGE,
  WINDOWS_STAGING,
  windowsCallbackTest,
  windowsRollback,
  windowsStart,
} from './windows.scripts.js';

export interface WindowsHostOptions {
  username: string;
  /** whether the certificate was pinned before */
  isPinned: boolean;
  /** text of hostwarden-agent.ps1 */
  script: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** A Windows host over WinRM. */
export function windowsHost(session: WinRm, options: WindowsHostOptions): RemoteHost {
  const { script, timeoutMs, signal } = options;
  const { fingerprint, localAddress } = session;
  async function run(text: string, failure: OperationErrorCode): Promise<string> {
    const { exitCode, stdout, stderr } = await session.powershell(text, { timeoutMs, signal });
    const message = readableStderr(stderr).trim();
    if (exitCode !== 0)
      throw commandFailure(message || `PowerShell ended with ${exitCode}`, failure);
    return stdout.toString('utf8');
  }
  return {
    login: loginMessage(session, options),
    key:
      fingerprint === null
        ? null
        : { kind: 'winrm', type: 'x509', fingerprint_sha256: fingerprint },
    localAddress: plainAddress(localAddress),
    async findRights() {
      const isAdministrator = await run(WINDOWS_RIGHTS, 'access_denied');
      if (/^True\s*$/im.test(isAdministrator)) return 'The user is an administrator';
      throw notAdministrator();
    },
    inspect: async () => parseWindowsFacts(await run(WINDOWS_INSPECT, 'unsupported_os')),
    async testCallback(server, ca) {
      // The installed agent tests a certificate that its system does not trust: see the step `verify`.
      if (ca !== null) return;
      const output = await run(windowsCallbackTest(script, server), 'no_way_back');
      if (!/^dotnet 0\s*$/m.test(output))
        throw new OperationFailure(
          'no_way_back',
          `${server}/healthz from the host: ${output.trim()}`,
        );
    },
    async stage(agent) {
      await run(WINDOWS_STAGE, 'upload_failed');
      for (const [name, bytes] of agentFiles(agent, script))
        await session.upload(bytes, `${WINDOWS_STAGING}\\${name}`, { timeoutMs, signal });
    },
    async start(shouldKeepOld) {
      await run(windowsStart(shouldKeepOld), 'start_failed');
    },
    diagnose: () => run(WINDOWS_DIAGNOSE, 'internal'),
    async rollback(isStarted) {
      await run(windowsRollback(isStarted), 'not_removed');
    },
    async cleanUp() {
      await run(WINDOWS_CLEAN_UP, 'not_removed');
    },
    async remove() {
      const remaining = (await run(WINDOWS_REMOVE, 'not_removed')).trim();
      if (remaining !== '')
        throw new OperationFailure(
          'not_removed',
          `Remaining: ${remaining.replace(/\r?\n/g, ', ')}`,
        );
    },
    close: () => session.close(),
  };
}

function loginMessage(
  { fingerprint, isVerified }: WinRm,
  { username, isPinned }: WindowsHostOptions,
): string {
  if (fingerprint === null) return `Logged in as ${username}, with message encryption`;
  const unpinned = isVerified ? 'issued by a trusted authority' : 'trusted on first use';
  return `Logged in as ${username}, certificate SHA-256 ${fingerprint}, ${isPinned ? 'pinned' : unpinned}`;
}

/**
 * The files of a new agent by name. ReadAllText reads the task: it recognizes UTF-16 by the byte order
 * mark.
 */
function agentFiles({ server, version, token, ca }: NewAgent, script: string): [string, Buffer][] {
  const { folder } = WINDOWS_PATHS;
  const config = agentConfigFile({
    server,
    token_file: `${folder}\\token`,
    state: folder,
    version,
    ca_file: ca === null ? null : `${folder}\\server.pem`,
    pin: null,
  });
  const files: [string, Buffer][] = [
    ['hostwarden-agent.ps1', Buffer.from(script)],
    ['hostwarden-agent.conf', Buffer.from(config)],
    ['token', Buffer.from(`${token}\n`)],
    ['unverified', Buffer.from('\n')],
    ['task.xml', Buffer.from(`\ufeff${scheduledTaskXml()}`, 'utf16le')],
  ];
  if (ca !== null) files.push(['server.pem', Buffer.from(ca)]);
  return files;
}
