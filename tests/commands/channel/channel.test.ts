import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runCommand, startTestService } from '../../support/command-service.js';
import { answerText } from '../../../src/commands/channel/channel.change.js';
import { DONE, fakeTaskType } from '../../support/fake-task-type.js';
import type { TestAppOptions } from '../../support/app.js';
import { startReceiver } from '../../support/receiver.js';

async function setUp(options?: TestAppOptions) {
  const service = await startTestService(options);
  const { url, token } = service.connection;
  const run = (args: string[]) => runCommand([...args, '--url', url, '--token', token]);
  const file = (text: string): string => {
    const path = join(service.dir, 'secret.txt');
    writeFileSync(path, `${text}\n`);
    return path;
  };
  return { run, file };
}

describe('hostwarden channel', () => {
  it('adds, tests, changes, lists and removes a channel, with its URL and secret from files', async () => {
    const receiver = await startReceiver();
    const { run, file } = await setUp();
    const add = ['channel', 'add', 'ops', '--type', 'webhook', '--format', 'slack'];
    const added = await run([...add, '--webhook-file', file(`${receiver.url}/hooks/1`)]);
    expect(added).toMatchObject({ code: 0, out: 'Added channel 1: ops (slack).\n' });
    expect(await run(['channel', 'test', 'ops'])).toMatchObject({
      code: 0,
      out: 'Sent; the other side answered: 200 ok\n',
    });
    expect(receiver.requests[0]).toMatchObject({ url: '/hooks/1' });
    const edited = await run(['channel', 'edit', '1', '--disable', '--secret-file', file('key')]);
    expect(edited).toMatchObject({ code: 0, out: 'Changed channel 1: ops (slack).\n' });
    const shown = (await run(['channel', 'show', 'OPS'])).out;
    expect(shown).toContain('ENABLED\tno\nSECRET\tset\n');
    const host = new URL(receiver.url).host;
    expect((await run(['channel', 'list'])).out).toBe(
      `ID\tNAME\tKIND\tTO\tENABLED\n1\tops\tslack\t${host}\tno\n`,
    );
    expect((await run(['channel', 'remove', 'ops'])).code).toBe(0);
    expect((await run(['channel', 'list', '--json'])).out).toBe('[]\n');
  });

  it('takes no secret URL of an existing channel from the command line', async () => {
    const { run, file } = await setUp();
    const add = ['channel', 'add', 'ops', '--type', 'webhook', '--format', 'teams'];
    const added = await run([...add, '--webhook-file', file('http://a.example/1')]);
    expect(added.err).toContain('hostwarden channel test ops\n');
    const edit = ['channel', 'edit', 'ops', '--webhook', 'http://b.example/1'];
    expect((await run(edit)).code).toBe(2);
    expect((await run([...edit, '--format', 'json'])).code).toBe(0);
  });

  it('the answer of a receiver that fails is printed, with exit code 1', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(403).end('invalid_token');
    const { run } = await setUp();
    await run(['channel', 'add', 'watcher', '--type', 'webhook', '--webhook', receiver.url]);
    const outcome = await run(['channel', 'test', 'watcher']);
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.err).toContain('403 invalid_token');
  });

  it('adds, lists and removes rules', async () => {
    const { run } = await setUp();
    await run(['channel', 'add', 'mail', '--type', 'email', '--to', 'ops@example.org']);
    await run(['group', 'create', 'servers']);
    await run(['host', 'add', '10.0.0.1', '--name', 'web-1']);
    const add = ['channel', 'rule', 'add', 'mail', '--on', 'finding.new', 'task.failed'];
    const more = ['--severity', 'high', '--digest', 'weekly', '--group', 'servers'];
    const added = JSON.parse(
      (await run([...add, ...more, '--host', 'web-1', '--json'])).out,
    ) as object;
    expect(added).toMatchObject({
      channel_id: 1,
      events: ['finding.new', 'task.failed'],
      severity: 'high',
      digest: 'weekly',
      group_ids: [1],
    });
    expect((await run(['channel', 'rule', 'list', 'mail'])).out).toContain(
      '1\tmail\tfinding.new, task.failed\thigh\t\tweekly\tgroup servers; host web-1\n',
    );
    const edit = ['channel', 'rule', 'edit', '1', '--severity', 'any', '--digest', 'none'];
    const edited = await run([...edit, '--all-hosts', '--risk-min', '50', '--json']);
    expect(JSON.parse(edited.out)).toMatchObject({
      events: ['finding.new', 'task.failed'],
      severity: null,
      risk_min: 50,
      digest: null,
      group_ids: [],
      host_ids: [],
    });
    const removed = await run(['channel', 'rule', 'remove', '1', '--json']);
    expect(JSON.parse(removed.out)).toEqual([{ id: 1, name: null }]);
    expect((await run(['channel', 'rule', 'list', '--json'])).out).toBe('[]\n');
    expect((await run(['channel', 'deliveries', '--json'])).out).toBe('[]\n');
  });

  it.each([
    [200, 'ok', '200 ok'],
    [250, '250 queued', '250 queued'],
    [204, '', '204'],
    [null, null, ''],
    [250, null, '250'],
  ])('of the status %j and the answer %j, %j is printed', (status, answer, text) => {
    expect(answerText(status, answer)).toBe(text);
  });

  it('names the channel and the task of a delivery', async () => {
    const receiver = await startReceiver();
    const failing = () => ({ ...DONE, outcome: 'unreachable' as const });
    const { run } = await setUp({ types: [fakeTaskType({ name: 'pentest', instant: failing })] });
    await run(['channel', 'add', 'watcher', '--type', 'webhook', '--webhook', receiver.url]);
    await run(['channel', 'rule', 'add', 'watcher', '--on', 'task.failed']);
    await run(['host', 'add', '10.0.0.1', '--name', 'web-1']);
    await run(['template', 'create', 'nightly', '--host', 'web-1', '--run', '--wait']);
    await vi.waitFor(async () => {
      const { out } = await run(['channel', 'deliveries']);
      expect(out).toContain('\twatcher\ttask.failed\tTASK-00001\t');
    }, 10_000);
  });

  it.each([
    [['add', 'x', '--type', 'webhook', '--format', 'slack', '--webhook', 'https://a.example/1'], 2],
    [['add', 'x', '--type', 'webhook'], 2],
    [['add', 'x', '--type', 'email'], 2],
    [['add', 'x', '--type', 'email', '--to', 'a@b\r\nBcc: c@d'], 2],
    [['add', 'x', '--type', 'webhook', '--webhook-file', '-', '--secret-file', '-'], 2],
    [['edit', 'nowhere', '--disable'], 1],
    [['edit', 'nowhere'], 2],
    [['test', 'nowhere'], 1],
    [['rule', 'add', 'nowhere', '--on', 'finding.new'], 1],
    [['rule', 'add', 'x', '--on', 'nothing'], 2],
    [['rule', 'remove', 'x'], 2],
    [['rule', 'edit', 'x', '--digest', 'none'], 2],
    [['rule', 'edit', '1'], 2],
    [['add', 'x', '--type', 'webhook', '--webhook', 'https://hooks.slack.com/services/1'], 2],
  ])('rejects %j with one line and the exit code %i', async (args, code) => {
    const { run } = await setUp();
    const outcome = await run(['channel', ...args]);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
  });
});
