import { parsePortItem, splitPortsOption } from '../../pentest/ports.js';
import { lookupCredential } from '../client/lookup.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';

/** The options that become params of a template. */
export interface ParamOptions {
  ports?: string;
  speed?: string;
  discovery?: string;
  /** `true`: `--checks`, `false`: `--no-checks` */
  checks?: boolean;
  /** id or name */
  credential?: string;
  imported?: boolean;
}

type ParamName = keyof ParamOptions;

const PARAMS_OF: Readonly<Record<string, readonly ParamName[]>> = {
  pentest: ['ports', 'speed', 'discovery', 'checks'],
  inventory: ['credential', 'imported'],
  agentInventory: [],
};
const ALL_PARAMS: readonly ParamName[] = Object.values(PARAMS_OF).flat();

/** Returns the names of the options that were given. */
export const givenParams = (options: ParamOptions): ParamName[] =>
  ALL_PARAMS.filter((name) => options[name] !== undefined);

/** Returns the params of a new template; null: defaults. Throws CommandError for options of another type. */
export async function readParams(
  client: Client,
  type: string,
  options: ParamOptions,
): Promise<Record<string, unknown> | null> {
  const changes = Object.entries(await readParamChanges(client, type, options));
  const given = changes.filter(([, value]) => value !== null);
  return given.length === 0 ? null : Object.fromEntries(given);
}

/**
 * Returns the params to set in a template; null: the default from now on. An inventory has exactly one source, which
 * replaces the other one. Throws CommandError for options of another type.
 */
export async function readParamChanges(
  client: Client,
  type: string,
  options: ParamOptions,
): Promise<Record<string, unknown>> {
  const given = givenParams(options);
  const allowed = PARAMS_OF[type] ?? ALL_PARAMS;
  const foreign = given.find((name) => !allowed.includes(name));
  if (foreign !== undefined)
    throw new CommandError(`--${foreign} is not for templates of the type ${type}`, 2);
  if (type === 'inventory' && given.length !== 1)
    throw new CommandError('A template of the type inventory needs --credential or --imported', 2);
  const { ports, speed, discovery, credential } = options;
  return {
    ...(type === 'inventory' && { credential_id: null, imported: null }),
    ...(ports !== undefined && { ports: ports === DEFAULT ? null : parsePortList(ports) }),
    ...(speed !== undefined && { speed }),
    ...(discovery !== undefined && { discovery }),
    ...(options.checks !== undefined && { checks: options.checks ? null : 'off' }),
    ...(credential !== undefined && {
      credential_id: (await lookupCredential(client, credential)).id,
    }),
    ...(options.imported === true && { imported: true }),
  };
}

/** The word for the ports that are scanned without `--ports`. */
const DEFAULT = 'default';

function parsePortList(text: string): string[] {
  const items = splitPortsOption(text);
  for (const item of items) {
    const parsed = parsePortItem(item);
    if (!parsed.ok) throw new CommandError(`--ports: ${parsed.message}`, 2);
  }
  return items;
}
