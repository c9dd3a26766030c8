import type { Operation } from '../../agents/operations/operations.js';
import { getData, listAll } from '../client/request.js';
import { withClient, type Client, type ConnectOptions } from '../client/client.js';
import { lookupHost, type FoundHost } from '../client/lookup.js';
import { agentProgress } from './agent.progress.js';
import { CommandError, sleep, type Io } from '../output/io.js';
import { printable } from '../output/text.js';

export interface AgentOptions extends Omit<ConnectOptions, 'works'> {
  action: 'install' | 'update' | 'uninstall';
  hosts: string[];
  credential: string;
  dryRun?: boolean;
}

interface FoundCredential {
  id: number;
  name: string;
  type: string;
}

const LOOK_EVERY_MS = 200;

/** Installs, updates or removes the agents of hosts, with a line for each. 0: all went well; 1: some did not. */
export async function agent(options: AgentOptions, io: Io): Promise<number> {
  return withClient({ ...options, needsFolder: true }, io, async (client) => {
    const credential = await findCredential(client, options.credential);
    const hosts = await findHosts(client, options.hosts);
    const progress = agentProgress(
      io,
      hosts.map((host) => host.hostname),
    );
    try {
      const ended = await Promise.all(
        hosts.map((host, line) =>
          operate(
            client,
            host,
            { ...options, credential },
            (text) => {
              progress.show(line, text);
            },
            io.signal,
          ),
        ),
      );
      return ended.every(Boolean) ? 0 : 1;
    } finally {
      progress.end();
    }
  });
}

async function findCredential(client: Client, word: string): Promise<FoundCredential> {
  const all = await listAll<FoundCredential>(client, '/credentials');
  const found = all.find((one) => one.name === word) ?? all.find((one) => String(one.id) === word);
  if (!found) throw new CommandError(`There is no credential ${JSON.stringify(word)}`);
  return found;
}

/** Hosts that stand there twice are meant once. */
async function findHosts(client: Client, words: readonly string[]): Promise<FoundHost[]> {
  const found = new Map<number, FoundHost>();
  for (const word of words) {
    const host = await lookupHost(client, word);
    found.set(host.id, host);
  }
  return [...found.values()];
}

type Show = (text: string) => void;

async function operate(
  client: Client,
  host: FoundHost,
  {
    action,
    credential,
    dryRun,
  }: Pick<AgentOptions, 'action' | 'dryRun'> & { credential: FoundCredential },
  show: Show,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const body = {
      action,
      os_family: credential.type === 'winrm_password' ? 'windows' : 'linux',
      credential_id: credential.id,
      dry_run: dryRun ?? false,
    };
    const { id } = await getData<Operation>(client, 'POST', `/hosts/${host.id}/agent`, body);
    const op = await follow(client, host.id, id, show, signal);
    show(lastWords(op));
    return op.status === 'completed';
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode === 130) throw error;
    show(`failed    ${error.message}`);
    return false;
  }
}

async function follow(
  client: Client,
  hostId: number,
  id: number,
  show: Show,
  signal: AbortSignal,
): Promise<Operation> {
  for (;;) {
    const op = await getData<Operation>(client, 'GET', `/hosts/${hostId}/agent/operations/${id}`);
    if (op.status !== 'working') return op;
    show(`${String(op.percent).padStart(3)}%  ${op.step.padEnd(12)}  ${printable(op.message)}`);
    await sleep(LOOK_EVERY_MS, signal);
    if (signal.aborted)
      throw new CommandError('Interrupted; the service goes on with what was begun', 130);
  }
}

function lastWords({ status, message, error }: Operation): string {
  if (status === 'completed') return `done      ${printable(message)}`;
  return `failed    ${printable(error?.code ?? '')}: ${printable(message)}${
    error?.detail
      ? `\n${error.detail
          .split('\n')
          .map((line) => `          ${printable(line)}`)
          .join('\n')}`
      : ''
  }`;
}
