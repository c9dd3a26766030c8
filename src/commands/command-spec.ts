import { Option, type Command } from 'commander';
import { addDetails, type CommandDetails } from './command-details.js';
import {
  addConnectionOptions,
  addGroup,
  readOptions,
  type Bind,
  type LoadHandler,
  type RunSettings,
} from './command-options.js';

/** An option, beside its flags. */
export interface OptionSpec {
  about: string;
  choices?: readonly string[];
  /** names of options that exclude it */
  conflicts?: string | string[];
  default?: string;
  /** the variable that it is read from */
  env?: string;
  isRequired?: true;
  /** returns the value; `before`: of the same option, given earlier. Throws InvalidArgumentError */
  parse?: (text: string, before: string | undefined) => string;
}

/** Options by their flags, such as `--name <name>`. A text is a description. */
export type OptionSpecs = Readonly<Record<string, string | OptionSpec>>;

/** A command, as its help, the manual page and the documentation show it. */
export interface CommandSpec extends CommandDetails, RunSettings {
  about: string;
  /** descriptions by placeholder: the handler gets `<host>` as `host`, and `[host...]` as `hosts` */
  arguments?: Readonly<Record<string, string>>;
  /** other names of the arguments for the handler */
  argumentNames?: readonly string[];
  options?: OptionSpecs;
  /** further options of the handler */
  constants?: Readonly<Record<string, unknown>>;
  /** it uses no service */
  isLocal?: true;
  usage?: string;
  /** changes how the command is parsed */
  adapt?: (command: Command) => void;
  /** reads the options (default: `readOptions`) */
  read?: (command: Command) => Record<string, unknown>;
  run: LoadHandler;
  commands?: CommandSpecs;
}

/** A command that only has subcommands. */
interface GroupSpec {
  about: string;
  commands: CommandSpecs;
}

/** Commands by name, in the order of the help. */
export type CommandSpecs = Readonly<Record<string, CommandSpec | GroupSpec>>;

/** Adds commands to their parent. */
export function addCommands(parent: Command, specs: CommandSpecs, bind: Bind): void {
  for (const [name, spec] of Object.entries(specs)) {
    if ('run' in spec) addCommand(parent.command(name), spec, bind);
    else {
      const group = addGroup(parent, name, spec.about, Object.keys(spec.commands));
      addCommands(group, spec.commands, bind);
    }
  }
}

function addCommand(command: Command, spec: CommandSpec, bind: Bind): void {
  const { about, isLocal, usage, constants, commands = {}, read = readOptions } = spec;
  const run = bind(spec.run, spec);
  command.description(about).helpCommand(false);
  if (usage !== undefined) command.usage(usage);
  for (const [placeholder, text] of Object.entries(spec.arguments ?? {}))
    command.argument(placeholder, text);
  for (const [flags, option] of Object.entries(spec.options ?? {}))
    command.addOption(toOption(flags, option));
  spec.adapt?.(command);
  addDetails(command, spec);
  if (isLocal !== true) addConnectionOptions(command);
  command.action(() => run({ ...read(command), ...constants, ...argumentsOf(command, spec) }));
  addCommands(command, commands, bind);
}

function toOption(flags: string, spec: string | OptionSpec): Option {
  if (typeof spec === 'string') return new Option(flags, spec);
  const option = new Option(flags, spec.about).conflicts(spec.conflicts ?? []);
  if (spec.default !== undefined) option.default(spec.default);
  if (spec.parse) option.argParser(spec.parse);
  if (spec.choices) option.choices(spec.choices);
  if (spec.env !== undefined) option.env(spec.env);
  return option.makeOptionMandatory(spec.isRequired === true);
}

function argumentsOf(
  { registeredArguments, processedArgs }: Command,
  { argumentNames }: CommandSpec,
): Record<string, unknown> {
  const values = registeredArguments.map((argument, i) => {
    const name = argument.variadic ? `${argument.name()}s` : argument.name();
    return [argumentNames?.[i] ?? name, processedArgs[i] as unknown] as const;
  });
  return Object.fromEntries(values);
}
