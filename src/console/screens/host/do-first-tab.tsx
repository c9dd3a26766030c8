import { FINDING_TOPICS } from '../../api/changes.js';
import { api, unwrap } from '../../api/client.js';
import { type PagedBody, useApiList } from '../../api/list.js';
import { asApiError } from '../../api/problem.js';
import type { Api } from '../../api/shapes.js';
import { SEVERITY_FILTER } from '../../parts/findings/finding-filters.js';
import { REMEDIATION_COLUMNS, remediationKey } from '../../parts/findings/remediation-columns.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { Empty } from '../../parts/notice.js';
import { saveFile } from '../../parts/save-file.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { announce } from '../../parts/toast.js';

/** The actions on this host, that of the highest risk first. */
export function DoFirstTab({ id }: { id: number }) {
  const list = useApiList('/remediations', {
    filters: ['severity'],
    query: { host_id: id },
    topics: FINDING_TOPICS,
  });
  return (
    <>
      {mayHaveCommand(list.data) && <ScriptButton id={id} />}
      <PagedTable
        label="Actions"
        list={list}
        columns={REMEDIATION_COLUMNS.ofHost}
        rowId={remediationKey}
        filters={[SEVERITY_FILTER]}
        empty={
          <Empty title="Nothing to do here">
            No open finding of this host has an action. Above is how far the host was checked.
          </Empty>
        }
      />
    </>
  );
}

/** Whether an action of the list has a command, or one of a later page may have. */
const mayHaveCommand = (list: PagedBody<Api<'Remediation'>> | null): boolean =>
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
