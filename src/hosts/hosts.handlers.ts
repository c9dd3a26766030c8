import { z } from 'zod';
import type { Config } from '../config.js';
import { createResponseCache } from '../database/response-cache.js';
import { notFound } from '../errors.js';
import { sendJson } from '../http/common.js';
import type { Caller } from '../tokens/authenticate.js';
import { loginRoleOf } from '../tokens/tokens.js';
import { findNameProblem } from './host-names.js';
import type { HostChange, NewHost } from './hosts.js';
import { createHostsJson, type HostFormat } from './hosts.json.js';
import { deleteHosts, updateHost, type HostDeps } from './hosts.service.js';

interface HostRequest {
  url: string;
  params: { id: number };
}

/**
 * Creates the handlers that both API versions share; `format` is that of a single host. Responses to GET
 * are cached by URL.
 * @param current fields of a single host that change without the host: they are not cached
 */
export function createHostHandlers(
  deps: HostDeps,
  format: HostFormat,
  current?: (id: number) => object,
) {
  const cached = createResponseCache(deps.database.sqlite, deps.clock);
  const hostsJson = createHostsJson(deps.database.reading);
  const render = (id: number): string => {
    const json = hostsJson.find(format, id);
    if (json === undefined) throw notFound('host', id);
    return json;
  };
  const respond = (reply: unknown, id: number, json: string) => {
    const fields = current ? `,${JSON.stringify(current(id)).slice(1, -1)}` : '';
    return sendJson(reply, `{"data":${json.slice(0, -1)}${fields}}}`);
  };
  return {
    hostsJson,
    /** responds with the JSON of a list; `renderList` may depend on the URL only */
    list: ({ url }: { url: string }, reply: unknown, renderList: () => string) =>
      sendJson(reply, cached(url, renderList)),
    get: ({ url, params }: HostRequest, reply: unknown) => {
      const json = cached(url, () => render(params.id));
      return respond(reply, params.id, json);
    },
    update: async (
      { params, body, caller }: HostRequest & { body: HostChange; caller: Caller | null },
      reply: unknown,
    ) => {
      const nameField = format === 'v1' ? 'name' : 'hostname';
      await updateHost(deps, params.id, body, { role: loginRoleOf(caller), nameField });
      return respond(reply, params.id, render(params.id));
    },
    remove: async ({ params }: HostRequest) => deleteHosts(deps, [params.id]),
    removeMany: async ({ body }: { body: { ids: number[] } }) => deleteHosts(deps, body.ids),
  };
}

export type HostHandlers = ReturnType<typeof createHostHandlers>;

/**
 * The body of a request that creates hosts: as many as one request may contain. A name that is an address is an
 * error.
 * @param nameField the name in this version of the API
 */
export const hostsBody = <T extends z.ZodType<NewHost>>(
  host: T,
  { MAX_HOSTS_PER_REQUEST: max }: Pick<Config, 'MAX_HOSTS_PER_REQUEST'>,
  nameField: string,
) =>
  z
    .array(host)
    .min(1, 'must not be empty')
    .max(max, `must be at most MAX_HOSTS_PER_REQUEST (${max}) hosts`)
    // A transform runs for valid hosts only.
    .transform((hosts, issues) => {
      for (const [at, { ip, name }] of hosts.entries()) {
        const message = findNameProblem(name, ip);
        if (message !== null) issues.addIssue({ code: 'custom', path: [at, nameField], message });
      }
      return hosts;
    });
