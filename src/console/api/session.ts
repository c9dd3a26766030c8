import { signal } from '@preact/signals';
import { api, unwrap } from './client.js';
import type { Api } from './shapes.js';
import { refetchAll } from './changes.js';
import { isSignedIn, onOtherTab, readHalf, storeHalf } from './session-half.js';

/** The session of this page; null: not loaded yet. */
export const session = signal<Api<'Session'> | null>(null);

/** A role of tokens. */
export type PageRole = Api<'Session'>['role'];
const RANK: Readonly<Record<PageRole, number>> = { viewer: 1, operator: 2, admin: 3 };

/** Returns why this session may not do what needs a role; null: it may. */
export const roleHint = (required: PageRole): string | null =>
  session.value && RANK[session.value.role] >= RANK[required]
    ? null
    : `Needs the role ${required}${session.value ? `; you are ${session.value.role}` : ''}`;

/** Signs in with the code of a link or with a token. Throws ApiError. */
export async function signIn(body: { code: string } | { token: string }): Promise<void> {
  const { data } = await unwrap(api.POST('/session', { body }));
  storeHalf(data.header);
  session.value = data;
  refetchAll();
}

/** Reads the session of this page. Throws ApiError. */
export async function loadSession(): Promise<void> {
  const half = readHalf();
  const { data } = await unwrap(api.GET('/session'));
  noteSession(half, data);
}

/** Requests a ticket for the connection of events. Its answer has the session as well. Throws ApiError. */
export async function requestTicket(): Promise<string> {
  const half = readHalf();
  const { data } = await unwrap(api.POST('/ws/tickets'));
  noteSession(half, data.session);
  return data.ticket;
}

function noteSession(half: string | null, found: Api<'Session'> | null): void {
  if (readHalf() === half) session.value = found; // otherwise a sign-in was faster
}

/** Follows the sign-ins of other tabs, which may be with another role. Call it once. */
export function followOtherTabs(): void {
  onOtherTab(() => {
    if (isSignedIn.value) void loadSession().then(refetchAll, () => undefined);
  });
}

/** Ends the session, in all tabs. They forget it first: a request of theirs would be refused. */
export async function signOut(): Promise<void> {
  const half = readHalf() ?? '';
  storeHalf(null);
  session.value = null;
  // Without the service, to forget the half is enough: the cookie alone starts nothing.
  await api.DELETE('/session', { headers: { 'Hostwarden-Session': half } }).catch(() => undefined);
}
