import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { useListState } from '../../app/use-list-state.js';
import { placeOfFinding } from '../../parts/accept/acceptance-form.js';
import { useAcceptInRow } from '../../parts/accept/use-accept-in-row.js';
import { FINDING_COLUMNS, findingKey } from '../../parts/findings/finding-columns.js';
import { FINDING_FILTERS, FINDING_SORTS } from '../../parts/findings/finding-filters.js';
import { hostName } from '../../parts/hosts/host-name.js';
import { vulnerabilityHref } from '../../parts/links/vulnerability-link.js';
import { Notice } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';

const SPEC = { sorts: FINDING_SORTS, filters: FINDING_FILTERS.map(({ name }) => name) };

/** The findings of this host. */
export function FindingsTab({ host }: { host: Api<'Host'> }) {
  const control = useListState(SPEC);
  const query = listQuery<'listFindings'>(control.state);
  const list = useList(
    query,
    (asked, signal) =>
      unwrap(
        api.GET('/hosts/{id}/vulnerabilities', {
          params: { path: { id: host.id }, query: asked },
          signal,
        }),
      ),
    ['tasks', 'agents', 'feeds', 'acceptances'],
    `${host.id}`,
  );
  const { column, dialog } = useAcceptInRow<Api<'Finding'>>(
    (finding) =>
      finding.accepted
        ? null
        : {
            vulnerability: finding.vulnerability_id,
            host: { id: host.id, name: hostName(host) },
            place: placeOfFinding(finding),
          },
    list.reload,
  );
  return (
    <>
      <PagedTable
        label="Findings"
        list={list}
        control={control}
        columns={[...FINDING_COLUMNS.ofHost, column]}
        rowId={findingKey}
        rowHref={({ vulnerability_id }) => vulnerabilityHref(vulnerability_id)}
        search="Search id, title or package"
        filters={FINDING_FILTERS}
        empty={
          <Notice kind="empty" title="No open finding">
            <p>Nothing was found in what was checked. Read above what was not.</p>
          </Notice>
        }
      />
      {dialog}
    </>
  );
}
