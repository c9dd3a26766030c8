import type { Clock } from '../platform/clock.js';
import type { Caller } from './authenticate.js';
import { newTicketText, tokenHash } from './tokens.js';

const LIFETIME_SECONDS = 30;
const MAX_TICKETS = 10_000;

/** Replacements for a token where a browser cannot send a header: valid for one handshake within 30 seconds. */
export interface Tickets {
  /** Returns a new ticket for this caller, and when it expires (Unix seconds). */
  issue(caller: Caller): { ticket: string; expires_at: number };
  /** Returns the caller of a ticket, once; null if the ticket is unknown, used or expired. */
  redeem(ticket: string): Caller | null;
}

/** Creates the tickets in memory: they need not outlive the service. Beyond 10,000 the oldest are dropped. */
export function createTickets(clock: Clock): Tickets {
  const issued = new Map<string, { caller: Caller; expiresAt: number }>(); // oldest first
  function dropOld(): void {
    for (const [key, { expiresAt }] of issued) {
      if (expiresAt > clock.now() && issued.size < MAX_TICKETS) return;
      issued.delete(key);
    }
  }
  return {
    issue(caller) {
      dropOld();
      const ticket = newTicketText();
      const expiresAt = clock.now() + LIFETIME_SECONDS;
      issued.set(ticketKey(ticket), { caller, expiresAt });
      return { ticket, expires_at: expiresAt };
    },
    redeem(ticket) {
      if (ticket.length > 256) return null;
      const key = ticketKey(ticket);
      const found = issued.get(key);
      issued.delete(key);
      return found && found.expiresAt > clock.now() ? found.caller : null;
    },
  };
}

/** A hash, so that the duration of the lookup reveals nothing about the issued tickets. */
const ticketKey = (ticket: string): string => tokenHash(ticket).toString('base64');
