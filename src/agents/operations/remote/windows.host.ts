import { readableStderr } from '../../../platform/winrm/powershell.js';
import type { WinRm } from '../../../platform/winrm/winrm.js';
import { agentConfigFile } from '../../service-files.js';
import { scheduledTaskXml, WINDOWS_PATHS } from '../../windows-task.js';
import { OperationFailure, writeFailure, type OperationErrorCode } from '../errors.js';
import type { NewAgent, RemoteHost } from './remote-host.js';
import { parseWindowsFacts } from './windows.facts.js';
import {
  WINDOWS_CLEAN_UP,
  WINDOWS_DIAGNOSE,
  WINDOWS_INSPECT,
  windowsRollback,
  windowsCallbackTest,
  WINDOWS_REMOVE,
  WINDOWS_STAGE,
  WINDOWS_STAGING,
  windowsStart,
} from './windows.scripts.js';

export interface WindowsHostOptions {
  username: string;
  /** the certificate was known before */ isPinned: boolean;
  /** text of hostwarden-agent.ps1 */ script: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** A Windows host over WinRM. */
export function windowsHost(
  session: WinRm,
  { username, isPinned, script, timeoutMs, signal }: WindowsHostOptions,
): RemoteHost {
  async function asAdministrator(text: string, otherwise: OperationErrorCode): Promise<string> {
    const { exitCode, stdout, stderr } = await session.powershell(text, { timeoutMs, signal });
    const complaint = readableStderr(stderr).trim();
    if (exitCode !== 0)
      throw writeFailure(complaint || `PowerShell ended with ${exitCode}`, otherwise);
    return stdout.toString('utf8');
  }
  const nothingLeft = (left: string): void => {
    if (left.trim() !== '')
      throw new OperationFailure('not_removed', `Left: ${left.trim().replace(/\r?\n/g, ', ')}`);
  };
  const trustedAs = isPinned
    ? 'pinned'
    : session.isVerified
      ? 'vouched for by an authority'
      : 'the first one seen';
  return {
    login: `Logged in as ${username}${session.fingerprint === null ? ', sealed' : `, certificate SHA-256 ${session.fingerprint}, ${trustedAs}`}`,
    key:
      session.fingerprint === null
        ? null
        : { kind: 'winrm', type: 'x509', fingerprint_sha256: session.fingerprint },
    localAddress: session.localAddress.replace(/^::ffff:(?=\d+\.)/, ''),
    inspect: async () =>
      parseWindowsFacts(await asAdministrator(WINDOWS_INSPECT, 'unsupported_os')),
    async testCallback(server, ca) {
      // An authority of our own is tried by the agent itself, when it lies beside it: see verify.
      if (ca !== null) return;
      const said = await asAdministrator(windowsCallbackTest(script, server), 'no_way_back');
      if (!/^dotnet 0\s*$/m.test(said))
        throw new OperationFailure('no_way_back', `${server}/healthz from there: ${said.trim()}`);
    },
    async stage(agent) {
      await asAdministrator(WINDOWS_STAGE, 'upload_failed');
      for (const [name, bytes] of filesOf(agent, script))
        await session.upload(bytes, `${WINDOWS_STAGING}\\${name}`, { timeoutMs, signal });
    },
    async start(keepOld) {
      await asAdministrator(windowsStart(keepOld), 'start_failed');
    },
    diagnose: () => asAdministrator(WINDOWS_DIAGNOSE, 'internal'),
    async rollback(isStarted) {
      await asAdministrator(windowsRollback(isStarted), 'not_removed');
    },
    async cleanUp() {
      await asAdministrator(WINDOWS_CLEAN_UP, 'not_removed');
    },
    async remove() {
      nothingLeft(await asAdministrator(WINDOWS_REMOVE, 'not_removed'));
    },
    close: () => session.close(),
  };
}

// The task is read with ReadAllText, which tells UTF-16 by its mark.
function filesOf({ server, version, token, ca }: NewAgent, script: string): [string, Buffer][] {
  const { folder } = WINDOWS_PATHS;
  const config = agentConfigFile({
    server,
    token_file: `${folder}\\token`,
    state: folder,
    version,
    ca_file: ca === null ? null : `${folder}\\server.pem`,
    pin: null,
  });
  return [
    ['hostwarden-agent.ps1', Buffer.from(script)],
    ['hostwarden-agent.conf', Buffer.from(config)],
    ['token', Buffer.from(`${token}\n`)],
    ['unverified', Buffer.from('\n')],
    ['task.xml', Buffer.from(`\ufeff${scheduledTaskXml()}`, 'utf16le')],
    ...(ca === null ? [] : [['server.pem', Buffer.from(ca)] as [string, Buffer]]),
  ];
}
