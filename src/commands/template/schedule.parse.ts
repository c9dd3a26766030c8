import { Temporal } from 'temporal-polyfill';
import { parseTime } from '../../schedules/times.js';
import { CommandError } from '../output/errors.js';

/** The options of a schedule, as they were typed. */
export interface ScheduleOptions {
  /** `15m`, `6h`, `2d`, `1w`, `3mo` */
  every?: string;
  /** `02:30` */
  daily?: string;
  /** `sunday` or `"sunday 02:30"` */
  weekly?: string;
  /** `15` or `"15 02:30"` */
  monthly?: string;
  /** `02:30` */
  at?: string;
  /** `2027-01-31`, `2027-01-31T02:30` or a time with an offset */
  start?: string;
  until?: string;
  /** `Europe/Berlin` */
  timezone?: string;
}

/**
 * A schedule as in requests. Times are Unix seconds; a start that a clock change moves is ISO 8601 text with
 * the local time that was asked for.
 */
export interface RequestedSchedule {
  type: number;
  recurrence: number;
  start_time?: number | string;
  end_time?: number;
}

/** A time in Unix seconds, and in the form of the request. */
interface Moment {
  seconds: number;
  written: number | string;
}

/** A schedule that the options describe; without a start, it begins now. */
interface FoundSchedule {
  type: number;
  recurrence: number;
  start?: Moment;
}

interface Zone {
  name: string;
  /** Unix seconds */
  now: number;
}

const KINDS = ['every', 'daily', 'weekly', 'monthly'] as const;
const INTERVAL = /^(\d{0,5})\s*(m|mins?|minutes?|h|hours?|d|days?|w|weeks?|mo|months?)$/;
// `mo` is before `m`.
const UNITS = [
  ['mo', 5],
  ['m', 1],
  ['h', 2],
  ['d', 3],
  ['w', 4],
] as const;
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MIN_DAY_LETTERS = 3;
const DAY = 3;
const WEEK = 4;
const MONTH = 5;

/**
 * Returns the schedule that the options describe; undefined: they describe none. Without `--start`, the first start is
 * the next one. Throws CommandError with exit code 2, with an example of what is right.
 * @param now Unix seconds
 * @param localZone IANA name; used without `--timezone`
 */
export function parseSchedule(
  options: ScheduleOptions,
  now: number,
  localZone: string,
): RequestedSchedule | undefined {
  const kinds = KINDS.filter((kind) => options[kind] !== undefined);
  const [kind] = kinds;
  if (kinds.length > 1) throw usage(`${kinds.map((k) => `--${k}`).join(' and ')}: use one of them`);
  if (kind === undefined) {
    const extra = (['at', 'start', 'until', 'timezone'] as const).find(
      (k) => options[k] !== undefined,
    );
    if (extra === undefined) return undefined;
    throw usage(`--${extra} needs --every, --daily, --weekly or --monthly`);
  }
  const zone = { name: parseZone(options.timezone ?? localZone), now };
  const parse = {
    every: everySchedule,
    daily: dailySchedule,
    weekly: weeklySchedule,
    monthly: monthlySchedule,
  };
  const { start, ...schedule } = parse[kind](options[kind] ?? '', options, zone);
  const end =
    options.until === undefined ? undefined : parseMoment('--until', options.until, zone, true);
  if (end !== undefined && end.seconds <= Math.max(now, start?.seconds ?? now))
    throw usage('--until is before the first start');
  return {
    ...schedule,
    ...(start !== undefined && { start_time: start.written }),
    ...(end !== undefined && { end_time: end.seconds }),
  };
}

const usage = (message: string): CommandError => new CommandError(message, 2);
const quote = (text: string): string => JSON.stringify(text);

function parseZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw usage(`--timezone must be a time zone like Europe/Berlin, not ${quote(name)}`);
  }
}

function everySchedule(text: string, options: ScheduleOptions, zone: Zone): FoundSchedule {
  const [, count, unit = ''] = INTERVAL.exec(text.trim().toLowerCase()) ?? [];
  const type = UNITS.find(([start]) => unit.startsWith(start))?.[1];
  const recurrence = Number(count || '1');
  if (type === undefined || recurrence === 0)
    throw usage(`--every must be like 15m, 6h, 2d, 1w or 3mo, not ${quote(text)}`);
  if (options.at !== undefined) {
    if (type < DAY) throw usage('--at is for days, weeks and months');
    return {
      type,
      recurrence,
      start: nextOccurrence(parseClock('--at', options.at), () => true, options, zone),
    };
  }
  const start =
    options.start === undefined ? undefined : parseMoment('--start', options.start, zone);
  return { type, recurrence, ...(start !== undefined && { start }) };
}

function dailySchedule(text: string, options: ScheduleOptions, zone: Zone): FoundSchedule {
  if (options.at !== undefined) throw usage('--daily has the time already: leave out --at');
  const time = parseClock('--daily', text);
  return { type: DAY, recurrence: 1, start: nextOccurrence(time, () => true, options, zone) };
}

function weeklySchedule(text: string, options: ScheduleOptions, zone: Zone): FoundSchedule {
  const [word, time] = splitTime('--weekly', text, options);
  const letters = word.toLowerCase();
  const index = DAYS.findIndex(
    (day) => letters.length >= MIN_DAY_LETTERS && day.startsWith(letters),
  );
  if (index === -1) throw usage(`--weekly must name a day, like sunday, not ${quote(word)}`);
  const isDay = (date: Temporal.PlainDate): boolean => date.dayOfWeek === index + 1;
  return { type: WEEK, recurrence: 1, start: nextOccurrence(time, isDay, options, zone) };
}

function monthlySchedule(text: string, options: ScheduleOptions, zone: Zone): FoundSchedule {
  const [word, time] = splitTime('--monthly', text, options);
  const day = Number(word);
  if (!/^\d{1,2}$/.test(word) || day < 1 || day > 31)
    throw usage(`--monthly must be a day from 1 to 31, not ${quote(word)}`);
  const isDay = (date: Temporal.PlainDate): boolean => date.day === day;
  return { type: MONTH, recurrence: 1, start: nextOccurrence(time, isDay, options, zone) };
}

/** Splits `sunday 02:30`; the time may be in `--at` instead. */
function splitTime(
  option: string,
  text: string,
  { at }: ScheduleOptions,
): [string, Temporal.PlainTime] {
  const [word = '', inText, ...others] = text.trim().split(/\s+/);
  if (others.length > 0 || (inText !== undefined && at !== undefined))
    throw usage(`${option} must be a day and one time, not ${quote(text)}`);
  const time = inText ?? at;
  if (time === undefined) throw usage(`${option} needs a time: add --at 02:30`);
  return [word, parseClock(inText === undefined ? '--at' : option, time)];
}

function parseClock(option: string, text: string): Temporal.PlainTime {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === undefined || minute === undefined)
    throw usage(`${option} must be a time from 00:00 to 23:59, like 02:30, not ${quote(text)}`);
  return Temporal.PlainTime.from({ hour: Number(hour), minute: Number(minute) });
}

const MAX_DAYS = 62; // the 31st comes again after at most 62 days

/** Returns the first moment after now, and not before `--start`, with this local time on a day that fits. */
function nextOccurrence(
  time: Temporal.PlainTime,
  isDay: (date: Temporal.PlainDate) => boolean,
  { start }: ScheduleOptions,
  { name, now }: Zone,
): Moment {
  const earliest = start === undefined ? 0 : parseMoment('--start', start, { name, now }).seconds;
  const from = Math.max(now + 1, earliest);
  const first = Temporal.Instant.fromEpochMilliseconds(from * 1000)
    .toZonedDateTimeISO(name)
    .toPlainDate();
  for (let days = 0; days <= MAX_DAYS; days += 1) {
    const date = first.add({ days });
    const moment = toMoment(date.toPlainDateTime(time), name);
    if (moment.seconds >= from && isDay(date)) return moment;
  }
  throw usage('No day fits the schedule');
}

/**
 * Returns a local time as a moment. A time that a clock change skips is moved forward; it is written as it
 * was asked for, with the offset before the change: the starts on other days are not moved.
 */
function toMoment(local: Temporal.PlainDateTime, zone: string): Moment {
  const moment = local.toZonedDateTime(zone);
  const seconds = Math.floor(moment.epochMilliseconds / 1000);
  if (moment.toPlainDateTime().equals(local)) return { seconds, written: seconds };
  const { offset } = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return { seconds, written: `${local.toString()}${offset}` };
}

/** Parses a local date or time, or a time with an offset. `isEnd`: a date alone includes that day. */
function parseMoment(option: string, text: string, { name }: Zone, isEnd = false): Moment {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) {
      const date = Temporal.PlainDate.from(text).add({ days: isEnd ? 1 : 0 });
      return toMoment(date.toPlainDateTime(), name);
    }
    if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.test(text))
      return toMoment(Temporal.PlainDateTime.from(text.replace(' ', 'T')), name);
  } catch {
    throw invalidMoment(option, text);
  }
  const parsed = parseTime(text);
  if (parsed.ok)
    return { seconds: parsed.seconds, written: hasOffset(text) ? text : parsed.seconds };
  throw invalidMoment(option, text);
}

// The local time before an offset counts where a clock change skips it.
const hasOffset = (text: string): boolean => /[+-]\d\d(:?\d\d)?$/.test(text);

const invalidMoment = (option: string, text: string): CommandError =>
  usage(
    `${option} must be a date like 2027-01-31 or a time like 2027-01-31T02:30, not ${quote(text)}`,
  );
