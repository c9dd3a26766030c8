import { getData } from './request.js';
import type { Client } from './client.js';
import { CommandError } from '../output/io.js';

export interface FoundTemplate {
  id: number;
  name: string;
}

/** The template that a person means by an id or a whole name (in any case). Throws CommandError where there is none, or more than one. */
export async function lookupTemplate(client: Client, word: string): Promise<FoundTemplate> {
  if (/^[1-9]\d{0,14}$/.test(word))
    return getData<FoundTemplate>(client, 'GET', `/api/v1/templates/${word}`);
  const named = await getData<FoundTemplate[]>(
    client,
    'GET',
    `/api/v1/templates?${new URLSearchParams({ name: word }).toString()}`,
  );
  const found = named.filter((t) => t.name.toLowerCase() === word.toLowerCase());
  const [template, ...others] = found;
  if (!template)
    throw new CommandError(
      `There is no template ${JSON.stringify(word)}; give its id or its whole name`,
    );
  if (others.length > 0)
    throw new CommandError(
      `Several templates are called ${JSON.stringify(word)}: give one of their ids, ${found
        .slice(0, 10)
        .map((t) => t.id)
        .join(', ')}`,
      2,
    );
  return template;
}
