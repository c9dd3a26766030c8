import { useState } from 'preact/hooks';
import { drawHeatGrid, type HeatRow } from '../../../pictures/heat-grid.js';
import { SEVERITIES } from '../../../knowledge/records.js';
import { FINDING_TOPICS } from '../../api/changes.js';
import { useRead } from '../../api/read.js';
import type { Api } from '../../api/shapes.js';
import { useTitle } from '../../app/title.js';
import { Coverage } from '../../parts/coverage.js';
import { HistoryPanel } from '../../parts/history/history-panel.js';
import { href } from '../../app/place.js';
import { PictureElement } from '../../parts/picture/picture.js';
import { checkedPart } from '../../parts/hosts/checked-part.js';
import { Loaded } from '../../parts/loaded.js';
import { plural } from '../../parts/text/plural.js';
import { DoFirst } from './do-first.js';
import { FindingsPanel } from './findings-panel.js';
import { FirstSteps } from './first-steps.js';
import { noteVisit } from './last-visit.js';
import { StatePanels } from './state-panels.js';

/** The state of the fleet at a glance: what is new, and what to do first. */
export default function OverviewScreen() {
  const [since] = useState(noteVisit);
  const query = since === null ? {} : { since };
  const summary = useRead('/summary', { query }, FINDING_TOPICS);
  const { data } = summary;
  useTitle(...(data ? [`${data.data.findings.new_7d} appeared`] : []), 'Overview');
  return (
    <>
      <h1 tabIndex={-1}>Overview</h1>
      <Loaded of={summary}>{(found) => <Fleet summary={found.data} lastVisit={since} />}</Loaded>
    </>
  );
}

interface FleetProps {
  summary: Api<'Summary'>;
  /** Unix seconds; null: this is the first */
  lastVisit: number | null;
}

function Fleet({ summary, lastVisit }: FleetProps) {
  const { hosts } = summary;
  if (hosts.total === 0) return <FirstSteps feeds={summary.feeds} />;
  return (
    <>
      <Coverage
        notChecked={hosts.not_checked}
        counts={hosts.coverage}
        total={hosts.total}
        unanswered={hosts.unanswered_addresses}
        reasons={hosts.not_checked_reasons}
      />
      {hosts.ending_support.length > 0 && (
        <p class="notice">
          {'Security updates end soon: '}
          {hosts.ending_support
            .map(({ system, until, hosts: n }) => `${system} on ${until} (${plural(n, 'host')})`)
            .join(', ')}
          .
        </p>
      )}
      {summary.agents.identity_conflicts.length > 0 && (
        <p class="notice">
          {'Two machines use the identity of one agent. Remove the copy: '}
          {summary.agents.identity_conflicts.map(({ ip, name }) => name || ip).join(', ')}.
        </p>
      )}
      <FindingsPanel findings={summary.findings} hosts={hosts} lastVisit={lastVisit} />
      <DoFirst remediations={summary.remediations} checked={checkedPart(hosts)} />
      <HistoryPanel />
      <div class="columns">
        <WorstHosts summary={summary} />
        <StatePanels summary={summary} />
      </div>
    </>
  );
}

type WorstHost = Api<'Summary'>['worst_hosts'][number];

/** The hosts of the highest risk by severity. One of which nothing is known is hatched. */
function WorstHosts({ summary }: { summary: Api<'Summary'> }) {
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
  counts: SEVERITIES.map((name) => host.by_severity[name]),
  exploited: host.known_exploited,
  isChecked: host.checked,
});
