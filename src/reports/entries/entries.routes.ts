import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Context } from '../../context.js';
import { IdParams, offsetOf, paged, paging, queryNumber, Search } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { DiffRowResponse } from '../diff.schemas.js';
import type { ReportRenderer } from '../render-worker/pool.js';
import { requestTaskReport, requireBase, runRenderJob } from '../reports.service.js';
import { ENTRY_SECTIONS, ENTRY_SORTS, type EntryPageQuery } from './entry-page.js';

const SORT_KEYS = ENTRY_SORTS.flatMap((key) => [key, `-${key}`]);

const EntryQuery = z.strictObject({
  section: z.enum(ENTRY_SECTIONS).default('new'),
  base: queryNumber(1, 1e15)
    .optional()
    .meta({
      description:
        'an earlier finished task of the template: what the tasks between the two did is left out; ' +
        'by default each host is compared with the last task that has a result for it',
    }),
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
        response: { 200: paged(DiffRowResponse) },
      },
      config: {
        role: 'viewer',
        tag: 'Reports',
        operation: 'listDiffEntries',
        summary: 'List a section of the differences of a task',
        description:
          'One section of `GET /tasks/{id}/diff` in pages, with filters: ' +
          'findings highest risk first, hosts and ports by host.',
        errors: ['not_found', 'task_working'],
      },
    },
    async ({ params, query }) => {
      const options = { unimportant: false, format: 'json' } as const;
      const job = await requestTaskReport(ctx, 'task-diff', params.id, options);
      const base = query.base === undefined ? null : await requireBase(ctx, job, query.base);
      const { signal } = new AbortController();
      const report = await runRenderJob(
        renderer,
        { ...job, base, page: toPageQuery(query) },
        signal,
      );
      const { total, items } = JSON.parse(await text(report.text)) as EntryPage;
      return { data: items, meta: { page: query.page, limit: query.limit, total } };
    },
  );
}

interface EntryPage {
  total: number;
  items: z.output<typeof DiffRowResponse>[];
}
