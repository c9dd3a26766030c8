import { SingleBar } from 'cli-progress';
import type { FeedProgress } from '../../feeds/progress.js';
import type { OutputStream } from '../output/io.js';
import { pluralize } from '../output/text.js';

export interface FeedBar {
  show(progress: FeedProgress): void;
  end(): void;
}

const WORDS: Record<FeedProgress['step'], string> = {
  waiting: 'waiting for its turn',
  fetching: 'fetching',
  loading: 'reading',
  judging: 'judging the hosts',
};

/** How far an update is, in words. */
export function feedProgressText({ step, bytes, total, records }: FeedProgress): string {
  const size =
    bytes > 0 && step === 'fetching'
      ? ` ${megabytes(bytes)}${total === null ? '' : ` of ${megabytes(total)}`}`
      : '';
  return `${WORDS[step]}${size}${records > 0 && step === 'loading' ? `, ${pluralize(records, 'record')}` : ''}`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** A bar on a terminal, which goes when the feed is done; elsewhere nothing: what came of it is a line of its own. */
export function feedBar(out: OutputStream, name: string): FeedBar {
  if (!out.isTTY) return { show: () => undefined, end: () => undefined };
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
  let begun = false;
  return {
    show(progress) {
      const [done, all] =
        progress.step === 'fetching' && progress.total !== null && progress.total > 0
          ? [progress.bytes, progress.total]
          : [progress.step === 'waiting' ? 0 : 1, 1];
      const texts = { name, text: feedProgressText(progress) };
      if (!begun) bar.start(all, done, texts);
      begun = true;
      bar.setTotal(all);
      bar.update(done, texts);
    },
    end: () => {
      if (begun) bar.stop();
    },
  };
}
