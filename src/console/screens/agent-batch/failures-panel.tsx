import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { hostsOfOperations } from '../../parts/agents/agent-batch.js';
import { remedyOf } from '../../parts/agents/remedies.js';
import { plural } from '../../parts/text/plural.js';
import { failureGroups, type FailureGroup } from './batch-states.js';
import { NextBatch } from './next-batch.js';

type Batch = Api<'AgentBatchProgress'>;

/** Hosts that no longer exist: there is nothing to try again. */
const GONE: ReadonlySet<string> = new Set(['not_found', 'host_deleted']);

/** Why hosts failed or were refused, by code, each with its remedy and a way to try again. */
export function FailuresPanel({ batch }: { batch: Batch }) {
  const groups = failureGroups(batch);
  if (groups.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="failures-title">
      <h2 id="failures-title">Not done, and what to do</h2>
      <ul class="lines">
        {groups.map((group) => (
          <li key={`${group.kind} ${group.code}`}>
            <Group batch={batch} group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Group({ batch, group }: { batch: Batch; group: FailureGroup }) {
  const { kind, code, hosts } = group;
  const query = { status: 'failed', error_code: code };
  const again = kind === 'failed' ? hosts : refusedIds(batch, code).length;
  return (
    <>
      <p>
        <strong>{plural(hosts, 'host')}</strong> {kind}: <code>{code}</code>. {remedyOf(code)}
      </p>
      {kind === 'refused' && <RefusedHosts batch={batch} code={code} />}
      <div class="buttons">
        {kind === 'failed' && <a href={href(`agents/batches/${batch.id}`, query)}>Show them</a>}
        {!GONE.has(code) && (
          <NextBatch
            batch={batch}
            label={`Try again on ${plural(again, 'host')}`}
            isDryRun={batch.dry_run}
            find={() => findHosts(batch, group)}
          />
        )}
      </div>
    </>
  );
}

async function findHosts(batch: Batch, { kind, code }: FailureGroup): Promise<number[]> {
  if (kind === 'failed')
    return hostsOfOperations({ batch: batch.id, status: 'failed', error_code: code });
  return refusedIds(batch, code);
}

const refusedIds = ({ refusals }: Batch, code: string): number[] =>
  refusals.filter((refusal) => refusal.code === code).map(({ host_id }) => host_id);

/** The refused hosts; the service names the first 100 of a batch. */
function RefusedHosts({ batch, code }: { batch: Batch; code: string }) {
  const ids = refusedIds(batch, code);
  const left = (batch.refusal_codes[code] ?? 0) - ids.length;
  return (
    <p class="muted">
      {ids.map((id, i) => (
        <span key={id}>
          {i > 0 && ', '}
          <a href={href(`hosts/${id}`)}>host {id}</a>
        </span>
      ))}
      {left > 0 && ` and ${left} more, which are not listed`}
    </p>
  );
}
