import { describe, expect, it } from 'vitest';
import { setUpAcceptances, type AcceptanceFleet } from './setup.js';

const DAY = 86_400;
const CVE = 'CVE-2024-1';

const acceptedIds = async (fleet: AcceptanceFleet, host: number): Promise<string[]> => {
  const url = `/hosts/${host}/vulnerabilities?accepted=true`;
  const { data } =
    await fleet.get<{ vulnerability_id: string; port: number | null; package: string | null }[]>(
      url,
    );
  return data.map((f) => `${f.vulnerability_id} ${f.package ?? f.port}`);
};

describe('POST /acceptances', () => {
  it('returns what the acceptance covers', async () => {
    const fleet = await setUpAcceptances();
    const { first, accept, clock } = fleet;
    const created = await accept({
      vulnerability_id: CVE,
      host_id: first,
      package: 'a',
      until: clock.now() + DAY,
    });
    expect(created).toEqual({
      id: created.id,
      vulnerability_id: CVE,
      host_id: first,
      host_name: '10.0.0.1',
      group_id: null,
      group_name: null,
      package: 'a',
      port: null,
      transport: null,
      reason: 'Known',
      by: 'API_TOKEN',
      until: clock.now() + DAY,
      kind: 'person',
      source: null,
      product: null,
      ecosystems: null,
      status: 'affected',
      justification: null,
      created_at: clock.now(),
      ended_at: null,
      replaces: null,
      findings: 1,
    });
    expect(await acceptedIds(fleet, first)).toEqual(['CVE-2024-1 a']);
  });

  it('covers a port of a host, and neither another port nor another host', async () => {
    const fleet = await setUpAcceptances();
    const { first, second, accept, addPortFinding } = fleet;
    addPortFinding(first, 'CVE-2024-9', 443);
    await accept({ vulnerability_id: 'CVE-2024-9', host_id: first, port: 443, transport: 'tcp' });
    addPortFinding(first, 'CVE-2024-9', 8443);
    addPortFinding(second, 'CVE-2024-9', 443);
    expect(await acceptedIds(fleet, first)).toEqual(['CVE-2024-9 443']);
    expect(await acceptedIds(fleet, second)).toEqual([]);
  });

  it('names the acceptance in the findings that it covers', async () => {
    const { first, accept, get } = await setUpAcceptances();
    const { id } = await accept({ vulnerability_id: CVE, host_id: first, package: 'a' });
    const { data } = await get<{ accepted: unknown }[]>(
      `/hosts/${first}/vulnerabilities?severity=critical`,
    );
    expect(data[0]?.accepted).toEqual({
      id,
      kind: 'person',
      reason: 'Known',
      by: 'API_TOKEN',
      until: null,
    });
  });

  it('covers the hosts that are in a group at the time', async () => {
    const fleet = await setUpAcceptances();
    const { first, second, accept, addGroup, call, get } = fleet;
    const group = await addGroup('lab', [first]);
    const { id } = await accept({ vulnerability_id: 'CVE-2024-2', group_id: group, package: 'b' });
    expect(await acceptedIds(fleet, first)).toEqual(['CVE-2024-2 b']);
    await call('PUT', `/groups/${group}/hosts/${second}`);
    await call('DELETE', `/groups/${group}/hosts/${first}`);
    expect(await acceptedIds(fleet, first)).toEqual([]);
    expect(await acceptedIds(fleet, second)).toEqual(['CVE-2024-2 b']);
    await call('DELETE', `/groups/${group}`);
    expect(await acceptedIds(fleet, second)).toEqual([]);
    const { data } = await get<unknown>(`/acceptances/${id}`);
    expect(data).toMatchObject({ group_id: group, group_name: null, findings: 0 });
  });

  it('narrows an acceptance without a package to the only package with the vulnerability', async () => {
    const { first, accept } = await setUpAcceptances();
    expect(await accept({ vulnerability_id: CVE, host_id: first })).toMatchObject({ package: 'a' });
  });

  it.each([
    ['no host', null, { vulnerability_id: CVE, package: 'a' }, ['/host_id']],
    ['nothing but a reason', null, { vulnerability_id: CVE }, ['/host_id']],
    ['several packages', null, { vulnerability_id: 'CVE-2024-2', host_id: 1 }, ['/package']],
    ['a port', 'CVE-2024-9', { vulnerability_id: 'CVE-2024-9', host_id: 1 }, ['/port']],
    ['a package and a port', CVE, { vulnerability_id: CVE, all_hosts: true }, ['/package']],
    ['nowhere', null, { vulnerability_id: CVE, host_id: 2 }, ['/package', '/port']],
  ])('refuses an acceptance that leaves open what it covers: %s', async (...args) => {
    const [, onPort, body, paths] = args;
    const { accept, addPortFinding, first } = await setUpAcceptances();
    if (onPort !== null) addPortFinding(first, onPort, 443);
    const problem = await accept<{ code: string; errors: { path: string }[] }>(body, 422);
    expect(problem.code).toBe('acceptance_too_wide');
    expect(problem.errors.map(({ path }) => path)).toEqual(paths);
  });

  it('says where the vulnerability is found and what to add', async () => {
    const { first, accept } = await setUpAcceptances();
    expect(await accept({ vulnerability_id: 'CVE-2024-2', host_id: first }, 422)).toMatchObject({
      detail: 'The vulnerability is found in a, b: add package, or all_places: true',
    });
  });

  it('covers everything if the request says all hosts and all places', async () => {
    const { accept } = await setUpAcceptances();
    const body = { vulnerability_id: 'CVE-2024-2', all_hosts: true, all_places: true };
    expect(await accept(body)).toMatchObject({
      host_id: null,
      group_id: null,
      package: null,
      port: null,
      findings: 3,
    });
  });

  it('refuses contradictions, unknown ids and invalid values', async () => {
    const { accept } = await setUpAcceptances();
    const cases: [Record<string, unknown>, number][] = [
      [{ host_id: 1, all_hosts: true, package: 'a' }, 400],
      [{ host_id: 1, group_id: 1, package: 'a' }, 400],
      [{ host_id: 1, package: 'a', all_places: true }, 400],
      [{ host_id: 1, package: 'a', port: 1, transport: 'tcp' }, 400],
      [{ host_id: 1, port: 443 }, 400],
      [{ host_id: 1, transport: 'tcp' }, 400],
      [{ host_id: 1, package: 'a', until: 1_000_000_000 }, 400],
      [{ host_id: 1, package: 'a', reason: ' ' }, 400],
      [{ host_id: 1, package: 'a', justification: 'because' }, 400],
      [{ host_id: 1, package: 'a', surprise: 1 }, 400],
      [{ host_id: 99, package: 'a' }, 422],
      [{ group_id: 99, package: 'a' }, 422],
      [{ vulnerability_id: 'CVE-1999-1', host_id: 1, package: 'a' }, 422],
    ];
    for (const [body, status] of cases) await accept({ vulnerability_id: CVE, ...body }, status);
  });

  it('needs the role operator', async () => {
    const { call } = await setUpAcceptances();
    const { body } = await call('POST', '/tokens', { name: 'v', role: 'viewer' });
    const { token } = (body as { data: { token: string } }).data;
    expect((await call('POST', '/acceptances', {}, { token })).status).toBe(403);
    expect((await call('GET', '/acceptances', undefined, { token })).status).toBe(200);
    expect((await call('DELETE', '/acceptances/1', undefined, { token })).status).toBe(403);
    expect((await call('POST', '/vex', {}, { token })).status).toBe(403);
  });
});

describe('GET /acceptances', () => {
  async function setUpRegister() {
    const fleet = await setUpAcceptances();
    const { accept, first, second, addGroup, clock, call } = fleet;
    const group = await addGroup('lab', [second]);
    const soon = clock.now() + 3 * DAY;
    const ids = {
      revoked: (await accept({ vulnerability_id: CVE, host_id: first, package: 'a' })).id,
      soon: (await accept({ vulnerability_id: CVE, host_id: first, package: 'a', until: soon })).id,
      later: (
        await accept({
          vulnerability_id: CVE,
          all_hosts: true,
          package: 'a',
          until: soon + 30 * DAY,
        })
      ).id,
      group: (await accept({ vulnerability_id: 'CVE-2024-2', group_id: group, package: 'b' })).id,
    };
    expect((await call('DELETE', `/acceptances/${ids.revoked}`)).status).toBe(204);
    return { ...fleet, group, ids };
  }

  it('filters acceptances, the newest first', async () => {
    const { get, ids } = await setUpRegister();
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const cases: [string, string[]][] = [
      ['', ['group', 'later', 'soon', 'revoked']],
      ['ended=false', ['group', 'later', 'soon']],
      ['ended=true', ['revoked']],
      ['vulnerability_id=CVE-2024-2', ['group']],
      ['host_id=1', ['soon', 'revoked']],
      ['group_id=1', ['group']],
      ['kind=vendor', []],
      ['kind=person&ended=true', ['revoked']],
      ['expiring_within_days=3', ['soon']],
      ['expiring_within_days=2', []],
      ['expiring_within_days=60', ['later', 'soon']],
      ['limit=1&page=2', ['later']],
    ];
    for (const [query, expected] of cases) {
      const { data } = await get(`/acceptances?${query}`);
      expect([query, data.map(({ id }) => names.get(id))]).toEqual([query, expected]);
    }
  });

  it('counts the open findings that each covers now', async () => {
    const { get, ids, clock } = await setUpRegister();
    const countOf = async (id: number) =>
      (await get<{ findings: number }>(`/acceptances/${id}`)).data.findings;
    expect(await countOf(ids.revoked)).toBe(0);
    expect(await countOf(ids.soon)).toBe(1);
    expect(await countOf(ids.later)).toBe(1);
    expect(await countOf(ids.group)).toBe(1);
    clock.advance(4 * DAY);
    expect(await countOf(ids.soon)).toBe(0);
  });

  it('keeps revoked and expired ones with the time of their end', async () => {
    const { get, ids, clock, call } = await setUpRegister();
    const endOf = async (id: number) =>
      (await get<{ ended_at: number | null }>(`/acceptances/${id}`)).data.ended_at;
    const revokedAt = clock.now();
    expect(await endOf(ids.revoked)).toBe(revokedAt);
    clock.advance(4 * DAY);
    expect(await endOf(ids.soon)).toBe(revokedAt + 3 * DAY);
    expect(await endOf(ids.later)).toBeNull();
    expect((await call('DELETE', `/acceptances/${ids.revoked}`)).status).toBe(404);
    expect((await call('DELETE', '/acceptances/999')).status).toBe(404);
    expect((await call('GET', '/acceptances/999')).status).toBe(404);
  });
});

describe('POST /vulnerabilities/{id}/acceptances', () => {
  it('follows the rules of the register', async () => {
    const { call, first, get } = await setUpAcceptances();
    const url = `/vulnerabilities/${CVE}/acceptances`;
    const accept = async (body: object) =>
      (await call('POST', url, { reason: 'x', ...body })).status;
    expect(await accept({})).toBe(422);
    expect(await accept({ host_id: first, package: 'a' })).toBe(201);
    const { data } = await get<{ acceptances: unknown[] }>(`/vulnerabilities/${CVE}`);
    expect(data.acceptances).toMatchObject([{ host_id: first, package: 'a', findings: 1 }]);
  });
});
