// The receivers of kill-notify.mjs. Each one keeps what it took: by delivery (its key, for a mail with the recipient)
// when it was answered, and the keys of each task.
import { createServer } from 'node:http';
import { startSmtpReceiver } from '../../support/smtp-receiver.mjs';

/** Creates the record of a receiver. `check(delivery)` is called for each arrival, before it is answered. */
function createRecord(name, check) {
  const record = { name, answered: new Map(), tasks: new Map(), digests: new Map() };
  /** Compares an arrival with what is known. Returns how to record that it was taken. */
  record.arrive = (deliveries, { key, task, items }) => {
    for (const delivery of deliveries) check(record, delivery);
    const at = Date.now(); // of the arrival: the answer may be later than the next start of the service
    return () => {
      for (const delivery of deliveries)
        record.answered.set(delivery, [...(record.answered.get(delivery) ?? []), at]);
      if (task === null) record.digests.set(key, items);
      else record.tasks.set(task, (record.tasks.get(task) ?? new Set()).add(key));
    };
  };
  return record;
}

/** Starts a receiver of webhooks. `answer(key)` resolves with the status of its answer. */
export async function startWebhook(name, check, answer) {
  const record = createRecord(name, check);
  const server = createServer(async (request, response) => {
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // the sender was killed while it sent
    }
    const body = Buffer.concat(chunks);
    if (body.length < Number(request.headers['content-length'])) return; // as above, without an error
    const key = request.headers['idempotency-key'];
    const { task, summary } = JSON.parse(body.toString());
    const taken = record.arrive([key], { key, task: task?.id ?? null, items: summary.items });
    const status = await answer(key);
    if (request.socket.destroyed) return;
    if (status === 200) taken();
    response.writeHead(status).end('ok');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  record.channel = {
    type: 'webhook',
    url: `http://127.0.0.1:${server.address().port}/`,
    secret: 'chaos',
  };
  record.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return record;
}

/** Starts a mail server. `answer(step, recipient)` resolves with another reply than the usual one, or undefined. */
export async function startMail(name, check, to, answer) {
  const record = createRecord(name, check);
  const server = await startSmtpReceiver(async (step, argument, mail) => {
    if (step !== 'end') return answer(step, argument);
    const text = mail.lines.join('\n');
    const key = /^Idempotency-Key: (\d+)/m.exec(text)[1];
    const task = Number(/TASK-(\d+)/.exec(text)[1]);
    const deliveries = mail.to.map((recipient) => `${key} ${recipient}`);
    const taken = record.arrive(deliveries, { key, task });
    const reply = await answer(step, argument);
    taken(); // also if the sender was killed meanwhile: it has sent the whole mail
    return reply;
  });
  record.channel = { type: 'email', to, smtp_url: server.url, mail_from: 'hostwarden@example.org' };
  record.close = server.close;
  return record;
}
