import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { roleHint } from '../../api/session.js';
import { prefs } from '../../app/prefs.js';
import { exactWords } from '../../parts/time-words.js';
import { zoneName } from '../../parts/time.js';
import type { KnownStarts } from './known-starts.js';

type Schedule = Extract<Api<'NewSchedule'>, { start_time: unknown }>;

const TYPING_MS = 200;
const COUNT = 5;

const CLOCK = {
  forward: 'the clock is set forward',
  backward: 'the clock is set back',
} as const;
const LOCAL = {
  normal: null,
  skipped: 'the clock change skips this time: it is moved forward',
  repeated: 'this time happens twice: the first counts',
} as const;

interface NextStartsProps {
  schedule: Schedule | null;
  /** of the schedule that the form begins with */
  known: KnownStarts | null;
}

/** The next starts of the typed schedule, in the zone of schedules and in that of the page where they differ. */
export function NextStarts({ schedule, known }: NextStartsProps) {
  const typed = schedule === null ? null : JSON.stringify(schedule);
  const key = useSettled(typed);
  const hint = roleHint('operator');
  const isKnown = key !== null && key === known?.typed;
  const { data, error } = useResource(hint === null && !isKnown ? key : null, (signal) =>
    unwrap(
      api.POST('/schedules/preview', {
        body: { schedule: JSON.parse(key ?? '') as Schedule, count: COUNT },
        signal,
      }),
    ),
  );
  if (schedule === null) return <p class="muted">The next starts are shown when it is complete.</p>;
  if (hint !== null) return <p class="muted">{hint}</p>;
  if (error && !isKnown) return <p class="error">{error.message}</p>;
  const preview = isKnown ? known?.preview : data?.data;
  if (!preview) return <p class="muted">Loading…</p>;
  const { zone, starts } = preview;
  return (
    <div class="next-starts" aria-live="polite">
      <h2>Next starts</h2>
      {starts.length === 0 && <p>None: it ends before the next start.</p>}
      <ol>
        {starts.map((start) => (
          <li key={start.at}>
            <Start start={start} zone={zone} />
          </li>
        ))}
      </ol>
    </div>
  );
}

type Start = Api<'SchedulePreview'>['starts'][number];

function Start({ start, zone }: { start: Start; zone: string }) {
  const { at, clock_change, local_time } = start;
  const shown = zoneName(prefs.value.zone);
  const there = exactWords(at, zone);
  const here = exactWords(at, shown);
  const notes = [clock_change && CLOCK[clock_change], LOCAL[local_time]].filter(
    (note) => note !== null,
  );
  return (
    <>
      <time dateTime={new Date(at * 1000).toISOString()}>{there}</time>
      {there !== here && <span class="muted"> ({here})</span>}
      {notes.map((note) => (
        <span key={note}>
          {' '}
          <span class="mark warning">{note}</span>
        </span>
      ))}
    </>
  );
}

/** Returns a value once it has not changed for a moment. */
function useSettled(value: string | null): string | null {
  const settled = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled.value;
}
