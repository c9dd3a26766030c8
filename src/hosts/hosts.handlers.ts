import { z } from 'zod';
import type { Context } from '../context.js';
import { createResponseCache } from '../database/response-cache.js';
import { notFound } from '../errors.js';
import { sendJson, sendNoContent } from '../http/reply.js';
import type { HostChange } from './hosts.js';
import { hostJson } from './hosts.json.js';
import { deleteHosts, updateHost } from './hosts.service.js';

interface OfOne {
  url: string;
  params: { id: number };
}

/** What both generations do alike, each in the spelling of its card. The answers to GET are remembered by their address. */
export function hostHandlers(ctx: Context, spelling: 'v1' | 'v2Card') {
  const remembered = createResponseCache(ctx.database.sqlite, ctx.clock);
  const card = (id: number): string => {
    const json = hostJson(ctx.database.reading(), spelling, id);
    if (json === undefined) throw notFound('host', id);
    return `{"data":${json}}`;
  };
  return {
    /** answers with the text of a list; `make` may depend on the address only */
    list: ({ url }: { url: string }, reply: unknown, make: () => string) =>
      sendJson(reply, 200, remembered(url, make)),
    get: ({ url, params }: OfOne, reply: unknown) =>
      sendJson(
        reply,
        200,
        remembered(url, () => card(params.id)),
      ),
    update: async ({ params, body }: OfOne & { body: HostChange }, reply: unknown) => {
      await updateHost(ctx, params.id, body);
      return sendJson(reply, 200, card(params.id));
    },
    remove: async ({ params }: OfOne, reply: unknown) => {
      await deleteHosts(ctx, [params.id]);
      return sendNoContent(reply);
    },
    removeMany: async ({ body }: { body: { ids: number[] } }, reply: unknown) => {
      await deleteHosts(ctx, body.ids);
      return sendNoContent(reply);
    },
  };
}

/** A body with as many of these as one request may bring. */
export const hostsBody = <T extends z.ZodType>(
  host: T,
  { MAX_HOSTS_PER_REQUEST: most }: Context['config'],
) =>
  z
    .array(host)
    .min(1, 'must not be empty')
    .max(most, `must be at most MAX_HOSTS_PER_REQUEST (${most}) hosts`);
