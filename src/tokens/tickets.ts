import type { Clock } from '../platform/clock.js';
import type { Caller } from './authenticate.js';
import { createOneTimeSecrets } from './one-time-secrets.js';

const LIMITS = { prefix: 'hwt', lifetimeSeconds: 30, max: 10_000 };

/** Replacements for a token where a browser cannot send a header: valid for one handshake within 30 seconds. */
export interface Tickets {
  /** Returns a new ticket for this caller, and when it expires (Unix seconds). */
  issue(caller: Caller): { ticket: string; expires_at: number };
  /** Returns the caller of a ticket, once; null if the ticket is unknown, used or expired. */
  redeem(ticket: string): Caller | null;
}

/** Creates the tickets in memory. Beyond 10,000 the oldest of the token with the most is dropped. */
export function createTickets(clock: Clock): Tickets {
  const secrets = createOneTimeSecrets<Caller>(clock, LIMITS);
  return {
    issue(caller) {
      const { secret: ticket, expires_at } = secrets.issue(caller, caller.id);
      return { ticket, expires_at };
    },
    redeem: (ticket) => secrets.redeem(ticket),
  };
}
