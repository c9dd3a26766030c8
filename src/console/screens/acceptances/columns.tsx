import type { Api } from '../../api/shapes.js';
import { AcceptanceActions } from '../../parts/accept/acceptance-actions.js';
import { acceptanceScope } from '../../parts/accept/acceptance-scope.js';
import { justificationText } from '../../parts/accept/acceptance-form.js';
import { VulnerabilityLink } from '../../parts/links/vulnerability-link.js';
import type { Column } from '../../parts/table/columns.js';
import { countText } from '../../parts/text/plural.js';
import { Time } from '../../parts/time.js';

type Acceptance = Api<'Acceptance'>;

/** The columns of the register. */
export const acceptanceColumns = (onChanged: () => void): readonly Column<Acceptance>[] => [
  {
    heading: 'Vulnerability',
    cell: ({ vulnerability_id }) => <VulnerabilityLink id={vulnerability_id} />,
  },
  { heading: 'Covers', cell: acceptanceScope },
  {
    heading: 'Open findings',
    isNumber: true,
    cell: ({ findings }) => countText(findings),
  },
  { heading: 'Reason', cell: reasonOf },
  {
    heading: 'By',
    cell: ({ by, kind, created_at }) => (
      <>
        {by} {kind === 'vendor' && <span class="badge">vendor</span>}{' '}
        <span class="muted">
          <Time at={created_at} />
        </span>
      </>
    ),
  },
  { heading: 'State', cell: stateOf },
  {
    heading: 'Actions',
    isControl: true,
    cell: (acceptance) => <AcceptanceActions acceptance={acceptance} onChanged={onChanged} />,
  },
];

function reasonOf({ reason, justification }: Acceptance) {
  return (
    <>
      {reason}
      {justification !== null && (
        <span class="title">not affected: {justificationText(justification)}</span>
      )}
    </>
  );
}

function stateOf({ ended_at, until }: Acceptance) {
  if (ended_at !== null)
    return (
      <span class="muted">
        ended <Time at={ended_at} />
      </span>
    );
  return until === null ? (
    <>without an end</>
  ) : (
    <>
      ends <Time at={until} />
    </>
  );
}
