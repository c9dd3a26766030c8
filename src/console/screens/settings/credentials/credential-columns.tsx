import type { Api } from '../../../api/shapes.js';
import { href } from '../../../app/place.js';
import { TYPE_NAMES } from '../../../parts/agents/credential-types.js';
import { groupName } from '../../../parts/hosts/use-groups.js';
import type { Column } from '../../../parts/table/columns.js';
import { plural } from '../../../parts/text/plural.js';
import { ExactTime, Time } from '../../../parts/time.js';

type Credential = Api<'Credential'>;

const MAX_SHOWN = 5;

/** The columns of the list of credentials. No secret is ever sent to the page. */
export const credentialColumns = (
  groups: readonly Api<'Group'>[],
): readonly Column<Credential>[] => [
  { heading: 'Name', cell: ({ name }) => name, sort: ['-name', 'name'] },
  { heading: 'Type', cell: (credential) => <Kind credential={credential} /> },
  { heading: 'User', cell: ({ username }) => username },
  { heading: 'Used by', cell: (credential) => <Uses credential={credential} /> },
  { heading: 'Last login', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { heading: 'Operators may use it', cell: ({ scope }) => scopeWords(scope, groups) },
];

function Kind({ credential }: { credential: Credential }) {
  const { type, fingerprint, certificate_expires_at, has_sudo_password } = credential;
  return (
    <>
      {TYPE_NAMES[type]}
      {fingerprint !== null && <code class="title">{fingerprint}</code>}
      {certificate_expires_at !== null && (
        <span class="title">
          certificate until <ExactTime at={certificate_expires_at} />
        </span>
      )}
      {has_sudo_password && <span class="title">with another password for sudo</span>}
    </>
  );
}

function Uses({ credential: { used_by } }: { credential: Credential }) {
  const { template_ids, operation_ids } = used_by;
  const more = template_ids.length - MAX_SHOWN;
  if (template_ids.length + operation_ids.length === 0) return <span class="muted">nothing</span>;
  return (
    <>
      {template_ids.slice(0, MAX_SHOWN).map((id, i) => (
        <span key={id}>
          {i > 0 && ', '}
          <a href={href(`templates/${id}`)}>template {id}</a>
        </span>
      ))}
      {more > 0 && ` and ${plural(more, 'more template')}`}
      {operation_ids.length > 0 && (
        <span class="title">{plural(operation_ids.length, 'running operation')}</span>
      )}
    </>
  );
}

function scopeWords(scope: Credential['scope'], groups: readonly Api<'Group'>[]): string {
  if (scope === null) return 'on hosts where an admin has used it';
  const names = scope.group_ids.map((id) => groupName(groups, id));
  return `only ${[...names, ...scope.networks].join(', ') || 'nowhere'}`;
}
