// drive.mts <url> <token>: uses the client that @hey-api/openapi-ts generated. Creates a host, a template and two
// tasks, and reads their differences. scripts/api-clients.sh compiles and runs it beside the generated code.
import assert from 'node:assert/strict';
import { client } from './hey-api/client.gen';
import { createHosts, createTemplate, getTask, getTemplateDiff, runTemplate } from './hey-api';

const [url = '', token = ''] = process.argv.slice(2);
client.setConfig({ baseUrl: url, auth: token, throwOnError: true });

async function runOnce(id: number): Promise<number> {
  const started = await runTemplate({ path: { id }, throwOnError: true });
  for (;;) {
    const { data } = await getTask({ path: { id: started.data.data.id }, throwOnError: true });
    if (data.data.status !== 'working') return data.data.id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const hosts = await createHosts({ body: [{ current_ip: '127.0.0.1' }], throwOnError: true });
const [host] = hosts.data.data.created;
assert.ok(host);
const template = await createTemplate({
  body: {
    name: 'generated client',
    type: 'pentest',
    hosts: [host.id],
    params: { ports: ['1-100'] },
    enabled: false,
    schedule: { type: 3, recurrence: 1, startTime: '2099-01-01T00:00:00Z' },
  },
  throwOnError: true,
});
const { id } = template.data.data;
const tasks = [await runOnce(id), await runOnce(id)];
const diff = await getTemplateDiff({
  path: { id },
  query: { last: 2, unimportant: true },
  throwOnError: true,
});
assert.ok(typeof diff.data === 'object');
assert.deepEqual(
  diff.data.data.map((task) => task.task_id),
  tasks,
);
assert.equal(diff.data.data[1]?.base_task_id, tasks[0]);
console.log(`drove a host, a template, two tasks and their diff: ${tasks.join(', ')}`);
