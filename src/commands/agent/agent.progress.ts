import { printable, shorten } from '../../lib/text.js';
import { canRedraw, widthOf, type Io } from '../output/io.js';

export interface AgentProgress {
  /** shows the state of a host: on a terminal on its own line, elsewhere on a new line */
  show(index: number, text: string): void;
  /** on a terminal: prints the texts that did not fit on one line */
  end(): void;
}

const MAX_LABEL = 40;

/** Shows a line per host: updated in place on a terminal, appended if the output is a file. */
export function createAgentProgress(
  { stdout }: Pick<Io, 'stdout'>,
  names: readonly string[],
): AgentProgress {
  const width = Math.min(MAX_LABEL, Math.max(...names.map((name) => printable(name).length)));
  const labels = names.map((name) => shorten(printable(name), width).padEnd(width));
  const texts = names.map(() => '');
  const renderLine = (index: number): string => `${labels[index] ?? ''}  ${texts[index] ?? ''}`;
  const update = (index: number, text: string): boolean => {
    const hasChanged = texts[index] !== text;
    texts[index] = text;
    return hasChanged;
  };
  if (!canRedraw(stdout))
    return {
      show(index, text) {
        if (update(index, text)) stdout.write(`${renderLine(index)}\n`);
      },
      end: () => undefined,
    };
  let isDrawn = false;
  const draw = (): void => {
    if (isDrawn) stdout.write(`\u001b[${names.length}A`); // cursor up
    isDrawn = true;
    const columns = (widthOf(stdout) ?? 80) - 1;
    for (const index of texts.keys()) {
      const [line = ''] = renderLine(index).split('\n');
      stdout.write(`\u001b[2K${shorten(line, columns)}\n`); // erase line
    }
  };
  return {
    show(index, text) {
      if (update(index, text)) draw();
    },
    end() {
      for (const [index, text] of texts.entries())
        if (text.includes('\n')) stdout.write(`${renderLine(index)}\n`);
    },
  };
}
