import { shellQuote } from './quote.js';
import { SshError } from './ssh-error.js';
import type { RunOptions, RunResult } from './ssh.js';

export interface UploadPlan {
  bytes: Buffer;
  remotePath: string;
  mode: string;
  suffix: string;
}

/**
 * Builds the shell script that stores its input in a file. It writes to a new file beside the
 * target, readable only by its owner, checks the byte count (a lost connection looks like the end
 * of the file), syncs, and then renames it over the target. POSIX sh, BusyBox included; no SFTP.
 * Throws a RangeError for a path that is not absolute or a mode that is not octal.
 */
function uploadCommand({ bytes, remotePath, mode, suffix }: UploadPlan): string {
  if (!remotePath.startsWith('/') || remotePath.endsWith('/'))
    throw new RangeError('the remote path must be absolute');
  if (!/^[0-7]{3,4}$/.test(mode))
    throw new RangeError('the mode must be three or four octal digits');
  return [
    `f=${shellQuote(remotePath)}; t=${shellQuote(`${remotePath}.${suffix}`)}`,
    'umask 077; set -C',
    `trap 'rm -f "$t"' EXIT; trap 'exit 1' HUP INT TERM PIPE`,
    '[ ! -d "$f" ] || { echo "$f is a directory" >&2; exit 1; }',
    'cat > "$t" || exit 1',
    `n=$(wc -c < "$t"); [ "$n" -eq ${bytes.length} ] || { echo "only $n of ${bytes.length} ` +
      'bytes arrived" >&2; exit 1; }',
    `chmod ${mode} "$t" || exit 1`,
    'sync "$t" 2>/dev/null || sync',
    'mv -f "$t" "$f"',
  ].join('\n');
}

/** Uploads with the given way of running commands; see SshSession.upload. */
export async function upload(
  run: (command: string, options: RunOptions) => Promise<RunResult>,
  plan: UploadPlan,
  options: { root?: boolean; timeoutMs?: number },
): Promise<void> {
  const result = await run(uploadCommand(plan), {
    stdin: plan.bytes,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxBytes: 16_384,
    root: options.root ?? false,
  });
  if (result.exitCode === 0) return;
  const stderr = result.stderr.toString('utf8');
  throw new SshError('upload_failed', `${plan.remotePath} was not written`, {
    stderr,
    exitCode: result.exitCode,
  });
}
