// The process of a service on a fleet: 10,000 hosts with 150,000 findings of 10,000 vulnerabilities and 600
// packages each, 300 templates, one with a chain of 200 tasks, 1,000 agents in one batch of operations. Sends
// {url, token, code} to its parent and answers its messages. Ends with its parent.
import { withFleet } from '../fleet-support.mjs';
import { seedConsole } from './seed-support.mjs';

const HOSTS = Number(process.env.BENCH_HOSTS ?? 10_000);
const NOW = Math.floor(Date.now() / 1000);

/** Stores `count` events of the batch, 1,000 a second, and moves its operations. */
async function burst({ ctx }, count) {
  const { sqlite } = ctx.database;
  const STEPS = ['connect', 'authenticate', 'inspect', 'upload', 'start', 'verify'];
  const move = sqlite.prepare(
    'UPDATE agent_operations SET step = ?, status = ?, updated_at = ? WHERE batch_id = 1 AND host_id = ?',
  );
  const start = performance.now();
  for (let i = 0; i < count; i += 50) {
    const events = sqlite.transaction(() =>
      Array.from({ length: 50 }, (_, k) => {
        const host = 1 + ((i + k) % 1000);
        const isLast = i + k >= count - 1000;
        const step = isLast ? 'clean_up' : STEPS[Math.floor(((i + k) * 6) / count)];
        move.run(step, isLast ? 'completed' : 'working', NOW, host);
        return ctx.events.append({
          event: `agent.install.${isLast ? 'completed' : 'progress'}`,
          time: NOW,
          operation_id: host,
          host_id: host,
          action: 'install',
          step,
          percent: 50,
          message: step,
          error: null,
        });
      }),
    )();
    ctx.events.publish(events);
    ctx.eventStream.wake();
    const due = start + i + 50;
    if (due > performance.now())
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
  }
  return performance.now() - start;
}

/** Publishes `count` events of progress of a task. */
function taskEvents({ ctx }, count) {
  for (let i = 0; i < count; i += 1)
    ctx.eventStream.announce({
      event: 'task.progress',
      task_id: 1,
      template_id: 1,
      percent: i % 100,
      state: '10.0.0.1: done',
    });
}

await withFleet({ hosts: HOSTS, findings: 15, facts: 10_000 }, async (service) => {
  const { ctx } = service;
  seedConsole(ctx.database.sqlite, { hosts: HOSTS, packages: 600, now: NOW });
  const code = () => ctx.sessions.issueCode({ id: null, role: 'admin' }, 'admin').code;
  const answers = {
    code,
    burst: (count) => burst(service, count),
    events: (count) => taskEvents(service, count),
  };
  process.on('message', async ({ id, ask, value }) => {
    process.send({ id, answer: await answers[ask](value) });
  });
  process.send({
    id: 'ready',
    answer: { url: service.url, token: service.token },
  });
  await new Promise((resolve) => process.once('disconnect', resolve));
});
