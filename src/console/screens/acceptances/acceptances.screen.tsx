import { useApiList } from '../../api/list.js';
import { useTitle } from '../../app/title.js';
import { useActions } from '../../parts/form/actions.js';
import { HeadButtons } from '../../parts/form/head-buttons.js';
import { useGroupFilter } from '../../parts/hosts/use-groups.js';
import { Empty } from '../../parts/notice.js';
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

/** The register of accepted risks and of statements of vendors. */
export default function AcceptancesScreen() {
  const list = useApiList('/acceptances', {
    filters: ['group_id', 'host_id', 'source', ...FILTERS.map(({ name }) => name)],
    query: { q: undefined } as object,
    topics: ['tasks', 'hosts', 'groups', 'acceptances'],
  });
  const byGroup = useGroupFilter(list.control);
  const { buttons, dialog } = useActions([
    {
      label: 'New acceptance',
      look: 'primary',
      shortcut: 'n',
      dialog: (close) => <NewAcceptanceDialog onClose={close} onDone={list.reload} />,
    },
  ]);
  useTitle('Acceptances');
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Acceptances</h1>
        <HeadButtons>
          {buttons}
          <ImportVexButton onImported={list.reload} />
          <ExportVexButton />
        </HeadButtons>
      </header>
      <PagedTable
        label="Acceptances"
        list={list}
        columns={acceptanceColumns(list.reload)}
        rowId={({ id }) => id}
        filters={[...FILTERS, byGroup]}
        empty={
          <Empty title="Nothing is accepted">
            An acceptance records that a risk is known, with a reason and an end. Its findings do
            not count as open. Accept a vulnerability on its page, or import the statements of a
            vendor.
          </Empty>
        }
      />
      {dialog}
    </>
  );
}
