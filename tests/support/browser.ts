import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

/** The name of an installed Chromium; undefined without one. */
export const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** The arguments of every headless run. @param dir a temporary folder */
export const headlessArguments = (dir: string): string[] => [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  `--user-data-dir=${join(dir, 'profile')}`,
];

/** Writes a page into a temporary folder, which is removed after the test. */
export function writePage(html: string): { dir: string; url: string } {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-page-'));
  onTestFinished(() => {
    // Processes of the browser still write for a moment after it ended.
    rmSync(dir, { recursive: true, force: true, maxRetries: 30, retryDelay: 50 });
  });
  writeFileSync(join(dir, 'page.html'), html);
  return { dir, url: `file://${join(dir, 'page.html')}` };
}

/** A page that is open in Chromium. */
export interface BrowserPage {
  /** Returns the value of an expression in the page; it has to be JSON. */
  evaluate: <T>(expression: string) => Promise<T>;
}

/** Opens a page; Chromium ends after the test. @param hasScripts false: scripts of the page do not run */
export async function openPage(html: string, { hasScripts = true } = {}): Promise<BrowserPage> {
  const { dir, url } = writePage(html);
  const { send, nextEvent } = await connect(await startChromium(dir));
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
  });
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  await send('Page.enable', {}, sessionId);
  await send('Emulation.setScriptExecutionDisabled', { value: !hasScripts }, sessionId);
  const loaded = nextEvent('Page.loadEventFired');
  await send('Page.navigate', { url }, sessionId);
  await loaded;
  return {
    evaluate: async <T>(expression: string) => {
      const params = { expression, returnByValue: true };
      const answer = await send<Evaluated<T>>('Runtime.evaluate', params, sessionId);
      if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
      return answer.result.value;
    },
  };
}

interface Evaluated<T> {
  result: { value: T };
  exceptionDetails?: object;
}

/** Starts Chromium, and returns the address of its DevTools protocol. */
async function startChromium(dir: string): Promise<string> {
  const child = spawn(
    chromium ?? '',
    [...headlessArguments(dir), '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL'); // with its processes, which write files
    await ended;
  });
  for await (const line of createInterface(child.stderr)) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('Chromium did not start');
}

interface ProtocolMessage {
  id?: number;
  method?: string;
  result?: unknown;
  error?: { message: string };
}

type Send = <T>(method: string, params: object, sessionId?: string) => Promise<T>;

/** Connects to the DevTools protocol. */
async function connect(
  address: string,
): Promise<{ send: Send; nextEvent: (method: string) => Promise<void> }> {
  const socket = new WebSocket(address);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const waiting = new Map<number | string, (message: ProtocolMessage) => void>();
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as ProtocolMessage;
    waiting.get(message.id ?? message.method ?? '')?.(message);
  });
  let lastId = 0;
  return {
    async send<T>(method: string, params: object, sessionId?: string) {
      lastId += 1;
      const id = lastId;
      const answered = new Promise<ProtocolMessage>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      const { result, error } = await answered;
      waiting.delete(id);
      if (error) throw new Error(`${method}: ${error.message}`);
      return result as T;
    },
    nextEvent: (method) =>
      new Promise((resolve) => {
        waiting.set(method, () => resolve());
      }),
  };
}
