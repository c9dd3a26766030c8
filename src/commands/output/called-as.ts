import { basename, isAbsolute, relative, resolve, sep } from 'node:path';

/** How the program was started. */
export interface Call {
  /** path of the script, as Node.js got it */
  script: string;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** the option `--data-dir`, as it was typed */
  dataDir?: string | undefined;
}

const NAME = 'hostwarden';

/**
 * Returns how a person starts the program again, on the same data directory: `hostwarden`, `npx hostwarden`, or in a
 * clone `node dist/main.js --data-dir ./data`. Every command that is shown to a person is written with it.
 */
export function calledAs({ script, cwd, env, dataDir }: Call): string {
  const isInstalled = basename(script).replace(/\.(?:cmd|ps1|exe)$/i, '') === NAME;
  // npm runs a script in the folder of the package: in another one, only whole paths are right.
  const shell = env.INIT_CWD ?? cwd;
  const program = isInstalled ? NAME : `node ${quote(pathFrom(shell, cwd, script))}`;
  const call = isInstalled && env.npm_command === 'exec' ? `npx ${program}` : program;
  if (dataDir === undefined || dataDir === '') return call;
  return `${call} --data-dir ${quote(resolve(shell) === resolve(cwd) ? dataDir : resolve(cwd, dataDir))}`;
}

/** Returns a path inside the folder of the shell as a relative one, any other as an absolute one. */
function pathFrom(shell: string, cwd: string, path: string): string {
  const absolute = resolve(cwd, path);
  const inside = relative(shell, absolute);
  return inside.startsWith('..') || isAbsolute(inside) ? absolute : inside.split(sep).join('/');
}

const quote = (text: string): string =>
  /^[\w./:@%+=,~\\-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Returns a text with its commands as the program was called: `hostwarden feed update` becomes
 * `node dist/main.js feed update`.
 * @param commands the names of the commands: other words after the name of the program are no command
 * @param isQuotedOnly only commands in quotes, backticks or brackets: other text may be data
 */
export function writeCommands(
  text: string,
  call: string,
  commands: readonly string[],
  isQuotedOnly = false,
): string {
  if (call === NAME || !text.includes(NAME)) return text;
  const before = isQuotedOnly ? '(?<=["`(])' : '(?<![\\w./-])';
  const command = new RegExp(`${before}${NAME}(?= (?:--|(?:${commands.join('|')})\\b))`, 'g');
  return text.replace(command, () => call);
}
