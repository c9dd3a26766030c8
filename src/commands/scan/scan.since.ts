import type { Severity } from '../../knowledge/records.js';
import type { MovedDevice } from '../../reports/diff.js';
import type { TaskResponse } from '../../tasks/tasks.schemas.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';

/** A finding that is new, fixed or changed. Further fields are printed with `--json`. */
export interface SinceFinding {
  vulnerability_id: string;
  title: string;
  severity: Severity;
  ip: string;
  package: string | null;
  port: number | null;
  transport: string | null;
}

interface NamedService {
  service: string | null;
  product: string | null;
  version: string | null;
  revision: string | null;
}

export interface SincePort {
  ip: string;
  port: number;
  transport: string;
  /** name of the service; null: not identified */
  service: string | null;
  before: NamedService | null;
  after: NamedService | null;
  /** the first scan of the `host` or of the `port`; null: the port was scanned before */
  baseline?: string | null | undefined;
}

export interface SinceNotCompared {
  ip: string;
  reason: string;
  /** null: the whole host */
  ports: string | null;
}

/** The changes since the previous scan of the same targets. */
export interface Since {
  task_id: number;
  number_task: string;
  /** Unix seconds */
  finished_at: number;
  ports_opened: SincePort[];
  ports_closed: SincePort[];
  ports_changed: SincePort[];
  new: SinceFinding[];
  fixed: SinceFinding[];
  changed: SinceFinding[];
  not_compared: SinceNotCompared[];
  moved: MovedDevice[];
}

type DiffService = Omit<SincePort, 'service'>;
interface TaskDiff {
  base_task_id: number | null;
  new: SinceFinding[];
  fixed: SinceFinding[];
  changed: SinceFinding[];
  not_compared: SinceNotCompared[];
  moved?: MovedDevice[];
  services: Record<'opened' | 'closed' | 'changed', DiffService[]>;
}

/** Returns what a finished scan changed; null for the first scan of its targets. */
export async function readSince(client: Client, taskId: number): Promise<Since | null> {
  const diff = await getData<TaskDiff>(client, 'GET', `/api/v1/tasks/${taskId}/diff`);
  if (diff.base_task_id === null) return null;
  const path = `/api/v1/tasks/${diff.base_task_id}`;
  const base = await getData<TaskResponse>(client, 'GET', path);
  return {
    task_id: base.id,
    number_task: base.number_task,
    finished_at: base.finished_at ?? base.updated_at,
    ports_opened: diff.services.opened.map(toPort),
    ports_closed: diff.services.closed.map(toPort),
    ports_changed: diff.services.changed.map(toPort),
    new: diff.new,
    fixed: diff.fixed,
    changed: diff.changed,
    not_compared: diff.not_compared,
    moved: diff.moved ?? [],
  };
}

function toPort({ ip, port, transport, before, after, baseline }: DiffService): SincePort {
  const service = (after ?? before)?.service ?? null;
  return { ip, port, transport, service, before, after, baseline };
}
