import type { z } from 'zod';
import type { AgentListItem } from '../../agents/list/agent-list.schemas.js';
import { withClient } from '../client/client.js';
import type { Options } from '../client/handlers.js';
import { listAll } from '../client/request.js';
import type { Io } from '../output/io.js';
import { printItems, type Column } from '../output/items.js';
import { agoColumn } from '../output/times.js';

type Agent = z.infer<typeof AgentListItem>;

type AgentListOptions = Options<{
  /** `none`: hosts without an agent; default: all hosts with one */
  state?: 'online' | 'offline' | 'none';
  outdated?: true;
}>;

/** Lists agents, or the hosts without one. */
export async function agentList(options: AgentListOptions, io: Io): Promise<number> {
  const { state, outdated, json } = options;
  const agents = await withClient(options, io, (client) =>
    listAll<Agent>(client, '/agents', { state, outdated }),
  );
  printItems(agents, COLUMNS, { json, none: noneText(options) }, io);
  return 0;
}

function noneText({ state, outdated }: AgentListOptions): string {
  if (state === 'none') return 'No host is without an agent.';
  if (state !== undefined || outdated === true) return 'No agent matches.';
  return 'No agents; "hostwarden agent install" installs one.';
}

const COLUMNS: Column<Agent>[] = [
  { heading: 'HOST', value: ({ host_id }) => host_id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'ADDRESS', value: ({ ip }) => ip },
  { heading: 'STATE', value: ({ state }) => state },
  {
    heading: 'VERSION',
    value: ({ version }) => version,
    text: ({ version, outdated }) => `${version ?? '-'}${outdated ? ' (old)' : ''}`,
  },
  agoColumn('LAST CHECK-IN', ({ last_seen }) => last_seen),
];
