const MAX_BEFORE = 64 * 1024;

/**
 * Output of the remote host before the command itself starts: the process id of the shell, sudo's
 * prompts, and the start marker.
 */
export interface StartState {
  shellPid: number | null;
  prompts: number;
  started: boolean;
  /** All other output before the start (lectures, banners, refusals), at most 64 KiB. */
  before: string;
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

/**
 * Reads the error stream up to the start of the command, chunk by chunk. `rest` is the part that
 * belongs to the command itself (empty before the start). Text is latin1: bytes are preserved.
 */
export function createStartDetector(token: string): {
  state: StartState;
  feed: (chunk: Buffer) => { rest: Buffer };
} {
  const state: StartState = { shellPid: null, prompts: 0, started: false, before: '' };
  const shell = new RegExp(`${MARKERS.shell(token)} (\\d{1,10})\\r?\\n`);
  const started = new RegExp(`${MARKERS.started(token)}\\r?\\n`);
  const feed = (chunk: Buffer): { rest: Buffer } => {
    if (state.started) return { rest: chunk };
    state.before += chunk.toString('latin1');
    const match = started.exec(state.before);
    const rest = match === null ? '' : state.before.slice(match.index + match[0].length);
    if (match !== null) {
      state.started = true;
      state.before = state.before.slice(0, match.index);
    }
    extractMarkers(state, shell, MARKERS.prompt(token));
    return { rest: Buffer.from(rest, 'latin1') };
  };
  return { state, feed };
}

function extractMarkers(state: StartState, shell: RegExp, prompt: string): void {
  const pid = shell.exec(state.before);
  if (pid !== null) {
    state.shellPid = Number(pid[1]);
    state.before = state.before.replace(shell, '');
  }
  const parts = state.before.split(prompt);
  state.prompts += parts.length - 1;
  state.before = parts.join('').slice(-MAX_BEFORE);
}
