import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { useKeys } from '../../app/keys.js';
import { useTitle } from '../../app/title.js';
import { useListState } from '../../app/use-list-state.js';
import { HeadButtons } from '../../parts/form/head-buttons.js';
import { keyOfRole, RoleButton } from '../../parts/form/role-button.js';
import { useGroupFilter } from '../../parts/hosts/use-groups.js';
import { Notice } from '../../parts/notice.js';
import type { FilterChoice } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { acceptanceColumns } from './columns.js';
import { NewAcceptanceDialog } from './new-acceptance-dialog.js';
import { ExportVexButton, ImportVexButton } from './vex-buttons.js';

const FILTERS: readonly FilterChoice[] = [
  {
    name: 'ended',
    label: 'State',
    options: [
      ['false', 'active'],
      ['true', 'ended'],
    ],
  },
  {
    name: 'expiring_within_days',
    label: 'Ends within',
    options: [
      ['14', '14 days'],
      ['30', '30 days'],
      ['90', '90 days'],
    ],
  },
  {
    name: 'kind',
    label: 'By',
    options: [
      ['person', 'a person'],
      ['vendor', 'a vendor'],
    ],
  },
  { name: 'vulnerability_id', label: 'Vulnerability' },
];

const SPEC = { filters: ['group_id', 'host_id', 'source', ...FILTERS.map(({ name }) => name)] };

/** The register of accepted risks and of statements of vendors. */
export default function AcceptancesScreen() {
  const control = useListState(SPEC);
  const byGroup = useGroupFilter(control);
  const isAdding = useSignal(false);
  const query = listQuery<'listAcceptances'>({ ...control.state, q: '' });
  const list = useList(
    query,
    async (asked, signal) => {
      const answer = await unwrap(api.GET('/acceptances', { params: { query: asked }, signal }));
      return answer as Extract<typeof answer, { meta: object }>; // without `format`
    },
    ['tasks', 'hosts', 'groups', 'acceptances'],
  );
  const add = (): void => {
    isAdding.value = true;
  };
  useKeys({ n: keyOfRole('operator', add) });
  useTitle('Acceptances');
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Acceptances</h1>
        <HeadButtons>
          <RoleButton needs="operator" look="primary" shortcut="n" onClick={add}>
            New acceptance
          </RoleButton>
          <ImportVexButton onImported={list.reload} />
          <ExportVexButton />
        </HeadButtons>
      </header>
      <PagedTable
        label="Acceptances"
        list={list}
        control={control}
        columns={acceptanceColumns(list.reload)}
        rowId={({ id }) => id}
        filters={[...FILTERS, byGroup]}
        empty={<NoAcceptances />}
      />
      {isAdding.value && (
        <NewAcceptanceDialog onClose={() => (isAdding.value = false)} onAccepted={list.reload} />
      )}
    </>
  );
}

function NoAcceptances() {
  return (
    <Notice kind="empty" title="Nothing is accepted">
      <p>
        An acceptance records that a risk is known, with a reason and an end. Its findings do not
        count as open. Accept a vulnerability on its page, or import the statements of a vendor.
      </p>
    </Notice>
  );
}
