import { expect, it, onTestFinished } from 'vitest';
import { startSmtpReceiver } from '../support/smtp-receiver.mjs';
import { addOutdatedHost, createNotifyApp } from './notify-app.js';

const PATIENT = { timeout: 10_000 }; // it looks for messages each second

it('repeats a mail only to the recipients that it did not reach', async () => {
  const refused = new Set(['b@example.org', 'c@example.org']);
  const server = await startSmtpReceiver((step, argument) =>
    step === 'RCPT' && refused.has(argument) ? '451 later' : undefined,
  );
  onTestFinished(server.close);
  const app = await createNotifyApp();
  const { template } = await addOutdatedHost(app);
  await app.addChannel({
    type: 'email',
    to: ['a@example.org', 'b@example.org', 'c@example.org'],
    smtp_url: server.url,
    mail_from: 'hostwarden@example.org',
  });
  await app.addRule({ events: ['finding.new'] });
  await app.runTask(template);
  const attempted = async (attempts: number) => {
    await expect.poll(app.deliveries, PATIENT).toMatchObject([{ attempts }]);
    const [delivery] = await app.deliveries();
    app.clock.set(delivery?.next_attempt_at ?? 0);
    return delivery;
  };
  expect(await attempted(1)).toMatchObject({ state: 'pending', sent_at: null });
  refused.delete('b@example.org');
  expect(await attempted(2)).toMatchObject({
    state: 'pending',
    last_error: 'The mail server refused c@example.org.',
  });
  refused.delete('c@example.org');
  expect(await app.settled('sent')).toMatchObject([{ attempts: 3, last_error: null }]);
  expect(server.mails.map(({ to }) => to)).toEqual([
    ['a@example.org'],
    ['b@example.org'],
    ['c@example.org'],
  ]);
  expect(new Set(server.mails.map(({ text }) => /^Message-ID: .*$/m.exec(text)?.[0])).size).toBe(1);
});

it('counts the 24 hours of attempts from the first one', async () => {
  const server = await startSmtpReceiver((step) => (step === 'MAIL' ? '451 later' : undefined));
  onTestFinished(server.close);
  const app = await createNotifyApp();
  const { template } = await addOutdatedHost(app);
  const channel = { to: ['a@example.org'], smtp_url: server.url, mail_from: 'h@example.org' };
  const id = await app.addChannel({ type: 'email', ...channel });
  await app.addRule({ events: ['finding.new'] });
  const setEnabled = (enabled: boolean) =>
    app.request(200, 'PUT', `/notification-channels/${id}`, { enabled });
  await app.runTask(template);
  await expect.poll(app.deliveries, PATIENT).toMatchObject([{ attempts: 1 }]);
  app.ctx.database.sqlite.exec(`UPDATE notification_deliveries
    SET created_at = created_at - 200000, attempts = 0, first_attempt_at = NULL`);
  await setEnabled(false);
  app.clock.advance(100_000);
  await setEnabled(true);
  await expect.poll(app.deliveries, PATIENT).toMatchObject([{ attempts: 1, state: 'pending' }]);
});
