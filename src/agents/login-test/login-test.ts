import {
  keyKindOfType,
  secretsOfLogin,
  type CredentialLogin,
} from '../../credentials/credential-login.js';
import { credentialType } from '../../credentials/credentials.service.js';
import { AppError, notFound, unknownReference } from '../../errors.js';
import type { OperationError } from '../../events/events.js';
import { withTimeLimit } from '../../lib/abort/time-limit.js';
import { createSemaphore } from '../../lib/semaphore.js';
import type { LoginRole } from '../../tokens/tokens.js';
import type { Db } from '../../database/database.js';
import { findAgent, findHostIp } from '../agents.repository.js';
import type { PinnedKey } from '../agents.table.js';
import {
  type OperationErrorCode,
  OperationFailure,
  publicError,
  toFailure,
} from '../operations/errors.js';
import type { OperationDeps } from '../operations/operation-job.js';
import type { RemoteHost } from '../operations/remote/remote-host.js';
import { isAfterConnection, stepOf, type LoginStep } from './login-steps.js';

/** The result of a test: the steps up to the first that failed. */
export interface LoginTestResult {
  ok: boolean;
  steps: { step: LoginStep; ok: boolean; message: string }[];
  error: OperationError | null;
}

interface LoginTestRequest {
  credentialId: number;
  hostId: number;
  role: LoginRole;
}

/**
 * Logs in to a host with a credential and finds out its rights there; changes nothing on the host. It trusts and pins
 * a new host key under the rules of every other login: docs/decisions/029-credentials-with-keys.md. 404 for an unknown
 * credential, 422 for an unknown host, 403 for a credential that an operator may not use on this host.
 */
export type TestLogin = (request: LoginTestRequest) => Promise<LoginTestResult>;

type LoginTestDeps = Pick<
  OperationDeps,
  'db' | 'hostKeys' | 'openCredential' | 'recordUse' | 'connectHost'
>;

/** Connecting, logging in and some commands; clients wait for a minute. */
const TIMEOUT_MS = 55_000;

/** Tests that run at the same time; others wait: a host that does not respond holds its slot for a while. */
const MAX_CONCURRENT = 10;

/** @param closing aborts when the service closes */
export function createLoginTest(deps: LoginTestDeps, closing: AbortSignal): TestLogin {
  const slots = createSemaphore(MAX_CONCURRENT);
  return async (request) => {
    const target = await openTarget(deps, request);
    if (target === null)
      return createSteps([]).failed(new OperationFailure('credential_unreadable'));
    const steps = createSteps(secretsOfLogin(target.credential));
    return withTimeLimit(TIMEOUT_MS, closing, async ({ signal, isOver }) => {
      try {
        return await slots.run(async () => {
          const host = await deps.connectHost({ ...target, signal });
          await runSteps(deps, host, { target, request, steps });
          return steps.done();
        }, signal);
      } catch (error) {
        const failure = isOver() ? new OperationFailure('command_timeout') : toFailure(error);
        return steps.failed(await explainAgentOnly(deps.db, request.hostId, failure));
      }
    });
  };
}

interface Target {
  ip: string;
  credential: CredentialLogin;
  pinned: PinnedKey | null;
}

/** Returns null for a credential that cannot be decrypted. */
async function openTarget(
  { db, hostKeys, openCredential }: LoginTestDeps,
  { credentialId, hostId, role }: LoginTestRequest,
): Promise<Target | null> {
  const ip = await findHostIp(db, hostId);
  if (ip === undefined) throw unknownReference('host', '/host_id', [hostId]);
  const type = await credentialType({ database: { db } }, credentialId);
  if (type === undefined) throw notFound('credential', credentialId);
  const kind = keyKindOfType(type);
  const permission = await hostKeys.permit({ credentialId, address: ip, kind, role });
  if (!permission.isAllowed) throw new AppError('credential_not_allowed', permission.detail);
  const credential = await openCredential(credentialId).catch(() => null);
  return credential && { ip, credential, pinned: permission.pinned };
}

interface TestRun {
  target: Target;
  request: LoginTestRequest;
  steps: Steps;
}

async function runSteps(
  { hostKeys, recordUse }: LoginTestDeps,
  host: RemoteHost,
  { target: { ip }, request: { credentialId, role }, steps }: TestRun,
): Promise<void> {
  try {
    steps.passed('connect', `Connected to ${ip}`);
    steps.passed('login', host.login);
    await recordUse(credentialId);
    if (host.key !== null)
      await hostKeys.record({ credentialId, address: ip, role, kind: host.key.kind }, host.key);
    const rights = await host.findRights();
    steps.passed('commands', 'Commands can be run');
    steps.passed('rights', rights);
  } finally {
    await host.close().catch(() => undefined);
  }
}

type Steps = ReturnType<typeof createSteps>;

/** @param secrets not to be repeated */
function createSteps(secrets: readonly string[]) {
  const steps: LoginTestResult['steps'] = [];
  const passed = (step: LoginStep, message: string): void => {
    steps.push({ step, ok: true, message });
  };
  return {
    passed,
    done: (): LoginTestResult => ({ ok: true, steps, error: null }),
    failed(failure: OperationFailure): LoginTestResult {
      const error = publicError(failure, secrets);
      const step = stepOf(error.code, steps.length);
      if (step === 'login' && steps.length === 0 && isAfterConnection(error.code))
        passed('connect', 'Connected');
      if (step === 'rights' && steps.length === 2) passed('commands', 'Commands can be run');
      steps.push({ step, ok: false, message: error.message });
      return { ok: false, steps, error };
    },
  };
}

const NOT_REACHED: readonly OperationErrorCode[] = [
  'connection_refused',
  'connect_timeout',
  'unreachable',
];

const HINT =
  'The agent on this host needs no login: tasks of the type agentInventory collect its inventory';

/** Adds to the failure of a host that cannot be logged in to that it has an agent, if it has one. */
async function explainAgentOnly(
  db: Db,
  hostId: number,
  failure: OperationFailure,
): Promise<OperationFailure> {
  if (!NOT_REACHED.includes(failure.code)) return failure;
  const agent = await findAgent(db, hostId);
  if (agent?.installed_at == null) return failure;
  const lines = [failure.detail, HINT].filter((text) => text !== null);
  return new OperationFailure(failure.code, lines.join('\n'));
}
