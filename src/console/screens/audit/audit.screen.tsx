import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { roleHint } from '../../api/session.js';
import { toRequest } from '../../app/list-address.js';
import { useListState } from '../../app/use-list-state.js';
import { Notice } from '../../parts/notice.js';
import type { Column, FilterChoice } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { ExactTime } from '../../parts/time.js';

type Line = Api<'AuditLine'>;

const COLUMNS: readonly Column<Line>[] = [
  { heading: 'Time', cell: ({ time }) => <ExactTime at={time} /> },
  {
    heading: 'Who',
    cell: ({ actor: { name, address } }) => `${name ?? 'unknown'}${address ? `, ${address}` : ''}`,
  },
  {
    heading: 'Action',
    cell: ({ action, count }) => (count === 1 ? action : `${action} (${count})`),
  },
  {
    heading: 'On what',
    cell: ({ resource, resource_id }) => `${resource} ${resource_id ?? ''}`.trim(),
  },
  { heading: 'Changes', cell: ({ changes }) => <Changes changes={changes} /> },
  {
    heading: 'Outcome',
    cell: ({ outcome, code }) => (
      <span class={outcome === 'ok' ? undefined : 'error'}>
        {outcome}
        {code !== null && ` (${code})`}
      </span>
    ),
  },
];

const FILTERS: readonly FilterChoice[] = [
  { name: 'actor', label: 'Who' },
  {
    name: 'action',
    label: 'Action',
    options: ['create', 'update', 'delete', 'run', 'import', 'stop', 'login_failed'].map((a) => [
      a,
      a,
    ]),
  },
  { name: 'resource', label: 'Resource' },
  { name: 'outcome', label: 'Outcome', options: ['ok', 'refused', 'failed'].map((o) => [o, o]) },
];

/** Who changed what, and failed sign-ins. */
export default function AuditScreen() {
  const control = useListState({ filters: FILTERS.map(({ name }) => name) });
  const hint = roleHint('admin');
  const query = toRequest(control.state);
  const key = JSON.stringify(query);
  const list = useResource(hint === null ? key : null, (signal) =>
    unwrap(api.GET('/audit', { params: { query }, signal })),
  );
  return (
    <>
      <h1 tabIndex={-1}>Audit</h1>
      {hint === null ? (
        <PagedTable
          label="Lines of the audit log"
          list={list}
          control={control}
          columns={COLUMNS}
          rowId={({ id }) => id}
          filters={FILTERS}
          empty={<Notice kind="empty" title="Nothing was changed yet" />}
        />
      ) : (
        <Notice kind="warning" title={hint} />
      )}
    </>
  );
}

/** The changed fields, before → after. */
function Changes({ changes }: { changes: Line['changes'] }) {
  if (changes === null) return null;
  return (
    <ul class="plain">
      {Object.entries(changes).map(([field, [before, after]]) => (
        <li key={field}>
          {field}: {toText(before)} → {toText(after)}
        </li>
      ))}
    </ul>
  );
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
