import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { data, NoContent, offsetOf, paged, paging } from '../http/common.js';
import { validationFailed, type App } from '../http/zod.js';
import type { FeedName } from '../knowledge/records.js';
import { FEED_NAMES, FEEDS_IN_PARTS, parseFeedName } from './feeds.catalog.js';
import { PART_NAME } from './feed-files.js';
import { FeedResponse, RejectedRecordResponse, rejectedPage } from './feeds.queries.js';

const tag = 'Feeds';
const NameParams = z.object({ name: z.string() });
const FeedFile = z
  .custom<Readable>((value) => value instanceof Readable, 'the file is missing')
  .meta({ override: { type: 'string', format: 'binary' } });
const Part = z
  .string()
  .regex(PART_NAME, 'must be the name of a part, as v3.20-main')
  .optional()
  .meta({
    description:
      'replaces one part of a feed of several files (`v3.20-main` of alpine-secdb, `2026` or `modified` of nvd) alone',
  });

function feedOf({ name }: { name: string }): FeedName {
  const feed = parseFeedName(name);
  if (feed === null)
    throw new AppError(
      'not_found',
      `There is no feed of that name; there are ${FEED_NAMES.join(', ')}`,
    );
  return feed;
}

// Else a whole file would stand beside the feed that it was to replace.
function partOf(feed: FeedName, part: string | undefined): string | null {
  if (part === undefined) return null;
  if (!FEEDS_IN_PARTS.includes(feed))
    throw validationFailed([
      {
        in: 'query',
        path: '/part',
        message: `${feed} is one file; only ${FEEDS_IN_PARTS.join(' and ')} have parts`,
      },
    ]);
  return part;
}

/** The publishers' data, bare and under /api/v2. */
export function feedRoutes(app: App, ctx: Context): void {
  const { feeds, knowledge } = ctx;

  app.get(
    '/feeds',
    {
      schema: { querystring: z.strictObject(paging), response: { 200: paged(FeedResponse) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'List feeds',
        description: 'What is known of vulnerabilities, by publisher, and how old it is.',
      },
    },
    async ({ query }) => {
      const names = FEED_NAMES.slice(offsetOf(query), offsetOf(query) + query.limit);
      return { data: feeds.views(names), meta: { ...query, total: FEED_NAMES.length } };
    },
  );

  app.get(
    '/feeds/:name/rejected',
    {
      schema: {
        params: NameParams,
        querystring: z.strictObject(paging),
        response: { 200: paged(RejectedRecordResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Records that were not understood',
        description: 'Of each file of the feed the first 1,000; `rejected` of the feed counts all.',
        errors: ['not_found'],
      },
    },
    async ({ params, query }) => {
      const { items, listed } = rejectedPage(knowledge, feedOf(params), {
        limit: query.limit,
        offset: offsetOf(query),
      });
      return { data: items, meta: { ...query, total: listed } };
    },
  );

  app.post(
    '/feeds/:name/update',
    {
      schema: { params: NameParams, response: { 202: data(FeedResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Update feed',
        description:
          'Fetches what is new from the publisher. `status`, `progress` and `error` of the feed tell how it goes.',
        errors: ['not_found'],
      },
    },
    async ({ params, log }, reply) => {
      const feed = feedOf(params);
      feeds.update(feed).catch((err: unknown) => {
        if (!ctx.isClosing()) log.error({ err, feed }, 'a feed could not be updated');
      });
      return reply.code(202).send({ data: feeds.view(feed) });
    },
  );

  app.delete(
    '/feeds/:name',
    {
      schema: { params: NameParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'Empty feed',
        description:
          'Findings that it alone spoke of go. What was found before stays in the reports of tasks.',
        errors: ['not_found'],
      },
    },
    async ({ params }, reply) => {
      await feeds.clear(feedOf(params));
      return reply.code(204).send();
    },
  );

  void app.register(async (inner: App) => {
    fileRoute(inner, ctx);
  });
}

// In a scope of its own: elsewhere JSON is the only body there is.
function fileRoute(app: App, { feeds, config }: Context): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => {
    done(null, body);
  });
  app.put(
    '/feeds/:name',
    {
      bodyLimit: config.FEED_LIMIT_BYTES,
      schema: {
        params: NameParams,
        querystring: z.strictObject({ part: Part }),
        body: FeedFile,
        response: { 200: data(FeedResponse) },
      },
      config: {
        role: 'admin',
        tag,
        summary: 'Import feed',
        consumes: 'application/octet-stream',
        largeBody: true,
        errors: [
          'not_found',
          'unsupported_format',
          'feed_damaged',
          'feed_too_large',
          'feed_not_understood',
        ],
        description:
          "The publisher's file as it is (JSON, CSV, gzip, or a zip or tar of several), whatever the content type. The answer comes when it is in force for every answer, and the fleet was judged by it. What can't be read changes nothing. A header `Last-Modified` says how old a file is that tells no date itself.",
      },
    },
    async ({ params, query, body, headers }) => {
      const feed = feedOf(params);
      return {
        data: await feeds.importFile(
          feed,
          body,
          partOf(feed, query.part),
          headers['last-modified'],
        ),
      };
    },
  );
}
