import { shorten } from '../../lib/text.js';
import { widthOf, type OutputStream } from '../output/io.js';

/** Lines that stay, and below them, on a terminal, lines that change. */
export interface LiveLines {
  /** Writes a line that stays. */
  print(line: string): void;
  /** Shows a line under this key; elsewhere than on a terminal, it is written if it is not the same as before. */
  show(key: string, line: string): void;
  /** Removes a changing line. */
  remove(key: string): void;
  /** Removes all changing lines. */
  end(): void;
}

const MAX_LINES = 10;

/** @param out a terminal that cannot move its cursor gets lines as a pipe does */
export const createLiveLines = (out: OutputStream): LiveLines =>
  out.isTTY === true && out.hasColors?.() === true ? createBlock(out) : createPlainLines(out);

function createPlainLines(out: OutputStream): LiveLines {
  const shown = new Map<string, string>();
  return {
    print: (line) => void out.write(`${line}\n`),
    show(key, line) {
      if (shown.get(key) === line) return;
      shown.set(key, line);
      out.write(`${line}\n`);
    },
    remove: (key) => void shown.delete(key),
    end: () => undefined,
  };
}

function createBlock(out: OutputStream): LiveLines {
  const lines = new Map<string, string>();
  let height = 0;

  // Each change is one write: cursor up, erase to the end of the screen (ECMA-48 CUU and ED), and the new text.
  function draw(printed: string): void {
    const erase = height > 0 ? `\u001b[${height}A\r\u001b[J` : '';
    const width = (widthOf(out) ?? 80) - 1;
    const shown = [...lines.values()].slice(0, MAX_LINES).map((line) => shorten(line, width));
    height = shown.length;
    out.write(erase + printed + shown.map((line) => `${line}\n`).join(''));
  }

  return {
    print: (line) => draw(`${line}\n`),
    show(key, line) {
      lines.set(key, line);
      draw('');
    },
    remove(key) {
      if (lines.delete(key)) draw('');
    },
    end() {
      lines.clear();
      draw('');
    },
  };
}
