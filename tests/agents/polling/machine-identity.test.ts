import { describe, expect, it } from 'vitest';
import { promoteToken } from '../../../src/agents/agents.repository.js';
import { isSameMachine } from '../../../src/agents/polling/machine-identity.js';
import type { MachineIdentity } from '../../../src/inventory/inventory.js';
import {
  listeningService,
  makeHosts,
  post,
  registerAgent,
  reportBytes,
  until,
} from '../../support/agents.js';
import { ADMIN } from '../../support/app.js';
import { debianReport } from '../../support/reports.js';

const machine = (host_name: string | null, machine_id: string | null = null): MachineIdentity => ({
  machine_id,
  host_name,
});
const ONE = 'a'.repeat(32);
const TWO = 'b'.repeat(32);

describe('the machine of a report', () => {
  it.each([
    ['an equal name', machine('web-1'), machine('web-1')],
    ['a name in another case', machine('web-1'), machine('WEB-1')],
    ['a name with a domain', machine('web-1'), machine('web-1.lan')],
    ['a name without its domain', machine('web-1.lan.'), machine('web-1')],
    ['another name of an equal id', machine('web-1', ONE), machine('db-2', ONE)],
    ['an id that was not known', machine('web-1'), machine('web-1', ONE)],
    ['no id any more', machine('web-1', ONE), machine('web-1')],
    ['no name', machine('web-1'), machine(null)],
    ['a name that many machines have', machine('localhost'), machine('web-1')],
    ['nothing known', machine(null), machine('web-1', ONE)],
  ])('is the known one with %s', (_title, known, reported) => {
    expect(isSameMachine(known, reported)).toBe(true);
  });

  it.each([
    ['another name', machine('web-1'), machine('db-2')],
    ['a longer name', machine('web-1'), machine('web-10')],
    ['another domain', machine('web-1.a.lan'), machine('web-1.b.lan')],
    ['another id of an equal name', machine('web-1', ONE), machine('web-1', TWO)],
    ['another name without an id', machine('web-1', ONE), machine('db-2')],
  ])('is another one with %s', (_title, known, reported) => {
    expect(isSameMachine(known, reported)).toBe(false);
  });
});

const report = (name: string, version: string, id?: string): Buffer =>
  reportBytes(
    debianReport([{ name: 'curl', version }], {
      hostname: `${name}\n`,
      ...(id !== undefined && { 'machine-id': `${id}\n` }),
    }),
  );

/** An agent whose report is the answer to the next request for an inventory. */
async function setUp() {
  const service = await listeningService();
  const [host = 0] = await makeHosts(service, 1);
  const { token, sha256 } = registerAgent(service, host);
  const { hub, database } = service.ctx;
  const collect = async (body: Buffer): Promise<unknown> => {
    const outcome = hub.requestInventory(host, new AbortController().signal);
    const [job] = await until(async () => {
      const { jobs } = await post(service.url, 'poll', token);
      return jobs.length > 0 && jobs;
    });
    await post(service.url, `jobs/${job}`, token, body);
    return outcome;
  };
  const version = (): unknown =>
    database.sqlite
      .prepare(
        'SELECT group_concat(version) FROM host_packages JOIN packages ON packages.id = package_id',
      )
      .pluck()
      .get();
  /** As an install or update that was verified. */
  const installAgain = async (): Promise<void> => {
    database.sqlite.prepare('UPDATE agents SET new_token_sha256 = token_sha256').run();
    const installed = { version: '2', serviceManager: 'systemd', now: 1 } as const;
    expect(await promoteToken(database.db, host, sha256, installed)).toBe(true);
  };
  const conflicts = () => service.ctx.eventStream.read(0, { topics: ['agents'] });
  const summary = async (): Promise<unknown> => {
    const answer = await fetch(`${service.url}/api/v2/summary`, {
      headers: { authorization: `Bearer ${ADMIN}` },
    });
    return ((await answer.json()) as { data: { agents: unknown } }).data.agents;
  };
  return { collect, version, installAgain, conflicts, summary, host };
}

describe('the report of a machine with the identity of another one', () => {
  it('is refused with a sentence, and changes nothing, until the agent is installed again', async () => {
    const { collect, version, installAgain, conflicts, summary, host } = await setUp();
    expect(await collect(report('web-1', '8'))).toMatchObject({ outcome: 'done' });
    expect(await summary()).toMatchObject({ identity_conflicts: [] });
    const refused = await collect(report('db-2', '7'));
    expect(refused).toMatchObject({ outcome: 'bad_data', reason: 'identity_conflict' });
    expect(refused).toHaveProperty(
      'detail',
      expect.stringContaining('the report is from db-2, and the agent is on web-1.'),
    );
    await expect
      .poll(() => conflicts().events)
      .toMatchObject([
        {
          topic: 'agents',
          event: 'agent.identity_conflict',
          error: expect.stringContaining('the report is from db-2') as string,
        },
      ]);
    expect(version()).toBe('8');
    expect(await summary()).toMatchObject({ identity_conflicts: [{ host_id: host }] });
    expect(await collect(report('WEB-1.lan', '9'))).toMatchObject({ outcome: 'done' });
    await installAgain();
    expect(await summary()).toMatchObject({ identity_conflicts: [] });
    expect(await collect(report('db-2', '7'))).toMatchObject({ outcome: 'done' });
    expect(version()).toBe('7');
  });

  it('is recognized by the id of the machine, and a renamed machine is the same', async () => {
    const { collect, version } = await setUp();
    await collect(report('web-1', '8', ONE));
    expect(await collect(report('web-1', '7', TWO))).toMatchObject({
      reason: 'identity_conflict',
      detail: expect.stringContaining('the report has another machine id.') as string,
    });
    expect(await collect(report('renamed', '9', ONE))).toMatchObject({ outcome: 'done' });
    expect(await collect(report('renamed', '10'))).toMatchObject({ outcome: 'done' });
    expect(version()).toBe('10');
  });
});
