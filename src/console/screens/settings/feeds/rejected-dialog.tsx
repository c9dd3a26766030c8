import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { useResource } from '../../../api/resource.js';
import { Dialog } from '../../../parts/dialog.js';
import { Failure } from '../../../parts/failure.js';
import { plural } from '../../../parts/text/plural.js';

interface RejectedDialogProps {
  feed: Api<'Feed'>;
  onClose: () => void;
}

const SHOWN = 50;

/** The records of a feed that could not be read. */
export function RejectedDialog({ feed: { name, rejected }, onClose }: RejectedDialogProps) {
  const list = useResource(name, (signal) =>
    unwrap(
      api.GET('/feeds/{name}/rejected', {
        params: { path: { name }, query: { limit: SHOWN } },
        signal,
      }),
    ),
  );
  const records = list.data?.data ?? [];
  return (
    <Dialog title={`Records of ${name} that were not understood`} onClose={onClose}>
      <p>{plural(rejected, 'record is', 'records are')} left out when hosts are matched.</p>
      {list.error && <Failure error={list.error} retry={list.reload} />}
      <ul class="lines">
        {records.map(({ record, reason }, i) => (
          <li key={i}>
            <strong>{record}</strong>: {reason}
          </li>
        ))}
      </ul>
      {rejected > records.length && records.length > 0 && (
        <p class="muted">
          The first {records.length}; <code>GET /feeds/{name}/rejected</code> lists more.
        </p>
      )}
    </Dialog>
  );
}
