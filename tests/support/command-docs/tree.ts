import type { Command, Option } from 'commander';
import { detailsOf, type CommandDetails } from '../../../src/commands/command-details.js';

/** A command that runs something, for the documentation. */
export interface DocumentedCommand {
  /** `host list` */
  path: string;
  /** `host list [options]` */
  usage: string;
  description: string;
  arguments: { name: string; description: string }[];
  /** its own ones; those that locate the service are described once */
  options: { flags: string; description: string }[];
  details: CommandDetails;
}

const COMMON_OPTIONS = ['--url', '--token', '--json'];

/** Returns the commands of a program in the order of its help, without hidden ones and those that only group others. */
export function documentedCommands(program: Command): DocumentedCommand[] {
  return program.commands
    .filter((command) => !command.name().startsWith('_'))
    .flatMap((command) => describeTree(command, ''));
}

function describeTree(command: Command, prefix: string): DocumentedCommand[] {
  const path = `${prefix}${command.name()}`;
  const children = command.commands.flatMap((child) => describeTree(child, `${path} `));
  const details = detailsOf(command);
  return details === undefined ? children : [describeCommand(command, path, details), ...children];
}

function describeCommand(
  command: Command,
  path: string,
  details: CommandDetails,
): DocumentedCommand {
  const names = command.registeredArguments.map((a) => {
    const name = `${a.name()}${a.variadic ? '...' : ''}`;
    return a.required ? `<${name}>` : `[${name}]`;
  });
  const options = command.options.filter(isSpecific);
  return {
    path,
    usage: ['hostwarden', path, ...(options.length > 0 ? ['[options]'] : []), ...names].join(' '),
    description: command.description(),
    arguments: command.registeredArguments.map((argument, i) => ({
      name: names[i] ?? '',
      description: withChoices(argument.description, argument.argChoices),
    })),
    options: options.map((option) => ({
      flags: option.flags,
      description: withChoices(option.description, option.argChoices, option.defaultValue),
    })),
    details,
  };
}

const isSpecific = ({ long, hidden }: Option): boolean =>
  !hidden && !COMMON_OPTIONS.includes(long ?? '');

function withChoices(text: string, choices?: readonly string[], value?: unknown): string {
  const notes = [
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...(typeof value === 'string' ? [`default: ${value}`] : []),
  ];
  return notes.length === 0 ? text : `${text} (${notes.join('; ')})`;
}
