import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Context } from '../../context.js';
import { IdParams, Meta, offsetOf, paged, paging, queryNumber, Search } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { BaseTask, DiffHeadResponse, DiffRowResponse } from '../diff.schemas.js';
import type { ReportRenderer } from '../render-worker/pool.js';
import { requestTaskReport, runRenderJob } from '../reports.service.js';
import { ENTRY_SECTIONS, ENTRY_SORTS, type EntryPageQuery } from './entry-page.js';

const SORT_KEYS = ENTRY_SORTS.flatMap((key) => [key, `-${key}`]);

const EntryQuery = z.strictObject({
  section: z.enum(ENTRY_SECTIONS).default('new'),
  base: BaseTask,
  host_id: queryNumber(0, 1e15).optional(),
  severity: z
    .enum(SEVERITIES)
    .optional()
    .meta({ description: 'minimum severity, of `new`, `fixed` and `changed`' }),
  q: Search.optional().meta({
    description:
      'substring of host or address, and of vulnerability, title or package; of reason or ports; or of port or product',
  }),
  sort: z
    .enum(SORT_KEYS as [string, ...string[]])
    .default('risk')
    .meta({ description: '`not_compared` and `ports` are by host; a leading `-` reverses' }),
  ...paging,
});

const DiffPage = paged(DiffRowResponse).extend({
  meta: Meta.extend({
    diff: DiffHeadResponse.meta({ description: 'the coverage and the counts of the whole diff' }),
  }),
});

const toPageQuery = (query: z.output<typeof EntryQuery>): EntryPageQuery => ({
  section: query.section,
  hostId: query.host_id ?? null,
  severity: query.severity ?? null,
  q: query.q ?? null,
  sort: {
    by: query.sort.replace(/^-/, '') as EntryPageQuery['sort']['by'],
    isReversed: query.sort.startsWith('-'),
  },
  offset: offsetOf(query),
  limit: query.limit,
});

/** Registers pages of the diff of a task, under /api/v1. */
export function diffEntryRoutes(app: App, ctx: Context, renderer: ReportRenderer): void {
  app.get(
    '/tasks/:id/diff/entries',
    {
      schema: {
        params: IdParams,
        querystring: EntryQuery,
        response: { 200: DiffPage },
      },
      config: {
        role: 'viewer',
        tag: 'Reports',
        operation: 'listDiffEntries',
        summary: 'List a section of the differences of a task',
        description:
          'One section of `GET /tasks/{id}/diff` in pages, with filters: ' +
          'findings highest risk first, hosts and ports by host. ' +
          '`meta.diff` is the same for each page.',
        errors: ['not_found', 'task_working'],
      },
    },
    async ({ params, query }) => {
      const options = { unimportant: false, format: 'json', base: query.base } as const;
      const job = await requestTaskReport(ctx, 'task-diff', params.id, options);
      const { signal } = new AbortController();
      const report = await runRenderJob(renderer, { ...job, page: toPageQuery(query) }, signal);
      const { total, diff, items } = JSON.parse(await text(report.text)) as EntryPage;
      return { data: items, meta: { page: query.page, limit: query.limit, total, diff } };
    },
  );
}

interface EntryPage {
  total: number;
  diff: z.output<typeof DiffHeadResponse>;
  items: z.output<typeof DiffRowResponse>[];
}
