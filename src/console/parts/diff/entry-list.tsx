import type { Api } from '../../api/shapes.js';
import type { ListControl } from '../../app/use-list-state.js';
import { CertaintyMark } from '../findings/certainty.js';
import { placeText } from '../findings/place-text.js';
import { titleText } from '../findings/title-text.js';
import { ExternalLink } from '../links/external-link.js';
import { HostLink } from '../links/host-link.js';
import { VulnerabilityLink } from '../links/vulnerability-link.js';
import { Severity } from '../severity.js';
import { Command, isCommand } from '../text/command.js';
import { plural } from '../text/plural.js';
import { ExactTime } from '../time.js';
import type { ListedEntry } from './entry-csv.js';
import { groupEntries, type ActionEntries } from './group-entries.js';

interface EntryListProps {
  entries: readonly ListedEntry[];
  control: ListControl;
  /** nothing is left to do about them */
  isFixed: boolean;
}

/** A page of entries, by host and action. */
export function EntryList({ entries, control: { state, change }, isFixed }: EntryListProps) {
  const isOneHost = state.filters.host_id !== undefined;
  return (
    <>
      {groupEntries(entries).map(({ host_id, name, ip, count, actions }) => (
        <section key={host_id} class="panel diff-host">
          <h3>
            <HostLink id={host_id} name={name} ip={ip} />{' '}
            <span class="muted">{plural(count, 'finding')} on this page</span>{' '}
            {!isOneHost && (
              <button
                type="button"
                class="quiet"
                onClick={() => change({ filters: { ...state.filters, host_id: `${host_id}` } })}
              >
                Only this host
              </button>
            )}
          </h3>
          {actions.map((action) => (
            <Action key={action.remedy} action={action} isFixed={isFixed} />
          ))}
        </section>
      ))}
    </>
  );
}

interface ActionProps extends Pick<EntryListProps, 'isFixed'> {
  action: ActionEntries<ListedEntry>;
}

function Action({ action: { remedy, entries }, isFixed }: ActionProps) {
  return (
    <>
      {!isFixed && (isCommand(remedy) ? <Command text={remedy} /> : <p>{remedy}</p>)}
      <ul class="lines diff-entries">
        {entries.map((entry) => (
          <EntryLine key={keyOf(entry)} entry={entry} />
        ))}
      </ul>
    </>
  );
}

const keyOf = ({
  vulnerability_id,
  package: name,
  port,
  transport,
  installed_version,
}: ListedEntry) => [vulnerability_id, name, port, transport, installed_version].join(' ');

const CAUSES = {
  target: 'host changed',
  knowledge: 'data changed',
  both: 'host and data changed',
} as const;

function EntryLine({ entry }: { entry: ListedEntry }) {
  const { severity, vulnerability_id, cause, why, kev, accepted, changes } = entry;
  return (
    <li>
      <p>
        <Severity value={severity} /> <VulnerabilityLink id={vulnerability_id} />{' '}
        <span class="title">{titleText(entry)}</span>
        {kev !== null && <span class="exploited"> known exploited</span>}
        {accepted !== null && <span class="mark"> accepted</span>}{' '}
        <CertaintyMark confidence={entry.confidence} />
      </p>
      <p>
        <Place entry={entry} />
        {changes && ` Changed: ${changes.join(', ')}.`}
      </p>
      <p class="muted">
        {why} {cause !== null && <span class="badge">{CAUSES[cause]}</span>}
      </p>
      <Sides entry={entry} />
    </li>
  );
}

function Place({ entry }: { entry: ListedEntry }) {
  const { installed_version, fixed_version } = entry;
  const place = placeText(entry);
  return (
    <>
      {place} {installed_version ?? ''}
      {fixed_version !== null && ` → ${fixed_version}`}
    </>
  );
}

/** The states before and after, as evidence. */
function Sides({
  entry: { evidence, advisory, advisory_url, explanation },
}: {
  entry: ListedEntry;
}) {
  return (
    <details>
      <summary>Evidence of both sides</summary>
      <dl class="facts">
        <Side name="Before" side={evidence.before} />
        <Side name="After" side={evidence.after} />
      </dl>
      <p>{explanation}</p>
      <p>
        <ExternalLink url={advisory_url} text={advisory} />
      </p>
    </details>
  );
}

function Side({ name, side }: { name: string; side: Api<'Evidence'> | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {side === null ? (
          'not there'
        ) : (
          <>
            {side.state.replace('_', ' ')} {side.installed_version ?? ''}
            {side.fixed_version !== null && `, fixed in ${side.fixed_version}`}
            {side.banner !== null && (
              <>
                , banner <code>{side.banner}</code>
              </>
            )}
            <br />
            <ExactTime at={side.observed_at} />
            {side.feed_version !== null && <span class="muted">, data {side.feed_version}</span>}
          </>
        )}
      </dd>
    </div>
  );
}
