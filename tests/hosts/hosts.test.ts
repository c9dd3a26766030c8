import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';

describe('the older host interface', () => {
  it('creates hosts, names those without a name by their address, and tells which were there already', async () => {
    const { call } = await testApp();
    await call('POST', '/api/v1/hosts/', [{ ip: '10.0.0.1' }]);
    const { status, body } = await call('POST', '/api/v1/hosts/', [{ ip: '10.0.0.1', name: 'other' }, { ip: '::0001', name: ' π ', description: 'a\nb' }, { ip: '::1' }]);
    expect(status).toBe(201);
    expect(body).toEqual({
      created: [{ id: 2, create_at: 1_790_000_000, update_at: 1_790_000_000, ip: '::1', name: 'π', description: 'a\nb', group_ids: [], template_ids: [], inventory: null }],
      existing: [{ id: 1, create_at: 1_790_000_000, update_at: 1_790_000_000, ip: '10.0.0.1', name: '10.0.0.1', description: '', group_ids: [], template_ids: [], inventory: null }],
    });
  });

  it('spells the keys of list items ID, CreatedAt and UpdatedAt', async () => {
    const { call } = await testApp();
    await call('POST', '/api/v1/hosts/', [{ ip: '10.0.0.1' }]);
    const { status, body } = await call('GET', '/api/v1/hosts');
    expect(status).toBe(200);
    expect(body).toEqual({ data: [{ ID: 1, CreatedAt: 1_790_000_000, UpdatedAt: 1_790_000_000, ip: '10.0.0.1', name: '10.0.0.1', description: '', group_ids: [], template_ids: [], inventory: null }] });
  });
});
