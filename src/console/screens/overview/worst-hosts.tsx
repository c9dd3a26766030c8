import { drawHeatGrid, type HeatRow } from '../../../pictures/heat-grid.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { PictureElement } from '../../parts/picture/picture.js';
import { plural } from '../../parts/text/plural.js';
import { SEVERITY_ORDER } from '../../parts/severity.js';

type WorstHost = Api<'Summary'>['worst_hosts'][number];

/** The hosts of the highest risk by severity. One of which nothing is known is hatched. */
export function WorstHosts({ summary }: { summary: Api<'Summary'> }) {
  const { worst_hosts: hosts } = summary;
  const { total } = summary.hosts;
  const caption = `${hosts.length} of ${plural(total, 'host')}, by severity of open findings`;
  return (
    <section class="panel" aria-labelledby="worst-title">
      <h2 id="worst-title">Hosts of the highest risk</h2>
      <PictureElement node={drawHeatGrid(hosts.map(toRow), caption)} />
      {total > hosts.length && <a href={href('hosts', { sort: 'risk' })}>All hosts by risk</a>}
    </section>
  );
}

const toRow = (host: WorstHost): HeatRow => ({
  name: host.name === '' ? host.ip : host.name,
  href: href(`hosts/${host.host_id}`),
  counts: SEVERITY_ORDER.map((name) => host.by_severity[name]),
  exploited: host.known_exploited,
  isChecked: host.checked,
});
