import type { Clock } from '../platform/clock.js';
import type { AuditStatements } from './audit.statements.js';
import type { NewAuditLine } from './audit.table.js';

export interface FailedLogin {
  address: string;
  request_id: string;
  /** `agent`: with the token of an agent; `session`: on the sign-in page of the console */
  by: 'token' | 'agent' | 'session';
  status: number;
}

interface FailedLogins {
  record: (login: FailedLogin) => void;
  /** Writes the counts. */
  flush: () => Promise<void>;
}

interface FailedLoginDeps {
  statements: Pick<AuditStatements, 'insert' | 'addCount'>;
  clock: Clock;
  /** runs work in a write transaction; never rejects */
  write: (work: () => void) => Promise<void>;
}

/** The line of an address, to which its later failures are added. */
interface OpenLine {
  /** null: not yet written */
  id: number | null;
  /** failures that are not yet added to the line */
  unwritten: number;
  endsMs: number;
}

const LINE_MS = 600_000;
const FLUSH_MS = 1000;
const MAX_LINES = 100; // open at a time; the failures of all further addresses share one line
const OTHERS = '';

/**
 * Records failed logins: the first of an address at once, and those of the next ten minutes as the count of its line,
 * once a second.
 */
export function createFailedLogins({ statements, clock, write }: FailedLoginDeps): FailedLogins {
  const lines = new Map<string, OpenLine>();
  let timer: NodeJS.Timeout | null = null;
  let flushing = Promise.resolve();

  function removeEnded(nowMs: number): void {
    for (const [key, line] of lines)
      if (line.endsMs <= nowMs && line.unwritten === 0) lines.delete(key);
  }

  function keyOf(login: FailedLogin): string {
    const key = `${login.by} ${login.address}`;
    if (lines.has(key)) return key;
    removeEnded(clock.monotonicMs());
    return lines.size < MAX_LINES ? key : OTHERS;
  }

  function open(key: string, login: FailedLogin): OpenLine {
    const line: OpenLine = { id: null, unwritten: 0, endsMs: clock.monotonicMs() + LINE_MS };
    lines.set(key, line);
    const address = key === OTHERS ? null : login.address;
    void write(() => {
      line.id = statements.insert(toLine({ ...login, address }, clock.now()));
    });
    return line;
  }

  function writeCounts(): void {
    for (const line of lines.values()) {
      if (line.id === null || line.unwritten === 0) continue;
      statements.addCount(line.id, line.unwritten);
      line.unwritten = 0;
    }
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    flushing = flushing.then(() => write(writeCounts));
    await flushing;
  }

  return {
    record(login: FailedLogin): void {
      const key = keyOf(login);
      const line = lines.get(key);
      if (!line || (line.endsMs <= clock.monotonicMs() && line.unwritten === 0)) {
        open(key, login);
        return;
      }
      line.unwritten += 1;
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
  };
}

function toLine(
  { address, request_id, by, status }: Omit<FailedLogin, 'address'> & { address: string | null },
  time: number,
): NewAuditLine {
  return {
    time,
    token_id: null,
    actor: null,
    role: null,
    address,
    action: 'login_failed',
    resource: by,
    resource_id: null,
    resource_name: null,
    first_id: null,
    last_id: null,
    count: 1,
    changes: null,
    outcome: 'refused',
    status,
    code: 'unauthorized',
    request_id,
  };
}
