import type { Clock } from '../platform/clock.js';
import type { Caller } from './authenticate.js';
import { newTicketText, tokenHash } from './tokens.js';

const SECONDS = 30;
const MOST = 10_000;

/** What a browser shows instead of a token where it can send no header: good for one handshake within 30 seconds. */
export interface Tickets {
  /** a new ticket for this caller, and when it ends (Unix seconds) */
  issue(caller: Caller): { ticket: string; expires_at: number };
  /** whose ticket it is, once: null when it is unknown, used or too old */
  redeem(ticket: string): Caller | null;
}

/** Tickets live in memory: they need not outlive the service. Of very many the oldest are forgotten. */
export function createTickets(clock: Clock): Tickets {
  const open = new Map<string, { caller: Caller; expiresAt: number }>(); // in the order of issue
  function forgetOld(): void {
    for (const [key, { expiresAt }] of open) {
      if (expiresAt > clock.now() && open.size < MOST) return;
      open.delete(key);
    }
  }
  return {
    issue(caller) {
      forgetOld();
      const ticket = newTicketText();
      const expiresAt = clock.now() + SECONDS;
      open.set(keyOf(ticket), { caller, expiresAt });
      return { ticket, expires_at: expiresAt };
    },
    redeem(ticket) {
      if (ticket.length > 256) return null;
      const key = keyOf(ticket);
      const found = open.get(key);
      open.delete(key);
      return found && found.expiresAt > clock.now() ? found.caller : null;
    },
  };
}

// By hash, so that how long the look-up takes tells nothing about the tickets there are.
const keyOf = (ticket: string): string => tokenHash(ticket).toString('base64');
