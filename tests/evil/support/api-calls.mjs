// Calls of the API that scenarios share.
import { setTimeout as sleep } from 'node:timers/promises';

/** The data of an answer; throws for any other answer, except while the service ends. */
async function call({ request, signal }, method, path, body) {
  const answer = await request('admin', method, path, body);
  if (answer.status >= 200 && answer.status < 300) return answer.body.data;
  if (signal.aborted || answer.status === 0 || answer.status === 503) return null;
  throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Creates hosts with these addresses; returns their ids. */
export async function createHosts(service, addresses) {
  const hosts = addresses.map((current_ip) => ({ current_ip }));
  const { created } = await call(service, 'POST', '/hosts', hosts);
  return created.map(({ id }) => id);
}

/** Creates a credential; returns its id. */
export async function createCredential(service, type) {
  const credential = { name: 'attack', type, username: 'admin', password: 'Attack-pass-1' };
  return (await call(service, 'POST', '/credentials', credential)).id;
}

/** Runs one template again and again until the attack is over. */
export async function repeatTask(service, { type, hosts, params }) {
  const template = { name: 'attack', shares_name: true, type, hosts, params, enabled: false };
  const { id } = await call(service, 'POST', '/api/v1/templates/', template);
  while (!service.signal.aborted) {
    const task = await call(service, 'POST', `/api/v1/templates/${id}`);
    for (let status = task ? 'working' : 'ended'; status === 'working';) {
      await sleep(200);
      if (service.signal.aborted) return;
      status = (await call(service, 'GET', `/api/v1/tasks/${task.id}`))?.status;
    }
    await sleep(50);
  }
}

/** Ends an attack; throws when its peer was not met. */
export async function endAttack(peer) {
  await peer.close();
  if (peer.met() === 0) throw new Error('the service never met the peer');
}
