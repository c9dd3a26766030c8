import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.js';
import { decodeReport } from './report/report-format.js';

const PROBLEMS = {
  too_large: 'The report is too large',
  damaged: 'The report is corrupt: it cannot be decompressed',
  not_a_report: 'This is not a report: send the output of `hostwarden inventory collect`',
  truncated: 'The report is truncated: collect it again',
} as const;

/**
 * Lets the routes of this scope take a report as a collector prints it, plain or gzip, in place of JSON. Their body is
 * `{ sections }` then. A body that is no report fails with `nothing_readable`.
 */
export function addReportBodies(app: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  app.addContentTypeParser(
    ['application/octet-stream', 'text/plain'],
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const report = decodeReport(body as Buffer);
      if (report.ok) done(null, { sections: report.sections });
      else done(new AppError('nothing_readable', PROBLEMS[report.reason]));
    },
  );
}
