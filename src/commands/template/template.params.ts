import { parsePortItem, splitPortsOption } from '../../pentest/ports.js';
import { lookupCredential } from '../client/lookup.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';

/** The options that become params of a template. */
export interface ParamOptions {
  ports?: string;
  speed?: string;
  discovery?: string;
  /** `false`: `--no-checks` */
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

/** Returns the names of the options that were given. `--no-checks` is not given by default. */
export const givenParams = (options: ParamOptions): ParamName[] =>
  ALL_PARAMS.filter(
    (name) => options[name] !== undefined && !(name === 'checks' && options.checks === true),
  );

/** Returns the params of a template; null: defaults. Throws CommandError for options of another type. */
export async function readParams(
  client: Client,
  type: string,
  options: ParamOptions,
): Promise<Record<string, unknown> | null> {
  const given = givenParams(options);
  const allowed = PARAMS_OF[type] ?? ALL_PARAMS;
  const foreign = given.find((name) => !allowed.includes(name));
  if (foreign !== undefined)
    throw new CommandError(`--${optionName(foreign)} is not for templates of the type ${type}`, 2);
  if (type === 'inventory' && given.length !== 1)
    throw new CommandError('A template of the type inventory needs --credential or --imported', 2);
  const { ports, speed, discovery, credential } = options;
  const params = {
    ...(ports !== undefined && { ports: parsePortList(ports) }),
    ...(speed !== undefined && { speed }),
    ...(discovery !== undefined && { discovery }),
    ...(given.includes('checks') && { checks: 'off' }),
    ...(credential !== undefined && {
      credential_id: (await lookupCredential(client, credential)).id,
    }),
    ...(options.imported === true && { imported: true }),
  };
  return Object.keys(params).length === 0 ? null : params;
}

const optionName = (name: ParamName): string => (name === 'checks' ? 'no-checks' : name);

function parsePortList(text: string): string[] {
  const items = splitPortsOption(text).map((item) => item.trim());
  for (const item of items) {
    const parsed = parsePortItem(item);
    if (!parsed.ok) throw new CommandError(`--ports: ${parsed.message}`, 2);
  }
  return items;
}
