import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN } from '../support/app.js';
import { post, registerAgent, until } from '../support/agents.js';
import buildConsole from '../support/build-console.js';
import { hasBrowser, openConsole, type OpenConsole } from '../support/console.js';
import { freePort, isInstalled, PROXIES, startProxy, type ProxySetting } from './proxies.js';

const TRUST = { TRUST_PROXY: '127.0.0.1' };
const SETTINGS: [string, ProxySetting & { env: Record<string, string> }][] = [
  ['at the root', { prefix: '', env: TRUST }],
  ['with a prefix that it removes', { prefix: '/team/hw', env: TRUST }],
  [
    'with a prefix that it keeps',
    { prefix: '/team/hw', isKept: true, env: { ...TRUST, BASE_PATH: '/team/hw' } },
  ],
  ['with TLS and a prefix', { prefix: '/team/hw', hasTls: true, env: TRUST }],
  ['that is not trusted, with TLS', { prefix: '', hasTls: true, env: {} }],
];

/** Signs in from another address than the proxy, with a forged header. Returns the status and the cookie. */
function signInFrom(
  localAddress: string,
  url: string,
): Promise<{ status: number; cookie: string }> {
  const send = url.startsWith('https:') ? secureRequest : request;
  return new Promise((resolve, reject) => {
    send(
      `${url}/session`,
      {
        method: 'POST',
        localAddress,
        agent: false,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        ...{ rejectUnauthorized: false }, // self-signed
      },
      (answer) => {
        answer.resume();
        const cookie = String(answer.headers['set-cookie']);
        resolve({ status: answer.statusCode ?? 0, cookie });
      },
    )
      .on('error', reject)
      .end(JSON.stringify({ token: ADMIN }));
  });
}

async function expectLists({ page, open, call }: OpenConsole): Promise<void> {
  const list = [{ current_ip: '10.9.0.1', hostname: 'web-1' }];
  const { body } = await call('POST', '/hosts', list);
  const [host] = (body as { data: { created: { id: number }[] } }).data.created;
  await open('hosts?q=web');
  await page.getByRole('cell', { name: 'web-1' }).waitFor();
  await open('audit');
  await page.getByRole('button', { name: 'CSV' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);

  const template = { name: 'live', type: 'pentest', hosts: [host?.id], enabled: false };
  const created = await call('POST', '/api/v1/templates', template);
  const { id } = (created.body as { data: { id: number } }).data;
  await open('tasks');
  await page.getByText('No task has run yet').waitFor();
  await call('POST', `/api/v1/templates/${id}`);
  await page.getByRole('link', { name: 'TASK-00001' }).waitFor(); // by an event
}

/** An agent polls through the proxy: it is seen, and one with an unknown token is refused. */
async function expectPolls(app: OpenConsole): Promise<void> {
  const { token } = registerAgent(app, 1);
  expect(await post(app.origin, 'poll', 'hwa_unknown')).toMatchObject({ status: 401 });
  app.clock.advance(300);
  const poll = post(app.origin, 'poll', token);
  const { sqlite } = app.ctx.database;
  const lastSeen = sqlite.prepare('SELECT last_seen FROM agents').pluck();
  await until(() => lastSeen.get() === app.clock.now());
  poll.cut();
}

beforeAll(() => buildConsole());

describe.each(PROXIES)('the console behind %s', (name) => {
  const missing = [!isInstalled(name) && name, !hasBrowser && 'chromium'].filter(Boolean);
  if (missing.length > 0) console.log(`skipped: console behind ${name}, needs ${missing.join()}`);

  it.runIf(missing.length === 0).each(SETTINGS)('works %s', async (_name, setting) => {
    const { env, hasTls = false } = setting;
    const own = await freePort();
    const app = await openConsole({
      env,
      proxy: (service) => startProxy(name, setting, { own, service }),
    });
    await expectLists(app);
    const isTrusted = 'TRUST_PROXY' in env;
    const { status, cookie } = await signInFrom('127.0.0.2', app.origin);
    expect(status).toBe(201);
    expect(/; Secure/.test(cookie)).toBe(hasTls && isTrusted);
    const { body } = await app.call('GET', '/audit?resource=session&limit=1');
    const address = isTrusted ? '127.0.0.2' : '127.0.0.1';
    expect(body).toMatchObject({ data: [{ actor: { address } }] });
    const [inBrowser] = await app.context.cookies();
    expect(inBrowser).toMatchObject({ path: setting.prefix === '' ? '/' : setting.prefix });
    if (!hasTls) await expectPolls(app);
  });
});

describe('the console behind a proxy that sends its own Host', () => {
  it.runIf(isInstalled('nginx') && hasBrowser)('works with PUBLIC_URL', async () => {
    const own = await freePort();
    const app = await openConsole({
      env: { ...TRUST, PUBLIC_URL: `http://127.0.0.1:${own}` },
      proxy: (service) => startProxy('nginx', { prefix: '', hasOwnHost: true }, { own, service }),
    });
    await expectLists(app);
  });
});
