import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ADMIN } from '../../support/app.js';
import { runCommand } from '../../support/command-service.js';
import { setUpAcceptances } from '../../vulnerabilities/acceptances/setup.js';

/** A service with three of each: acceptances, templates and channels. Their ids are 1 to 3. */
async function setUp() {
  const fleet = await setUpAcceptances();
  await fleet.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = fleet.app.server.address() as AddressInfo;
  const run = (args: readonly string[]) =>
    runCommand([...args, '--url', `http://127.0.0.1:${port}`, '--token', ADMIN]);
  for (const name of ['a', 'b', 'c']) {
    const accepted = { vulnerability_id: 'CVE-2024-1', host_id: fleet.first, package: name };
    await fleet.accept(accepted);
    const template = ['template', 'create', name, '--host', '10.0.0.1', '--every', '6h'];
    const channel = ['channel', 'add', name, '--type', 'email', '--to', `${name}@example.org`];
    for (const args of [template, channel]) expect(await run(args)).toMatchObject({ code: 0 });
  }
  return { run, sqlite: fleet.ctx.database.sqlite };
}

it.each([
  {
    args: ['acceptances', 'end'],
    refused: 'UPDATE ON acceptances WHEN old.id = 2',
    done: /^Acceptance 1 ended: .*\nAcceptance 3 ended: .*\n$/,
    failed: /^Acceptance 2 was not ended: .+\n$/,
  },
  {
    args: ['template', 'disable'],
    refused: 'UPDATE ON schedules WHEN old.template_id = 2',
    done: /^Disabled template 1, "a"\.\nDisabled template 3, "c"\.\n$/,
    failed: /^Not changed: template 2: .+\n$/,
  },
  {
    args: ['template', 'enable'],
    before: ['template', 'disable'],
    refused: 'UPDATE ON schedules WHEN old.template_id = 2',
    done: /^Enabled template 1, "a": every 6 hours.*\nEnabled template 3, "c": every 6 hours.*\n$/,
    failed: /^Not changed: template 2: .+\n$/,
  },
  {
    args: ['channel', 'remove'],
    refused: 'DELETE ON notification_channels WHEN old.id = 2',
    done: /^$/,
    failed: /^Removed channel 1: a\.\nRemoved channel 3: c\.\nNot removed: channel 2: b: .+\n$/,
  },
])('$args: one of three fails, the others do not, and the exit code is 1', async (command) => {
  const { args, before, refused, done, failed } = command;
  const { run, sqlite } = await setUp();
  if (before) expect(await run([...before, '1', '2', '3'])).toMatchObject({ code: 0 });
  const refuse = `BEFORE ${refused} BEGIN SELECT RAISE(ABORT, 'refused'); END`;
  sqlite.exec(`CREATE TRIGGER refuse ${refuse}`);
  const { code, out, err } = await run([...args, '1', '2', '3']);
  expect(code).toBe(1);
  expect(out).toMatch(done);
  expect(err).toMatch(failed);
});
