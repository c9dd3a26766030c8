import type { ChannelSource } from './channel.source.js';
import type { AgentEvent, EventLog } from './events.js';

/** Events of a page. */
const PAGE_SIZE = 200;

/** The events of agents, for a channel. The filter: those of one host; undefined: of all. */
export const createAgentSource = (
  log: EventLog,
): ChannelSource<AgentEvent, { hostId: number | undefined }> => ({
  read(since, { hostId }) {
    const filter = { since, ...(hostId !== undefined && { hostId }) };
    const events = log.read({ ...filter, limit: PAGE_SIZE });
    return { events, last: events.at(-1)?.seq ?? since, isEnd: events.length < PAGE_SIZE };
  },
  newestSeq: () => log.newestSeq(),
  subscribe: (listener) => log.subscribe(listener),
  isSelected: (event, { hostId }) => hostId === undefined || event.host_id === hostId,
  isTransient: () => false,
});
