const MAX_BEFORE = 64 * 1024;
/** Longest text behind a token in a marker: ` shell 4294967295\r\n`. */
const MAX_BEHIND_TOKEN = 20;

/**
 * Output of the remote host before the command itself starts: the process id of the shell, sudo's
 * prompts, and the start marker.
 */
interface StartState {
  shellPid: number | null;
  prompts: number;
  started: boolean;
  /** All other output before the start (lectures, banners, refusals), the last 64 KiB. */
  readonly before: string;
}

/**
 * The markers in the output; `token` is random for each command, so that no output can match by
 * chance.
 */
export const MARKERS = {
  shell: (token: string): string => `${token} shell`,
  prompt: (token: string): string => `[${token}] password:`,
  started: (token: string): string => `${token} started`,
};

export interface StartDetector {
  state: StartState;
  feed: (chunk: Buffer) => { rest: Buffer };
}

/**
 * Reads a stream up to the start of the command, chunk by chunk. `rest` is the part that
 * belongs to the command itself (empty before the start). Text is latin1: bytes are preserved. Each byte
 * is searched once, in chunks of any size; only what may be the start of a marker is searched again.
 */
export function createStartDetector(token: string): StartDetector {
  const before = createTailText(MAX_BEFORE);
  let pending = '';
  const state = {
    shellPid: null as number | null,
    prompts: 0,
    started: false,
    get before() {
      return before.with(pending);
    },
  };
  const marker = new RegExp(
    `\\[${token}\\] password:|${token} (?:shell (\\d{1,10})|(started))\\r?\\n`,
    'y',
  );
  /** Reads the marker at the next token, or skips the token. False: more bytes are needed. */
  const readToken = (): boolean => {
    const at = pending.indexOf(token);
    const undecided = at < 0 ? pending.length - token.length : at - 1;
    const start = pending[at - 1] === '[' ? at - 1 : at;
    const match = at < 0 ? null : (matchAt(marker, pending, start) ?? matchAt(marker, pending, at));
    if (match === null && (at < 0 || pending.length < at + token.length + MAX_BEHIND_TOKEN)) {
      move(Math.max(0, undecided), 0);
      return false;
    }
    if (match === null) move(at + token.length, 0);
    else {
      applyMarker(state, match);
      move(match.index, match[0].length);
    }
    return true;
  };
  /** Moves the first `length` characters to the other output, and drops `marked` after them. */
  const move = (length: number, marked: number): void => {
    before.add(pending.slice(0, length));
    pending = pending.slice(length + marked);
  };
  const feed = (chunk: Buffer): { rest: Buffer } => {
    if (state.started) return { rest: chunk };
    pending += chunk.toString('latin1');
    while (!state.started && readToken());
    const rest = state.started ? pending : '';
    if (state.started) pending = '';
    return { rest: Buffer.from(rest, 'latin1') };
  };
  return { state, feed };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function applyMarker(
  state: Pick<StartState, 'shellPid' | 'prompts' | 'started'>,
  [, pid, started]: RegExpExecArray,
): void {
  if (pid !== undefined) state.shellPid ??= Number(pid);
  else if (started === undefined) state.prompts += 1;
  else state.started = true;
}

/** The last `max` characters of a text that arrives in parts. */
function createTailText(max: number): {
  add: (part: string) => void;
  /** the text with something behind it */
  with: (end: string) => string;
} {
  let text = '';
  return {
    add: (part) => {
      text += part;
      if (text.length > 2 * max) text = text.slice(-max); // not for each part: the copy costs `max`
    },
    with: (end) => (text + end).slice(-max),
  };
}
