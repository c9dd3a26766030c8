import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN } from '../support/app.js';
import { compiled } from '../support/compiled.js';
import { LOGIN, missingForMail, PORTS, startMailServer } from './mail-server.js';

const missing = missingForMail();
if (missing !== null) console.log(`mail to a real server: skipped, needs ${missing}`);

const dir = mkdtempSync(join(tmpdir(), 'hostwarden-mail-'));
let mail: Awaited<ReturnType<typeof startMailServer>> | undefined;
let service: ChildProcess | undefined;
let url = '';
let removeCompiled = (): void => undefined;

beforeAll(async () => {
  if (missing !== null) return;
  mail = await startMailServer();
  const { url: main, remove } = compiled('main.ts', 'mail-lab');
  removeCompiled = remove;
  const file = fileURLToPath(main);
  symlinkSync(resolve('schema'), join(dirname(file), '..', 'schema'));
  service = spawn(process.execPath, [file, 'serve', '--port', '0'], {
    cwd: dir,
    env: {
      ...process.env,
      DATA_DIR: join(dir, 'data'),
      API_TOKEN: ADMIN,
      LOG_LEVEL: 'error',
      SCAN_DENY: '10.99.0.0/16',
      PUBLIC_URL: 'https://hostwarden.example.org',
      SMTP_URL: `smtps://${LOGIN.user}@localhost:${PORTS.tls}`,
      SMTP_PASSWORD: LOGIN.password,
      MAIL_FROM: 'hostwarden@example.org',
      NODE_EXTRA_CA_CERTS: mail.authority,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of service.stdout ?? []) {
    text += String(chunk);
    url = /listens on (\S+)/.exec(text)?.[1] ?? '';
    if (url !== '') break;
  }
});

afterAll(async () => {
  if (service && service.exitCode === null) {
    service.kill();
    await once(service, 'exit');
  }
  await mail?.close();
  removeCompiled();
  rmSync(dir, { recursive: true, force: true });
});

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

const addChannel = async (name: string, more: object): Promise<number> => {
  const channel = { name, type: 'email', to: ['ops@example.org'], ...more };
  return (await request<{ id: number }>('POST', '/notification-channels', channel)).id;
};

interface TestBody {
  ok: boolean;
  status: number | null;
  answer: string | null;
  error: string | null;
}
const tryChannel = (id: number): Promise<TestBody> =>
  request('POST', `/notification-channels/${id}/test`);

describe.skipIf(missing !== null)('email by Exim of Debian', () => {
  it.each([
    ['TLS from the first byte', {}],
    [
      'STARTTLS',
      {
        smtp_url: `smtp://${LOGIN.user}@localhost:${PORTS.startTls}`,
        smtp_password: LOGIN.password,
      },
    ],
  ])('is delivered with a login over %s', async (name, more) => {
    const result = await tryChannel(await addChannel(name, more));
    expect(result).toMatchObject({ ok: true, status: 250, error: null });
    await expect.poll(() => mail?.mailbox(), { timeout: 10_000 }).toContain(`channel ${name}`);
  });

  it.each([
    ['a wrong password', { smtp_password: 'wrong' }, 535],
    ['no login', { smtp_url: `smtp://localhost:${PORTS.startTls}`, smtp_password: null }, 550],
    ['a certificate of another name', { smtp_url: `smtps://x@127.0.0.1:${PORTS.tls}` }, null],
    ['TLS at the port of STARTTLS', { smtp_url: `smtps://x@localhost:${PORTS.startTls}` }, null],
    ['a metadata service', { smtp_url: 'smtp://169.254.169.254' }, null],
  ])('is not delivered with %s', async (name, more, status) => {
    const own = { smtp_url: `smtps://${LOGIN.user}@localhost:${PORTS.tls}`, smtp_password: 'x' };
    const result = await tryChannel(await addChannel(name, { ...own, ...more }));
    expect(result).toMatchObject({ ok: false, status });
    expect(result.error).not.toBeNull();
    expect(mail?.mailbox()).not.toContain(`channel ${name}`);
  });

  it('reports a failed task with text, HTML, a link and its key, and foreign names add no header', async () => {
    const id = await addChannel('both', { to: ['ops@example.org', 'refused@example.org'] });
    await request('POST', '/notification-rules', { channel_id: id, events: ['task.failed'] });
    const hosts = await request<{ created: { id: number }[] }>('POST', '/hosts', [
      { current_ip: '10.99.0.1', hostname: 'Bcc: evil@example.org' },
    ]);
    const template = await request<{ id: number }>('POST', '/api/v1/templates', {
      shares_name: true,
      name: 'naïve <b>\u2028Bcc: evil@example.org',
      type: 'pentest',
      hosts: hosts.created.map((host) => host.id),
      enabled: false,
    });
    await request('POST', `/api/v1/templates/${template.id}`);
    interface Sent {
      id: number;
      state: string;
      last_error: string | null;
    }
    const deliveries = (): Promise<Sent[]> =>
      request('GET', '/notification-deliveries?event=task.failed');
    // It waits for the recipient that was refused, and has reached the other one.
    await expect
      .poll(deliveries, { timeout: 20_000 })
      .toMatchObject([
        { state: 'pending', last_error: expect.stringContaining('refused@example.org') as string },
      ]);
    const [sent] = await deliveries();
    const key = String(sent?.id);
    await expect.poll(() => mail?.mailbox(), { timeout: 10_000 }).toContain(key);
    const text =
      mail
        ?.mailbox()
        .split(/^From /m)
        .find((part) => part.includes(key)) ?? '';
    const [head = ''] = text.split('\n\n');
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(head).toContain(`Message-ID: <${key}.hostwarden@example.org>`);
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(text).toContain('Content-Type: text/plain');
    expect(text).toContain('Content-Type: text/html');
    expect(text.replace(/=\n/g, '')).toContain('https://hostwarden.example.org/ui/tasks/');
  });
});
