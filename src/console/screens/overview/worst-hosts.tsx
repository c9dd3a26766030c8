import { drawHeatGrid, type HeatRow } from '../../../pictures/heat-grid.js';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { isUnknown } from '../../parts/hosts/coverage-words.js';
import { hostName } from '../../parts/hosts/host-name.js';
import { PictureElement } from '../../parts/picture/picture.js';
import { plural } from '../../parts/text/plural.js';

const SHOWN = 20;
const ORDER = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;

/** The hosts of the highest risk by severity. One of which nothing is known is hatched. */
export function WorstHosts() {
  const query = { include: 'risk', sort: 'risk', limit: SHOWN } as const;
  const { data } = useResource(
    'worst',
    (signal) => unwrap(api.GET('/hosts', { params: { query }, signal })),
    ['tasks', 'agents', 'feeds'],
  );
  if (!data) return null;
  const { total } = data.meta;
  const caption = `${Math.min(SHOWN, total)} of ${plural(total, 'host')}, by severity of open findings`;
  return (
    <section class="panel" aria-labelledby="worst-title">
      <h2 id="worst-title">Hosts of the highest risk</h2>
      <PictureElement node={drawHeatGrid(data.data.map(toRow), caption)} />
      {total > SHOWN && <a href={href('hosts', { sort: 'risk' })}>All hosts by risk</a>}
    </section>
  );
}

const toRow = (host: Api<'Host'>): HeatRow => ({
  name: hostName(host),
  href: href(`hosts/${host.id}`),
  counts: ORDER.map((name) => host.by_severity?.[name] ?? 0),
  exploited: host.known_exploited ?? 0,
  isChecked: !isUnknown(host),
});
