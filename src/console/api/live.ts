import { ROOT } from '../app/place.js';
import { noteChange, refetchAll, type Topic } from './changes.js';
import { noteReachable } from './connection.js';
import { oldestSeq } from './oldest-seq.js';
import { retryDelay } from './retry-delay.js';
import { isSignedIn } from './session-half.js';
import { loadSession, requestTicket } from './session.js';

/** An event of the service, as `/ws/events` sends it. */
interface LiveEvent {
  seq: number;
  topic: Exclude<Topic, 'all'>;
  event: string;
  time: number;
}

let socket: WebSocket | null = null;
/** A ticket is requested: a second connection beside the one that it is for would get every event again. */
let isConnecting = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let attempts = 0;
let lastSeq: number | null = null;
/** The connection is opened for the first time since the page was loaded. */
let isFirst = true;

/** Keeps a connection for events while the page is signed in; with it, the session is loaded. Call it once. */
export function startLive(): void {
  isSignedIn.subscribe((isIn) => {
    if (isIn) connectNow();
    else socket?.close();
  });
  addEventListener('online', connectNow);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) connectNow();
  });
}

function connectNow(): void {
  clearTimeout(timer);
  if (socket === null && !isConnecting && isSignedIn.value) void connect();
}

function connectLater(): void {
  clearTimeout(timer);
  if (!isSignedIn.value) return;
  timer = setTimeout(connectNow, retryDelay(attempts, Math.random(), document.hidden));
  attempts += 1;
}

async function connect(): Promise<void> {
  isConnecting = true;
  try {
    const ticket = await requestTicket();
    lastSeq ??= oldestSeq.take();
    if (isSignedIn.value) open(ticket);
  } catch {
    connectLater();
  } finally {
    isConnecting = false;
  }
}

function open(ticket: string): void {
  const query = new URLSearchParams({ ticket, ...(lastSeq !== null && { since: `${lastSeq}` }) });
  const url = new URL(`ws/events?${query}`, ROOT);
  url.protocol = url.protocol.replace('http', 'ws');
  const opened = new WebSocket(url);
  socket = opened;
  opened.onopen = () => {
    document.documentElement.dataset['live'] = 'open';
    attempts = 0;
    noteReachable(true);
    if (!isFirst) refetchAll(); // the first connection begins before the oldest response
    isFirst = false;
  };
  opened.onmessage = ({ data }) => receive(JSON.parse(String(data)) as LiveEvent);
  opened.onclose = ({ code }) => {
    delete document.documentElement.dataset['live'];
    if (socket === opened) socket = null;
    if (code === 4401)
      void loadSession().catch(() => undefined); // a 401 shows the sign-in dialog
    else if (isSignedIn.value) noteReachable(false);
    connectLater();
  };
}

function receive(event: LiveEvent): void {
  lastSeq = event.seq;
  noteChange(subjectOf(event));
}

/** An import for a host changes what a task of that host changes. */
const subjectOf = ({ event, topic }: LiveEvent): Topic =>
  event === 'host.inventory.imported' ? 'tasks' : topic;
