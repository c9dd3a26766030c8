import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { placeOfFinding } from '../../parts/accept/acceptance-form.js';
import { useAcceptInRow } from '../../parts/accept/use-accept-in-row.js';
import { FINDING_COLUMNS, findingKey } from '../../parts/findings/finding-columns.js';
import { FINDING_FILTERS, FINDING_SORTS } from '../../parts/findings/finding-filters.js';
import { hostName } from '../../parts/hosts/host-name.js';
import { vulnerabilityHref } from '../../parts/links/vulnerability-link.js';
import { Empty } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';

/** The findings of this host. */
export function FindingsTab({ host }: { host: Api<'Host'> }) {
  const list = useApiList('/hosts/{id}/vulnerabilities', {
    of: { id: host.id },
    sorts: FINDING_SORTS,
    filters: FINDING_FILTERS.map(({ name }) => name),
    topics: ['tasks', 'agents', 'feeds', 'acceptances'],
  });
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
        columns={[...FINDING_COLUMNS.ofHost, column]}
        rowId={findingKey}
        rowHref={({ vulnerability_id }) => vulnerabilityHref(vulnerability_id)}
        search="Search id, title or package"
        filters={FINDING_FILTERS}
        empty={
          <Empty title="No open finding">
            Nothing was found in what was checked. Read above what was not.
          </Empty>
        }
      />
      {dialog}
    </>
  );
}
