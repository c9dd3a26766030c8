import type { z } from 'zod';
import type { AgentListItem } from '../../agents/list/agent-list.schemas.js';
import { systemClock } from '../../platform/clock.js';
import { withClient } from '../client/client.js';
import { listAll } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printItems, type Column, type JsonOption } from '../output/items.js';
import { agoText, isoText } from '../output/times.js';

type Agent = z.infer<typeof AgentListItem>;

interface AgentListOptions extends ServiceOptions, JsonOption {
  /** `none`: hosts without an agent; default: all hosts with one */
  state?: 'online' | 'offline' | 'none';
  outdated?: true;
}

/** Lists agents, or the hosts without one. */
export async function agentList(options: AgentListOptions, io: Io): Promise<number> {
  const { state, outdated, json } = options;
  const agents = await withClient({ ...options, needsDataDir: true }, io, (client) =>
    listAll<Agent>(client, '/agents', {
      ...(state !== undefined && { state }),
      ...(outdated === true && { outdated: 'true' }),
    }),
  );
  printItems(agents, agentColumns(systemClock.now()), { json, none: noneText(options) }, io);
  return 0;
}

function noneText({ state, outdated }: AgentListOptions): string {
  if (state === 'none') return 'No host is without an agent.';
  if (state !== undefined || outdated === true) return 'No agent matches.';
  return 'No agents; "hostwarden agent install" installs one.';
}

/** Returns the columns of a list of agents. `now`: Unix seconds. */
const agentColumns = (now: number): Column<Agent>[] => [
  { heading: 'HOST', value: ({ host_id }) => host_id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'ADDRESS', value: ({ ip }) => ip },
  { heading: 'STATE', value: ({ state }) => state },
  {
    heading: 'VERSION',
    value: ({ version }) => version,
    text: ({ version, outdated }) => `${version ?? '-'}${outdated ? ' (old)' : ''}`,
  },
  {
    heading: 'LAST CHECK-IN',
    value: ({ last_seen }) => isoText(last_seen),
    text: ({ last_seen }) => agoText(last_seen, now),
  },
];
