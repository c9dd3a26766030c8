import { describe, expect, it, vi } from 'vitest';
import type { AuditLine } from '../../src/audit/audit.schemas.js';
import { AppError } from '../../src/errors.js';
import { createLoginThrottle, failureDelay } from '../../src/tokens/login-throttle.js';
import { testApp, type TestApp } from '../support/app.js';
import { connectFollower, handshakeError, listeningApp } from '../support/ws.js';

async function failedLogins(app: TestApp): Promise<AuditLine[]> {
  const { body } = await app.call('GET', '/audit?action=login_failed');
  return (body as { data: AuditLine[] }).data;
}

describe('failed logins', () => {
  it.each([
    [1, 0],
    [10, 0],
    [11, 50],
    [12, 100],
    [16, 1600],
    [17, 2000],
    [100_000, 2000],
  ])('the response to the %i-th of an address waits %i ms', (failures, delay) => {
    expect(failureDelay(failures)).toBe(delay);
  });

  it('are summed up: 300 wrong tokens of one address are one line with their count', async () => {
    const app = await testApp();
    const calls = Array.from({ length: 300 }, (_, i) =>
      app.call('GET', '/hosts', undefined, { token: `wrong-${i}` }),
    );
    const responses = await Promise.all(calls);
    const statuses = new Set(responses.map((r) => r.status));
    expect(statuses).toEqual(new Set([401, 429]));
    expect(responses.find((r) => r.status === 429)?.headers['retry-after']).toBe('2');
    const lines = await failedLogins(app);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      count: 300,
      actor: { name: null, address: '127.0.0.1' },
      outcome: 'refused',
    });
    expect(JSON.stringify(lines)).not.toContain('wrong-');
  });

  it('do not slow down valid tokens of the same address', async () => {
    const app = await testApp();
    let isAnswered = false;
    const wrong = Array.from({ length: 20 }, () =>
      app.call('GET', '/hosts', undefined, { token: 'wrong' }),
    );
    const all = Promise.all(wrong).then(() => {
      isAnswered = true;
    });
    expect((await app.call('GET', '/hosts')).status).toBe(200);
    expect(isAnswered).toBe(false);
    await all;
  });

  it('are counted for agents and for handshakes of WebSockets', async () => {
    const app = await listeningApp();
    await app.call('POST', '/agent/v1/poll', undefined, { token: 'hwa_wrong' });
    const handshake = connectFollower(app, '/ws/agents?ticket=hwt_wrong', {});
    expect(await handshakeError(handshake)).toEqual({ status: 401, code: 'unauthorized' });
    const lines = await failedLogins(app);
    expect(lines.map((l) => l.resource).sort()).toEqual(['agent', 'token']);
  });

  it('count a network of 64 bits as one address, and another one apart', () => {
    const throttle = createLoginThrottle({ monotonicMs: () => 0 });
    const respond = vi.fn();
    const refuse = (address: string) =>
      throttle.refuse({ address }, new AppError('unauthorized', 'x'), respond);
    for (let i = 0; i < 12; i += 1) refuse(`2001:db8::${i}`);
    expect(respond).toHaveBeenCalledTimes(10);
    refuse('2001:db8:0:1::1');
    expect(respond).toHaveBeenCalledTimes(11);
    throttle.close();
    expect(respond).toHaveBeenCalledTimes(13);
  });

  it('are refused with 429 at once when too many wait', () => {
    const throttle = createLoginThrottle({ monotonicMs: () => 0 });
    const codes: string[] = [];
    for (let i = 0; i < 100; i += 1)
      throttle.refuse({ address: '10.0.0.1' }, new AppError('unauthorized', 'x'), (e) =>
        codes.push(e.code),
      );
    expect(codes.filter((c) => c === 'unauthorized')).toHaveLength(10);
    expect(codes.filter((c) => c === 'rate_limited')).toHaveLength(80);
    throttle.close();
    expect(codes).toHaveLength(100);
  });
});
