import { Readable } from 'node:stream';
import { z } from 'zod';
import { recordFirst } from '../audit/audit-log.js';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import {
  data,
  metaOf,
  NoContent,
  offsetOf,
  paged,
  paging,
  queryBoolean,
  sortedPaging,
} from '../http/common.js';
import { validationFailed, type App } from '../http/zod.js';
import type { FeedName } from '../knowledge/records.js';
import { PART_NAME } from './feed-files.js';
import { FEED_NAMES, FEEDS_IN_PARTS, parseFeedName, unknownFeedText } from './feeds.catalog.js';
import { FEED_SORTS, searchFeeds } from './feeds.search.js';
import { FeedResponse, RejectedRecordResponse } from './feeds.schemas.js';

const tag = 'Feeds';
const FeedQuery = z.strictObject(
  sortedPaging('the name, the address, the license or the error', FEED_SORTS, 'id'),
);
const NameParams = z.object({ name: z.string() });
const FeedFile = z
  .custom<Readable>((value) => value instanceof Readable, 'the file is missing')
  .meta({ override: { type: 'string', format: 'binary' } });
const Part = z.string().regex(PART_NAME, 'must be a part name such as v3.20-main').optional().meta({
  description:
    'replaces only one part of a multi-file feed (`v3.20-main` of alpine-secdb, `2026` or `modified` of nvd)',
});

const Force = queryBoolean
  .optional()
  .meta({ description: 'takes a file that has lost most of its records' });

function parseFeedParam({ name }: { name: string }): FeedName {
  const feed = parseFeedName(name);
  if (feed === null) throw new AppError('not_found', unknownFeedText(name));
  return feed;
}

/** Throws for a part of a single-file feed: the whole file would be stored beside the feed that it replaces. */
function parsePart(feed: FeedName, part: string | undefined): string | null {
  if (part === undefined) return null;
  if (!FEEDS_IN_PARTS.includes(feed))
    throw validationFailed([
      {
        in: 'query',
        path: '/part',
        message: `${feed} is a single file; only ${FEEDS_IN_PARTS.join(' and ')} have parts`,
      },
    ]);
  return part;
}

/** Registers the routes of feeds, without a prefix and under /api/v2. */
export function feedRoutes(app: App, ctx: Context): void {
  registerList(app, ctx);
  registerRejected(app, ctx);
  registerUpdate(app, ctx);
  registerClear(app, ctx);
  void app.register(async (inner: App) => {
    registerImport(inner, ctx);
  });
}

function registerList(app: App, { feeds }: Context): void {
  app.get(
    '/feeds',
    {
      schema: { querystring: FeedQuery, response: { 200: paged(FeedResponse) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'List feeds',
        description: 'Vulnerability feeds by publisher, with their age and status.',
      },
    },
    async ({ query }) => {
      const found = searchFeeds(feeds.views(FEED_NAMES), query);
      const page = found.slice(offsetOf(query), offsetOf(query) + query.limit);
      return { data: page, meta: metaOf(query, found.length) };
    },
  );
}

function registerRejected(app: App, { feeds }: Context): void {
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
        summary: 'List rejected records',
        description:
          'Records that could not be parsed, the first 1,000 of each file. `rejected` of the feed counts all.',
        errors: ['not_found'],
      },
    },
    async ({ params, query }) => {
      const page = { limit: query.limit, offset: offsetOf(query) };
      const { items, listed } = feeds.rejected(parseFeedParam(params), page);
      return { data: items, meta: { ...query, total: listed } };
    },
  );
}

function registerUpdate(app: App, ctx: Context): void {
  const { feeds, database } = ctx;
  app.post(
    '/feeds/:name/update',
    {
      schema: { params: NameParams, response: { 202: data(FeedResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Update feed',
        description:
          "Fetches new data from the publisher. Poll the feed's `status`, `progress` and `error`.",
        errors: ['not_found'],
      },
    },
    async ({ params, log }) => {
      const feed = parseFeedParam(params);
      await recordFirst(database);
      feeds.update(feed).catch((err: unknown) => {
        if (!ctx.isClosing()) log.error({ err, feed }, 'feed update failed');
      });
      return { data: feeds.view(feed) };
    },
  );
}

function registerClear(app: App, { feeds }: Context): void {
  app.delete(
    '/feeds/:name',
    {
      schema: { params: NameParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'Clear feed',
        description:
          'Findings based only on this feed are removed. The reports of tasks keep earlier findings.',
        errors: ['not_found'],
      },
    },
    async ({ params }) => feeds.clear(parseFeedParam(params)),
  );
}

/** Needs its own scope: all other routes accept JSON bodies only. */
function registerImport(app: App, { feeds, config }: Context): void {
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
        querystring: z.strictObject({ part: Part, force: Force }),
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
          "The publisher's unmodified file (JSON, CSV, gzip, or a zip or tar of several), with any content type. " +
          'Responds once the data is active and all hosts have been re-evaluated. ' +
          'An unreadable file changes nothing. ' +
          'The header `Last-Modified` dates a file without its own date.',
      },
    },
    async ({ params, query, body, headers }) => {
      const feed = parseFeedParam(params);
      const part = parsePart(feed, query.part);
      const options = {
        lastModified: headers['last-modified'] ?? null,
        force: query.force ?? false,
      };
      return { data: await feeds.importFile(feed, body, part, options) };
    },
  );
}
