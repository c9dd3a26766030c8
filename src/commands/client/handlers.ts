import type { Io } from '../output/io.js';
import { printCard, printItems, printJson, type Column, type JsonOption } from '../output/items.js';
import { printRemoved, printRemovedEach, type Removed } from '../output/removed.js';
import { CommandError } from '../output/errors.js';
import { withClient } from './client.js';
import { actOnEach } from './each.js';
import { lookupEach } from './lookup.js';
import { getData, send } from './request.js';
import type { Client, ConnectOptions, ServiceOptions } from './types.js';

/** The options of a command about stored objects. */
export type Options<T = object> = ServiceOptions & JsonOption & T;

/** Runs a command. Returns the exit code. */
type Handler<O> = (options: Options<O>, io: Io) => Promise<number>;

/** A kind of stored objects. `T`: what `lookup` finds of one. */
export interface Resource<N extends string, T> {
  noun: N;
  path: string;
  /** finds one by id or name. Throws CommandError */
  lookup: (client: Client, text: string) => Promise<T>;
}

/** Returns the handler of a command that prints a list. @param none what is said about an empty one */
export const listing =
  <T, O = object>(
    read: (client: Client, options: Options<O>) => Promise<T[]>,
    columns: readonly Column<T>[],
    none: string,
  ): Handler<O> =>
  async (options, io) => {
    const items = await withClient(options, io, (client) => read(client, options));
    printItems(items, columns, { json: options.json, none }, io);
    return 0;
  };

/**
 * Returns the handler of a command that prints one object.
 * @param toView reads what else is shown of it, without `--json`
 */
export const showing =
  <N extends string, T, V>(
    { noun, path, lookup }: Resource<N, { id: number }>,
    fields: readonly Column<V>[],
    toView: (found: T, client: Client) => V | Promise<V>,
  ): Handler<Record<N, string>> =>
  (options, io) =>
    withClient(options, io, async (client) => {
      const { id } = await lookup(client, options[noun]);
      const found = await getData<T>(client, 'GET', `${path}/${id}`);
      if (options.json) printJson(found, io);
      else printCard(await toView(found, client), fields, {}, io);
      return 0;
    });

/**
 * Runs a command that changes something, and prints the result as JSON, or what happened.
 * @param describe returns the sentence about it
 */
export async function changing<T>(
  options: ConnectOptions & JsonOption,
  io: Io,
  change: (client: Client) => Promise<T>,
  describe: (result: T) => string,
): Promise<number> {
  const result = await withClient(options, io, change);
  if (options.json) printJson(result, io);
  else io.stdout.write(`${describe(result)}\n`);
  return 0;
}

/** Throws CommandError if no option says what to change. @param command `group edit` */
export function requireChange(command: string, values: readonly unknown[]): void {
  if (values.every((value) => value === undefined))
    throw new CommandError(`Say what to change: see "hostwarden ${command} --help"`, 2);
}

/** The arguments of a command that takes several objects: of `<group...>`, `groups`. */
type Several<N extends string> = Record<`${N}s`, string[]>;

const textsOf = <N extends string>(options: Several<N>, noun: N): readonly string[] =>
  options[`${noun}s`];

/** Returns the handler of a command that removes objects: all of them, or none if one is unknown. */
export const removing =
  <N extends string, T extends { id: number }>(
    { noun, path, lookup }: Resource<N, T>,
    nameOf: (found: T) => string,
    field: 'id' | 'ids' = 'ids',
  ): Handler<Several<N>> =>
  async (options, io) => {
    const removed = await withClient(options, io, async (client) => {
      const found = await lookupEach(client, textsOf(options, noun), lookup);
      await send(client, 'DELETE', path, { [field]: found.map(({ id }) => id) });
      return found.map((item) => ({ id: item.id, name: nameOf(item) }));
    });
    printRemoved(noun, removed, options, io);
    return 0;
  };

/** Returns the handler of a command that removes objects: none if one is unknown; the others if one fails. */
export const removingEach =
  <N extends string, T extends Removed>({
    noun,
    path,
    lookup,
  }: Resource<N, T>): Handler<Several<N>> =>
  async (options, io) => {
    const outcome = await withClient(options, io, async (client) =>
      actOnEach(await lookupEach(client, textsOf(options, noun), lookup), async (found) => {
        await send(client, 'DELETE', `${path}/${found.id}`);
        return found;
      }),
    );
    return printRemovedEach(noun, outcome, options, io);
  };
