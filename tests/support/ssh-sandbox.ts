import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** How `sudo` behaves in the sandbox. `requiretty` is `password` that also requires a terminal. */
export type SudoMode = 'password' | 'nopasswd' | 'denied' | 'requiretty' | 'absent';

export interface Sandbox {
  root: string;
  home: string;
  bin: string;
  env: (user: string, uid: number, tty: boolean) => Record<string, string>;
  remove: () => void;
}

const TOOLS =
  `awk base64 basename cat chmod chown cksum cmp cp curl cut date dd df dirname du env expr false find
  flock gawk getconf grep gunzip gzip head hostname install ln ls mawk mkdir mktemp mv nohup od ps printf
  pwd readlink rm rmdir sed seq setsid sh sha256sum sleep sort stat stty sync tail tar tee test timeout
  touch tr true uname uniq wc wget xargs zcat`.split(/\s+/);

const ID = `#!/bin/sh
case "$*" in
  -u) echo "$SANDBOX_UID";;
  -un) if [ "$SANDBOX_UID" = 0 ]; then echo root; else echo "$USER"; fi;;
  *) echo "uid=$SANDBOX_UID($USER)";;
esac
`;

// Uses its streams like sudo: the prompt is written to stderr, the password is read from stdin byte by
// byte, three attempts.
const SUDO = `#!/bin/sh
mode=$(cat "$SANDBOX_ROOT/etc/sudo"); prompt='[sudo] password: '; silent=
while [ $# -gt 0 ]; do
  case "$1" in
    -n) silent=1; shift;;
    -S|-k|-H) shift;;
    -p) prompt=$2; shift 2;;
    --) shift; break;;
    *) break;;
  esac
done
if [ "$mode" = requiretty ] && [ -z "$SANDBOX_TTY" ]; then
  echo 'sudo: sorry, you must have a tty to run sudo' >&2
  exit 1
fi
if [ "$mode" != nopasswd ]; then
  if [ -n "$silent" ]; then echo 'sudo: a password is required' >&2; exit 1; fi
  printf '\\nWe trust you have received the usual lecture from the local System\\nAdministrator.\\n\\n' >&2
  tries=0
  while :; do
    printf '%s' "$prompt" >&2
    IFS= read -r given || { printf '\\nsudo: no password was provided\\nsudo: a password is required\\n' >&2; exit 1; }
    echo >&2
    IFS= read -r right <"$SANDBOX_ROOT/etc/password-$USER"
    [ "$given" = "$right" ] && break
    tries=$((tries + 1))
    if [ $tries -ge 3 ]; then echo "sudo: 3 incorrect password attempts" >&2; exit 1; fi
    echo 'Sorry, try again.' >&2
  done
fi
if [ "$mode" = denied ]; then echo "$USER is not in the sudoers file." >&2; exit 1; fi
SANDBOX_UID=0 exec "$@"
`;

/**
 * Creates a directory that looks like a small host: a PATH with links to real tools, a home, and fakes
 * of `id` and `sudo`.
 */
export function createSandbox(options: {
  passwords: Record<string, string>;
  sudo: SudoMode;
  without?: readonly string[];
}): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'ssh-sandbox-'));
  const home = join(root, 'home');
  const bin = join(root, 'bin');
  const etc = join(root, 'etc');
  for (const folder of [home, bin, etc]) mkdirSync(folder);
  for (const name of TOOLS.filter((tool) => options.without?.includes(tool) !== true))
    linkTool(name, bin);
  script(join(bin, 'id'), ID);
  writeFileSync(join(etc, 'sudo'), options.sudo);
  if (options.sudo !== 'absent') script(join(bin, 'sudo'), SUDO);
  for (const [user, password] of Object.entries(options.passwords))
    writeFileSync(join(etc, `password-${user}`), `${password}\n`);
  return {
    root,
    home,
    bin,
    env: (user, uid, tty) => ({
      PATH: bin,
      HOME: home,
      USER: user,
      LOGNAME: user,
      LANG: 'C',
      SANDBOX_ROOT: root,
      SANDBOX_UID: String(uid),
      ...(tty ? { SANDBOX_TTY: '1' } : {}),
    }),
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function script(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

function linkTool(name: string, bin: string): void {
  const found = (process.env.PATH ?? '/usr/bin:/bin')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
  if (found !== undefined) symlinkSync(found, join(bin, name));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
