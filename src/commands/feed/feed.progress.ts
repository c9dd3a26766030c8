import { SingleBar } from 'cli-progress';
import type { FeedProgress } from '../../feeds/feeds.schemas.js';
import { pluralize } from '../../lib/text.js';
import { canRedraw, type OutputStream } from '../output/io.js';

export interface FeedBar {
  show(progress: FeedProgress): void;
  end(): void;
}

const STEPS: Record<FeedProgress['step'], string> = {
  waiting: 'queued',
  fetching: 'downloading',
  loading: 'reading',
  judging: 'evaluating hosts',
};

/**
 * Returns the progress of an update as text.
 * @internal
 */
export function feedProgressText({ step, bytes, total, records }: FeedProgress): string {
  const name = STEPS[step];
  if (step === 'fetching' && bytes > 0) {
    const ofTotal = total === null ? '' : ` of ${toMegabytes(total)}`;
    return `${name} ${toMegabytes(bytes)}${ofTotal}`;
  }
  if (step === 'loading' && records > 0) return `${name}, ${pluralize(records, 'record')}`;
  return name;
}

const toMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Shows a progress bar on a terminal until the feed is done; elsewhere nothing: the outcome has its own line. */
export function createFeedBar(out: OutputStream, name: string): FeedBar {
  if (!canRedraw(out)) return { show: () => undefined, end: () => undefined };
  const bar = new SingleBar({
    stream: out,
    format: '{bar} {name} {text}',
    barsize: 16,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    linewrap: true,
    hideCursor: false,
  });
  let isStarted = false;
  return {
    show(progress) {
      const { done, all } = toFraction(progress);
      const texts = { name, text: feedProgressText(progress) };
      if (!isStarted) bar.start(all, done, texts);
      isStarted = true;
      bar.setTotal(all);
      bar.update(done, texts);
    },
    end: () => {
      if (isStarted) bar.stop();
    },
  };
}

function toFraction({ step, bytes, total }: FeedProgress): { done: number; all: number } {
  if (step === 'fetching' && total !== null && total > 0) return { done: bytes, all: total };
  return { done: step === 'waiting' ? 0 : 1, all: 1 };
}
