import { randomBytes } from 'node:crypto';
import type { Elevation } from '../../../platform/ssh/remote-command.js';
import type { RunResult, SshSession } from '../../../platform/ssh/ssh.js';
import { agentConfigFile } from '../../service-files.js';
import { commandFailure, OperationFailure, type OperationErrorCode } from '../errors.js';
import { assertSupported, parseLinuxFacts, type LinuxFacts } from './linux.facts.js';
import { inspectScript } from './linux.inspect.js';
import { layoutOf, type LinuxLayout } from './linux.layout.js';
import {
  callbackTestCommand,
  cleanUpScript,
  diagnoseScript,
  removeScript,
  rollbackScript,
  stageScript,
  startScript,
  type AgentFiles,
} from './linux.scripts.js';
import type { NewAgent, RemoteHost, RemoteHostFacts } from './remote-host.js';

export interface LinuxHostOptions {
  username: string;
  /** text of hostwarden-agent.sh */
  script: string;
  /** prefix of every path on the host; empty except in tests */
  root: string;
  /** timeout of one command */
  timeoutMs: number;
}

const RIGHTS: Record<Elevation['kind'], string> = {
  root: 'The user is root',
  sudo: 'The user becomes root by sudo, without a password',
  sudo_password: 'The user becomes root by sudo, with a password',
  doas: 'The user becomes root by doas, without a password',
};

const MAX_OUTPUT_BYTES = 65_536;

/** A Linux host over an SSH session. */
export function linuxHost(session: SshSession, options: LinuxHostOptions): RemoteHost {
  const { root, script, timeoutMs } = options;
  const { hostKey, localAddress } = session;
  const asRoot = createRootShell(session, timeoutMs);
  let layout = layoutOf({ manager: null, cron: 'folder', canMakeUsers: true, hasUser: true }, root);
  let clock: number | null = null;
  const key = `${hostKey.type} ${hostKey.fingerprint_sha256}`;
  const trust = hostKey.pinned ? 'pinned' : 'trusted on first use';
  return {
    login: `Logged in as ${options.username}, host key ${key}, ${trust}`,
    key: { kind: 'ssh', type: hostKey.type, fingerprint_sha256: hostKey.fingerprint_sha256 },
    localAddress,
    findRights: async () => RIGHTS[(await session.elevate()).kind],
    async inspect() {
      await session.elevate();
      const { stdout } = await asRoot(inspectScript(root), 'unsupported_os');
      const facts = parseLinuxFacts(stdout.toString('utf8'));
      layout = layoutOf(facts, root);
      clock = facts.now;
      return toRemoteHostFacts(facts);
    },
    async testCallback(server, ca) {
      const result = await session.run(callbackTestCommand(server, ca), {
        stdin: script,
        timeoutMs,
        maxBytes: MAX_OUTPUT_BYTES,
      });
      if (/^(curl|wget|busybox) 0$/m.test(result.stdout.toString('utf8'))) return;
      throw callbackFailure(server, result, clock);
    },
    async stage(agent) {
      const boundary = `HOSTWARDEN_${randomBytes(12).toString('hex')}`;
      const files = agentFiles(agent, layout, script);
      await asRoot(stageScript(layout, files, boundary), 'upload_failed');
    },
    async start(shouldKeepOld) {
      await asRoot(startScript(layout, shouldKeepOld), 'start_failed');
    },
    async diagnose() {
      return (await asRoot(diagnoseScript(layout), 'internal')).stdout.toString('utf8');
    },
    async rollback(isStarted) {
      assertNothingRemains(await asRoot(rollbackScript(layout, isStarted), 'not_removed'));
    },
    async cleanUp() {
      await asRoot(cleanUpScript(root), 'not_removed');
    },
    async remove() {
      assertNothingRemains(await asRoot(removeScript(root), 'not_removed'));
    },
    close: () => session.close(),
  };
}

/** Returns a function that runs a script as root. It throws the given failure if the script fails. */
function createRootShell(session: SshSession, timeoutMs: number) {
  return async (script: string, failure: OperationErrorCode): Promise<RunResult> => {
    const result = await session.run('exec sh -s', {
      stdin: script,
      timeoutMs,
      maxBytes: MAX_OUTPUT_BYTES,
      root: true,
    });
    if (result.exitCode === 0) return result;
    const stderr = result.stderr.toString('utf8').trim();
    throw commandFailure(
      stderr || `the script ended with ${result.signal ?? result.exitCode}`,
      failure,
    );
  };
}

function toRemoteHostFacts(facts: LinuxFacts): RemoteHostFacts {
  const { isInstalled, hasTraces, version, tokenSha256, oldTokenSha256, manager } = facts;
  const summary = [
    facts.osName || facts.kernel || 'unknown system',
    facts.architecture,
    manager ?? 'no service manager',
    isInstalled ? `agent ${version ?? 'of unknown version'}` : 'no agent',
  ]
    .filter(Boolean)
    .join(', ');
  return {
    isInstalled,
    hasTraces,
    version,
    tokenSha256,
    oldTokenSha256,
    manager,
    summary,
    assertSupported: () => {
      assertSupported(facts);
    },
  };
}

function agentFiles(
  { server, version, token, ca }: NewAgent,
  { folder, paths, token: tokenFile }: LinuxLayout,
  script: string,
): AgentFiles {
  const config = agentConfigFile({
    server,
    token_file: tokenFile,
    state: paths.state,
    version,
    ca_file: ca === null ? null : `${folder}/server.pem`,
    pin: null,
  });
  return { script, config, token, ca };
}

function assertNothingRemains({ stdout, stderr }: RunResult): void {
  const remaining = stdout.toString('utf8').trim();
  if (remaining !== '')
    throw new OperationFailure(
      'not_removed',
      `Remaining: ${remaining.replaceAll('\n', ', ')}\n${stderr.toString('utf8')}`,
    );
}

/**
 * Includes the exit code of curl (6, 7, 28, 35, 60: name, connection, timeout, TLS, certificate) and the
 * host's clock: a wrong one makes certificates invalid.
 */
function callbackFailure(
  server: string,
  { stdout, stderr, exitCode }: RunResult,
  clock: number | null,
): OperationFailure {
  const output = [stdout, stderr].map((bytes) => bytes.toString('utf8').trim()).filter(Boolean);
  const reason = output.join('; ') || `the test ended with ${exitCode}`;
  const time = clock === null ? '' : `; clock of the host: ${new Date(clock * 1000).toISOString()}`;
  return new OperationFailure('no_way_back', `${server}/healthz from the host: ${reason}${time}`);
}
