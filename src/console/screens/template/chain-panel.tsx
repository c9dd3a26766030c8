import { drawChain } from '../../../pictures/chain-picture.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { prefs } from '../../app/prefs.js';
import { address } from '../../app/router.js';
import { PictureFigure } from '../../parts/picture/picture.js';
import { StackLegend } from '../../parts/severity.js';
import { usePictureSize } from '../../parts/picture/use-picture-size.js';
import { exactWords } from '../../parts/time-words.js';
import { zoneName } from '../../parts/time.js';
import { chainTasks } from './chain-tasks.js';
import { withBase, writeCompared, type ComparedTasks } from './compare-choice.js';
import { CompareFields } from './compare-fields.js';
import { CHAIN_LENGTH } from './use-template.js';

interface ChainPanelProps {
  id: number;
  chain: Api<'ChainCounts'>;
  compared: ComparedTasks;
}

/** The newest finished tasks as a picture, and which two are compared. A column leads to the difference of its task. */
export function ChainPanel({ id, chain, compared }: ChainPanelProps) {
  const zone = zoneName(prefs.value.zone);
  const timeText = (at: number): string => exactWords(at, zone).slice(0, 16);
  const isPicking = address.value.query.pick === 'base';
  const chosenBy = (task: number): ComparedTasks =>
    isPicking ? withBase(compared, task) : { task, base: null };
  const tasks = chainTasks(chain, {
    timeText,
    hrefOf: (task) => href(`templates/${id}`, writeCompared(chosenBy(task))),
    compared,
  });
  const { tasks: counts } = chain;
  return (
    <>
      <PictureFigure picture={drawChain(tasks, usePictureSize())} />
      <p class="muted">
        <StackLegend /> Dashed: hosts that were not compared.
      </p>
      <p class="muted no-print" role="status">
        {counts.length === CHAIN_LENGTH && `The newest ${CHAIN_LENGTH} finished tasks. `}
        {isPicking
          ? 'Select the column of the task to compare with.'
          : 'Select a column to read the difference of another task.'}
      </p>
      <CompareFields {...{ id, compared, timeText, isPicking }} tasks={counts} />
    </>
  );
}
