import { api, unwrap } from '../../api/client.js';
import { useResource } from '../../api/resource.js';
import { plural } from '../text/plural.js';
import { hostsOf } from './acceptance-form.js';

interface CoverPreviewProps {
  vulnerability: string;
  /** the choice of hosts in the form */
  hosts: string;
}

/** Says on how many hosts an acceptance would cover something, before it is made. */
export function CoverPreview({ vulnerability, hosts }: CoverPreviewProps) {
  const { host_id, group_id } = hostsOf(hosts);
  const query = {
    q: vulnerability,
    ...(host_id && { host_id }),
    ...(group_id && { group_id }),
  };
  const { data } = useResource(JSON.stringify(query), (signal) =>
    unwrap(api.GET('/vulnerabilities', { params: { query }, signal })),
  );
  if (!data) return <p class="muted">Counting…</p>;
  const found = data.data.find(({ vulnerability_id }) => vulnerability_id === vulnerability);
  return (
    <p role="status">
      {found
        ? `It is open on ${plural(found.hosts_affected, 'of these hosts', 'of these hosts')} now.`
        : 'It is open on none of these hosts now.'}
    </p>
  );
}
