import type { SummaryBody } from '../../fleet/fleet.schemas.js';
import { pluralize, printable, shorten } from '../../lib/text.js';
import { feedDateText, unansweredText } from '../../reports/present/coverage.js';
import { coverageText } from '../../vulnerabilities/coverage/coverage.text.js';
import { describeRemediation } from '../../vulnerabilities/remediations/text.js';
import type { SettingsResponse } from '../../data-dir/settings/settings.schemas.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import { formatAge, formatAgo } from '../feed/feed.js';
import { wrapText, type Painter } from '../output/text.js';

const LISTED = 3; // of hosts, actions and reasons: all fits in a window of 25 lines
const LABEL_WIDTH = 12;
const MINUTE = 60; // in seconds
const SHOWN_SECONDS = 30 * SECONDS_PER_DAY; // a jump of the clock is shown for a month

type Feed = SummaryBody['feeds'][number];
type ClockJump = SettingsResponse['clock_jump'];

interface StatusStyle {
  paint: Painter;
  /** columns of the terminal; undefined: unlimited */
  width: number | undefined;
  /** Unix seconds */
  now: number;
}

/** Renders the summary of the fleet in at most about 25 lines: what was checked and what was not comes first. */
export function renderStatus(
  summary: SummaryBody,
  style: StatusStyle,
  jump: ClockJump = null,
): string {
  const lines = [
    ...coverageLines(summary, style),
    ...findingLines(summary, style),
    ...section('Worst hosts', hostLines(summary), style),
    ...actionLines(summary, style),
    ...section('Data', dataLines(summary, style), style),
    ...section('Hosts', [hostCounts(summary)], style),
    ...section('Identity', conflictLines(summary), style),
    ...section('Support', supportLines(summary), style),
    ...section('Runs', runLines(summary, style), style),
    ...section('Clock', clockLines(jump, style), style),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns lines with a label before the first one, each cut to the width of the terminal. */
function section(label: string, texts: readonly string[], { paint, width }: StatusStyle): string[] {
  const room = (width ?? Infinity) - LABEL_WIDTH;
  return texts.map((text, i) => {
    const name = i === 0 ? paint.bold(label) + ' '.repeat(LABEL_WIDTH - label.length) : '';
    return `${name || ' '.repeat(LABEL_WIDTH)}${shorten(text, room)}`;
  });
}

function coverageLines({ hosts }: SummaryBody, style: StatusStyle): string[] {
  const { total, not_checked, not_checked_reasons: reasons, unanswered_addresses } = hosts;
  const unanswered = unansweredText({ unanswered_addresses });
  const notes = unanswered === null ? [] : [`${unanswered}.`];
  if (total === 0)
    return [style.paint.bold('No host is known yet: run `hostwarden scan <targets>`.'), ...notes];
  const text = wrapText(coverageText(hosts.coverage), style.width, '  ');
  if (not_checked === 0) return [style.paint.green(text), ...notes];
  const width = style.width === undefined ? undefined : style.width - 4; // indented
  const listed = reasons
    .slice(0, LISTED)
    .map((gap) =>
      wrapText(`${pluralize(gap.hosts, 'host')}: ${printable(gap.message)}`, width, '  '),
    )
    .map((text) => `  ${text.replaceAll('\n', '\n  ')}`);
  return [style.paint.yellow(style.paint.bold(text)), ...listed, ...notes];
}

function findingLines(summary: SummaryBody, style: StatusStyle): string[] {
  const { hosts, findings } = summary;
  const { paint } = style;
  const { critical, high } = findings.by_severity;
  const counts: [number, string][] = [
    [critical, 'critical'],
    [high, 'high'],
    [findings.open - critical - high, 'lower'],
  ];
  const severities = counts.filter(([n]) => n > 0).map(([n, name]) => `${n} ${name}`);
  const known = `${findings.open === 0 ? 'none' : findings.open} known to be open`;
  const counted = hosts.not_checked > 0 ? known : `${findings.open} open`;
  const open = `${counted}${severities.length > 0 ? ` (${severities.join(', ')})` : ''}`;
  const exploited = `${findings.known_exploited} known exploited`;
  return [
    ...(findings.known_exploited > 0 ? [paint.red(paint.bold(`${exploited}.`))] : []),
    ...section('Findings', [open, ...fitParts(changeCounts(summary), style)], style),
  ];
}

/** Returns the parts as one line, or as one each if it would be cut. */
function fitParts(parts: readonly string[], { width }: StatusStyle): readonly string[] {
  const line = parts.join('; ');
  return line.length <= (width ?? Infinity) - LABEL_WIDTH ? [line] : parts;
}

/**
 * Returns what changed. The first findings of a host do not count: a first task calls these new. A zero is never
 * printed alone where a host was not checked.
 */
function changeCounts({ hosts, findings }: SummaryBody): string[] {
  const isWhole = hosts.not_checked === 0;
  const accepted = isWhole || findings.accepted > 0 ? [`${findings.accepted} accepted`] : [];
  const countChanges = (days: number, appeared: number, gone: number): string => {
    if (isWhole) return `${days} days: ${appeared} appeared, ${gone} disappeared`;
    return appeared + gone === 0
      ? `${days} days: none known to have appeared or disappeared`
      : `${days} days: ${appeared} known to have appeared, ${gone} disappeared`;
  };
  const week = countChanges(7, findings.new_7d, findings.fixed_7d);
  const month = countChanges(30, findings.new_30d, findings.fixed_30d);
  const isQuiet = !isWhole && findings.new_30d + findings.fixed_30d === 0;
  return [...(isQuiet ? [] : [week]), month, ...accepted];
}

const hostLines = ({ worst_hosts }: SummaryBody): string[] =>
  worst_hosts
    .filter(({ open }) => open > 0)
    .slice(0, LISTED)
    .map(({ risk, ip, name, open, known_exploited: exploited }) => {
      const host = name === ip ? ip : `${printable(name)} (${ip})`;
      const counts = `${open} open${exploited > 0 ? `, ${exploited} known exploited` : ''}`;
      return `risk ${risk.toFixed(1).padStart(5)}  ${host}: ${counts}`;
    });

/** Two lines for each: what and where, and what it resolves. They need the whole width. */
function actionLines({ remediations }: SummaryBody, { paint, width }: StatusStyle): string[] {
  const lines = remediations.slice(0, LISTED).flatMap((remediation) => {
    const { what, effect } = describeRemediation(remediation);
    return [`  ${printable(remediation.name)}: ${what}`, `    ${effect}`];
  });
  const shown = lines.map((line) => shorten(line, width ?? Infinity));
  return lines.length === 0 ? [] : [paint.bold('Do first'), ...shown];
}

function dataLines({ feeds }: SummaryBody, { now }: StatusStyle): string[] {
  const namesOf = (wanted: Feed['status']): string[] =>
    feeds.filter((feed) => feed.status === wanted && !hasData(feed)).map(({ name }) => name);
  const missing = namesOf('empty');
  const updating = namesOf('updating');
  const failed = feeds.filter(({ error }) => Boolean(error));
  const loaded = feeds.filter(hasData);
  const stale = loaded.filter((feed) => feed.stale);
  const current = loaded.filter((feed) => !feed.stale);
  return [
    ...(missing.length > 0 ? [`not loaded: ${missing.join(', ')}`] : []),
    ...(updating.length > 0 ? [`not loaded yet: ${updating.join(', ')}`] : []),
    ...failed.slice(0, LISTED).map(failureText),
    ...(failed.length > LISTED ? [`and ${failed.length - LISTED} more that failed`] : []),
    ...stale.slice(0, LISTED).map((feed) => feedDateText(feed, now)),
    ...(stale.length > LISTED ? [`and ${stale.length - LISTED} more that are stale`] : []),
    ...(current.length > 0 ? [current.map((feed) => feedDateText(feed, now)).join(', ')] : []),
    ...(feeds.length === 0 ? ['none: run `hostwarden feed update`'] : []),
  ];
}

/** The date of its data may be unknown. */
const hasData = ({ status, data_from }: Feed): boolean => status === 'ready' || data_from !== null;

/** Returns `kev: not loaded, the last update failed: HTTP 503`; data of an earlier update stay active. */
const failureText = (feed: Feed): string =>
  `${feed.name}: ${hasData(feed) ? '' : 'not loaded, '}the last update failed: ${printable(feed.error ?? '')}`;

function hostCounts({ hosts, agents }: SummaryBody): string {
  const { online, offline, unknown } = hosts.by_status;
  const statuses = `${hosts.total}: ${online} online, ${offline} offline, ${unknown} unknown`;
  return `${statuses}; agents: ${agents.online} online, ${agents.offline} offline`;
}

/** The agents whose identity another machine used. */
function conflictLines({ agents }: SummaryBody): string[] {
  const hosts = agents.identity_conflicts.map(({ ip, name }) =>
    name === ip || name === '' ? ip : `${printable(name)} (${ip})`,
  );
  if (hosts.length === 0) return [];
  const more = hosts.length > LISTED ? ` and others` : '';
  return [
    `two machines use the agent of ${hosts.slice(0, LISTED).join(', ')}${more}: remove the copy`,
  ];
}

/** The systems that soon get no more security updates; those that get none already are reasons of the coverage. */
const supportLines = ({ hosts }: SummaryBody): string[] =>
  hosts.ending_support
    .slice(0, LISTED)
    .map((ends) => `ends ${ends.until}: ${ends.system}, ${pluralize(ends.hosts, 'host')}`);

function runLines({ tasks, schedules }: SummaryBody, { now }: StatusStyle): string[] {
  const [last] = tasks.last;
  const [next] = schedules.next;
  const problems = [
    ...(tasks.failed_24h > 0 ? [`${tasks.failed_24h} failed`] : []),
    ...(schedules.missed_24h > 0 ? [`${schedules.missed_24h} skipped`] : []),
  ];
  return [
    ...(problems.length > 0 ? [`${problems.join(', ')} in the last 24 hours`] : []),
    last
      ? `last: ${last.number_task} ${printable(last.template ?? '')} ${last.status}${ago(last.finished_at, now)}`
      : 'last: none',
    next ? `next: ${printable(next.name)} ${untilText(next.at - now)}` : 'next: none is scheduled',
  ];
}

const ago = (at: number | null, now: number): string =>
  at === null ? '' : `, ${formatAgo(now - at)}`;

/** `in 2 h`; a start that is overdue: no service was running when it was due. */
function untilText(seconds: number): string {
  if (seconds <= -MINUTE)
    return `was due ${formatAge(-seconds)} ago: only \`hostwarden serve\` starts it`;
  return seconds < MINUTE ? 'now' : `in ${formatAge(seconds)}`;
}

/** A jump in the future was noticed by a clock that was ahead. */
const clockLines = (jump: ClockJump, { now }: StatusStyle): string[] =>
  jump && Math.abs(now - jump.noticed_at) < SHOWN_SECONDS
    ? [`${formatAgo(Math.max(0, now - jump.noticed_at))}: ${jump.message}`]
    : [];
