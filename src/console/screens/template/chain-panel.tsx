import { drawChain } from '../../../pictures/chain-picture.js';
import { href } from '../../app/place.js';
import { prefs } from '../../app/prefs.js';
import { PictureFigure } from '../../parts/picture/picture.js';
import { StackLegend } from '../../parts/severity.js';
import { usePictureSize } from '../../parts/picture/use-picture-size.js';
import { exactWords } from '../../parts/time-words.js';
import { zoneName } from '../../parts/time.js';
import { chainTasks } from './chain-tasks.js';
import type { ChainData } from './chain-data.js';
import { CHAIN_LENGTH } from './use-chain.js';

interface ChainPanelProps {
  id: number;
  data: ChainData;
  /** the task whose difference is shown */
  selected: number;
}

/** The newest finished tasks as a picture. A column leads to the difference of its task. */
export function ChainPanel({ id, data, selected }: ChainPanelProps) {
  const zone = zoneName(prefs.value.zone);
  const tasks = chainTasks(data, {
    timeText: (at) => exactWords(at, zone).slice(0, 16),
    hrefOf: (task) => href(`templates/${id}`, { task: `${task}` }),
  });
  const { tasks: counts } = data.chain;
  const name = counts.find(({ task_id }) => task_id === selected)?.number_task ?? '';
  const isNewest = counts.at(-1)?.task_id === selected;
  return (
    <>
      <PictureFigure picture={drawChain(tasks, usePictureSize())} />
      <p class="muted">
        <StackLegend />. Dashed: hosts that were not compared.{' '}
        {counts.length === CHAIN_LENGTH && `The newest ${CHAIN_LENGTH} finished tasks. `}
        {isNewest ? (
          'Select a column to read the difference of another task.'
        ) : (
          <>
            Below is {name}. <a href={href(`templates/${id}`)}>Show the newest</a>
          </>
        )}
      </p>
    </>
  );
}
