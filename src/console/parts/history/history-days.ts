import type { PictureDay } from '../../../pictures/history-picture.js';
import { SEVERITIES } from '../../../knowledge/records.js';
import type { Api } from '../../api/shapes.js';

type Severities = NonNullable<Api<'HistoryDay'>['by_severity']>;

/** Which severities the picture shows. */
export type HistoryView = 'all' | 'severe';

const countsOf = (counts: Severities, view: HistoryView): number[] =>
  SEVERITIES.map((name, i) => (view === 'all' || i < 2 ? counts[name] : 0));

const flowOf = (flow: Api<'HistoryDay'>['new']) => ({
  target: (flow?.target ?? 0) + (flow?.both ?? 0),
  knowledge: flow?.knowledge ?? 0,
});

/** Returns the days for the picture. A day without a record is a gap, never zero. */
export const historyDays = (days: readonly Api<'HistoryDay'>[], view: HistoryView): PictureDay[] =>
  days.map((day) => ({
    date: day.date,
    open: day.by_severity === null ? null : countsOf(day.by_severity, view),
    exploited: day.known_exploited ?? 0,
    added: flowOf(day.new),
    removed: flowOf(day.fixed),
  }));
