import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { Notice } from '../../parts/notice.js';
import type { Column } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { Command } from '../../parts/text/command.js';
import { type LastScan, scanWords } from '../../parts/text/scan-words.js';
import { Time } from '../../parts/time.js';

type Service = Api<'Service'>;

const COLUMNS: readonly Column<Service>[] = [
  { heading: 'Port', cell: ({ port, transport }) => `${port}/${transport}` },
  {
    heading: 'Service',
    cell: ({ service, confidence }) => (
      <>
        {service ?? 'unknown'}
        {confidence !== 'confirmed' && <span class="muted"> ({confidence})</span>}
      </>
    ),
  },
  {
    heading: 'Product',
    cell: ({ product, version }) => [product, version].filter((text) => text !== null).join(' '),
  },
  {
    heading: 'Certificate',
    cell: ({ tls }) => tls && <Certificate tls={tls} />,
  },
  { heading: 'Banner', cell: ({ banner }) => banner !== null && <code>{banner}</code> },
  { heading: 'Open since', cell: ({ first_seen }) => <Time at={first_seen} /> },
  { heading: 'Last seen', cell: ({ last_seen }) => <Time at={last_seen} /> },
];

function Certificate({ tls }: { tls: NonNullable<Service['tls']> }) {
  return (
    <>
      {tls.version} {tls.subject}
      {tls.not_after !== null && (
        <span class="muted">
          {' '}
          ends <Time at={tls.not_after} />
        </span>
      )}
    </>
  );
}

/** The open ports of a host, as of the last scan of each. */
export function PortsTab({ host: { id, current_ip } }: { host: Api<'Host'> }) {
  const list = useApiList('/hosts/{id}/services', { of: { id }, topics: ['tasks'] });
  return (
    <PagedTable
      label="Open ports"
      list={list}
      columns={COLUMNS}
      rowId={({ port, transport }) => `${port}/${transport}`}
      empty={list.data && <NothingOpen scan={list.data.meta.last_scan} address={current_ip} />}
    />
  );
}

/** Says whether the ports were scanned, when, and how many of them. */
function NothingOpen({ scan, address }: { scan: LastScan | null; address: string }) {
  const { title, words, hasMore } = scanWords(scan);
  return (
    <Notice kind="empty" title={title}>
      <p>
        {words}
        {scan !== null && scan.at !== null && (
          <>
            {' '}
            Last scan: <Time at={scan.at} />.
          </>
        )}
        {hasMore && ' Scan the host now, above or with:'}
      </p>
      {hasMore && (
        <Command text={`hostwarden scan ${address}${scan === null ? '' : ' --ports -'}`} />
      )}
    </Notice>
  );
}
