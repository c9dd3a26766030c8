import type { Selectable } from 'kysely';
import type { AgentAction, OperationError } from '../../events/events.js';
import type { LoginRole } from '../../tokens/tokens.js';
import type { HostKeyKind, OperationTable, OsFamily } from '../agents.table.js';

export type OperationRow = Selectable<OperationTable>;

/** An agent operation as the API returns it. Times are Unix seconds. */
export interface Operation extends Omit<OperationRow, 'dry_run' | 'error'> {
  dry_run: boolean;
  error: OperationError | null;
}

/** The kind of key that hosts of an operating system present at a login. */
export const keyKindOf = (family: OsFamily): HostKeyKind => (family === 'linux' ? 'ssh' : 'winrm');

export interface NewOperation {
  host_id: number;
  action: AgentAction;
  os_family: OsFamily;
  credential_id: number;
  dry_run: boolean;
  login_role: LoginRole;
  /** of an operation that is queued with those of other hosts */
  batch_id?: number;
}

/** The steps of operations, with the percentage when each begins. */
const PERCENT = {
  queued: 0,
  connect: 5,
  authenticate: 15,
  inspect: 25,
  way_back: 40,
  upload: 50,
  start: 65,
  remove: 60,
  verify: 80,
  clean_up: 95,
} as const;

export type OperationStep = keyof typeof PERCENT;

const INSTALL_STEPS: readonly OperationStep[] = [
  'queued',
  'connect',
  'authenticate',
  'inspect',
  'way_back',
  'upload',
  'start',
  'verify',
  'clean_up',
];

const STEPS: Record<AgentAction, readonly OperationStep[]> = {
  install: INSTALL_STEPS,
  update: INSTALL_STEPS,
  uninstall: ['queued', 'connect', 'authenticate', 'inspect', 'remove', 'clean_up'],
};

/**
 * Returns the steps of an action in their order.
 * @internal
 */
export const stepsOf = (action: AgentAction): readonly OperationStep[] => STEPS[action];

/** Returns the percentage at the start of a step: 0 to 99; only a completed operation has 100. */
export const stepPercent = (step: OperationStep): number => PERCENT[step];
