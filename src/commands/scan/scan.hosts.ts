import { readConfig } from '../../config.js';
import type { AddressRange } from '../../pentest/address-ranges.js';
import { readInput } from '../input/read-input.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { collectTargets, splitList, targetNames, type ReadFile } from './targets.input.js';
import { searchedRanges } from './targets.ranges.js';
import { expandTargets, parseExclusions, type TargetHost } from './targets.js';

/** The options that say which hosts are scanned. */
export interface TargetOptions {
  targets: string[];
  /** a file with further targets; `-`: standard input */
  targetFile?: string;
  /** targets to leave out, with commas */
  exclude?: string;
  dataDir?: string;
}

export interface ResolveDeps {
  resolve: (name: string) => Promise<readonly string[]>;
  /** default: the file system */
  readFile?: ReadFile;
}

const MAX_MESSAGES = 20;
const MAX_LISTED_ADDRESSES = 5;

/**
 * `names`: the targets and exclusions for the name of the scan. `ranges`: of addresses that were not named.
 * `unresolved`: names without an address.
 */
interface ExpandedHosts {
  hosts: TargetHost[];
  ranges: string[];
  names: string[];
  unresolved: string[];
}

/** Returns the hosts of a scan. Throws CommandError with exit code 2 for invalid targets. */
export async function expandHosts(
  options: TargetOptions,
  io: Io,
  deps: ResolveDeps,
): Promise<ExpandedHosts> {
  const { targets, targetFile, exclude, dataDir } = options;
  const { MAX_HOSTS_PER_TASK: limit } = readConfig({ DATA_DIR: dataDir });
  const read = deps.readFile ?? ((file: string) => readInput(file, io));
  const collected = await collectTargets(targets, targetFile, read);
  const expanded = await expandTargets(collected, {
    limit,
    resolve: (name) => resolveFirst(name, io, deps),
    excluded: await readExclusions(exclude, deps),
  });
  if (!expanded.ok) throw invalidArguments(expanded.messages);
  const names = targetNames(targets, targetFile, collected);
  return {
    ...expanded,
    ranges: searchedRanges(collected, expanded.hosts),
    names: exclude === undefined ? names : [...names, '--exclude', exclude.replaceAll(' ', '')],
  };
}

async function readExclusions(
  exclude: string | undefined,
  { resolve }: ResolveDeps,
): Promise<AddressRange[]> {
  const texts = exclude === undefined ? [] : splitList(exclude, null);
  const parsed = await parseExclusions(texts, resolve);
  if (!parsed.ok) throw invalidArguments(parsed.messages.map((text) => `--exclude: ${text}`));
  return parsed.ranges;
}

const invalidArguments = (messages: readonly string[]): CommandError =>
  new CommandError(messages.slice(0, MAX_MESSAGES).join('\n'), 2);

// A name with several addresses is usually one machine, or several identical ones. The others can be scanned by
// address.
async function resolveFirst(name: string, io: Io, deps: ResolveDeps): Promise<string[]> {
  const [first, ...others] = await deps.resolve(name);
  if (first === undefined) return [];
  if (others.length > 0) {
    const listed = others.slice(0, MAX_LISTED_ADDRESSES).join(', ');
    const more = others.length > MAX_LISTED_ADDRESSES ? ', …' : '';
    const noun = others.length === 1 ? 'address' : 'addresses';
    io.stderr.write(
      `${name} is ${first}; its other ${noun} ${listed}${more} can be scanned by IP\n`,
    );
  }
  return [first];
}
