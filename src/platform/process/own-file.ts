import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const WRITABLE_BY_OTHERS = 0o022;
const PERMISSIONS = 0o7777;

/**
 * Returns why another user may have written a file, as the end of a sentence; null: only this user and root
 * can. `mode`: permission bits, and possibly others; `uid`: this user.
 * @internal
 */
export function foreignWriter(
  { uid: owner, mode }: { uid: number; mode: number },
  uid: number,
): string | null {
  if (owner !== uid && owner !== 0)
    return `belongs to the user ${owner}; it must belong to the user that runs hostwarden (${uid}) or to root`;
  if ((mode & WRITABLE_BY_OTHERS) === 0) return null;
  const octal = (mode & PERMISSIONS).toString(8).padStart(4, '0');
  return `can be changed by other users (mode ${octal}); remove that right with "chmod go-w"`;
}

/**
 * Reads a file that contains settings or keys. Throws an Error, whose message is the end of a sentence, if it
 * is not a regular file or if another user may have written it. `uid` undefined: the system has no such users.
 */
export function readOwnFile(file: string, uid = process.getuid?.()): string {
  // NONBLOCK: opening a named pipe waits for its writer.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error('is not a regular file');
    const reason = uid === undefined ? null : foreignWriter(stat, uid);
    if (reason !== null) throw new Error(reason);
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}
