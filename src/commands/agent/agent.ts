import type { Operation } from '../../agents/operations/operations.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import {
  lookupCredential,
  lookupEach,
  lookupHost,
  type FoundCredential,
  type FoundHost,
} from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { sleep, type Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { createAgentProgress } from './agent.progress.js';

export interface AgentOptions extends ServiceOptions, JsonOption {
  action: 'install' | 'update' | 'uninstall';
  /** ids, IP addresses or names */
  hosts: string[];
  /** name or id */
  credential: string;
  dryRun?: boolean;
}

const POLL_MS = 200;

/** Installs, updates or removes the agents of hosts, with a line per host. Exit code 1 if one fails. */
export async function agent(options: AgentOptions, io: Io): Promise<number> {
  return withClient(options, io, async (client) => {
    const credential = await lookupCredential(client, options.credential);
    const hosts = await lookupEach(client, options.hosts, lookupHost);
    const names = hosts.map((host) => host.hostname);
    const progress = createAgentProgress({ stdout: options.json ? io.stderr : io.stdout }, names);
    const results = await Promise.all(
      hosts.map((host, index) =>
        runOperation({
          client,
          host,
          credential,
          options,
          signal: io.signal,
          show: (text) => progress.show(index, text),
        }),
      ),
    ).finally(() => progress.end());
    if (options.json) printJson(results, io);
    return results.every(({ status }) => status === 'completed') ? 0 : 1;
  });
}

/** The end of an operation; one that could not start has no id. */
type OperationResult = Operation | { id: null; host_id: number; status: 'failed'; message: string };

interface HostOperation {
  client: Client;
  host: FoundHost;
  credential: FoundCredential;
  options: Pick<AgentOptions, 'action' | 'dryRun'>;
  signal: AbortSignal;
  show: (text: string) => void;
}

/** Runs the operation of one host to its end. */
async function runOperation(operation: HostOperation): Promise<OperationResult> {
  const { client, host, credential, options, show } = operation;
  try {
    const body = {
      action: options.action,
      os_family: credential.type === 'winrm_password' ? 'windows' : 'linux',
      credential_id: credential.id,
      dry_run: options.dryRun ?? false,
    };
    const { id } = await getData<Operation>(client, 'POST', `/hosts/${host.id}/agent`, body);
    const finished = await waitForEnd(operation, id);
    show(renderResult(finished));
    return finished;
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode === 130) throw error;
    show(`failed    ${error.message}`);
    return { id: null, host_id: host.id, status: 'failed', message: error.message };
  }
}

async function waitForEnd(
  { client, host, show, signal }: HostOperation,
  id: number,
): Promise<Operation> {
  const url = `/hosts/${host.id}/agent/operations/${id}`;
  for (;;) {
    const operation = await getData<Operation>(client, 'GET', url);
    if (operation.status !== 'working') return operation;
    const { percent, step, message } = operation;
    show(`${String(percent).padStart(3)}%  ${step.padEnd(12)}  ${printable(message)}`);
    await sleep(POLL_MS, signal);
    if (signal.aborted)
      throw new CommandError('Interrupted; the service keeps running the operation', 130);
  }
}

function renderResult({ status, message, error }: Operation): string {
  if (status === 'completed') return `done      ${printable(message)}`;
  const details = (error?.detail ?? '').split('\n').map((line) => `\n          ${printable(line)}`);
  const detail = error?.detail ? details.join('') : '';
  return `failed    ${printable(error?.code ?? '')}: ${printable(message)}${detail}`;
}
