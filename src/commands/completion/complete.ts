import type { Argument, Command, Option } from 'commander';

/** A kind of value whose names are looked up. */
export type NameKind = 'host' | 'group' | 'template' | 'credential' | 'channel' | 'task' | 'feed';

/** A word that may come next. */
export interface Word {
  value: string;
  description: string;
}

/** The words that may come next: fixed ones, names of a kind that start with `prefix`, or files. */
export interface Completion {
  candidates: Word[];
  names: { kind: NameKind; prefix: string } | null;
  isFile: boolean;
  /** values of the options that were typed: `dataDir`, `url` and `token` locate the service */
  options: Readonly<Record<string, string>>;
}

const NAME_KINDS: readonly string[] = [
  'host',
  'group',
  'template',
  'credential',
  'channel',
  'task',
] satisfies NameKind[];
const FILE_PLACEHOLDERS = ['file', 'folder', 'source'];
// The placeholder of these arguments does not say that they are feeds.
const FEED_COMMANDS = ['feed update', 'feed import'];

/** The command that the words name, and the positions of what follows it. */
interface Position {
  command: Command;
  /** arguments before the last word */
  argumentCount: number;
  /** the option that the last word is a value of */
  pending: Option | null;
  used: Set<Option>;
  options: Record<string, string>;
}

/** Returns how the last of these words may continue; the words before it are complete. */
export function completeWords(program: Command, words: readonly string[]): Completion {
  const current = words.at(-1) ?? '';
  const position = walk(program, words.slice(0, -1));
  const result = (more: Partial<Completion>): Completion => ({
    candidates: [],
    names: null,
    isFile: false,
    options: position.options,
    ...more,
  });
  const assigned = /^(--[a-z-]+)=(.*)$/.exec(current);
  if (assigned) {
    const [, name = '', value = ''] = assigned;
    const option = findOption(position.command, name);
    return result(option ? withPrefix(`${name}=`, optionValues(option, value)) : {});
  }
  if (position.pending) {
    const values = optionValues(position.pending, current);
    // A variadic option may end here.
    return result(
      position.pending.variadic && current.startsWith('-')
        ? optionNames(position, current)
        : values,
    );
  }
  if (current.startsWith('-')) return result(optionNames(position, current));
  return result(operands(program, position, current));
}

function walk(program: Command, words: readonly string[]): Position {
  const position: Position = {
    command: program,
    argumentCount: 0,
    pending: null,
    used: new Set(),
    options: {},
  };
  for (const word of words) step(position, word);
  return position;
}

function step(position: Position, word: string): void {
  const { pending } = position;
  if (pending !== null && !(pending.variadic && word.startsWith('-'))) {
    position.options[pending.attributeName()] = word;
    if (!pending.variadic) position.pending = null;
    return;
  }
  position.pending = null;
  if (word.startsWith('-') && word !== '-') {
    const [name = '', value] = word.split('=', 2);
    const option = findOption(position.command, name);
    if (option === null) return;
    position.used.add(option);
    if (value !== undefined) position.options[option.attributeName()] = value;
    else if (option.required || option.optional) position.pending = option;
    return;
  }
  const child = position.argumentCount === 0 ? findCommand(position.command, word) : undefined;
  if (child !== undefined) position.command = child;
  else position.argumentCount += 1;
}

const findCommand = (command: Command, word: string): Command | undefined =>
  command.commands.find((c) => c.name() === word || c.aliases().includes(word));

/** The options of a command and of those that contain it. */
function optionsOf(command: Command): Option[] {
  const inherited = command.parent === null ? [] : optionsOf(command.parent);
  return [...command.options, ...inherited.filter((option) => option.long !== '--version')];
}

const findOption = (command: Command, name: string): Option | null =>
  optionsOf(command).find(({ long, short }) => long === name || short === name) ?? null;

function optionNames({ command, used }: Position, prefix: string): Partial<Completion> {
  const help = { value: '--help', description: 'print the help of the command' };
  const named = optionsOf(command)
    .filter((option) => !option.hidden && (option.variadic || !used.has(option)))
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
  return { candidates: startingWith([...named, help], prefix) };
}

function optionValues(option: Option, prefix: string): Partial<Completion> {
  if (option.argChoices) return choices(option.argChoices, prefix);
  const [, placeholder = ''] = /[<[]([a-z-]+)/.exec(option.flags) ?? [];
  const isCredential = option.long === '--credential';
  return placeholderValues(isCredential ? 'credential' : placeholder, prefix);
}

function operands(program: Command, position: Position, prefix: string): Partial<Completion> {
  const { command, argumentCount } = position;
  if (command.name() === 'help') return commandNames(program, prefix);
  const commands = argumentCount === 0 ? (commandNames(command, prefix).candidates ?? []) : [];
  const argument = argumentAt(command.registeredArguments, argumentCount);
  if (argument === undefined) return { candidates: commands };
  const values = argument.argChoices
    ? choices(argument.argChoices, prefix)
    : placeholderValues(isFeed(command, argument) ? 'feed' : argument.name(), prefix);
  return { ...values, candidates: [...commands, ...(values.candidates ?? [])] };
}

const isFeed = (command: Command, argument: Argument): boolean =>
  argument.name() === 'name' &&
  FEED_COMMANDS.includes(`${command.parent?.name() ?? ''} ${command.name()}`);

/** Returns the argument at an index; the last one may take all that follow. */
function argumentAt(all: readonly Argument[], index: number): Argument | undefined {
  const last = all.at(-1);
  return all[index] ?? (last?.variadic ? last : undefined);
}

function placeholderValues(placeholder: string, prefix: string): Partial<Completion> {
  if (FILE_PLACEHOLDERS.includes(placeholder)) return { isFile: true };
  const isName = placeholder === 'feed' || NAME_KINDS.includes(placeholder);
  return isName ? { names: { kind: placeholder as NameKind, prefix } } : {};
}

function commandNames({ commands }: Command, prefix: string): Partial<Completion> {
  const shown = commands.filter((command) => !command.name().startsWith('_'));
  const named = shown.map((command) => ({
    value: command.name(),
    description: command.description(),
  }));
  return { candidates: startingWith(named, prefix) };
}

const choices = (values: readonly string[], prefix: string): Partial<Completion> => ({
  candidates: startingWith(
    values.map((value) => ({ value, description: '' })),
    prefix,
  ),
});

const startingWith = (all: readonly Word[], prefix: string): Word[] =>
  all.filter(({ value }) => value.startsWith(prefix));

/** Adds `--option=` before fixed values; looked-up ones are not supported there. */
const withPrefix = (
  prefix: string,
  { candidates = [] }: Partial<Completion>,
): Partial<Completion> => ({
  candidates: candidates.map(({ value, description }) => ({
    value: `${prefix}${value}`,
    description,
  })),
});
