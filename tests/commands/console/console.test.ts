import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/app.js';
import { runCommand, startTestService } from '../../support/command-service.js';

it('prints a link that signs in once, with the role that was asked for', async () => {
  const { call, connection } = await startTestService();
  const { url, token } = connection;
  const args = ['console', '--role', 'viewer', '--url', url, '--token', token];
  const { code, out, err } = await runCommand(args);
  expect([code, err]).toEqual([0, '']);
  const [, secret] = /^http:\/\/127\.0\.0\.1:\d+\/ui\/sign-in#(hwc_[\w-]{43})\n$/.exec(out) ?? [];
  const answer = await call('POST', '/session', { code: secret }, { token: null });
  expect([answer.status, answer.body]).toEqual([
    201,
    expect.objectContaining({ data: expect.objectContaining({ role: 'viewer' }) as unknown }),
  ]);
});

it('fails where there is no data directory', async () => {
  const folder = temporaryFolder();
  await expect(runCommand(['console', '--data-dir', `${folder}/none`])).rejects.toThrow(
    'is not a data directory',
  );
});
