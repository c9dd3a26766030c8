import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { asApiError } from '../../api/problem.js';
import { useListState } from '../../app/use-list-state.js';
import { REMEDIATION_COLUMNS, remediationKey } from '../../parts/findings/remediation-columns.js';
import { useRemediations } from '../../parts/findings/use-remediations.js';
import { SEVERITY_FILTER } from '../../parts/findings/finding-filters.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { Notice } from '../../parts/notice.js';
import { saveFile } from '../../parts/save-file.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { announce } from '../../parts/toast.js';

const SPEC = { filters: ['severity'] };
const FILTERS = [SEVERITY_FILTER];

/** The actions on this host, that of the highest risk first. */
export function DoFirstTab({ id }: { id: number }) {
  const control = useListState(SPEC);
  const query = listQuery<'listRemediations'>(control.state, { host_id: id });
  const list = useRemediations(query);
  return (
    <>
      {mayHaveCommand(list.data) && <ScriptButton id={id} />}
      <PagedTable
        label="Actions"
        list={list}
        control={control}
        columns={REMEDIATION_COLUMNS.ofHost}
        rowId={remediationKey}
        filters={FILTERS}
        empty={
          <Notice kind="empty" title="Nothing to do here">
            <p>
              No open finding of this host has an action. Above is how far the host was checked.
            </p>
          </Notice>
        }
      />
    </>
  );
}

/** Whether an action of the list has a command, or one of a later page may have. */
const mayHaveCommand = (list: ReturnType<typeof useRemediations>['data']): boolean =>
  list !== null &&
  (list.data.some(({ command }) => command !== null) || list.data.length < list.meta.total);

/** Saves the commands of this host as a shell script, to read and to run there. */
function ScriptButton({ id }: { id: number }) {
  async function save(): Promise<void> {
    try {
      const query = { host_id: id, format: 'sh' as const };
      const script = await unwrap<unknown>(
        api.GET('/remediations', { params: { query }, parseAs: 'text' }),
      );
      saveFile(`fixes-of-host-${id}.sh`, String(script), 'text/x-shellscript');
    } catch (thrown) {
      announce(asApiError(thrown).message, 'error');
    }
  }
  return (
    <p>
      <RoleButton needs="viewer" onClick={() => void save()}>
        Save the commands as a script
      </RoleButton>
    </p>
  );
}
