import type { z } from 'zod';
import type { TaskDiffResponse } from '../../reports/diff.schemas.js';
import type { TaskReportResponse } from '../../reports/task-report.schemas.js';

/** The diff of a task in a response. */
export type DiffBody = z.infer<typeof TaskDiffResponse>;

/** The report of a task in a response. */
export type TaskReportBody = z.infer<typeof TaskReportResponse>;

/** A finding of either. */
export type ReportedFinding = TaskReportBody['findings'][number] & { why?: string };

/** The part that leads either. */
export type LeadBody = Pick<
  DiffBody,
  'not_checked' | 'feeds' | 'remediations' | 'expiring_acceptances' | 'not_listed'
> & {
  summary: Pick<
    DiffBody['summary'],
    'checked_hosts' | 'not_checked_hosts' | 'unanswered_addresses' | 'coverage'
  >;
};
