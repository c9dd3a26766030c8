import { randomBytes } from 'node:crypto';
import type { RunResult, SshSession } from '../../../platform/ssh/ssh.js';
import { agentConfigFile } from '../../service-files.js';
import { OperationFailure, writeFailure, type OperationErrorCode } from '../errors.js';
import { parseLinuxFacts, assertSupported, type LinuxFacts } from './linux.facts.js';
import { layoutOf, type LinuxLayout } from './linux.layout.js';
import { inspectScript } from './linux.inspect.js';
import {
  cleanUpScript,
  diagnoseScript,
  rollbackScript,
  callbackTestCommand,
  removeScript,
  stageScript,
  startScript,
} from './linux.scripts.js';
import type { NewAgent, RemoteHost, RemoteHostFacts } from './remote-host.js';

export interface LinuxHostOptions {
  username: string;
  /** text of hostwarden-agent.sh */
  script: string;
  /** before every path there; empty but in tests */
  root: string;
  /** of one command */
  timeoutMs: number;
}

const MAX_BYTES = 65_536;

/** A Linux host over an SSH session. */
export function linuxHost(session: SshSession, options: LinuxHostOptions): RemoteHost {
  const { root, script, timeoutMs } = options;
  let layout: LinuxLayout | null = null;
  let clock: number | null = null;
  const known = (): LinuxLayout =>
    layout ?? layoutOf({ manager: null, cron: 'folder', canMakeUsers: true, hasUser: true }, root);

  async function asRoot(text: string, otherwise: OperationErrorCode): Promise<RunResult> {
    const result = await session.run('exec sh -s', {
      stdin: text,
      timeoutMs,
      maxBytes: MAX_BYTES,
      root: true,
    });
    if (result.exitCode !== 0)
      throw writeFailure(
        result.stderr.toString('utf8').trim() ||
          `the script ended with ${result.signal ?? result.exitCode}`,
        otherwise,
      );
    return result;
  }

  return {
    login: `Logged in as ${options.username}, host key ${session.hostKey.type} ${session.hostKey.fingerprint_sha256}, ${session.hostKey.pinned ? 'pinned' : 'the first one seen'}`,
    key: {
      kind: 'ssh',
      type: session.hostKey.type,
      fingerprint_sha256: session.hostKey.fingerprint_sha256,
    },
    localAddress: session.localAddress,
    async inspect() {
      await session.elevate();
      const facts = parseLinuxFacts(
        (await asRoot(inspectScript(root), 'unsupported_os')).stdout.toString('utf8'),
      );
      layout = layoutOf(facts, root);
      clock = facts.now;
      return siteFacts(facts);
    },
    async testCallback(server, ca) {
      const result = await session.run(callbackTestCommand(server, ca), {
        stdin: script,
        timeoutMs,
        maxBytes: MAX_BYTES,
      });
      if (/^(curl|wget|busybox) 0$/m.test(result.stdout.toString('utf8'))) return;
      throw new OperationFailure(
        'no_way_back',
        `${server}/healthz from there: ${said(result)}${clock === null ? '' : `; its clock says ${new Date(clock * 1000).toISOString()}`}`,
      );
    },
    async stage(agent) {
      await asRoot(
        stageScript(
          known(),
          filesOf(agent, known(), script),
          `HOSTWARDEN_${randomBytes(12).toString('hex')}`,
        ),
        'upload_failed',
      );
    },
    async start(keepOld) {
      await asRoot(startScript(known(), keepOld), 'start_failed');
    },
    async diagnose() {
      return (await asRoot(diagnoseScript(known()), 'internal')).stdout.toString('utf8');
    },
    async rollback(isStarted) {
      nothingLeft(await asRoot(rollbackScript(known(), isStarted), 'not_removed'));
    },
    async cleanUp() {
      await asRoot(cleanUpScript(root), 'not_removed');
    },
    async remove() {
      nothingLeft(await asRoot(removeScript(root), 'not_removed'));
    },
    close: () => session.close(),
  };
}

function siteFacts(facts: LinuxFacts): RemoteHostFacts {
  const { isInstalled, hasTraces, version, tokenSha256, oldTokenSha256, manager } = facts;
  const summary = [
    facts.osName || facts.kernel || 'an unknown system',
    facts.architecture,
    manager ?? 'no service manager',
    isInstalled ? `agent ${version ?? 'of an unknown version'}` : 'no agent',
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

function filesOf(
  { server, version, token, ca }: NewAgent,
  { folder, paths, token: tokenFile }: LinuxLayout,
  script: string,
) {
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

function nothingLeft({ stdout, stderr }: RunResult): void {
  const left = stdout.toString('utf8').trim();
  if (left !== '')
    throw new OperationFailure(
      'not_removed',
      `Left: ${left.replaceAll('\n', ', ')}\n${stderr.toString('utf8')}`,
    );
}

// 6, 7, 28, 35, 60 are what curl's manual says of names, connections, time, TLS and certificates
function said({ stdout, stderr, exitCode }: RunResult): string {
  return (
    [stdout.toString('utf8').trim(), stderr.toString('utf8').trim()].filter(Boolean).join('; ') ||
    `the try ended with ${exitCode}`
  );
}
