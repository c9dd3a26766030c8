import type { Api } from '../../api/shapes.js';
import { CopyButton } from '../copy-button.js';
import { HostLink } from '../links/host-link.js';
import { VulnerabilityLink } from '../links/vulnerability-link.js';
import { Severity } from '../severity.js';
import { countText } from '../text/plural.js';
import type { Column } from '../table/columns.js';
import { CertaintyMarks } from './certainty.js';
import { Risk } from './finding-cells.js';

type Remediation = Api<'Remediation'>;

/** Returns what identifies an action in a list. */
export const remediationKey = ({ host_id, action, title, port }: Remediation): string =>
  [host_id, action, title, port].join(' ');

const HOST: Column<Remediation> = {
  heading: 'Host',
  cell: ({ host_id, name, ip }) => <HostLink id={host_id} name={name} ip={ip} />,
};

const RESTART = {
  none: null,
  service: 'restart the service',
  reboot: 'reboot needed',
  unknown: null,
} as const;

const ACTION: Column<Remediation> = {
  heading: 'Action',
  cell: ({ title, command, restart }) => (
    <>
      <strong>{title}</strong>
      {RESTART[restart] !== null && (
        <>
          {' '}
          <span class="badge warning">{RESTART[restart]}</span>
        </>
      )}
      {command !== null && (
        <span class="command">
          <code>{command}</code> <CopyButton text={command} label={`Copy: ${command}`} />
        </span>
      )}
    </>
  ),
};

const MAX_SHOWN = 3;

const REST: readonly Column<Remediation>[] = [
  {
    heading: 'Severity',
    cell: ({ severity, known_exploited, by_confidence }) => (
      <>
        <Severity value={severity} />{' '}
        {known_exploited > 0 && (
          <span class="badge exploited">{countText(known_exploited)} exploited</span>
        )}{' '}
        <CertaintyMarks counts={by_confidence} />
      </>
    ),
  },
  {
    heading: 'Risk',
    isNumber: true,
    cell: (remediation) => <Risk {...remediation} />,
  },
  { heading: 'Findings', isNumber: true, cell: ({ findings }) => countText(findings) },
  {
    heading: 'Fixes',
    cell: ({ vulnerabilities }) => (
      <>
        {vulnerabilities.slice(0, MAX_SHOWN).map((id) => (
          <span key={id}>
            <VulnerabilityLink id={id} />{' '}
          </span>
        ))}
        {vulnerabilities.length > MAX_SHOWN &&
          `and ${countText(vulnerabilities.length - MAX_SHOWN)} more vulnerabilities`}
      </>
    ),
  },
];

/** The columns of actions: of one host, or of all. */
export const REMEDIATION_COLUMNS = {
  ofHost: [ACTION, ...REST],
  all: [HOST, ACTION, ...REST],
} as const satisfies Record<string, readonly Column<Remediation>[]>;
