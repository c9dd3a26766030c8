import { createWorkerClient } from '../lib/worker/client.js';
import type { WorkerProtocol } from '../lib/worker/messages.js';

/**
 * SQLite's modes of a checkpoint. `restart` also makes the next writer restart the log from its beginning,
 * `truncate` also truncates the log file to zero bytes.
 */
export type CheckpointMode = 'passive' | 'restart' | 'truncate';

export interface CheckpointResult {
  /** pages in the log, including those that were checkpointed before */
  pages: number;
  /** false: a reader or a full disk kept the checkpoint from completing */
  isComplete: boolean;
}

export interface CheckpointProtocol extends WorkerProtocol {
  request: CheckpointMode;
  response: CheckpointResult;
}

/** The thread that checkpoints the write-ahead log. */
export interface Checkpointer {
  /** Never rejects. */
  checkpoint: (mode: CheckpointMode) => Promise<CheckpointResult>;
  close: () => Promise<void>;
}

const NOT_DONE: CheckpointResult = { pages: 0, isComplete: false };

/**
 * Creates the checkpointer. Its thread starts with the first checkpoint, and never again after its death.
 * @param url the compiled worker
 * @param onDeath called when the thread exits without `close`
 */
export function startCheckpointer(url: URL, file: string, onDeath: () => void): Checkpointer {
  const client = createWorkerClient<CheckpointProtocol>({
    url,
    name: 'checkpoints',
    workerData: { file },
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    onDeath: () => {
      void client.close();
      onDeath();
    },
  });
  return {
    checkpoint: (mode) => client.request(mode).catch(() => NOT_DONE),
    close: client.close,
  };
}
