import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { knownOf } from './coverage-words.js';
import { CoverageMark } from './host-coverage.js';
import { hostName } from './host-name.js';
import { SeverityCounts } from '../severity.js';
import type { Column } from '../table/columns.js';
import { Time } from '../time.js';

type Host = Api<'Host'>;

/** The columns of the list of hosts. */
export const RATED_HOST_COLUMNS: readonly Column<Host>[] = [
  {
    heading: 'Host',
    cell: hostName,
    sort: ['name', '-name'],
  },
  {
    heading: 'Address',
    isAddress: true,
    cell: ({ current_ip }) => current_ip,
    sort: ['address', '-address'],
  },
  {
    heading: 'Checked',
    isShort: true,
    cell: ({ coverage }) => coverage && <CoverageMark coverage={coverage} />,
  },
  {
    heading: 'Risk',
    isNumber: true,
    cell: (host) =>
      knownOf(host) === 'whole' ? (
        <span class="risk">{host.risk?.toFixed(1)}</span>
      ) : (
        <span class="muted">{NONE[knownOf(host)]}</span>
      ),
    sort: ['risk', '-risk'],
  },
  { heading: 'Open', cell: (host) => <OpenCounts host={host} />, sort: ['open', '-open'] },
  { heading: 'System', isName: true, cell: systemOf, sort: ['system', '-system'] },
  { heading: 'Status', isShort: true, cell: ({ status }) => status },
  {
    heading: 'Last seen',
    isShort: true,
    cell: ({ last_seen }) => <Time at={last_seen} />,
    sort: ['last_seen', '-last_seen'],
  },
  {
    heading: 'Groups',
    cell: ({ group_names }) => group_names?.join(', '),
  },
];

/** The text instead of zero. */
const NONE = { whole: 'none', some: 'none known', nothing: 'unknown' } as const;

function OpenCounts({ host }: { host: Host }) {
  const { id, by_severity, known_exploited = 0 } = host;
  const counts = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0, ...by_severity };
  return (
    <>
      <SeverityCounts counts={counts} none={NONE[knownOf(host)]} />
      {known_exploited > 0 && (
        <>
          {' '}
          <a class="exploited" href={href(`hosts/${id}`, { tab: 'findings', kev: 'true' })}>
            {known_exploited} exploited
          </a>
        </>
      )}
    </>
  );
}

function systemOf({ inventory }: Host) {
  if (!inventory) return <span class="muted">no inventory</span>;
  return (
    <>
      {inventory.full_os_name ?? inventory.os ?? 'unknown'}
      {inventory.reboot_required === true && (
        <>
          {' '}
          <span class="badge warning">reboot needed</span>
        </>
      )}
      {(inventory.restarts_required?.length ?? 0) > 0 && (
        <>
          {' '}
          <span class="badge warning" title={inventory.restarts_required?.join(', ')}>
            restarts needed
          </span>
        </>
      )}
    </>
  );
}
