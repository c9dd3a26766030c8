import { AppError } from '../../errors.js';
import { createCounter } from '../../http/rate-limit.js';
import type { Clock } from '../../platform/clock.js';

export interface AgentLimitOptions {
  /** requests of one agent; 0: no limit. An agent sends about two, with an inventory three */
  requestsPerMinute: number;
  /**
   * all reports that are being received, read and stored, in bytes: those of up to 1 MiB, and what larger ones have
   * beyond it. A report has about 10 to 100 KB. A large one that stalls delays large ones only
   */
  uploadBytes: number;
}

export const AGENT_LIMITS: AgentLimitOptions = {
  requestsPerMinute: 120,
  uploadBytes: 32 << 20,
};

const SMALL_UPLOAD = 1 << 20;
const MAX_AGENTS = 100_000;
const RETRY_SECONDS = 5;

/** The upload of one host. It ends with its last holder: the request, or the storing of its report. */
export interface Upload {
  /** Reserves memory for bytes that arrived. Throws AppError `rate_limited` when all uploads have too many. */
  reserve: (bytes: number) => void;
  hold: () => void;
  release: () => void;
}

/** The limits of agents: a host that was taken over has a valid token. */
export interface AgentLimits {
  /** Counts a request. Throws AppError `rate_limited`. */
  countRequest: (hostId: number) => void;
  /** Starts an upload, with one holder. Throws AppError `upload_working` during another upload of the host. */
  startUpload: (hostId: number) => Upload;
}

export function createAgentLimits(
  { requestsPerMinute, uploadBytes }: AgentLimitOptions,
  clock: Pick<Clock, 'monotonicMs'>,
): AgentLimits {
  const count = createCounter(requestsPerMinute, MAX_AGENTS);
  const uploads = createUploads(uploadBytes);
  return {
    countRequest(hostId) {
      if (requestsPerMinute === 0) return;
      const { count: requests, resetSeconds } = count(hostId, clock.monotonicMs());
      if (requests > requestsPerMinute)
        throw rateLimited(
          `An agent may send ${requestsPerMinute} requests per minute`,
          resetSeconds,
        );
    },
    startUpload: (hostId) => uploads.start(hostId),
  };
}

function createUploads(maxBytes: number) {
  const hosts = new Set<number>();
  const total = { small: 0, large: 0 };
  return {
    start(hostId: number): Upload {
      if (hosts.has(hostId))
        throw new AppError('upload_working', 'Another result of this host is being received');
      hosts.add(hostId);
      let own = { small: 0, large: 0 };
      let holders = 1;
      return {
        reserve(bytes) {
          const small = Math.min(bytes, SMALL_UPLOAD - own.small);
          const large = bytes - small;
          if (total.small + small > maxBytes || total.large + large > maxBytes)
            throw rateLimited('Too many results are being received', RETRY_SECONDS);
          total.small += small;
          total.large += large;
          own = { small: own.small + small, large: own.large + large };
        },
        hold() {
          holders += 1;
        },
        release() {
          holders -= 1;
          if (holders > 0) return;
          hosts.delete(hostId);
          total.small -= own.small;
          total.large -= own.large;
          own = { small: 0, large: 0 };
        },
      };
    },
  };
}

const rateLimited = (detail: string, seconds: number): AppError =>
  new AppError('rate_limited', `${detail}; try again in ${seconds} s`, {
    headers: { 'retry-after': `${seconds}` },
  });
