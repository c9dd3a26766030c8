import type { FastifyRequest } from 'fastify';
import type { AppError } from '../errors.js';
import { createLoginThrottle } from '../tokens/login-throttle.js';
import type { Clock } from '../platform/clock.js';
import type { AuditLog } from './audit-log.js';
import type { FailedLogin } from './failed-logins.js';

/** Answers a failed login: counts it in the audit log, and slows down its address. */
export interface LoginRefusal {
  refuse(
    request: Pick<FastifyRequest, 'ip' | 'id' | 'raw'>,
    by: FailedLogin['by'],
    respond: { error: AppError; done: (error: AppError) => void },
  ): void;
  /** Answers everyone who waits. */
  close(): void;
}

export function createLoginRefusal(audit: AuditLog, clock: Clock): LoginRefusal {
  const throttle = createLoginThrottle(clock);
  return {
    refuse({ ip, id, raw }, by, { error, done }) {
      audit.recordFailedLogin({ address: ip, request_id: id, by, status: error.status });
      throttle.refuse({ address: ip, peer: raw.socket.remoteAddress }, error, done);
    },
    close: () => {
      throttle.close();
    },
  };
}
