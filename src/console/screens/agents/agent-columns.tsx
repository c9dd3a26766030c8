import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { operationWords, OperationState } from '../../parts/agents/operation-state.js';
import type { Column } from '../../parts/table/columns.js';
import { Time } from '../../parts/time.js';

type Agent = Api<'AgentListItem'>;

const HOST: Column<Agent> = {
  heading: 'Host',
  cell: ({ name, ip }) => (name === '' ? ip : name),
  sort: ['-name', 'name'],
};
const ADDRESS: Column<Agent> = {
  heading: 'Address',
  isAddress: true,
  cell: ({ ip }) => ip,
  sort: ['-address', 'address'],
};
const OPERATION: Column<Agent> = {
  heading: 'Last operation',
  cell: ({ operation }) => operation && <LastOperation operation={operation} />,
};

/** The columns of the list of agents. */
export const AGENT_COLUMNS: readonly Column<Agent>[] = [
  HOST,
  ADDRESS,
  { heading: 'State', cell: ({ state }) => <State state={state} />, sort: ['-state', 'state'] },
  {
    heading: 'Version',
    cell: ({ version, outdated }) => (
      <>
        {version ?? 'unknown'} {outdated && <span class="badge warning">behind</span>}
      </>
    ),
    sort: ['-version', 'version'],
  },
  {
    heading: 'Runs by',
    cell: ({ service_manager }) => <span class="id">{service_manager ?? 'unknown'}</span>,
  },
  {
    heading: 'Last check-in',
    cell: ({ last_seen }) => <Time at={last_seen} />,
    sort: ['-last_seen', 'last_seen'],
  },
  OPERATION,
];

/** The columns of the list of hosts without an agent. */
export const HOST_COLUMNS: readonly Column<Agent>[] = [HOST, ADDRESS, OPERATION];

const State = ({ state }: { state: Agent['state'] }) =>
  state === 'offline' ? <span class="badge warning">offline</span> : <>{state}</>;

function LastOperation({ operation }: { operation: NonNullable<Agent['operation']> }) {
  const { batch_id, created_at } = operation;
  const words = operationWords(operation);
  return (
    <>
      {batch_id === null ? words : <a href={href(`agents/batches/${batch_id}`)}>{words}</a>}
      {', '}
      <Time at={created_at} />: <OperationState operation={operation} />
    </>
  );
}
