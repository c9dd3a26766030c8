import type { Api } from '../../api/shapes.js';
import { hostsOfOperations } from '../../parts/agents/agent-batch.js';
import { batchWords } from '../../parts/agents/batch-words.js';
import { countText, plural } from '../../parts/text/plural.js';
import { ExactTime } from '../../parts/time.js';
import { batchStates } from './batch-states.js';
import { NextBatch } from './next-batch.js';

type Batch = Api<'AgentBatchProgress'>;

const SHOWN = ['queued', 'working', 'completed', 'failed', 'refused'] as const;

/** How far a batch is, by state; after a dry run, the way to do it. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const { id, action, hosts, dry_run, created_at } = batch;
  const states = batchStates(batch);
  return (
    <section class="panel" aria-labelledby="progress-title">
      <h2 id="progress-title">{states.isFinished ? 'Finished' : 'Running'}</h2>
      <p role="status">
        {countText(states.finished)} of {plural(hosts, 'host')} done
      </p>
      <progress max={hosts} value={states.finished} aria-labelledby="progress-title" />
      <dl class="figures">
        {SHOWN.filter((name) => states[name] > 0).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{countText(states[name])}</dd>
          </div>
        ))}
        <div>
          <dt>started</dt>
          <dd>
            <ExactTime at={created_at} />
          </dd>
        </div>
      </dl>
      {dry_run && states.isFinished && (
        <div class="buttons">
          <p>Nothing was changed.</p>
          {states.completed > 0 && (
            <NextBatch
              batch={batch}
              look="primary"
              label={batchWords(action, states.completed)}
              isDryRun={false}
              find={() => hostsOfOperations({ batch: id, status: 'completed' })}
            />
          )}
        </div>
      )}
    </section>
  );
}
