import type { Api } from '../../api/shapes.js';
import { HostLink } from '../links/host-link.js';
import { Severity } from '../severity.js';
import type { Column } from '../table/columns.js';
import { Time } from '../time.js';
import { CertaintyMark } from './certainty.js';
import { AcceptedMark, epssText, ExploitedMark, Risk, Versions } from './finding-cells.js';
import { placeText } from './place-text.js';
import { titleText } from './title-text.js';

/** A finding of a list; one that its host does not have any more was first seen at an unknown time. */
type Finding = Omit<Api<'Finding'>, 'first_seen' | 'last_seen'> & { first_seen: number | null };

/** Returns what identifies a finding in a list. */
export const findingKey = (finding: Finding): string =>
  [
    finding.vulnerability_id,
    finding.host_id,
    placeText(finding),
    finding.architecture,
    finding.installed_version,
  ].join(' ');

const HOST: Column<Finding> = {
  heading: 'Host',
  isName: true,
  cell: ({ host_id, name, ip }) => <HostLink id={host_id} name={name} ip={ip} />,
  sort: ['host', '-host'],
};
const ID: Column<Finding> = {
  heading: 'Vulnerability',
  cell: ({ vulnerability_id }) => <span class="id">{vulnerability_id}</span>,
};
const TITLE: Column<Finding> = { heading: 'Title', cell: titleText };

const REST: readonly Column<Finding>[] = [
  {
    heading: 'Severity',
    cell: (finding) => (
      <>
        <Severity value={finding.severity} /> <ExploitedMark kev={finding.kev} />{' '}
        <CertaintyMark confidence={finding.confidence} />{' '}
        <AcceptedMark accepted={finding.accepted} />
      </>
    ),
    sort: ['severity', '-severity'],
  },
  {
    heading: 'Risk',
    isNumber: true,
    cell: (finding) => <Risk {...finding} />,
    sort: ['risk', '-risk'],
  },
  { heading: 'Where', cell: placeText, sort: ['package', '-package'] },
  { heading: 'Installed → fixed', cell: (finding) => <Versions {...finding} /> },
  {
    heading: 'EPSS',
    isNumber: true,
    cell: ({ epss }) => epssText(epss),
    sort: ['epss', '-epss'],
  },
  {
    heading: 'First seen',
    isShort: true,
    cell: ({ first_seen }) => <Time at={first_seen} none="" />,
    sort: ['first_seen', '-first_seen'],
  },
];

/** The columns of findings: of one host, of one vulnerability, or of all. */
export const FINDING_COLUMNS = {
  ofHost: [ID, TITLE, ...REST],
  ofVulnerability: [HOST, ...REST],
  all: [ID, HOST, TITLE, ...REST],
} as const satisfies Record<string, readonly Column<Finding>[]>;
