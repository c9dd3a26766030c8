import type { z } from 'zod';
import type { CheckResult } from '../pentest/checks/check.js';
import type { FoundService } from '../pentest/service.js';
import type { LoginRole } from '../tokens/tokens.js';

/** A host of a task, as it was at the start of the task. */
export interface TaskHost {
  host_id: number;
  ip: string;
  name: string;
}

/** All outcomes. `no_import`: nothing was imported for the host since the template's previous task. */
export const OUTCOMES = [
  'done',
  'unreachable',
  'not_allowed',
  'failed',
  'stopped',
  'no_agent',
  'agent_offline',
  'auth_failed',
  'timeout',
  'bad_data',
  'no_import',
] as const;
export type HostOutcome = (typeof OUTCOMES)[number];

export interface HostProgress {
  /** share of the work on this host that is done, 0 to 1 */
  fraction: number;
  /** current activity as a text: `Scanning 10.0.0.5: 312 of 1024 ports` */
  text: string;
}

export interface HostJob<P> {
  task_id: number;
  params: P;
  /** the rights of logins on hosts: an admin's may trust a key that is not known */
  loginRole: LoginRole;
  /** aborts when the task is stopped or the service closes */
  signal: AbortSignal;
  progress(p: HostProgress): void;
  /** what `saveState` received before an interruption: the work can continue from there */
  savedState?: Uint8Array;
  /**
   * Takes a state to continue from after a restart; the latest is stored within a second. At most
   * MAX_STATE_BYTES: a larger one is not stored.
   */
  saveState?(state: Uint8Array): void;
}

export const MAX_STATE_BYTES = 64 * 1024;

/** The result of one host. A task type returns data and writes nothing. */
export interface HostResult {
  outcome: HostOutcome;
  /** stable code if the outcome is not `done`, otherwise null */
  reason: string | null;
  /** a sentence, or null */
  detail: string | null;
  /** false: the host itself was not contacted, so its status is unknown */
  reached?: boolean;
  /** true: the address was tried as a part of a range; without an answer, there may be no host */
  is_in_range?: boolean;
  /** the imported report that was used: the template's next task uses later ones only */
  import_id?: number;
  /**
   * the services that a network scan found, the scanned ports, and those of them that gave no answer; absent
   * if the type does not scan
   */
  scan?: {
    services: readonly FoundService[];
    scanned_ports: readonly number[];
    silent_ports?: readonly number[];
    /** the MAC address, if the host is on the same network */
    mac?: string | null;
    /** of SNMPv3, if the host answered it */
    engine_id?: string | null;
    checks?: readonly CheckResult[];
  };
  /** true: the packages stored for the host now are the result of this task */
  packages?: true;
}

/** The texts and defaults of a task type, for forms. */
export interface TaskTypeInfo {
  /** a few words */
  label: string;
  /** a sentence */
  description: string;
  /** what omitted params stand for, in wire form; null: nothing */
  defaults: Record<string, unknown> | null;
  /** the ports that are scanned without params; absent: the type does not scan */
  default_ports?: DefaultPorts;
  /** how fast ports are scanned; absent: the type does not scan */
  estimates?: readonly ScanEstimate[];
}

/** Ports as text (`22,80-82`), and the number of TCP ports. */
interface DefaultPorts {
  count: number;
  tcp: string;
  udp: string;
}

/** How fast the ports of one host are scanned at a speed. Both are estimates: the network decides. */
export interface ScanEstimate {
  speed: string;
  /** of a host whose closed ports answer */
  ports_per_second: number;
  /** of a host that drops packets to its closed ports, as firewalls do */
  silent_ports_per_second: number;
}

/** A kind of task. A new one is a folder and an entry in the list of types. */
export interface TaskType<P = unknown> {
  name: string;
  /** absent: forms show the name */
  info?: TaskTypeInfo;
  /** parses the params of a template (wire form, null: none) to the form that `run` receives */
  params: z.ZodType<P>;
  /** the number of hosts of one task that run at the same time */
  hostConcurrency(params: P): number;
  run(host: TaskHost, job: HostJob<P>): Promise<HostResult>;
}
