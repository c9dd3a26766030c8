import { widthOf, type Io } from '../output/io.js';
import { printable, shorten } from '../output/text.js';

export interface AgentProgress {
  /** what there is to say of one host: its line on a terminal, another line elsewhere */
  show(line: number, text: string): void;
  /** on a terminal: the lines stay as they are, and what did not fit follows */
  end(): void;
}

/** A line for each host: rewritten in place on a terminal, one after the other where output goes to a file. */
export function agentProgress(
  { stdout }: Pick<Io, 'stdout'>,
  names: readonly string[],
): AgentProgress {
  const width = Math.min(40, Math.max(...names.map((name) => printable(name).length)));
  const label = (line: number): string =>
    shorten(printable(names[line] ?? ''), width).padEnd(width);
  const said = names.map(() => '');
  if (!stdout.isTTY) {
    const show = (line: number, text: string): void => {
      if (said[line] === text) return;
      said[line] = text;
      stdout.write(`${label(line)}  ${text}\n`);
    };
    return { show, end: () => undefined };
  }
  let isDrawn = false;
  const draw = (): void => {
    if (isDrawn) stdout.write(`\u001b[${names.length}A`);
    isDrawn = true;
    for (const [line, text] of said.entries())
      stdout.write(
        `\u001b[2K${shorten(`${label(line)}  ${text.split('\n')[0] ?? ''}`, (widthOf(stdout) ?? 80) - 1)}\n`,
      );
  };
  return {
    show(line, text) {
      if (said[line] === text) return;
      said[line] = text;
      draw();
    },
    end() {
      for (const [line, text] of said.entries())
        if (text.includes('\n')) stdout.write(`${label(line)}  ${text}\n`);
    },
  };
}
